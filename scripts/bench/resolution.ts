export const resolution = async (): Promise<void> => {
  console.error('not yet')
}

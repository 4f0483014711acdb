/** With `--small` a bench only checks that it runs. Its figures are meaningless and are not written. */
export const isSmall = process.argv.includes('--small')

/** The amount to measure. */
export const sized = <A>(usual: A, small: A): A => (isSmall ? small : usual)

/** With `--small` a bench only shows that it runs through: its figures say nothing, and are not written. */
export const isSmall = process.argv.includes('--small')

/** How much of something is measured. */
export const sized = <A>(usual: A, small: A): A => (isSmall ? small : usual)

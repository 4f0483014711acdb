/** The checker in JavaScript alone, which is the same on every machine. */
declare module 'recheck/lib/browser.js' {
  import { checkSync } from 'recheck'

  const recheck: { readonly checkSync: typeof checkSync }
  export default recheck
}

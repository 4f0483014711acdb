/** The checker in JavaScript alone, which is the same on every machine. */
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck'
}

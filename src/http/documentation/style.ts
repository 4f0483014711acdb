/** The icon of every page. */
export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230f766e'/%3E%3Cpath d='M4 8.5l2.7 2.7L12 5.5' fill='none' stroke='white' stroke-width='2'/%3E%3C/svg%3E"

/** The style of the reference and of the simulator's guides. */
export const style = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2433, #d9dee8); --faint: light-dark(#5c6475, #98a1b3); --line: light-dark(#dfe3ea, #2c3340);
  --paper: light-dark(#fff, #12161d); --tint: light-dark(#f5f7fa, #1a202a); --link: light-dark(#0b5cad, #7db8f5);
}
* { box-sizing: border-box }
html { scroll-padding-top: 4rem }
body {
  margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); grid-template-rows: auto 1fr;
  font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper);
}
header {
  position: sticky; top: 0; z-index: 2; grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .375rem 1rem; align-items: center;
  padding: .5rem 1.5rem; border-bottom: 1px solid var(--line); background: var(--tint); font-size: .9375rem;
}
header > a:last-child { margin-left: auto }
button { font: .8125rem/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); border: 1px solid var(--faint); border-radius: .375rem }
.menu { display: none }
search { position: relative }
input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--faint); border-radius: .375rem; padding: .125rem .5rem; width: 12rem; max-width: 40vw }
#found { position: absolute; left: 0; z-index: 1; margin: .25rem 0 0; padding: .25rem .75rem; width: min(28rem, 80vw); list-style: none; background: var(--paper); border: 1px solid var(--line); border-radius: .375rem }
#found:empty { display: none }
nav {
  display: block; position: sticky; inset: 2.75rem auto auto 0; width: auto; height: calc(100vh - 2.75rem); overflow: auto; margin: 0; padding: 1rem 1rem 2rem 1.5rem;
  color: inherit; background: var(--paper); border: 0; border-right: 1px solid var(--line); font-size: .875rem;
}
nav h2 { margin: 1.25rem 0 .25rem; padding: 0; border: 0; font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--faint) }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0 }
nav a { display: block; padding: .2rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere }
nav a:hover { color: var(--link) }
nav [aria-current] { font-weight: 700 }
main { min-width: 0; padding: 1.5rem clamp(1rem, 3vw, 3rem) 5rem }
main > :not(section) { max-width: 46rem }
h1 { margin: 0 0 .5rem; font-size: 2rem; line-height: 1.2 }
small { font-size: 1rem; font-weight: 400; color: var(--faint) }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.5rem; line-height: 1.25 }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.0625rem }
h4 { margin: 0; font-size: 1rem; font-variant-numeric: tabular-nums }
p, ul, ol { margin: .5rem 0 }
a { color: var(--link) }
.self { color: inherit; text-decoration: none }
.self:hover::after { content: ' #'; color: var(--faint) }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
.code { position: relative; margin: .75rem 0 }
.code button { position: absolute; top: .375rem; right: .375rem }
@media (hover: hover) { .code:not(:hover, :focus-within) button { opacity: 0 } }
pre { margin: 0; padding: .875rem 1rem; overflow: auto; background: var(--tint); border: 1px solid var(--line); border-radius: .5rem }
pre code { overflow-wrap: normal }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; margin: 1rem 0 -.5rem }
.tabs [aria-pressed=true] { color: var(--paper); background: var(--ink) }
.scroll { overflow-x: auto }
table { border-collapse: collapse; font-size: .9375rem }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
img { max-width: 100%; height: auto }
.next { display: flex; justify-content: space-between; gap: 1rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line) }
section { border-top: 1px solid var(--line) }
dl { margin: .5rem 0 }
dl > div { padding: .5rem 0; border-top: 1px solid var(--line) }
dd { margin: 0 }
dd dl { padding-left: .75rem; border-left: 2px solid var(--line) }
dd p { margin: .125rem 0 }
.note, .limits { color: var(--faint); font-size: .8125rem }
.method { display: inline-block; min-width: 3.1em; padding: .05em .45em; border-radius: .3em; font: 600 .75em/1.6 ui-monospace, monospace; text-align: center; color: #fff; background: #1a5fc4 }
.method.post { background: #1a7140 }
.response { display: grid; grid-template-columns: 4rem minmax(0, 1fr); padding: .5rem 0; border-top: 1px solid var(--line) }
.response ul { margin: 0; padding-left: 1.1rem }
.response > div > :first-child, .response > div > :first-child > :first-child { margin-top: 0 }
.samples > h3:first-child { margin-top: 0 }
summary { cursor: pointer; color: var(--link); font-size: .9375rem }
@media (min-width: 75rem) {
  section { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 28rem); column-gap: 2rem; align-items: start }
  section > :is(h2, h3) { grid-column: 1 / -1 }
  .samples { position: sticky; top: 3.5rem; max-height: calc(100vh - 4rem); overflow: auto }
}
@media (max-width: 52rem) {
  body { display: block }
  header { padding: .5rem 1rem; gap: .375rem .75rem }
  .menu { display: block }
  nav:not(:popover-open) { display: none }
  nav { position: fixed; inset: 0 auto 0 0; width: min(20rem, 80vw); height: 100vh; box-shadow: 0 0 2rem #0006 }
}
@media print { nav, header { display: none } body { display: block } }
`

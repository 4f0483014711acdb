export const style = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2433, #d9dee8); --faint: light-dark(#5c6475, #98a1b3); --line: light-dark(#dfe3ea, #2c3340);
  --paper: light-dark(#fff, #12161d); --tint: light-dark(#f5f7fa, #1a202a); --link: light-dark(#0b5cad, #7db8f5);
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body {
  margin: 0; display: grid; grid-template-columns: 18rem minmax(0, 1fr);
  font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper);
}
nav {
  position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem 2rem 1.5rem;
  background: var(--tint); border-right: 1px solid var(--line); font-size: .875rem;
}
nav h2 { margin: 1.25rem 0 .25rem; padding: 0; border: 0; font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--faint) }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: .2rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere }
nav a:hover { color: var(--link) }
main { max-width: 60rem; padding: 2rem clamp(1rem, 4vw, 3.5rem) 6rem }
h1 { margin: 0 0 .5rem; font-size: 2.25rem }
h1 small { font-size: 1rem; font-weight: 400; color: var(--faint) }
h2 { margin: 3rem 0 .75rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.5rem; line-height: 1.25 }
h3 { margin: 2rem 0 .5rem; font-size: 1.125rem }
h4 { margin: 0; font-size: 1rem; font-variant-numeric: tabular-nums }
h5 { margin: .75rem 0 .25rem; font-size: .875rem }
p, ul, ol { margin: .5rem 0 }
a { color: var(--link) }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
pre { margin: .5rem 0; padding: .875rem 1rem; overflow: auto; background: var(--tint); border: 1px solid var(--line); border-radius: .5rem }
pre code { overflow-wrap: normal }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: .9375rem }
th, td { padding: .625rem .75rem .625rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400 }
th { width: 28% }
td:nth-of-type(1) { width: 30% }
td p:first-child { margin-top: 0 }
.note, .limits, .example { color: var(--faint); font-size: .8125rem }
.note { display: inline-block }
.route { font-size: 1.0625rem }
.method { display: inline-block; min-width: 3.1em; padding: .05em .45em; border-radius: .3em; font: 600 .75em/1.6 ui-monospace, monospace; text-align: center; color: #fff; background: #1f6feb }
.method.post { background: #1a7f48 }
.response { display: grid; grid-template-columns: 4rem minmax(0, 1fr); padding: .75rem 0; border-bottom: 1px solid var(--line) }
.response ul { padding-left: 1.1rem }
.response > div > :first-child { margin-top: 0 }
summary { cursor: pointer; color: var(--link); font-size: .9375rem }
@media (max-width: 56rem) {
  body { display: block }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line) }
}
@media (max-width: 40rem) {
  tr { display: block; padding: .625rem 0; border-bottom: 1px solid var(--line) }
  th, td { display: block; width: auto !important; padding: .125rem 0; border: 0 }
  .response { display: block }
}
@media print { nav { display: none } body { display: block } }
`

import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** Where the page's own files are, and where they are served. */
const directory = new URL('../console/', import.meta.url)
const base = '/_simulador/consola'

/** The libraries that the page imports by these names, directly or through one another. */
const libraries = ['preact', 'preact/hooks', 'htm', 'htm/preact', '@preact/signals', '@preact/signals-core']

/** One file as a browser gets it. */
interface Asset {
  readonly path: `/${string}`
  readonly contentType: string
  /** Read, and our own modules freed of their types, when it is first asked for. */
  readonly text: () => string
}

const once = (read: () => string): (() => string) => {
  let text: string | null = null
  return () => {
    text ??= read()
    return text
  }
}

const script = 'text/javascript; charset=utf-8'
const libraryPath = (name: string) => `${base}/${name.replace('@', '').replaceAll('/', '-')}.js` as const

const own = (name: string): Asset => {
  const read = () => readFileSync(new URL(name, directory), 'utf8')
  const path = `${base}/${name}` as const
  return name.endsWith('.css')
    ? { path, contentType: 'text/css; charset=utf-8', text: once(read) }
    : { path, contentType: script, text: once(() => stripTypeScriptTypes(read())) }
}

const library = (name: string): Asset => ({
  path: libraryPath(name),
  contentType: script,
  text: once(() => readFileSync(new URL(import.meta.resolve(name)), 'utf8')),
})

/** Everything that the page loads. */
export const assets: ReadonlyArray<Asset> = [
  ...readdirSync(directory)
    .filter((name) => /\.(?:ts|css)$/.test(name))
    .map(own),
  ...libraries.map(library),
]

export const importMap = JSON.stringify({
  imports: Object.fromEntries(libraries.map((name) => [name, libraryPath(name)])),
})

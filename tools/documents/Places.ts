import { existsSync, globSync, readFileSync } from 'node:fs'
import { anchorOf } from '#http/documentation/Markdown.ts'

/** A file of the project whose text refers to other places. */
export interface Place {
  readonly path: string
  readonly text: string
}

const read = (path: string): Place => ({ path, text: readFileSync(path, 'utf8') })

export const documents: ReadonlyArray<Place> = globSync([
  '*.md',
  'docs/**/*.md',
  'src/**/*.md',
  'examples/**/*.md',
]).map(read)

export const sources: ReadonlyArray<Place> = globSync('{src,simulator,test,scripts,tools,examples}/**/*.{ts,sql}', {
  exclude: ['**/node_modules/**'],
}).map(read)

/** Joins the lines of a comment. */
export const joined = (text: string): string => text.replace(/\n\s*(?:\*|\/\/|--)\s/g, ' ')

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '')

export const headings = (text: string): ReadonlyArray<string> =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

const anchors = (path: string): ReadonlyArray<string> => headings(readFileSync(path, 'utf8')).map(anchorOf)

const target = (from: string, link: string): string => new URL(link, `file:///${from}`).pathname.slice(1)

const leads = (from: string, link: string): boolean => {
  const [file = '', anchor] = link.split('#')
  const path = file === '' ? from : decodeURIComponent(target(from, file))
  return existsSync(path) && (anchor === undefined || anchors(path).includes(anchor))
}

/** Links to places of the project that do not exist. */
export const deadLinks = ({ path, text }: Place): ReadonlyArray<string> =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link) && !leads(path, link))

/** Files in backticks that do not exist. A `*` matches any part of a name. */
export const missingFiles = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`((?:src|simulator|test|scripts|docs|examples|tools\/\w+)\/[\w./*-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => globSync(path).length === 0)

import { readFileSync } from 'node:fs'

const languageOf: Readonly<Record<string, string>> = {
  sh: 'sh',
  ts: 'ts',
  mjs: 'js',
  json: 'json',
  rb: 'ruby',
  cs: 'csharp',
}

/** The lines between the comments `region NAME` and `endregion`. */
const inRegion = (text: string, name: string): string => {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => new RegExp(`^\\s*(?://|#) region ${name}$`).test(line))
  const end = lines.findIndex((line, index) => index > start && /^\s*(?:\/\/|#) endregion$/.test(line))
  if (start < 0 || end < 0) throw new Error(`there is no region ${name}`)
  return lines.slice(start + 1, end).join('\n')
}

/** Removes the indentation that all lines share. */
const outdented = (text: string): string => {
  const indents = [...text.matchAll(/^([ \t]*)\S/gm)].map(([, indent = '']) => indent.length)
  return text.replace(new RegExp(`^[ \\t]{${Math.min(...indents)}}`, 'gm'), '').trim()
}

/** A file or one of its regions, formatted for a document. */
export const snippet = (path: string, region: string | null): string => {
  const text = readFileSync(path, 'utf8')
  const ending = path.split('.').at(-1) ?? ''
  return `\`\`\`${languageOf[ending] ?? ending}\n${outdented(region === null ? text : inRegion(text, region))}\n\`\`\``
}

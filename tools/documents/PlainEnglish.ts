import { globSync, readFileSync } from 'node:fs'

/** Patterns that make a sentence hard to read, searched in documents and comments. */
interface Habit {
  readonly form: RegExp
  readonly instead: string
}

const habits: ReadonlyArray<Habit> = [
  { form: /\b[Ww]hoever\b/g, instead: 'name the actor' },
  { form: /(?:^|(?<=[.:;] ))Who (?=[^.]*\.)/g, instead: 'name the actor' },
  { form: /\b(?:is|are|was|were) (?:not )?to be\b/g, instead: 'must, may or can' },
  { form: /\b(?:is|are) not to be had\b/g, instead: '"is not available"' },
  { form: /\blets? (?:it|them|somebody|the \w+ (?:tell|say|know))\b/g, instead: 'the verb itself' },
  { form: /\b(?:has|have|had) (?:it|them|lists|webhooks|itself) \w+(?:ed|en|t)\b/g, instead: 'the verb itself' },
  { form: /\b(?:at most )?so (?:many|much)\b(?! (?:that|as))/g, instead: 'the number, or its name' },
  { form: /\bevery so long\b/g, instead: 'the number, or its name' },
  { form: /\b(?:that|those|which) of (?:it|them|these|those)\b/g, instead: 'the noun again' },
  { form: /\bthe (?:same|other one) of\b/g, instead: 'the noun again' },
  { form: /\b(?:is|are|was|were) none\b(?! of)/g, instead: 'the verb, negated' },
  { form: /\b(?:of nobody|nobody['’]s|nothing that)\b/g, instead: 'the verb, negated' },
  { form: /(?:^|(?<=\. ))(?:Of (?:its|their|these|those|this)|In place of)\b/g, instead: 'subject, verb, object' },
  {
    form: /\b(?:was never (?:run|tried)|could not be (?:run|looked up) here|where this was written)\b/g,
    instead: 'an ADR',
  },
  { form: /\bbesides?\b/gi, instead: '"in addition to", "next to"' },
  { form: /\bmend(?:s|ed|ing)?\b/gi, instead: '"fix"' },
  { form: /\banew\b/gi, instead: '"again"' },
  { form: /\bunder way\b/gi, instead: '"in progress"' },
  { form: /\b(?:worked off|shut out|noted? down|heard? of|in words|lengths? of time)\b/gi, instead: 'the common word' },
  { form: /\b(?:bring|brings|brought) (?:\w+ ){0,3}back\b/gi, instead: '"restore"' },
  { form: /\brings\b/g, instead: '"fires"' },
  { form: /\bpeople made up\b/gi, instead: '"fictitious applicants"' },
]

/** A longer sentence must be split. */
const mostWords = 45

/** Parts of sentences that use a pattern in its usual meaning. */
const right: ReadonlyArray<string> = ['nothing that is not']

/** The prose of a document, without code, link targets, generated tables and quotations. */
const prose = (text: string): string =>
  text
    .replace(/<!-- [\w ]+: made by npm run docs -->[\s\S]*?<!-- end -->/g, '')
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .replace(/`[^`]*`/g, 'X')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/“[^”]*”|"[^"]*"/g, 'Q')

const paragraphs = (text: string): ReadonlyArray<string> =>
  text
    .split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) ?)/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')

const sentences = (paragraph: string): ReadonlyArray<string> =>
  paragraph.split('|').flatMap((cell) => cell.split(/(?<=[.!?:;]) /))

const around = (text: string, index: number): string => text.slice(Math.max(0, index - 30), index + 50).trim()

/** Every pattern found in a text, with the words around it and what to write instead. */
const habitsIn = (text: string): ReadonlyArray<string> =>
  paragraphs(prose(text)).flatMap((paragraph) => [
    ...habits.flatMap(({ form, instead }) =>
      Array.from(paragraph.matchAll(form), ({ index }) => ({ found: around(paragraph, index), instead }))
        .filter(({ found }) => !right.some((part) => found.includes(part)))
        .map(({ found, instead: better }) => `"${found}": ${better}`),
    ),
    ...sentences(paragraph)
      .filter((sentence) => sentence.split(' ').filter((word) => /\w/.test(word)).length > mostWords)
      .map((sentence) => `"${around(sentence, 0)}…": at most ${mostWords} words in a sentence`),
  ])

/** The comments of a source file, in order. */
const commentsIn = (text: string): string =>
  Array.from(text.matchAll(/\/\*\*?([\s\S]*?)\*\/|^\s*\/\/ (.*)$/gm), ([, block, line]) =>
    (block ?? line ?? '').replace(/^\s*\* ?/gm, ''),
  ).join('\n\n')

/** The folders whose texts must be plain. The Spanish guides are excluded. */
const rooms = {
  documents: { include: ['*.md', 'docs/**/*.md', 'src/**/*.md', 'simulator/**/*.md'], exclude: ['docs/es/**'] },
  comments: {
    include: [
      'examples/**/*.ts',
      'scripts/**/*.ts',
      'simulator/{accounts,docs,samples}/**/*.ts',
      'src/adapters/**/*.ts',
      'src/{App,Observability,Process,Replica,Version,cli,main}.ts',
      'src/{application,client,domain,http,mcp,wire}/**/*.ts',
      'src/{ports,replica}/**/*.ts',
      'tools/**/*.ts',
    ],
    exclude: ['**/node_modules/**'],
  },
}

/** Every pattern found in the rooms, with its file. */
export const plainProblems = (): ReadonlyArray<string> => {
  const inRoom = ({ include, exclude }: (typeof rooms)['documents'], read: (text: string) => string) =>
    globSync(include, { exclude }).flatMap((path) =>
      habitsIn(read(readFileSync(path, 'utf8'))).map((habit) => `${path}: ${habit}`),
    )
  return [...inRoom(rooms.documents, (text) => text), ...inRoom(rooms.comments, commentsIn)]
}

import fc from 'fast-check'
import { putting } from '#test/fuzz/Draft.ts'
import { json } from '#test/fuzz/Json.ts'
import { listed } from '#test/fuzz/listed.ts'
import { peticionSchema, placesIn, resolved, takes } from '#test/fuzz/SchemaArbitrary.ts'
import { type Mutations, mutation } from './Mutation.ts'

/** Texts of the whole of Unicode and of every length, which no step may mind where nothing but the schema limits them. */

/** Texts of which no form is asked. */
const free = placesIn(peticionSchema)
  .filter(({ schema }) => takes(schema, 'string') && resolved(schema).enum === undefined)
  .filter(({ path, schema }) => schema.format === undefined && path.at(-1) !== 'curp')

/** Marks, joiners, directions, look-alikes, blanks, noncharacters, and what means something to other programs. */
const zoo = [
  ...[' ', '\u00a0', '\u2028', '\u2029', '\ufeff', '\u200b', '\u200f', '\u202eabc', '\u2066x\u2069', '\u00ad'],
  ...['\uffff', '\u{1ffff}', '\u{10ffff}', '\u{e0061}', '\ue000', '\u0600', 'e\u0301', '\u0301', '%00', '"\\/'],
  ...listed(`
    👨‍👩‍👧‍👦 | 🏳️‍🌈 | 🇲🇽 | İıIi | １２３ | ß | ﬁ | Ⅷ | ﷺ | 𝒜𝓁 | 각 | Z͑ͫ̓A̴̵̜̰L̠ͨͧͩ͘G̴̻͈͍Ǫ̵̹̻
    <script> | {{x}} | ' OR 1=1-- | ../../etc/passwd | null | __proto__ | 1e400
  `),
]

const ofAnyKind = fc
  .tuple(fc.constantFrom(...free.filter(({ path }) => path.length > 1)), fc.constantFrom(...zoo))
  .map(([{ path }, text]) => mutation(0, 'any Unicode', putting(path, json(text))))

const longest = fc
  .tuple(fc.constantFrom(...free), fc.constantFrom('7', '🔑'))
  .map(([{ path, schema }, sign]) =>
    mutation(0, 'as long as it may be', putting(path, json(sign.repeat(schema.maxLength ?? 1)))),
  )

const shortest = fc
  .tuple(fc.constantFrom(...free), fc.constantFrom('7', '🔑'))
  .map(([{ path }, sign]) => mutation(0, 'as short as it may be', putting(path, json(sign))))

const longestUrl = mutation(
  0,
  'as long as it may be',
  putting(['webhook_url'], json('https://zarquixtl.mx/'.padEnd(2_000, '7'))),
)

export const unicodeMutations: ReadonlyArray<Mutations> = [ofAnyKind, longest, shortest, fc.constant(longestUrl)]

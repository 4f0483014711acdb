import { scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { checkDigit } from '#domain/person/Curp.ts'

/** A person made up so that every trace of them can be found again. */
export interface Canary {
  readonly curp: string
  readonly nombre: string
  readonly apellido_paterno: string
  readonly apellido_materno: string
}

/** What every canary's CURP and names hold, and no other text does. */
const stems = { curp: '070707MNEXZQ', nombre: 'Ñahuixóchitl', paterno: 'Zárquixtlán', materno: 'Kúpulhuéj' } as const

const letters = 'abcdefghijklmnopqrstuvwxyz'
const perScenario = 25

/** Canaries of every scenario of the sandbox. */
export const canaries: ReadonlyArray<Canary> = Array.from({ length: perScenario }, (_, index) =>
  scenarios.map(({ prefix }, scenario) => {
    const first17 = `${prefix ?? 'GOMC'}${stems.curp}${index < 10 ? index : letters.charAt(index).toUpperCase()}`
    // A sandbox CURP: its check digit is wrong on purpose.
    const curp = first17 + ((Number(checkDigit(first17)) + 1) % 10)
    const suffix = letters.charAt(index) + letters.charAt(scenario)
    return {
      curp,
      nombre: `${stems.nombre}${suffix}`,
      apellido_paterno: `${stems.paterno}${suffix}`,
      apellido_materno: `${stems.materno}${suffix}`,
    }
  }),
).flat()

/** Without case and accents. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const unique = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]

/** What a text looks like in base64, whatever stands before it and after it. */
const base64Forms = (text: string): ReadonlyArray<string> =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    // The first and the last characters hold bits of their neighbours.
    return bytes
      .toString('base64')
      .replace(/=+$/, '')
      .slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })

const jsonEscaped = (text: string): string =>
  text.replace(/[^ -~]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

const reversed = (text: string): string => [...text].reverse().join('')

const written = Object.values(stems).flatMap((stem) =>
  unique([
    stem,
    stem.toLowerCase(),
    stem.toUpperCase(),
    stem.normalize('NFD'),
    folded(stem),
    folded(stem).toUpperCase(),
  ]),
)
const base64 = unique(written.flatMap(base64Forms))

/** Forms of a canary, each looked for in a text that is written alike. */
const needles = {
  raw: unique([...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))]),
  lower: unique(
    written
      .flatMap((text) => [Buffer.from(text).toString('hex'), encodeURIComponent(text), jsonEscaped(text)])
      .map((text) => text.toLowerCase()),
  ),
  folded: unique(Object.values(stems).flatMap((stem) => [folded(stem), reversed(folded(stem))])),
}

const around = 80

/** Every trace of a canary in a text, with what stands around it; at most one for each form. */
export const tracesIn = (text: string): ReadonlyArray<string> => {
  const lower = text.toLowerCase()
  const views = [
    [text, needles.raw],
    [lower, needles.lower],
    [folded(text), needles.folded],
  ] as const
  return views.flatMap(([view, forms]) =>
    forms.flatMap((form) => {
      const at = view.indexOf(form)
      return at < 0 ? [] : [`${form}: ${view.slice(Math.max(0, at - around), at + form.length + around)}`]
    }),
  )
}

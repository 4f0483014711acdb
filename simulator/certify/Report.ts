import packageJson from '#package.json' with { type: 'json' }
import { type Language, plain, type Text } from '#simulator/docs/Text.ts'
import type { Seen } from './Case.ts'
import { byCause, type Finding } from './Certify.ts'
import { type Check, checks } from './Checks.ts'

/** What was certified. */
export interface Subject {
  readonly backend: string
  readonly speed: number
  /** When it ended. */
  readonly at: Date
}

const words = {
  title: { es: 'Certificación de una integración', en: 'Certification of an integration' },
  passed: { es: 'pasa', en: 'passes' },
  failed: { es: 'falla', en: 'fails' },
  attack: { es: 'Ataque', en: 'Attack' },
  result: { es: 'Resultado', en: 'Result' },
  seen: { es: 'Cómo se vio', en: 'How it was seen' },
  first: { es: 'Primera causa', en: 'First cause' },
  all: {
    es: 'El backend resistió todos los ataques.',
    en: 'The back end withstood all attacks.',
  },
  some: {
    es: 'El backend no está listo: corrija lo que sigue y certifique otra vez.',
    en: 'The back end is not ready: fix the following and certify again.',
  },
  unseen: {
    es: 'Lo que ningún ataque ve: dónde guarda la llave y los secretos, que su reloj esté en hora, y que la persona solicitante vea los factores y pueda contestar antes de que el arrendador actúe. Que sobreviva a un reinicio se ve con --restart. Vea la lista para salir a producción.',
    en: 'No attack can check these: where key and secrets are kept, that its clock is right, and that applicants see the factors and can answer before the landlord acts. With --restart it is checked that it survives a restart. See the checklist for going live.',
  },
} as const satisfies Record<string, Text>

const isPassed = ({ failed }: Finding): boolean => failed.length === 0

/** Whether the back end withstood everything. */
export const isCertified = (findings: ReadonlyArray<Finding>): boolean => findings.every(isPassed)

/** One thing that is wrong, and the attacks that showed it. */
export interface Cause {
  readonly check: Check
  /** What shows it, where that is the same in all of them. */
  readonly evidence: Text | null
  readonly attacks: ReadonlyArray<Finding>
}

/** What is wrong, each cause once, the first cause first. */
export const causes = (findings: ReadonlyArray<Finding>): ReadonlyArray<Cause> => {
  const found = new Map<string, Cause>()
  const all = findings.flatMap((finding) => finding.failed.map(([check, text]) => [check, text, finding] as const))
  for (const [check, text, finding] of all.sort(byCause)) {
    const evidence = check === 'creacion_rechazada' ? text : null
    const name = `${check} ${evidence?.es}`
    found.set(name, { check, evidence, attacks: [...(found.get(name)?.attacks ?? []), finding] })
  }
  return [...found.values()]
}

const sentenceOf = ({ check, evidence }: Cause, language: Language): string =>
  `${checks[check][language]}${evidence === null ? '' : ` (${evidence[language]})`}`

const lineOf = ({ seconds, text }: Seen, language: Language): string => `+${seconds.toFixed(2)} s  ${text[language]}`

/** A cause, and how the first attack showed it. */
const causeOf = (cause: Cause, language: Language): string => {
  const names = cause.attacks.map(({ attack }) => `\`${attack}\``).join(', ')
  const [{ title, seen } = { title: plain(''), seen: [] }] = cause.attacks
  const lines = seen.map((one) => lineOf(one, language)).join('\n')
  return `### \`${cause.check}\`\n\n${sentenceOf(cause, language)}\n\n${names}\n\n${words.seen[language]} (${title[language]}):\n\n\`\`\`\n${lines}\n\`\`\`\n`
}

/** The report for going live, as Markdown. */
export const report = (findings: ReadonlyArray<Finding>, { backend, at }: Subject, language: Language): string => {
  const rows = findings.map((finding) => {
    const result = isPassed(finding) ? words.passed[language] : `**${words.failed[language]}**`
    return `| ${finding.title[language]} | \`${finding.attack}\` | ${result} |`
  })
  const table = [`| ${words.attack[language]} | | ${words.result[language]} |`, '| --- | --- | --- |', ...rows].join(
    '\n',
  )
  return [
    `# ${words.title[language]}`,
    `${backend} · ${at.toISOString()} · Cotejo ${packageJson.version}`,
    words[isCertified(findings) ? 'all' : 'some'][language],
    table,
    ...causes(findings).map((cause) => causeOf(cause, language)),
    `${words.unseen[language]}\n`,
  ].join('\n\n')
}

/** The findings for programs: names are the same in every language, texts are in one. */
export const documentOf = (findings: ReadonlyArray<Finding>, language: Language) => ({
  causas: causes(findings).map((cause) => ({
    codigo: cause.check,
    que_es: sentenceOf(cause, language),
    ataques: cause.attacks.map(({ attack }) => attack),
  })),
  ataques: findings.map((finding) => ({
    ataque: finding.attack,
    titulo: finding.title[language],
    terminado: finding.isOver,
    pasa: isPassed(finding),
    fallas: finding.failed.map(([codigo]) => ({ codigo, que_es: checks[codigo][language] })),
    visto: finding.seen.map(({ seconds, name, text }) => ({
      segundos: seconds,
      suceso: name,
      detalle: text[language],
    })),
  })),
})

/** The result as a program reads it; what failed is made again with `--again`. */
export const regressions = (
  findings: ReadonlyArray<Finding>,
  { backend, speed, at }: Subject,
  language: Language,
): string =>
  `${JSON.stringify(
    {
      version: 2,
      cotejo: packageJson.version,
      backend,
      velocidad: speed,
      terminada_en: at.toISOString(),
      certificado: isCertified(findings),
      ...documentOf(findings, language),
    },
    null,
    2,
  )}\n`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The result as JUnit has it, a test case for each attack. */
export const junit = (findings: ReadonlyArray<Finding>, language: Language): string => {
  const failures = findings.filter((finding) => !isPassed(finding)).length
  const cases = findings.map(({ attack, failed, seen, title }) => {
    const [first] = failed
    const name = `<testcase classname="cotejo.certify" name="${attack}: ${escaped(title[language])}"`
    if (first === undefined) return `  ${name}/>`
    const message = failed.map(([check]) => `${check}: ${checks[check][language]}`).join('\n')
    const lines = seen.map((one) => lineOf(one, language)).join('\n')
    return `  ${name}><failure type="${first[0]}" message="${escaped(checks[first[0]][language])}">${escaped(`${message}\n\n${lines}`)}</failure></testcase>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="cotejo certify" tests="${findings.length}" failures="${failures}">\n${cases.join('\n')}\n</testsuite>\n`
}

/** One line for each attack, then what is wrong, each cause once. */
export const summary = (findings: ReadonlyArray<Finding>, language: Language): string =>
  [
    ...findings.map((finding) => `${isPassed(finding) ? '✓' : '✗'} ${finding.title[language]}`),
    ...causes(findings).flatMap((cause, index) => [
      '',
      ...(index === 0 ? [`${words.first[language]}:`] : []),
      `${cause.check}: ${sentenceOf(cause, language)}`,
      `    ${cause.attacks.map(({ attack }) => attack).join(', ')}`,
    ]),
  ].join('\n')

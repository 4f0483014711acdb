import packageJson from '#package.json' with { type: 'json' }
import type { Language, Text } from '#simulator/docs/Text.ts'
import type { Finding } from './Certify.ts'
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
  all: {
    es: 'El backend resistió todos los ataques.',
    en: 'The back end withstood all attacks.',
  },
  some: {
    es: 'El backend no está listo: corrija lo que sigue y certifique otra vez.',
    en: 'The back end is not ready: fix the following and certify again.',
  },
  unseen: {
    es: 'Lo que ningún ataque ve: dónde guarda la llave y los secretos, que sobreviva a un reinicio, y que su reloj esté en hora. Vea la lista para salir a producción.',
    en: 'No attack can check these: where key and secrets are kept, that it survives a restart, and that its clock is right. See the checklist for going live.',
  },
} as const satisfies Record<string, Text>

const isPassed = ({ failed }: Finding): boolean => failed.length === 0

/** Whether the back end withstood everything. */
export const isCertified = (findings: ReadonlyArray<Finding>): boolean => findings.every(isPassed)

const faultsOf = ({ failed, seen, title }: Finding, language: Language): string => {
  const wrong = failed.map((check) => `- \`${check}\`: ${checks[check][language]}`)
  const lines = seen.map((line) => line[language])
  return `### ${title[language]}\n\n${wrong.join('\n')}\n\n${words.seen[language]}:\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`
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
    ...findings.filter((finding) => !isPassed(finding)).map((finding) => faultsOf(finding, language)),
    `${words.unseen[language]}\n`,
  ].join('\n\n')
}

/** The result as a program reads it; what failed is made again with `--again`. */
export const regressions = (findings: ReadonlyArray<Finding>, { backend, speed, at }: Subject): string =>
  `${JSON.stringify(
    {
      version: 1,
      cotejo: packageJson.version,
      backend,
      velocidad: speed,
      terminada_en: at.toISOString(),
      certificado: isCertified(findings),
      ataques: findings.map(({ attack, failed, seen }) => ({
        ataque: attack,
        pasa: failed.length === 0,
        fallas: failed.map((codigo: Check) => ({ codigo, que_es: checks[codigo].es })),
        visto: seen.map(({ es }) => es),
      })),
    },
    null,
    2,
  )}\n`

/** One line for each attack, and what is wrong under those that failed. */
export const summary = (findings: ReadonlyArray<Finding>, language: Language): string =>
  findings
    .flatMap((finding) => [
      `${isPassed(finding) ? '✓' : '✗'} ${finding.title[language]}`,
      ...finding.failed.map((check) => `    ${check}: ${checks[check][language]}`),
    ])
    .join('\n')

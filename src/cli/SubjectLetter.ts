import { DateTime, Option, Schema } from 'effect'
import type { KeptOfPerson } from '#ports/Erasure.ts'
import type { SourceRecord, VerificationRecord } from '#ports/VerificationRecords.ts'

/**
 * The answer to a person who asks what is kept, as a letter in Spanish: sources, instants, lists, rules and result. It
 * has nothing that the service does not keep, and no text of a source.
 */

/** The parts of the stored document that the letter shows. */
const Document = Schema.Struct({
  cobertura_fuentes: Schema.NullOr(
    Schema.Struct({ detalle: Schema.Array(Schema.Struct({ fuente: Schema.String, estado: Schema.String })) }),
  ),
  recomendacion: Schema.NullOr(
    Schema.Struct({
      accion: Schema.String,
      sustento_documental: Schema.Struct({
        nivel: Schema.String,
        factores: Schema.Array(Schema.Struct({ codigo: Schema.String, texto: Schema.String })),
      }),
    }),
  ),
})
const decodeDocument = Schema.decodeUnknownOption(Document)

export interface LetterFacts {
  readonly record: VerificationRecord
  /** Null if its content was removed. */
  readonly kept: KeptOfPerson | null
  readonly sources: ReadonlyArray<SourceRecord>
  readonly now: DateTime.Utc
}

const at = (instant: DateTime.Utc | null): string => (instant === null ? 'no consta' : DateTime.formatIso(instant))

const listOr = (lines: ReadonlyArray<string>, none: string): string =>
  lines.length === 0 ? none : lines.map((line) => `- ${line}`).join('\n')

type Document = typeof Document.Type

const resultOf = (document: Document | null, basis: KeptOfPerson['basis']): string => {
  const recommendation = document?.recomendacion ?? null
  if (basis === null) return 'No hubo recomendación, y no se cobró nada.'
  if (recommendation === null)
    return `El documento no puede mostrarse. Nivel del sustento: \`${basis.level}\`. ${basis.explanation}`
  const { nivel, factores } = recommendation.sustento_documental
  const factors = factores.map(({ codigo, texto }) => `\`${codigo}\`: ${texto}`)
  return `Acción sugerida: \`${recommendation.accion}\`. Nivel del sustento: \`${nivel}\`. ${basis.explanation}\n\n${listOr(factors, '')}`
}

const consentOf = ({ consent }: KeptOfPerson): string =>
  `Otorgado el ${at(consent.grantedAt)}, con el aviso \`${consent.noticeVersion}\` y la evidencia \`${consent.evidenceId}\`.`

/** The instants of a source's calls, which replicas record a moment later. */
const callsOf = (record: SourceRecord | undefined): string =>
  record === undefined
    ? ''
    : `; ${record.tries} ${record.tries === 1 ? 'consulta' : 'consultas'}, de ${at(record.firstAt)} a ${at(record.lastAt)}`

const sourcesOf = (document: Document | null, sources: ReadonlyArray<SourceRecord>): ReadonlyArray<string> =>
  (document?.cobertura_fuentes?.detalle ?? []).map(
    ({ fuente, estado }) => `\`${fuente}\`: ${estado}${callsOf(sources.find(({ source }) => source === fuente))}`,
  )

const rulesOf = (basis: KeptOfPerson['basis']): string => {
  if (basis === null) return 'No se aplicaron reglas: no hubo recomendación.'
  const versions = (basis.lists?.versions ?? []).map(
    ({ list, cutOff, importedAt }) => `\`${list}\`, completa hasta ${cutOff}, tomada el ${importedAt}`,
  )
  const judged = (basis.lists?.judged ?? []).map(
    ({ list, verdict, rule, birth }) =>
      `\`${list}\`: \`${verdict}\`, regla \`${rule}\`, fecha de nacimiento \`${birth}\``,
  )
  return [
    `Reglas del motor, versión ${basis.engineVersion}.`,
    'Listas que se buscaron:',
    listOr(versions, 'Ninguna lista de este servicio.'),
    'Registros que se parecían, y cómo se juzgaron:',
    listOr(judged, 'Ninguno.'),
    `Juicios por nombre que no se tomaron en cuenta, por ser de otra persona: ${basis.clearedLawsuits}.`,
  ].join('\n\n')
}

export const letterOf = ({ record, kept, sources, now }: LetterFacts): string => {
  const document = Option.getOrNull(decodeDocument(kept?.document))
  const sections: ReadonlyArray<readonly [title: string, text: string]> =
    kept === null
      ? [
          [
            'Qué se conserva',
            `El contenido se borró el ${at(record.retiredAt)}. Quedan los datos de arriba y el cobro.`,
          ],
        ]
      : [
          ['Consentimiento', consentOf(kept)],
          ['Qué fuentes se consultaron', listOr(sourcesOf(document, sources), 'No consta ninguna consulta.')],
          ['Con qué reglas y listas', rulesOf(kept.basis)],
          ['Resultado', resultOf(document, kept.basis)],
        ]
  return [
    '# Datos que se conservan de una verificación',
    `Fecha de esta carta: ${at(now)}. Las horas son UTC.`,
    listOr(
      [
        `Solicitud: \`${record.requestId}\`, de la cuenta \`${record.accountId}\``,
        `Verificación: \`${record.verificationId}\`, estado \`${record.state}\``,
        `Creada el ${at(record.createdAt)}; terminada el ${at(record.resolvedAt)}`,
      ],
      '',
    ),
    ...sections.map(([title, text]) => `## ${title}\n\n${text}`),
    '## Qué no se conserva\n\nLa CURP, el nombre y los reportes de las fuentes se borraron cuando la verificación terminó. De lo que contestaron queda lo que dice esta carta. Si se registró que algo es de otra persona, queda aparte una huella cifrada, que no puede buscarse por solicitud. Los intentos del webhook y los identificadores del socio están en la exportación completa.',
    '## Si algo está mal\n\nDígalo a la plataforma que pidió la verificación: puede corregirse con otra verificación, o registrarse que se trata de otra persona. También puede pedir que todo esto se borre.',
  ].join('\n\n')
}

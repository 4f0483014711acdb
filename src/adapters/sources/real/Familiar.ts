import { Predicate, Schema } from 'effect'
import { ReportedLawsuit } from '#domain/evidence/Lawsuits.ts'
import { ConsultaPendiente, IdentidadEncontrada, JudicialConsultada } from './Contract.ts'

/**
 * The contract grows: a provider may send a member that this release does not know, or a word of a closed vocabulary.
 * That is not a defect. The member is ignored, the word is replaced by one that claims less, and a lawsuit whose matter
 * or state is a new word is left out.
 */

type Members = Readonly<Record<string, unknown>>

const lawsuit = ReportedLawsuit.fields
const identity = IdentidadEncontrada.fields
const ofAnswers = new Set(
  [identity, JudicialConsultada.fields, ConsultaPendiente.fields].flatMap((fields) => Object.keys(fields)),
)
const ofLawsuits = new Set(Object.keys(lawsuit))

/** A word that a later release may know. Anything else is a defect. */
const isNewWord = (vocabulary: Schema.Top) => {
  const isKnown = Schema.is(vocabulary)
  return (value: unknown): value is string =>
    Predicate.isString(value) && /^[A-Za-z_]{1,40}$/.test(value) && !isKnown(value)
}
const isNewStatus = isNewWord(identity.estatus_curp)
const isNewCredential = isNewWord(identity.credencial)
const isNewMatter = isNewWord(lawsuit.materia)
const isNewState = isNewWord(lawsuit.estado)
const optionalWords = (['certeza', 'papel', 'asunto'] as const).map((name) => [name, isNewWord(lawsuit[name])] as const)

/** The registry's statuses of a cancelled CURP begin with B. Of a new one only this is known. */
const nearestStatus = (status: string): string => (status.startsWith('B') ? 'BDM' : 'AN')

/** The value itself if nothing changes and all its members are declared. */
const known = (value: Members, declared: ReadonlySet<string>, changes: Members): unknown => {
  const names = Object.keys(value)
  if (names.every((name) => declared.has(name)) && Object.keys(changes).length === 0) return value
  return { ...Object.fromEntries(Object.entries(value).filter(([name]) => declared.has(name))), ...changes }
}

const membersOf = (value: unknown): Members | null =>
  Predicate.isObject(value) && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : null

const familiarLawsuit = (value: unknown): ReadonlyArray<unknown> => {
  const members = membersOf(value)
  if (members === null) return [value]
  if (isNewMatter(members['materia']) || isNewState(members['estado'])) return []
  const changes = Object.fromEntries(
    optionalWords.flatMap(([name, isNew]) => (isNew(members[name]) ? [[name, null]] : [])),
  )
  const made = known(members, ofLawsuits, changes)
  return [made === members ? value : made]
}

/** An answer as this release knows it; the answer itself if it knows all of it. */
export const familiar = (answer: unknown): unknown => {
  const members = membersOf(answer)
  if (members === null) return answer
  const { estatus_curp, credencial, juicios } = members
  const lawsuits: ReadonlyArray<unknown> = Array.isArray(juicios) ? juicios : []
  const familiarLawsuits = lawsuits.flatMap(familiarLawsuit)
  const areSame =
    familiarLawsuits.length === lawsuits.length && familiarLawsuits.every((one, at) => one === lawsuits[at])
  const made = known(members, ofAnswers, {
    ...(isNewStatus(estatus_curp) ? { estatus_curp: nearestStatus(estatus_curp) } : {}),
    ...(isNewCredential(credencial) ? { credencial: 'no_localizada' } : {}),
    ...(areSame ? {} : { juicios: familiarLawsuits }),
  })
  return made === members ? answer : made
}

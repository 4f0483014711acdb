import { existsSync, readFileSync } from 'node:fs'
import type { NameAgreement } from '#domain/evidence/NameAgreement.ts'
import type { Curp } from '#domain/person/Curp.ts'
import type { RegisteredName, Subject } from '#domain/person/Subject.ts'
import { otherPeople } from './otherPeople.ts'
import { samePerson } from './samePerson.ts'

/** A name as a form sends it, a registered name, and the right outcome of their comparison. */
export interface NamePair {
  readonly kind: string
  readonly isSame: boolean
  readonly sex: Curp['sex']
  readonly given: Omit<Subject, 'curp'>
  readonly registered: RegisteredName
  readonly right: NameAgreement
}

const partsOf = (text: string): ReadonlyArray<string | null> =>
  text.split(' | ').map((part) => (part.trim() === '~' ? null : part))

const outcomes = ['coincide', 'no_concluye', 'no_coincide', 'no_proporcionado'] as const

const pairOf = (kind: string, isSame: boolean, line: string): NamePair => {
  const [, sex, given = '', registered = '', outcome] = /^ *([HMX]) (.*) > (.*) = (\w+)$/.exec(line) ?? []
  const [nombre = null, apellidoPaterno = null, apellidoMaterno = null] = partsOf(given)
  const [nombres, primerApellido, segundoApellido = null] = partsOf(registered)
  const right = outcomes.find((one) => one === outcome)
  if (right === undefined) throw new Error(`not a pair: ${line}`)
  return {
    kind,
    isSame,
    sex: sex === 'H' ? 'H' : 'M',
    given: { nombre, apellidoPaterno, apellidoMaterno },
    registered: { nombres: nombres ?? '', primerApellido: primerApellido ?? '', segundoApellido },
    right,
  }
}

const pairsIn = (kinds: Readonly<Record<string, string>>, isSame: boolean): ReadonlyArray<NamePair> =>
  Object.entries(kinds).flatMap(([kind, lines]) =>
    lines
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => pairOf(kind, isSame, line)),
  )

/** The project's own pairs. */
export const namePairs: ReadonlyArray<NamePair> = [...pairsIn(samePerson, true), ...pairsIn(otherPeople, false)]

interface SharedPair {
  readonly kind: string
  readonly same: boolean
  readonly right: NameAgreement
  readonly given: Readonly<Record<'nombre' | 'apellido_paterno' | 'apellido_materno', string | null>>
  readonly registered: Readonly<{ nombres: string; primer_apellido: string; segundo_apellido: string | null }>
}

const sharedFile = new URL('../../../shared/people/names.json', import.meta.url)

/** The shared pairs do not have the sex of the CURP. María and José tell it, and others may be of any. */
const sexOf = (nombres: string): Curp['sex'] => {
  if (/^mar[ií]a\b/iu.test(nombres)) return 'M'
  return /^jos[eé](?!\p{L})/iu.test(nombres) ? 'H' : 'X'
}

/** Pairs from outside the project; none where they are missing. */
export const sharedPairs = (): ReadonlyArray<NamePair> => {
  if (!existsSync(sharedFile)) return []
  const pairs: ReadonlyArray<SharedPair> = JSON.parse(readFileSync(sharedFile, 'utf8'))
  return pairs.map(({ kind, same, right, given, registered }) => ({
    kind,
    isSame: same,
    sex: sexOf(registered.nombres),
    given: {
      nombre: given.nombre,
      apellidoPaterno: given.apellido_paterno,
      apellidoMaterno: given.apellido_materno,
    },
    registered: {
      nombres: registered.nombres,
      primerApellido: registered.primer_apellido,
      segundoApellido: registered.segundo_apellido,
    },
    right,
  }))
}

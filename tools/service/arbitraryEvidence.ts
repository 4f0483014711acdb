import fc from 'fast-check'
import {
  type Evidence,
  type IdentityFindings,
  type JudicialFindings,
  type ListFindings,
  ListKind,
} from '#domain/evidence/Findings.ts'
import { LawsuitMeaning } from '#domain/evidence/Lawsuits.ts'

export type Identity = Extract<IdentityFindings, { readonly _tag: 'existe' }>

export const goodIdentity: Identity = {
  _tag: 'existe',
  estatus: 'activa',
  nombre: 'coincide',
  validacion: 'valida',
  credencial: 'coincide',
}
export const noMatches: ListFindings = { internacionales: [], fiscal: [] }
export const noLawsuits: JudicialFindings = { juicios: [] }

export const consulted = <F>(findings: F) => ({ _tag: 'consultada', findings }) as const
export const unavailable = { _tag: 'no_disponible' } as const

/** Three sources without adverse findings. */
export const allInOrder = {
  identidad: consulted(goodIdentity),
  listas: consulted(noMatches),
  judicial: consulted(noLawsuits),
} satisfies Evidence

export const arbitraryIdentity: fc.Arbitrary<Identity> = fc.record({
  _tag: fc.constant('existe'),
  estatus: fc.constantFrom('activa', 'activa', 'activa', 'reemplazada', 'baja'),
  nombre: fc.constantFrom('coincide', 'no_proporcionado', 'no_concluye', 'coincide', 'no_coincide'),
  validacion: fc.constantFrom('valida', 'valida', 'no_valida'),
  credencial: fc.constantFrom('coincide', 'no_localizada', 'no_coincide'),
})

/** Often empty, and with repetitions: a source may report a list twice. */
const few = <T>(element: fc.Arbitrary<T>): fc.Arbitrary<ReadonlyArray<T>> =>
  fc.oneof(fc.constant([]), fc.array(element, { maxLength: 6 }))

export const arbitraryLists: fc.Arbitrary<ListFindings> = fc.record(
  {
    internacionales: few(fc.constantFrom('sanciones', 'personas_expuestas', 'vigilancia')),
    fiscal: few(fc.constantFrom('presunto', 'definitivo', 'desvirtuado', 'sentencia_favorable')),
    posibles: few(fc.constantFrom(...ListKind.literals)),
    consultadas: few(fc.constantFrom(...ListKind.literals)),
  },
  { requiredKeys: ['internacionales', 'fiscal'] },
)

export const arbitraryLawsuit: fc.Arbitrary<LawsuitMeaning> = fc.constantFrom(...LawsuitMeaning.literals)

const arbitraryLawsuits: fc.Arbitrary<JudicialFindings> = fc.record({ juicios: few(arbitraryLawsuit) })

const answered = <F>(findings: fc.Arbitrary<F>) =>
  fc.oneof({ weight: 6, arbitrary: findings.map(consulted) }, fc.constant(unavailable), fc.constant(null))

/** Everything that three sources can report, or fail to report. */
export const arbitraryEvidence: fc.Arbitrary<Evidence> = fc.record({
  identidad: answered(
    fc.oneof<[fc.Arbitrary<IdentityFindings>, fc.WeightedArbitrary<IdentityFindings>]>(
      fc.constant({ _tag: 'no_existe' }),
      { weight: 9, arbitrary: arbitraryIdentity },
    ),
  ),
  listas: answered(arbitraryLists),
  judicial: answered(arbitraryLawsuits),
})

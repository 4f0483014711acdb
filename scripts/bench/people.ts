/**
 * How often people are judged wrongly because of how they or others write about them, and what the judgement costs.
 * Each section reports one comparison.
 */

import { DateTime, Result } from 'effect'
import { meaningsOf, ReportedLawsuit } from '#domain/evidence/Lawsuits.ts'
import { nameAgreement } from '#domain/evidence/NameAgreement.ts'
import { recommend } from '#domain/recommendation/Engine.ts'
import type { Level } from '#domain/recommendation/Recommendation.ts'
import { type NamePair, namePairs, sharedPairs } from '#tools/people/NamePairs.ts'
import { qualityOf } from '#tools/people/NameQuality.ts'
import { round } from '#tools/reports/measure.ts'
import { judge, report } from '#tools/reports/report.ts'
import { allInOrder, consulted } from '#tools/service/arbitraryEvidence.ts'
import { numbers } from './crowd.ts'
import { sized } from './sized.ts'

const rounds = sized(300, 2)

const percent = (share: number): number => round(100 * share, 1)

const missesByKind = (misses: ReturnType<typeof qualityOf>['misses']) =>
  [...Map.groupBy(misses, ({ kind, isSame }) => `${kind}, ${isSame ? 'one person' : 'two people'}`)].map(
    ([kind, some]) => {
      const ends = Map.groupBy(some, ({ right, outcome }) => `${right}: ${outcome}`)
      return [kind, { misses: some.length, 'right: ours': [...ends.keys()].join('; ') }] as const
    },
  )

const judgeNames = (title: string, pairs: ReadonlyArray<NamePair>): void => {
  const { toldApart, takenForSame, exact, misses } = qualityOf(pairs)
  report(
    `${title}: ${pairs.length} pairs, ${misses.length} with another outcome`,
    Object.fromEntries(missesByKind(misses)),
  )
  judge(`${title}, in %`, {
    'names of one person told apart': { value: percent(toldApart.share), unit: '%', atMost: 8 },
    'names of two people taken for one': { value: percent(takenForSame.share), unit: '%', atMost: 1 },
    'right outcome': { value: percent(exact.share), unit: '%' },
  })
}

const normalized = (text: string | null): string =>
  (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().split(/\s+/).join(' ')

/** The reference: whether all fields are equal but for accents and case. */
const areEqual = ({ given, registered }: NamePair): boolean =>
  normalized(given.nombre) === normalized(registered.nombres) &&
  normalized(given.apellidoPaterno) === normalized(registered.primerApellido) &&
  normalized(given.apellidoMaterno) === normalized(registered.segundoApellido)

/** Microseconds of CPU for each pair, after a first round that is not measured. */
const cost = (compare: (pair: NamePair) => unknown): number => {
  for (const pair of namePairs) compare(pair)
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) for (const pair of namePairs) compare(pair)
  return process.cpuUsage(before).user / (rounds * namePairs.length)
}

const measureNames = (): void => {
  const ours = cost(({ given, registered, sex }) => nameAgreement(given, registered, sex))
  const reference = cost(areEqual)
  report('CPU of a comparison of names', {
    ours: { µs: round(ours), 'times equality': round(ours / reference) },
    'equality of normalized texts': { µs: round(reference), 'times equality': 1 },
  })
}

const names = (): void => {
  judgeNames('Names, the pairs of the project', namePairs)
  const shared = sharedPairs()
  if (shared.length > 0) judgeNames('Names, shared pairs', shared)
  measureNames()
}

/** The commonest names have the most namesakes in the courts. */
const namesakes = { people: 1_000, lawsuitsEach: 10 }
const now = DateTime.makeUnsafe('2026-03-01T12:00:00Z')

/** What a court knows of a lawsuit that it found by name: whatever else it says or leaves out. */
const lawsuitByName = (person: number, nth: number): ReportedLawsuit => {
  const [materia, estado, papel, asunto, ultimo] = numbers(`lawsuit ${person} ${nth}`)
  const drawn = <A>(values: ReadonlyArray<A>, number = 0): A | undefined => values[Math.floor(number * values.length)]
  return {
    materia: drawn(ReportedLawsuit.fields.materia.literals, materia) ?? 'civil',
    estado: drawn(ReportedLawsuit.fields.estado.literals, estado) ?? 'en_curso',
    certeza: 'nombre',
    papel: drawn(['actor', 'demandado', 'otro', null] as const, papel) ?? null,
    asunto: drawn(['arrendamiento', 'otro', null] as const, asunto) ?? null,
    ultimo_movimiento: drawn(['2015-01', '2025-01', null], ultimo) ?? null,
  }
}

const levelWith = (juicios: ReadonlyArray<ReportedLawsuit>): Level | null => {
  const judicial = consulted({ juicios: meaningsOf(juicios, now) })
  return Result.match(recommend({ ...allInOrder, judicial }), {
    onSuccess: ({ level }) => level,
    onFailure: () => null,
  })
}

const lawsuits = (): void => {
  const levels = Array.from({ length: namesakes.people }, (_, person) =>
    levelWith(Array.from({ length: namesakes.lawsuitsEach }, (_, nth) => lawsuitByName(person, nth))),
  )
  const share = (level: Level) => percent(levels.filter((one) => one === level).length / levels.length)
  judge(`${namesakes.people} innocent people with ${namesakes.lawsuitsEach} lawsuits of namesakes each, in %`, {
    bajo: { value: share('bajo'), unit: '%', atMost: 0 },
    medio: { value: share('medio'), unit: '%' },
    alto: { value: share('alto'), unit: '%' },
  })
}

const sections: ReadonlyArray<() => void> = [names, lawsuits]

export const people = async (): Promise<void> => {
  for (const section of sections) section()
}

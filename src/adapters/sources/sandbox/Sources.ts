import { hash } from 'node:crypto'
import { DateTime, Duration, Effect, Layer } from 'effect'
import type { IdentityFindings } from '#domain/evidence/Findings.ts'
import { meaningsOf } from '#domain/evidence/Lawsuits.ts'
import { holdsAnyName, holdsFullName } from '#domain/evidence/NameAgreement.ts'
import type { SourceName } from '#domain/evidence/Source.ts'
import { hasCome } from '#domain/helpers/Marks.ts'
import type { Subject } from '#domain/person/Subject.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import { type Consultation, Sources } from '#ports/Sources.ts'
import { scenarioOf } from './Scenarios.ts'

/** The simulated latency of a whole verification, in seconds (contract 8.4). */
const latencySeconds = { min: 90, max: 222 }
/** The part of the latency in which `identidad` answers. `listas` and `judicial` share the rest. */
const identityShare = 0.4

/** A number in [0, 1) derived from a seed and a text. */
const fraction = (seed: string, text: string): number =>
  Number.parseInt(hash('sha256', `${seed}\0${text}`).slice(0, 8), 16) / 2 ** 32

/** A source's latency in seconds. `judicial` is always last, so that the total is the drawn latency. */
export const latency = (seed: string, { source, id }: Pick<Consultation, 'source' | 'id'>): number => {
  const verification = id.split('/')[0] ?? id
  const total = latencySeconds.min + fraction(seed, verification) * (latencySeconds.max - latencySeconds.min)
  const shares: Record<SourceName, number> = {
    identidad: identityShare,
    listas: (1 - identityShare) * (0.3 + 0.6 * fraction(seed, id)),
    judicial: 1 - identityShare,
  }
  return total * shares[source]
}

/**
 * Given names are taken as true. They agree only as a full name, and what stands for no name was not given, as in
 * production.
 */
export const withoutName = (findings: IdentityFindings, subject: Subject): IdentityFindings => {
  if (findings._tag !== 'existe') return findings
  const isCompared = findings.nombre === 'coincide' ? holdsFullName(subject) : holdsAnyName(subject)
  return isCompared ? findings : { ...findings, nombre: 'no_proporcionado' }
}

const report = ({ source, subject, now }: Consultation): SourceAnswer => {
  const { identidad, listas, judicial } = scenarioOf(subject.curp)
  switch (source) {
    case 'identidad':
      return {
        source,
        outcome:
          identidad === 'falla'
            ? { _tag: 'no_disponible' }
            : { _tag: 'consultada', findings: withoutName(identidad, subject) },
      }
    case 'listas':
      return { source, outcome: { _tag: 'consultada', findings: listas } }
    case 'judicial':
      return { source, outcome: { _tag: 'consultada', findings: { juicios: meaningsOf(judicial.juicios, now) } } }
  }
}

/**
 * The sandbox's sources. The first four letters of the CURP choose fixed findings. Each source answers after its
 * simulated latency.
 *
 * @param seed makes the latencies repeatable
 */
export const layer = (seed: string) =>
  Layer.succeed(Sources, {
    consult: (consultation) =>
      Effect.sync(() => {
        const takes = Duration.millis(Math.round(latency(seed, consultation) * 1_000))
        const readyAt = DateTime.addDuration(consultation.startedAt, takes)
        return hasCome(readyAt, consultation.now, takes)
          ? { _tag: 'Answered', answer: report(consultation) }
          : { _tag: 'NotYet', readyAt }
      }),
  })

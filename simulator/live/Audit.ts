import { DateTime, Effect } from 'effect'
import { toPesos } from '#domain/account/Money.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import { KnownAccounts } from '#simulator/accounts/KnownAccounts.ts'
import type { Anomalia, Libro, Pulso } from '#simulator/console/Frames.ts'
import { Processor } from '#simulator/processor/Processor.ts'
import { Chronicle } from './Chronicle.ts'

type Findings = Pick<Pulso, 'libros' | 'anomalias' | 'comprobado_en'>

/** A moment in which nothing moves money is waited for so often. */
const looks = 5

/**
 * Compares the books with what was seen to happen, as of one instant in which nothing moved money; where there
 * was none, says what it found the last time.
 */
export const auditor = Effect.gen(function* () {
  const chronicle = yield* Chronicle
  const known = yield* KnownAccounts
  const processor = yield* Processor
  const time = yield* Time
  let findings: Findings = { libros: [], anomalias: [], comprobado_en: '' }

  const books = Effect.map(known.all, (accounts) =>
    accounts.map(({ account, creditCentavos, settledCentavos, heldCentavos }): Libro => {
      const tally = chronicle.tallyOf(account.id)
      return {
        tenant: account.id,
        modo: account.mode,
        saldo: toPesos(settledCentavos),
        retenido: toPesos(heldCentavos),
        acreditado: toPesos((tally.openedWithCentavos ?? creditCentavos) + tally.creditedCentavos),
        cargos: toPesos(tally.chargedCentavos),
        en_proceso: toPesos(tally.heldCentavos),
      }
    }),
  )

  const anomalies = Effect.map(processor.transfers, (transfers) => {
    const paid = new Map<string, number>()
    for (const { metadata } of transfers) {
      const id = metadata['verificacion_id'] ?? ''
      paid.set(id, 1 + (paid.get(id) ?? 0))
    }
    const found: Array<Anomalia> = []
    for (const { view, ends, charges } of chronicle.entries()) {
      const { tenant, verificacion_id, estado } = view
      const due = { ends: estado === 'en_proceso' ? 0 : 1, charges: estado === 'emitida' ? 1 : 0 }
      // A transfer comes some time after what it pays for; there may be none yet.
      const payments = Math.max(charges, paid.get(verificacion_id) ?? 0)
      const row = { tenant, verificacion_id }
      if (ends !== due.ends) found.push({ ...row, regla: 'un_fin', hallado: ends, esperado: due.ends })
      if (payments !== due.charges) found.push({ ...row, regla: 'un_cobro', hallado: payments, esperado: due.charges })
    }
    return found
  })

  return Effect.gen(function* (): Effect.fn.Return<Findings, StorageUnavailable> {
    for (let look = 0; look < looks; look++) {
      const before = chronicle.moment()
      const libros = yield* books
      const anomalias = yield* anomalies
      if (before === null || before !== chronicle.moment()) continue
      findings = { libros, anomalias, comprobado_en: DateTime.formatIso(yield* time.now) }
      return findings
    }
    return findings
  })
})

import { Context, Effect, Layer } from 'effect'
import { makeCell, type Save, saveAll } from '#adapters/memory/Cell.ts'
import type { Verification } from '#domain/verification/Verification.ts'
import type { Ending } from '#ports/Resolutions.ts'
import type { Verificacion } from '#simulator/console/Frames.ts'
import { begun, concluded } from './Views.ts'

/** How many verifications are remembered. */
const capacity = 1_000

/** A verification that is remembered, and what was counted of it. */
interface Entry {
  view: Verificacion
  /** How often it ended, and how often that charged it. */
  ends: number
  charges: number
}

/** What happened to an account's money, counted apart from the books. In centavos. */
interface Tally {
  /** What was credited or corrected since. */
  creditedCentavos: number
  /** Null where it was opened after the simulator started: with what its opening says. */
  openedWithCentavos: number | null
  /** Prices of what is `en_proceso` in mode `consumo`. */
  heldCentavos: number
  chargedCentavos: number
}

type Priced = Pick<Verification, 'accountId' | 'terms'>

/** The last verifications with their stories, as the simulator saw them happen: a record independent of the storage. */
export class Chronicle extends Context.Service<
  Chronicle,
  {
    /** In order of creation. */
    readonly entries: () => Iterable<Readonly<Entry>>
    readonly view: (verificationId: string) => Verificacion | undefined
    readonly tallyOf: (accountId: string) => Readonly<Tally>
    /** An account that was there at the start, with what it had settled. */
    readonly opened: (accountId: string, settledCentavos: number) => void
    /** What was credited to an account, or taken from it: negative. */
    readonly credited: (accountId: string, centavos: number) => void
    /** Changes with everything that touches money; null while something in progress may touch money. */
    readonly moment: () => number | null
    /** Runs what may touch money. */
    readonly during: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** A verification that may be created at any moment; its work may begin before `created` is reported. */
    readonly expected: (verification: Verification, webhookUrl: string, scenario?: string | null) => void
    /** Whether what was expected came to be. */
    readonly created: (verification: Verification, isCreated: boolean) => void
    readonly ended: (verification: Verification, ending: Ending) => void
    /** Retells a verification, if it is remembered. */
    readonly retell: (verificationId: string, change: (view: Verificacion) => Verificacion) => void
    /** Takes what the storage had before. */
    readonly recall: (verification: Priced, view: Verificacion) => void
    /** Forgets verifications whose content was removed. */
    readonly forget: (verificationIds: ReadonlyArray<string>) => void
    /** Calls back with the id of every verification that changes, and with null when all is forgotten. */
    readonly listen: (listener: (verificationId: string | null) => void) => () => void
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/live/Chronicle') {
  static readonly layer = Layer.sync(Chronicle, () => {
    const entries = makeEntries()
    const tallies = makeTallies()
    const states = saveAll([entries, tallies])
    const listeners = new Set<(verificationId: string | null) => void>()
    let turn = 0
    let underWay = 0

    const tell = (verificationId: string | null): void => {
      for (const listener of listeners) listener(verificationId)
    }
    const move = (verification: Priced, sign: 1 | -1, isCharged: boolean): void => {
      turn += 1
      tallies.move(verification, sign, isCharged)
    }
    const retell = (verificationId: string, change: (view: Verificacion) => Verificacion): Entry | undefined => {
      const entry = entries.find(verificationId)
      if (entry === undefined) return undefined
      entry.view = change(entry.view)
      tell(verificationId)
      return entry
    }

    return Chronicle.of({
      entries: entries.all,
      view: entries.view,
      tallyOf: tallies.of,
      opened: (accountId, settledCentavos) => {
        tallies.of(accountId).openedWithCentavos = settledCentavos
      },
      credited: (accountId, centavos) => {
        turn += 1
        tallies.of(accountId).creditedCentavos += centavos
      },
      moment: () => (underWay === 0 ? turn : null),
      during: (effect) =>
        Effect.suspend(() => {
          underWay += 1
          return Effect.ensuring(
            effect,
            Effect.sync(() => {
              underWay -= 1
            }),
          )
        }),
      expected: (verification, webhookUrl, scenario) => entries.expect(begun(verification, webhookUrl, scenario)),
      created: (verification, isCreated) => {
        if (!entries.settle(verification.id, isCreated)) return
        move(verification, 1, false)
        tell(verification.id)
      },
      ended: (verification, ending) => {
        const isCharged = ending.state._tag === 'emitida'
        move(verification, -1, isCharged)
        const entry = retell(verification.id, (view) => concluded(view, ending))
        if (entry === undefined) return
        entry.ends += 1
        entry.charges += isCharged ? 1 : 0
      },
      retell,
      recall: (verification, view) => {
        const isOver = view.estado !== 'en_proceso'
        if (!isOver) move(verification, 1, false)
        entries.put({ view, ends: isOver ? 1 : 0, charges: view.estado === 'emitida' ? 1 : 0 })
      },
      forget: (verificationIds) => {
        for (const id of verificationIds) entries.drop(id)
        if (verificationIds.length > 0) tell(null)
      },
      listen: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      reset: Effect.all([entries.reset, tallies.reset, Effect.sync(() => tell(null))], { discard: true }),
      save: {
        keep: states.keep,
        put: (kept) => {
          states.put(kept)
          tell(null)
        },
      },
    })
  })
}

/** The verifications that are remembered, and those that are being created. */
const makeEntries = () => {
  const { get, reset, save } = makeCell(() => ({
    entries: new Map<string, Entry>(),
    awaited: new Map<string, Entry>(),
  }))
  const put = (entry: Entry): void => {
    const { entries } = get()
    const [oldest] = entries.keys()
    if (entries.size >= capacity && oldest !== undefined) entries.delete(oldest)
    entries.set(entry.view.verificacion_id, entry)
  }
  return {
    put,
    all: () => get().entries.values(),
    view: (verificationId: string) => get().entries.get(verificationId)?.view,
    find: (verificationId: string) => get().entries.get(verificationId) ?? get().awaited.get(verificationId),
    expect: (view: Verificacion) => void get().awaited.set(view.verificacion_id, { view, ends: 0, charges: 0 }),
    drop: (verificationId: string) => void get().entries.delete(verificationId),
    /** Whether it is remembered from now on. */
    settle: (verificationId: string, isCreated: boolean): boolean => {
      const { awaited } = get()
      const entry = awaited.get(verificationId)
      awaited.delete(verificationId)
      if (entry === undefined || !isCreated) return false
      put(entry)
      return true
    },
    reset,
    save,
  }
}

/** The accounts' tallies. */
const makeTallies = () => {
  const { get: tallies, reset, save } = makeCell(() => new Map<string, Tally>())
  const of = (accountId: string): Tally => {
    const tally = tallies().get(accountId) ?? {
      openedWithCentavos: null,
      creditedCentavos: 0,
      heldCentavos: 0,
      chargedCentavos: 0,
    }
    tallies().set(accountId, tally)
    return tally
  }
  return {
    of,
    /** The amount that a verification holds when it begins (1), and releases or is charged when it ends (-1). */
    move: ({ accountId, terms }: Priced, sign: 1 | -1, isCharged: boolean): void => {
      if (terms.mode !== 'consumo') return
      const tally = of(accountId)
      tally.heldCentavos += sign * terms.priceCentavos
      if (isCharged) tally.chargedCentavos += terms.priceCentavos
    },
    reset,
    save,
  }
}

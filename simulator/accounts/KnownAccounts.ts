import { Context, Effect, Layer, Option, Redacted } from 'effect'
import type { Balance } from '#domain/account/Account.ts'
import { AccountAdministration, type AccountExists } from '#ports/AccountAdministration.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { Secrets } from '#ports/Secrets.ts'
import { SigningSecretAdministration } from '#ports/SigningSecretAdministration.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'
import { platformOf } from '#simulator/processor/Platform.ts'
import { Processor } from '#simulator/processor/Processor.ts'
import {
  decodeNote,
  encodeNote,
  type KeptAccount,
  type KnownAccount,
  notePrefix,
} from '#simulator/storage/AccountNote.ts'
import { Notebook } from '#simulator/storage/Notebook.ts'
import { activeKeyOf } from './DemoAccounts.ts'

/** The name of the key that an account is opened with. */
const firstKey = 'principal'

/** The accounts that a world begins with. */
export interface InitialAccounts {
  readonly initial: ReadonlyArray<KnownAccount>
  /** Whether their keys are accepted. */
  readonly usable: boolean
}

/** Registers every API key of the accounts, so that a request finds its account by the key. */
export const OwnKeys = Context.Reference<{ readonly add: (apiKey: string) => void }>('cotejo/simulator/OwnKeys', {
  defaultValue: () => ({ add: () => undefined }),
})

/** The accounts that are noted, and in memory. */
const noted = Effect.gen(function* () {
  const notebook = yield* Notebook
  const keys = yield* OwnKeys
  const known = new Map<string, KeptAccount>()
  const remember = (account: KeptAccount) => {
    known.set(account.account.id, account)
    for (const { apiKey } of account.keys) keys.add(apiKey)
  }
  return {
    known,
    keep: (account: KeptAccount) => {
      remember(account)
      return notebook.write(notePrefix + account.account.id, encodeNote(account))
    },
    load: Effect.map(notebook.readAll(notePrefix), (notes) => {
      known.clear()
      for (const account of notes.flatMap((note) => Option.toArray(decodeNote(note)))) remember(account)
    }),
  }
})

/** The accounts whose credentials the simulator knows: the demo ones and those made with the lever. */
export class KnownAccounts extends Context.Service<
  KnownAccounts,
  {
    readonly open: (known: KnownAccount) => Effect.Effect<void, AccountExists | StorageUnavailable>
    /** With plan, mode and balance as they are. `apiKey` is the first key that is accepted. */
    readonly all: Effect.Effect<ReadonlyArray<KeptAccount & Balance>, StorageUnavailable>
    /** Notes what the service's own operations changed of an account that there is. */
    readonly note: (tenant: string, change: (known: KeptAccount) => KeptAccount) => Effect.Effect<void>
    /** Gives an account what it needs at the payment processor. */
    readonly equip: (tenant: string) => Effect.Effect<void, StorageUnavailable>
    /** Forgets all accounts and opens the initial ones again. The storage must be empty. */
    readonly reset: Effect.Effect<void, AccountExists | StorageUnavailable>
    /** Takes the accounts from the notes, after they were replaced: their keys lead here from now on. */
    readonly load: Effect.Effect<void>
  }
>()('cotejo/simulator/KnownAccounts') {
  /** Accounts of earlier starts over the same data, or the initial ones. */
  static readonly layer = (options: InitialAccounts) =>
    Layer.effect(
      KnownAccounts,
      Effect.gen(function* () {
        const administration = yield* AccountAdministration
        const signing = yield* SigningSecretAdministration
        const processors = yield* ProcessorAccounts
        const { registerKey } = yield* Processor
        const secrets = yield* Secrets
        const time = yield* Time
        const { known, keep, load } = yield* noted

        /** The partner's platform, with a payment processor that keeps nothing when it ends. */
        const registerPlatform = (tenant: string) => {
          const { restrictedKey, destination } = platformOf(tenant)
          return registerKey(restrictedKey, false, destination)
        }

        const equip = (tenant: string) => {
          const { restrictedKey, destination } = platformOf(tenant)
          return registerPlatform(tenant).pipe(
            Effect.andThen(processors.put(tenant, { restrictedKey: Redacted.make(restrictedKey), destination })),
            Effect.catchTag('AccountUnknown', Effect.die),
          )
        }

        const provide = Effect.fnUntraced(function* ({ account, apiKey, signingSecret, creditCentavos }: KnownAccount) {
          yield* administration.issueKey(account.id, firstKey, secrets.digestApiKey(apiKey))
          yield* signing.issue(account.id, Redacted.make(signingSecret))
          if (account.mode === 'connect') yield* equip(account.id)
          if (creditCentavos > 0)
            yield* administration.creditOnce(account.id, creditCentavos, `alta de ${account.id}`, 'saldo inicial')
        })

        const open = Effect.fnUntraced(function* (opening: KnownAccount) {
          yield* administration.open(opening.account)
          yield* Effect.catchTag(provide(opening), ['AccountUnknown', 'BalanceTooLarge', 'ReferenceTaken'], Effect.die)
          const issued = { name: firstKey, apiKey: opening.apiKey, issuedAt: yield* time.now }
          const key = { ...issued, expiresAt: null, revokedAt: null }
          yield* keep({ ...opening, keys: [key], nextSecret: null, isActive: true })
        })

        const all = Effect.gen(function* () {
          const now = yield* time.now
          return (yield* administration.list).flatMap(({ account, balance, active }) => {
            const kept = known.get(account.id)
            if (kept === undefined) return []
            return [{ ...kept, account, apiKey: activeKeyOf(kept, now), isActive: active, ...balance }]
          })
        })

        const reset = Effect.andThen(
          Effect.sync(() => known.clear()),
          Effect.forEach(options.initial, open, { discard: true }),
        )

        yield* load
        if (known.size === 0) {
          if (options.usable) yield* reset
        } else {
          const earlier = [...known.values()]
          yield* Effect.forEach(earlier, ({ account }) => registerPlatform(account.id), { discard: true })
          yield* Effect.forEach(earlier, ({ account, isActive }) =>
            Effect.catchTag(
              administration.setActive(account.id, options.usable && isActive),
              'AccountUnknown',
              Effect.die,
            ),
          )
        }
        return KnownAccounts.of({
          open: (opening) => Effect.uninterruptible(open(opening)),
          all,
          note: (tenant, change) =>
            Effect.suspend(() => {
              const kept = known.get(tenant)
              return kept === undefined ? Effect.void : keep(change(kept))
            }),
          equip,
          reset,
          load,
        })
      }),
    )
}

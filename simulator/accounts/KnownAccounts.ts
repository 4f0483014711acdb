import { Context, Effect, Layer, Option, Redacted, Schema } from 'effect'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'
import type { Balance } from '#domain/account/Account.ts'
import { AccountAdministration, type AccountExists } from '#ports/AccountAdministration.ts'
import { ProcessorAccounts } from '#ports/ProcessorAccounts.ts'
import { Secrets } from '#ports/Secrets.ts'
import { SigningSecretAdministration } from '#ports/SigningSecretAdministration.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { platformOf } from '#simulator/processor/Platform.ts'
import { Processor } from '#simulator/processor/Processor.ts'
import { Notebook } from '#simulator/storage/Notebook.ts'
import { KnownAccount } from './DemoAccounts.ts'

const Note = Schema.fromJsonString(KnownAccount)
/** Each account has a note of its own. */
export const notePrefix = 'account '
const decode = Schema.decodeUnknownOption(Note)
const encode = Schema.encodeSync(Note)

/** The accounts that a world begins with. */
export interface InitialAccounts {
  readonly initial: ReadonlyArray<KnownAccount>
  /** Whether their keys are accepted. */
  readonly usable: boolean
}

/** Told of every API key of the accounts, so that a request finds them by its key. */
export const OwnKeys = Context.Reference<{ readonly add: (apiKey: string) => void }>('cotejo/simulator/OwnKeys', {
  defaultValue: () => ({ add: () => undefined }),
})

/** The accounts whose credentials the simulator knows: the demo ones and those made with the lever. */
export class KnownAccounts extends Context.Service<
  KnownAccounts,
  {
    readonly open: (known: KnownAccount) => Effect.Effect<void, AccountExists | StorageUnavailable>
    /** With the balance as it stands. */
    readonly all: Effect.Effect<ReadonlyArray<KnownAccount & Balance>, StorageUnavailable>
    /** Forgets all accounts and opens the initial ones again. The storage must be empty. */
    readonly reset: Effect.Effect<void, AccountExists | StorageUnavailable>
    readonly save: Save
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
        const notebook = yield* Notebook
        const { get: known, reset: forget, save } = makeCell(() => new Map<string, KnownAccount>())
        const keys = yield* OwnKeys

        const provide = Effect.fnUntraced(function* ({ account, apiKey, signingSecret, creditCentavos }: KnownAccount) {
          yield* administration.issueKey(account.id, 'principal', secrets.digestApiKey(apiKey))
          yield* signing.issue(account.id, Redacted.make(signingSecret))
          if (account.mode === 'connect') {
            const { restrictedKey, destination } = platformOf(account.id)
            yield* processors.put(account.id, { restrictedKey: Redacted.make(restrictedKey), destination })
          }
          if (creditCentavos > 0) yield* administration.credit(account.id, creditCentavos)
        })

        /** The partner's platform, with a payment processor that keeps nothing when it ends. */
        const registerPlatform = ({ account }: KnownAccount) => {
          if (account.mode !== 'connect') return Effect.void
          const { restrictedKey, destination } = platformOf(account.id)
          return registerKey(restrictedKey, false, destination)
        }

        const open = Effect.fnUntraced(function* (opening: KnownAccount) {
          yield* administration.open(opening.account)
          yield* registerPlatform(opening)
          yield* Effect.catchTag(provide(opening), ['AccountUnknown', 'BalanceTooLarge'], Effect.die)
          known().set(opening.account.id, opening)
          keys.add(opening.apiKey)
          yield* notebook.write(notePrefix + opening.account.id, encode(opening))
        })

        const all = Effect.map(administration.list, (rows) =>
          rows.flatMap(({ account, balance }) => {
            const credentials = known().get(account.id)
            return credentials === undefined ? [] : [{ ...credentials, ...balance }]
          }),
        )

        const reset = Effect.andThen(forget, Effect.forEach(options.initial, open, { discard: true }))

        const noted = (yield* notebook.readAll(notePrefix)).flatMap((note) => Option.toArray(decode(note)))
        if (noted.length === 0) {
          if (options.usable) yield* reset
        } else {
          for (const account of noted) known().set(account.account.id, account)
          yield* Effect.forEach(noted, registerPlatform, { discard: true })
          yield* Effect.forEach([...known().keys()], (id) =>
            Effect.catchTag(administration.setActive(id, options.usable), 'AccountUnknown', Effect.die),
          )
        }
        return KnownAccounts.of({ open, all, reset, save })
      }),
    )
}

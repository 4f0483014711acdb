import { Context, Effect, Layer } from 'effect'
import { AccountAdministration, type AccountExists } from '#ports/AccountAdministration.ts'
import { Secrets } from '#ports/Secrets.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import type { KnownAccount } from './DemoAccounts.ts'

/** The accounts whose credentials the simulator knows: the demo ones and those made with the lever. */
export class KnownAccounts extends Context.Service<
  KnownAccounts,
  {
    readonly open: (known: KnownAccount) => Effect.Effect<void, AccountExists | StorageUnavailable>
    /** With the balance as it stands, in centavos. */
    readonly all: Effect.Effect<ReadonlyArray<KnownAccount & { readonly settledCentavos: number }>, StorageUnavailable>
    /** Forgets all accounts and opens the initial accounts again. The storage must be empty. */
    readonly reset: Effect.Effect<void, AccountExists | StorageUnavailable>
  }
>()('cotejo/simulator/KnownAccounts') {
  /** @param initial the accounts that are there at the start */
  static readonly layer = (initial: ReadonlyArray<KnownAccount>) =>
    Layer.effect(
      KnownAccounts,
      Effect.gen(function* () {
        const administration = yield* AccountAdministration
        const secrets = yield* Secrets
        const known = new Map<string, KnownAccount>()

        const provide = Effect.fnUntraced(function* ({ account, apiKey, creditCentavos }: KnownAccount) {
          yield* administration.issueKey(account.id, 'principal', secrets.digestApiKey(apiKey))
          if (creditCentavos > 0) yield* administration.credit(account.id, creditCentavos)
        })

        const open = Effect.fnUntraced(function* (opening: KnownAccount) {
          yield* administration.open(opening.account)
          yield* Effect.catchTag(provide(opening), 'AccountUnknown', Effect.die)
          known.set(opening.account.id, opening)
        })

        const all = Effect.map(administration.list, (rows) =>
          rows.flatMap(({ account, balance }) => {
            const credentials = known.get(account.id)
            return credentials === undefined ? [] : [{ ...credentials, settledCentavos: balance.settledCentavos }]
          }),
        )

        const reset = Effect.suspend(() => {
          known.clear()
          return Effect.forEach(initial, open, { discard: true })
        })

        yield* reset
        return KnownAccounts.of({ open, all, reset })
      }),
    )
}

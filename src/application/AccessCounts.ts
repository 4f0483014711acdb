import { Context, type DateTime } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import type { KeyUse } from '#ports/Accounts.ts'

/** How many requests of each kind came with a key. */
interface Requests {
  readonly principal: Principal
  readonly kinds: Readonly<Record<string, number>>
}

/** Request counts by account ID, key ID and kind. */
type Sums = Record<string, Record<string, Requests['kinds']>>

/** Counts this process's requests in memory until they are recorded. It stores no content of a request. */
export interface AccessCounts {
  readonly recordUse: (principal: Principal, at: DateTime.Utc) => void
  /** A partner made a request; `kind` is its name in the interface. */
  readonly recordRequest: (principal: Principal, kind: string) => void
  /** A request without a valid key was refused; `rule` is the rule that refused it. */
  readonly recordRejection: (rule: string) => void
}

/** The counter in use. The default counts nothing. */
export const AccessCounts = Context.Reference<AccessCounts>('cotejo/application/AccessCounts', {
  defaultValue: () => ({ recordUse: () => {}, recordRequest: () => {}, recordRejection: () => {} }),
})

/** The content of one audit entry for a period. */
export type AccessSums = { readonly accounts: Sums } | { readonly refused: Record<string, number> }

export const makeAccessCounts = (keysPerEntry: number) => {
  const uses = new Map<string, KeyUse>()
  const requests = new Map<string, Requests>()
  const refusals = new Map<string, number>()
  const nameOf = ({ account, keyId }: Principal) => `${account.id}/${keyId}`

  const counts: AccessCounts = {
    recordUse: (principal, at) => {
      const name = nameOf(principal)
      const { firstAt } = uses.get(name) ?? { firstAt: at }
      uses.set(name, { accountId: principal.account.id, keyId: principal.keyId, firstAt, lastAt: at })
    },
    recordRequest: (principal, kind) => {
      const name = nameOf(principal)
      const { kinds }: Pick<Requests, 'kinds'> = requests.get(name) ?? { kinds: {} }
      requests.set(name, { principal, kinds: { ...kinds, [kind]: (kinds[kind] ?? 0) + 1 } })
    },
    recordRejection: (rule) => void refusals.set(rule, (refusals.get(rule) ?? 0) + 1),
  }

  return {
    counts,
    /** Uses that are not recorded yet. */
    uses: (): ReadonlyArray<KeyUse> => [...uses.values()],
    /** Removes recorded uses. A key that was used again in the meantime stays. */
    usesWritten: (written: ReadonlyArray<KeyUse>) => {
      for (const use of written) {
        const name = `${use.accountId}/${use.keyId}`
        if (uses.get(name) === use) uses.delete(name)
      }
    },
    /** Returns the counts since the last call, and resets them. */
    drainSums: (): ReadonlyArray<AccessSums> => {
      const all = [...requests.values()]
      const taken: Array<AccessSums> = []
      for (let start = 0; start < all.length; start += keysPerEntry) {
        const accounts: Sums = {}
        for (const { principal, kinds } of all.slice(start, start + keysPerEntry)) {
          accounts[principal.account.id] = { ...accounts[principal.account.id], [principal.keyId]: kinds }
        }
        taken.push({ accounts })
      }
      if (refusals.size > 0) taken.push({ refused: Object.fromEntries(refusals) })
      requests.clear()
      refusals.clear()
      return taken
    },
  }
}

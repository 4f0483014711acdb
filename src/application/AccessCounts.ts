import { Context, type DateTime } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import type { KeyUse } from '#ports/Accounts.ts'

/** How many requests of which kind came with a key. */
interface Requests {
  readonly principal: Principal
  readonly kinds: Readonly<Record<string, number>>
}

/** The same by account and key. */
type Sums = Record<string, Record<string, Requests['kinds']>>

/** What a process was asked, counted in memory until it is written down. Nothing of a request is in it. */
export interface AccessCounts {
  /** A key was accepted. */
  readonly recordUse: (principal: Principal, at: DateTime.Utc) => void
  /** A partner asked for something; `kind` is its name in the interface. */
  readonly recordRequest: (principal: Principal, kind: string) => void
  /** Nobody's key was presented, or none, and by which rule it was refused. */
  readonly recordRejection: (rule: string) => void
}

/** Who counts. Nobody does, where nothing writes it down. */
export const AccessCounts = Context.Reference<AccessCounts>('cotejo/application/AccessCounts', {
  defaultValue: () => ({ recordUse: () => {}, recordRequest: () => {}, recordRejection: () => {} }),
})

/** What one entry of the audit holds of a period. */
export type AccessSums = { readonly accounts: Sums } | { readonly refused: Record<string, number> }

/** @param keysPerEntry how many keys stand in one entry */
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
    /** What is not written down yet. */
    uses: (): ReadonlyArray<KeyUse> => [...uses.values()],
    /** These are; those that were used since are not. */
    usesWritten: (written: ReadonlyArray<KeyUse>) => {
      for (const use of written) {
        const name = `${use.accountId}/${use.keyId}`
        if (uses.get(name) === use) uses.delete(name)
      }
    },
    /** The sums since this was last asked. */
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

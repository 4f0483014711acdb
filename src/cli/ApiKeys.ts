import { randomBytes } from 'node:crypto'
import { Effect, Layer, Option } from 'effect'
import { Argument, Command, Flag } from 'effect/cli'
import { isExpired, make } from '#domain/account/ApiKey.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Secrets } from '#ports/Secrets.ts'
import { environment } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import * as Access from './Access.ts'
import { actingTime } from './ActingTime.ts'
import * as Bulk from './Bulk.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing, remarkSuspended } from './KnownAccount.ts'
import { instant, printCard, printDone, printTable } from './Output.ts'
import { recorded } from './Recording.ts'

const random256 = Effect.sync(() => BigInt(`0x${randomBytes(32).toString('hex')}`))
const randomName = Effect.sync(() => `k-${randomBytes(4).toString('hex')}`)

const issue = Command.make(
  'issue',
  {
    account: Inputs.account,
    id: Flag.String('id').pipe(
      Flag.withDescription('Name of the key within the account. Default: random'),
      Inputs.identifier,
      Flag.optional,
    ),
    expires: Inputs.expires,
  },
  Effect.fnUntraced(function* ({ account, id, expires }) {
    const settings = yield* load({ environment })
    const { digestApiKey } = yield* Secrets
    const { issueKey, listKeys } = yield* AccountAdministration
    yield* existing(account)
    const keyId = Option.isSome(id) ? id.value : yield* randomName
    const taken = yield* listKeys(account)
    if (taken.some((other) => other.keyId === keyId)) {
      return yield* new Refused({ reason: `Account "${account}" has a key "${keyId}" already. Choose another --id.` })
    }
    const key = make(settings.environment, yield* random256)
    if (isExpired(expires, yield* actingTime)) return yield* new Refused({ reason: '--expires is in the past.' })
    const issuing = issueKey(account, keyId, digestApiKey(key), expires)
    const expiry = instant(expires)
    yield* recorded(issuing, 'api-keys issue', { account, details: { id: keyId, expires: expiry } })
    yield* printCard({ account, id: keyId, expires: expiry, key, note: 'Keep it now: it is never shown again.' })
    yield* remarkSuspended(account)
  }),
).pipe(
  Command.withDescription('Create an API key. Prints it, only this once'),
  Command.provide(Layer.merge(Access.secrets, Access.time)),
)

const list = Command.make(
  'list',
  { account: Inputs.account },
  Effect.fnUntraced(function* ({ account }) {
    const { listKeys } = yield* AccountAdministration
    yield* existing(account)
    const keys = yield* recorded(listKeys(account), 'api-keys list', { account })
    yield* printTable(
      keys.map(({ keyId, issuedAt, expiresAt, revokedAt, firstUsedAt, lastUsedAt }) => ({
        id: keyId,
        issued: instant(issuedAt),
        expires: instant(expiresAt),
        revoked: instant(revokedAt),
        firstUsed: instant(firstUsedAt),
        lastUsed: instant(lastUsedAt),
      })),
      `There are no keys of account "${account}". Make one: cotejo api-keys issue ${account}`,
      ['id', 'issued', 'expires', 'revoked', 'lastUsed'],
    )
  }),
).pipe(Command.withDescription("List an account's keys: names, dates and last use"))

const revokeOne = Effect.fnUntraced(function* (account: string, id: string) {
  const { revokeKey } = yield* AccountAdministration
  const isRevoked = yield* recorded(revokeKey(account, id), 'api-keys revoke', (isDone) =>
    isDone ? { account, details: { id } } : null,
  )
  if (!isRevoked) {
    return yield* new Refused({
      reason: `Account "${account}" has no key "${id}". It has these: cotejo api-keys list ${account}`,
    })
  }
  yield* printDone(`Key "${id}" of account "${account}" is refused within 5 seconds.`, { account, id, revoked: true })
})

const revokeAll = Effect.fnUntraced(function* (account: string, chosen: Bulk.Chosen) {
  const { revokeAllKeys, listKeys } = yield* AccountAdministration
  yield* existing(account)
  const counting = Effect.map(listKeys(account), (keys) => {
    const inForce = keys.filter(({ revokedAt }) => revokedAt === null).length
    return {
      wouldDo: `This would revoke all ${inForce} keys of account "${account}" that are not revoked yet.`,
      facts: { account, revoked: 0, keys: inForce },
    }
  })
  if (!(yield* Bulk.confirmed(chosen, counting))) return
  const revoked = yield* recorded(revokeAllKeys(account), 'api-keys revoke', (keys) =>
    keys > 0 ? { account, details: { keys } } : null,
  )
  yield* printDone(`All keys of account "${account}" are refused within 5 seconds; ${revoked} were in force.`, {
    account,
    revoked,
  })
})

const revoke = Command.make(
  'revoke',
  {
    account: Inputs.account,
    id: Argument.String('id').pipe(Argument.withDescription('Name of the key'), Argument.optional),
    all: Inputs.isGiven('all', 'Every key of the account, for example if you do not know which one leaked'),
    ...Bulk.flags,
  },
  Effect.fnUntraced(function* ({ account, id, all, ...bulk }) {
    if (all === Option.isSome(id)) return yield* new Refused({ reason: 'Give the name of the key, or --all.' })
    yield* Option.match(id, {
      onNone: () => revokeAll(account, bulk),
      onSome: (one) => Effect.andThen(Bulk.notForOne(bulk), revokeOne(account, one)),
    })
  }),
).pipe(Command.withDescription('Revoke a key, or all keys of an account'))

export const apiKeys = Command.make('api-keys').pipe(
  Command.withSubcommands([issue, list, revoke]),
  Command.provide(Layer.merge(Access.accounts, Access.audit)),
)

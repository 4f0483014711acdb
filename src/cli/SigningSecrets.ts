import { randomBytes } from 'node:crypto'
import { Effect, Layer, Redacted } from 'effect'
import { Command } from 'effect/cli'
import { SigningSecretAdministration } from '#ports/SigningSecretAdministration.ts'
import * as Access from './Access.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing, lacking } from './KnownAccount.ts'
import { instant, printCard, printDone, printTable } from './Output.ts'
import { recorded } from './Recording.ts'

/** Bytes of a signing secret (256 bits). */
export const secretBytes = 32

/**
 * The signing secret for random bytes: `whsec_` and their base64. The key of `Service-Signature` is this text; the key
 * of Standard Webhooks is the bytes.
 */
export const make = (random: Uint8Array): string => `whsec_${btoa(String.fromCharCode(...random))}`

const drawn = Effect.sync(() => make(randomBytes(secretBytes)))

/** Gives an account its first secret, and tells it. */
export const issueFirst = Effect.fnUntraced(function* (account: string) {
  const signingSecret = yield* drawn
  const { issue: first } = yield* SigningSecretAdministration
  if (yield* first(account, Redacted.make(signingSecret))) return signingSecret
  return yield* new Refused({
    reason: `Account "${account}" has a signing secret already. When nobody knows it, or for another: cotejo signing-secrets rotate ${account}`,
  })
})

const ifDone = (account: string) => (isDone: boolean) => (isDone ? { account } : null)

const issue = Command.make(
  'issue',
  { account: Inputs.account },
  Effect.fnUntraced(function* ({ account }) {
    const signingSecret = yield* recorded(issueFirst(account), 'signing-secrets issue', { account })
    yield* printCard({ account, signingSecret, note: 'Keep it now: it is never shown again.' })
  }),
).pipe(Command.withDescription("Create an account's first signing secret. Prints it, only this once"))

const rotate = Command.make(
  'rotate',
  { account: Inputs.account },
  Effect.fnUntraced(function* ({ account }) {
    const port = yield* SigningSecretAdministration
    const replaces = (yield* port.list(account)).some(({ role }) => role === 'siguiente')
    const signingSecret = yield* drawn
    const rotating = port.rotate(account, Redacted.make(signingSecret))
    if (!(yield* recorded(rotating, 'signing-secrets rotate', ifDone(account)))) {
      return yield* lacking(
        account,
        `Account "${account}" has no signing secret that could be rotated. Make its first: cotejo signing-secrets issue ${account}`,
      )
    }
    yield* printCard({
      account,
      signingSecret,
      note: `Keep it now: it is never shown again.${replaces ? ' The next one that was made before is void.' : ''}`,
      meanwhile: 'Both secrets sign webhook-signature; the current one alone signs Service-Signature.',
      afterwards: `Once the partner knows it: cotejo signing-secrets activate ${account}`,
    })
  }),
).pipe(
  Command.withDescription(
    'Create the next signing secret and print it, only this once. The current one signs until activate',
  ),
)

const activate = Command.make(
  'activate',
  {
    account: Inputs.account,
    force: Inputs.isGiven('force', 'Do so although no receiver has accepted a webhook signed with both'),
  },
  Effect.fnUntraced(function* ({ account, force }) {
    const port = yield* SigningSecretAdministration
    const isRotating = (yield* port.list(account)).some(({ role }) => role === 'siguiente')
    if (isRotating && !force && !(yield* port.isTried(account))) {
      return yield* new Refused({
        reason: `No receiver of account "${account}" has taken a webhook since the next secret was made: whether it knows the secret is not known. Send one again (cotejo deliveries resend ${account} …), ask the partner, or repeat this with --force. To give the rotation up: cotejo signing-secrets abort ${account}`,
      })
    }
    const activating = port.activate(account)
    const facts = (isDone: boolean) => (isDone ? { account, details: { force } } : null)
    if (!(yield* recorded(activating, 'signing-secrets activate', facts))) {
      return yield* lacking(
        account,
        `Account "${account}" has no next signing secret. Make one: cotejo signing-secrets rotate ${account}`,
      )
    }
    yield* printDone(
      `The next signing secret of account "${account}" is the current one, and signs alone; the one before is void.`,
      { account, activated: true },
    )
  }),
).pipe(Command.withDescription('Sign with the next secret only, when the partner has it'))

const abort = Command.make(
  'abort',
  { account: Inputs.account },
  Effect.fnUntraced(function* ({ account }) {
    const aborting = (yield* SigningSecretAdministration).abort(account)
    if (!(yield* recorded(aborting, 'signing-secrets abort', ifDone(account)))) {
      return yield* lacking(account, `Account "${account}" has no next signing secret: nothing is under way.`)
    }
    yield* printDone(`The next signing secret of account "${account}" is void; the current one goes on to sign.`, {
      account,
      aborted: true,
    })
  }),
).pipe(Command.withDescription('Cancel a rotation: the next secret is deleted, the current one stays'))

const list = Command.make(
  'list',
  { account: Inputs.account },
  Effect.fnUntraced(function* ({ account }) {
    yield* existing(account)
    const secrets = yield* recorded((yield* SigningSecretAdministration).list(account), 'signing-secrets list', {
      account,
    })
    yield* printTable(
      secrets.map(({ role, issuedAt }) => ({ role, issued: instant(issuedAt) })),
      `Account "${account}" has no signing secret: its webhooks wait for one. Make it: cotejo signing-secrets issue ${account}`,
    )
  }),
).pipe(Command.withDescription("List an account's signing secrets: states and dates"))

export const signingSecrets = Command.make('signing-secrets').pipe(
  Command.withSubcommands([
    issue.pipe(Command.provide(Access.signingSecrets)),
    rotate.pipe(Command.provide(Access.signingSecrets)),
    activate.pipe(Command.provide(Access.keylessSigningSecrets)),
    abort.pipe(Command.provide(Access.keylessSigningSecrets)),
    list.pipe(Command.provide(Access.keylessSigningSecrets)),
  ]),
  Command.provide(Layer.merge(Access.accounts, Access.audit)),
)

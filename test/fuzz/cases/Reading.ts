import fc from 'fast-check'
import { draftOf, requestOf } from '#test/fuzz/Draft.ts'
import { listed } from '#test/fuzz/listed.ts'
import { harmlessMutations } from '#test/fuzz/mutations/Harmless.ts'
import { headerMutations, keyMutations } from '#test/fuzz/mutations/Headers.ts'
import type { Mutation } from '#test/fuzz/mutations/Mutation.ts'
import type { Request } from '#test/fuzz/Request.ts'
import { type Case, caseOf } from './Case.ts'
import { anywhere, consumption, health, list, oneVerification, type Target } from './Targets.ts'

/** GET of every route, and every method of any path. */

/** Of a GET only the key matters: the other headers of a POST, and a body, change nothing. */
const mutations = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.oneof(...keyMutations) },
  { weight: 2, arbitrary: fc.oneof(...headerMutations, ...harmlessMutations) },
)

const requestFor = (
  key: string,
  mutation: Mutation | null,
  line: Pick<Request, 'method' | 'target'>,
  hasBody: boolean,
) => {
  const draft = draftOf(key, { curp: 'Zarquixtl' })
  const request = requestOf(mutation === null ? draft : mutation.change(draft))
  return { ...request, ...line, body: hasBody ? request.body : null }
}

const asked = (label: string, targets: fc.Arbitrary<Target>, methods: fc.Arbitrary<string>): fc.Arbitrary<Case> =>
  fc
    .record({ target: targets, method: methods, mutation: mutations, hasBody: fc.nat(9).map((chance) => chance === 0) })
    .map(({ target, method, mutation, hasBody }) => {
      const labels = mutation === null ? [label] : [label, mutation.name]
      return caseOf([method, ...labels], async (lane) => {
        const line = { method, target: target(lane.accounts) }
        await lane.ask(requestFor(lane.accounts.ample.key, mutation, line, hasBody), labels)
      })
    })

const read = fc.oneof({ weight: 8, arbitrary: fc.constant('GET') }, { weight: 1, arbitrary: fc.constant('HEAD') })

export const reading: fc.Arbitrary<Case> = fc.oneof(
  { weight: 3, arbitrary: asked('GET one', oneVerification, read) },
  { weight: 3, arbitrary: asked('GET list', list, read) },
  { weight: 2, arbitrary: asked('GET consumo', consumption, read) },
  { weight: 1, arbitrary: asked('GET _salud', health, read) },
)

const methods = listed(
  'GET | HEAD | POST | PUT | PATCH | DELETE | OPTIONS | TRACE | PROPFIND | M-SEARCH | PURGE | LINK',
)

/** 404 where no route is, 405 where another method has one. */
export const elsewhere: fc.Arbitrary<Case> = asked('any method of any path', anywhere, fc.constantFrom(...methods))

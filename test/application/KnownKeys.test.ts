import { Effect } from 'effect'
import { expect, it } from 'vitest'
import { KnownKeys } from '#application/Authenticate.ts'

const use = <A>(uses: (known: KnownKeys['Service']) => A): A =>
  Effect.runSync(KnownKeys.useSync(uses).pipe(Effect.provide(KnownKeys.layer)))

it('a key is known as a partner’s until it is not any more', () => {
  const seen = use(({ has, note }) => {
    const before = has('key')
    note('key', true)
    const partners = has('key')
    note('key', false)
    return [before, partners, has('key')]
  })
  expect(seen).toEqual([false, true, false])
})

it('keys of 10,000 partners are known, the one that was used longest ago forgotten first', () => {
  const seen = use(({ has, note }) => {
    for (let nth = 0; nth < 10_000; nth++) note(`${nth}`, true)
    const all = [has('0'), has('1')]
    note('0', true)
    note('another', true)
    return [...all, has('0'), has('1'), has('2')]
  })
  expect(seen).toEqual([true, true, true, false, true])
})

it('a connection is a partner’s while the key that came last over it is', () => {
  const [one, other] = [{}, {}]
  const seen = use(({ note, noteConnection, partnerOf }) => {
    const states: Array<string | null> = []
    const look = () => states.push(partnerOf(one))
    look()
    note('key', true)
    noteConnection(one, 'key')
    look()
    noteConnection(one, 'guess')
    look()
    noteConnection(one, 'key')
    note('key', false)
    look()
    return [...states, partnerOf(other)]
  })
  expect(seen).toEqual([null, 'key', null, null, null])
})

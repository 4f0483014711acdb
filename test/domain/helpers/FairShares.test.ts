import { describe, expect, it } from 'vitest'
import { fairShares, type HostRoom, type Lane } from '#domain/helpers/FairShares.ts'

const waiting = (...names: ReadonlyArray<string>): ReadonlyArray<Lane> =>
  names.map((name) => {
    const [account = '', host = ''] = name.split('@')
    return { account, host }
  })
const told = (lanes: ReadonlyArray<Lane>): ReadonlyArray<string> =>
  lanes.map(({ account, host }) => `${account}@${host}`)
const wide: HostRoom = { most: 100, perAccount: 100, perHost: 100 }
const taken = (due: ReadonlyArray<Lane>, held: ReadonlyArray<Lane>, room: Partial<HostRoom>) =>
  told(fairShares(due, held, (lane) => lane, { ...wide, ...room }))

describe('fair shares', () => {
  it('give everybody a first place before anybody a second, the longest due first', () => {
    const due = waiting('a@x', 'a@x', 'a@x', 'b@y', 'c@z', 'b@y')
    expect(taken(due, [], { most: 4 })).toEqual(['a@x', 'b@y', 'c@z', 'a@x'])
    expect(taken(due, [], {})).toEqual(['a@x', 'b@y', 'c@z', 'a@x', 'b@y', 'a@x'])
  })

  it('put whoever holds something behind those who hold nothing', () => {
    const due = waiting('a@x', 'b@y', 'c@z')
    expect(taken(due, waiting('a@x', 'a@x', 'b@y'), { most: 2 })).toEqual(['c@z', 'b@y'])
  })

  it('keep to the room of an account and of a host, with what is held', () => {
    const due = waiting('a@x', 'a@x', 'a@y', 'b@x', 'b@y')
    expect(taken(due, [], { perAccount: 2 })).toEqual(['a@x', 'b@x', 'a@y', 'b@y'])
    expect(taken(due, waiting('a@z', 'a@z'), { perAccount: 2 })).toEqual(['b@x', 'b@y'])
    expect(taken(due, waiting('c@x'), { perHost: 2 })).toEqual(['a@x', 'b@y', 'a@y'])
  })

  it('let one host of an account that hangs keep the account from none of its others', () => {
    const due = waiting(...Array.from({ length: 50 }, () => 'a@hangs'), 'a@answers')
    expect(taken(due, [], { perAccount: 5, perHost: 4 })).toEqual([
      'a@hangs',
      'a@answers',
      'a@hangs',
      'a@hangs',
      'a@hangs',
    ])
  })

  it('leave the places of a host to those who can use them', () => {
    const due = waiting('a@x', 'a@x', 'b@x')
    expect(taken(due, waiting('a@y', 'a@y'), { perAccount: 2, perHost: 1 })).toEqual(['b@x'])
  })

  it('bound work without hosts by its account alone', () => {
    const due = Array.from({ length: 5 }, (): Lane => ({ account: 'a', host: null }))
    expect(fairShares(due, [], (lane) => lane, { most: 10, perAccount: 3 })).toHaveLength(3)
  })
})

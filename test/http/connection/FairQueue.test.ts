import { describe, expect, it } from 'vitest'
import { FairQueue } from '#http/connection/FairQueue.ts'

/** A queue of names such as `a0`, whose letter is the party, and who gave up a place. */
const queueOf = (most: number) => {
  const gone: Array<string> = []
  const queue = new FairQueue<string>(most, (name) => void gone.push(name))
  const join = (name: string, mostOfParty?: number) => queue.join(name.slice(0, 1), name, mostOfParty)
  const all = (names: string) => names.split(' ').map((name) => join(name))
  /** Takes as many as there are. */
  const rest = () => {
    const taken: Array<string> = []
    for (let place = queue.take(); place !== null; place = queue.take()) taken.push(place.item)
    return taken.join(' ')
  }
  return { queue, gone, join, all, rest }
}

describe('a fair queue', () => {
  it('has parties take turns, and of each the first one', () => {
    const { all, rest } = queueOf(9)
    all('a0 a1 a2 b0 b1 c0')
    expect(rest()).toBe('a0 b0 c0 a1 b1 a2')
  })

  it('has a party that comes again behind those that wait', () => {
    const { queue, all, rest } = queueOf(9)
    all('a0 a1 b0')
    expect(queue.take()?.item).toBe('a0')
    all('c0 b1')
    expect(rest()).toBe('b0 a1 c0 b1')
  })

  it('counts who waits, and knows of which party any does', () => {
    const { queue, all, rest } = queueOf(9)
    const [, first] = all('a0 b0 a1')
    expect([queue.size, queue.hasParty('a'), queue.hasParty('b'), queue.hasParty('c')]).toEqual([3, true, true, false])
    if (first) queue.leave(first)
    expect([queue.size, queue.hasParty('b')]).toEqual([2, false])
    rest()
    expect([queue.size, queue.hasParty('a')]).toEqual([0, false])
  })

  it.each([
    [0, 'a1 b0 a2'],
    [1, 'a0 b0 a2'],
    [2, 'a0 b0 a1'],
  ])('is left from any place, that of number %d too, and only once', (nth, left) => {
    const { queue, all, rest } = queueOf(9)
    const place = all('a0 a1 a2 b0')[nth]
    if (place) queue.leave(place)
    if (place) queue.leave(place)
    expect(queue.size).toBe(3)
    expect(rest()).toBe(left)
    expect(queue.size).toBe(0)
  })

  it('takes the next that fits, and those that do not keep their turn', () => {
    const { queue, all, rest } = queueOf(9)
    all('a0 b0 c0 b1')
    expect(queue.take((party) => party === 'b')?.item).toBe('b0')
    expect(queue.take(() => false)).toBeNull()
    expect(rest()).toBe('a0 c0 b1')
  })

  it('keeps none of those that came after whoever was taken', () => {
    const { queue, all } = queueOf(9)
    all('a0 a1 a2')
    const [first, second] = [queue.take(), queue.take()]
    for (const place of [first, second]) expect([place?.before, place?.after]).toEqual([null, null])
  })
})

describe('a full queue', () => {
  it('has room for another party: the one with the most places gives up its last one', () => {
    const { gone, all, rest } = queueOf(4)
    all('a0 a1 a2 b0 c0 d0')
    expect(gone).toEqual(['a2', 'a1'])
    expect(rest()).toBe('a0 b0 c0 d0')
  })

  it('has none for a party that has as many places as any', () => {
    const { gone, all, rest } = queueOf(4)
    expect(all('a0 a1 b0 b1 a2 b2').map((place) => place?.item)).toEqual(['a0', 'a1', 'b0', 'b1', undefined, undefined])
    expect(gone).toEqual([])
    expect(rest()).toBe('a0 b0 a1 b1')
  })

  it('makes room for one that has fewer than the largest, and for nobody once all have one', () => {
    const { gone, all, join, rest } = queueOf(3)
    all('a0 a1 b0 c0')
    expect(join('d0')?.item).toBe('d0')
    expect(join('d1')).toBeNull()
    expect(gone).toEqual(['a1', 'b0'])
    expect(rest()).toBe('a0 c0 d0')
  })

  it('finds the largest party among many, after some have left', () => {
    const { queue, gone, all, join } = queueOf(6)
    const [, , third, last] = all('a0 a1 a2 a3 b0 b1')
    for (const place of [third, last]) if (place) queue.leave(place)
    all('b2 c0')
    expect(join('d0')?.item).toBe('d0')
    expect(gone).toEqual(['b2'])
  })

  it('bounds a party below what there is room for', () => {
    const { join, rest } = queueOf(9)
    expect(['a0', 'a1', 'a2'].map((name) => join(name, 2)?.item)).toEqual(['a0', 'a1', undefined])
    expect(rest()).toBe('a0 a1')
    expect(join('a3', 2)?.item).toBe('a3')
  })
})

import { Duration, Result } from 'effect'
import { describe, expect, it } from 'vitest'
import { duration, integer, nameServers, ports, processorKey } from '#src/config/Readers.ts'

const isRead =
  <A>(read: (text: string) => Result.Result<A, string>) =>
  (text: string) =>
    Result.isSuccess(read(text))

describe('what a setting may be', () => {
  it('is a whole number from the least to the most, both ends included', () => {
    expect(['2', '3', '10', '11', '-3', '3.0', '', ' 4'].filter(isRead(integer(3, 10)))).toEqual(['3', '10'])
  })

  it('is a length of time from the shortest to the longest, both ends included', () => {
    const texts = ['999 millis', '1 second', '60 seconds', '60001 millis', '1', '']
    expect(texts.filter(isRead(duration(Duration.seconds(1), Duration.minutes(1))))).toEqual(['1 second', '60 seconds'])
  })

  it('is name servers with ports from 1 to 65535', () => {
    const texts = ['1.1.1.1', '1.1.1.1:0', '1.1.1.1:1', '1.1.1.1:65535', '1.1.1.1:65536', '[::1]:65535', '[::1]:65536']
    expect(texts.filter(isRead(nameServers))).toEqual(['1.1.1.1', '1.1.1.1:1', '1.1.1.1:65535', '[::1]:65535'])
  })

  it('is ports up to 65535, or none', () => {
    const texts = ['none', '0', '65535', '65536', '80, 443', '80,', 'http']
    expect(texts.filter(isRead(ports))).toEqual(['none', '0', '65535', '80, 443'])
  })

  it.each([
    ['rk_live_k', true],
    ['rk_test_k', false],
    ['sk_test_k', false],
  ])('is the key %s of a processor, for real money: %s', (text, isLive) => {
    expect(Result.getOrThrow(processorKey(text)).isLive).toBe(isLive)
  })
})

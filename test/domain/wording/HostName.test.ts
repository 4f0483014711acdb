import { domainToASCII } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hostScansOf } from '#domain/wording/HostName.ts'
import { scansOf } from '#domain/wording/Wording.ts'

const said = (host: string) => hostScansOf({ writtenHost: 'w.example', host }).slice(scansOf('w.example').length)

describe('a host name in Punycode', () => {
  it.each([
    'ñandú.example',
    'münchen.example',
    'bücher-und-mehr.example',
    'él.ñu.example',
    'правда.example',
    'почемужеонинеговорятпорусски.example',
    '他们为什么不说中文.example',
    'ひとつ屋根の下2.example',
    'español-mañana-año-niño-pingüino.example',
    'ελληνικά.example',
    'aāb.example',
    'zażółć-gęślą-jaźń.example',
    '𐌰𐌱𐌲.example',
    '3年b組金八先生.example',
    'ñ1234567890z.example',
  ])('says what it was written for: %s', (host) => {
    const ascii = domainToASCII(host)
    expect(ascii).toContain('xn--')
    expect(said(ascii)).toEqual(scansOf(host))
  })

  it.each([
    ['xn--a_b', 'a_b'],
    ['xn--abc-', 'abc'],
    ['xn--{', '{'],
    ['xn--99999999', '99999999'],
    ['xn--ab-z9', 'ab-z9'],
    ['xn--a!b', 'a!b'],
    ['xn--a:b', 'a:b'],
    ['xn--{a', '{a'],
    ['xn--99999a', '99999a'],
    ['xn--dn32g', '\u{10ffff}'],
    ['xn--9ca8457cpmwe', 'é漢ａ'],
    ['xn--aa-dz3ned', 'aaａｚ'],
    ['xn--az-9ia34e4159g', 'éaƟzａ'],
    ['xn--az-9ia74ev983g', 'éaƠzａ'],
  ])('may hold any character, and where it is none says what stands there: %s', (label, rest) => {
    expect(said(`${label}.example`)).toEqual(scansOf(`${rest}.example`))
  })
})

describe('a host name', () => {
  it('is read once where it was written as it is looked up, and else both ways', () => {
    expect(hostScansOf({ writtenHost: 'A.Example', host: 'a.example' })).toEqual(scansOf('A.Example'))
    expect(hostScansOf({ writtenHost: 'ａ.example', host: 'a.example' })).toEqual([
      ...scansOf('ａ.example'),
      ...scansOf('a.example'),
    ])
  })
})

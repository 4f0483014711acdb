import { Option } from 'effect'
import { describe, expect, it } from 'vitest'
import { parse } from '#domain/person/Curp.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'

describe('a CURP of the sandbox', () => {
  it.each([
    [sampleCurp('LIMP'), 'LIMP900101HDFRRS03'],
    [sampleCurp('NOEX'), 'NOEX900101HDFRRS06'],
    [sampleCurp('MARC', 71), 'MARC710101HDFRRS00'],
    [sampleCurp(null, 90, '1231'), 'GOMC901231HDFRRS01'],
  ])('%s has the official form, and on purpose a check digit that is wrong', (curp, literal) => {
    expect(curp).toBe(literal)
    expect(Option.getOrNull(parse(curp))).toMatchObject({ checkDigitIsRight: false })
  })
})

import { describe, expect, it } from 'vitest'
import { formatTrace, isSampled, parseTrace } from '#domain/verification/Trace.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

describe('a traceparent', () => {
  it.each([
    ['01', true],
    ['00', false],
    ['ff', true],
    ['02', false],
  ])('is two ids and, of its flags %s, whether it is recorded', (flags, wanted) => {
    const trace = parseTrace(`00-${traceId}-${spanId}-${flags}`)
    expect(trace).toEqual({ traceId, spanId, isSampled: wanted })
    expect(trace && formatTrace(trace)).toBe(`00-${traceId}-${spanId}-${wanted ? '01' : '00'}`)
  })

  it.each([
    '',
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `01-${traceId}-${spanId}-01`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-x`,
    `00-${traceId}-${spanId}-1`,
    ` 00-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01\n`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
    `00-LIMP900101HDFRRS03LIMP900101HDFR-${spanId}-01`,
  ])('is none that reads %j', (text) => {
    expect(parseTrace(text)).toBeNull()
  })
})

it('of traces that nobody decided on a part is recorded, the same at every replica', () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => (index * 281_474_976).toString(16).padStart(32, '0'))
  expect(ids.filter((id) => isSampled(id, 0))).toEqual([])
  expect(ids.filter((id) => isSampled(id, 1))).toHaveLength(1_000)
  expect(isSampled(`${'f'.repeat(20)}${'0'.repeat(12)}`, 0.000_001)).toBe(true)
  expect(isSampled(`${'0'.repeat(20)}80${'0'.repeat(10)}`, 0.5)).toBe(false)
  expect(isSampled(`${'0'.repeat(20)}7f${'f'.repeat(10)}`, 0.5)).toBe(true)
})

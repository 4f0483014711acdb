import { Result } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DistinctHeaders } from '#http/connection/Client.ts'
import { channel, contentIsJson, idempotencyKey } from '#http/RequestRules.ts'
import type { Rejection } from '#wire/Rejection.ts'

/** What was read, or the code of the refusal. */
const outcome = <A>(judged: Result.Result<A, Rejection>) =>
  Result.match(judged, { onSuccess: (value) => ({ value }), onFailure: ({ codigo }) => codigo })

/** A header's value as Node hands it over: each byte of its UTF-8 as one Latin-1 character. */
const asReceived = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

describe('Idempotency-Key', () => {
  const read = (...values: ReadonlyArray<string>) => outcome(idempotencyKey({ 'idempotency-key': values }))

  it('is needed, and not empty [idempotency_key_ausente]', () => {
    expect(outcome(idempotencyKey({}))).toBe('idempotency_key_ausente')
    expect(outcome(idempotencyKey({ 'x-canal': ['api'] }))).toBe('idempotency_key_ausente')
    expect(read('')).toBe('idempotency_key_ausente')
  })

  it('comes once, even when repeated alike or empty [peticion_invalida]', () => {
    expect(read('sol-1', 'sol-1')).toBe('peticion_invalida')
    expect(read('', '')).toBe('peticion_invalida')
    expect(read('sol-1', '')).toBe('peticion_invalida')
  })

  it('is read as UTF-8', () => {
    expect(read('sol-1')).toEqual({ value: 'sol-1' })
    expect(read(asReceived('año-😀'))).toEqual({ value: 'año-😀' })
    expect(read(asReceived('\uFEFFsol-1'))).toEqual({ value: '\uFEFFsol-1' })
  })

  it.each(['\xf1', 'sol-\xff', '\xc3', '\xed\xa0\x80', '\xc0\xaf'])(
    'is no text as %j, which is not UTF-8, and equals no solicitud_id [peticion_invalida at step 12]',
    (latin1) => {
      expect(read(latin1)).toEqual({ value: null })
    },
  )

  it('gives back any text that was sent as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(read(asReceived(text))).toEqual({ value: text })
      }),
    )
  })
})

describe('X-Canal', () => {
  const read = (headers: DistinctHeaders) => outcome(channel(headers))

  it('is api when absent', () => {
    expect(read({})).toEqual({ value: 'api' })
    expect(read({ 'x-canal': [] })).toEqual({ value: 'api' })
  })

  it.each(['api', 'mcp'])('may be %s', (value) => {
    expect(read({ 'x-canal': [value] })).toEqual({ value })
  })

  it.each(['', 'API', 'Mcp', 'web', 'api ', 'api,mcp', 'toString', '__proto__'])(
    'may not be %j [peticion_invalida]',
    (value) => {
      expect(read({ 'x-canal': [value] })).toBe('peticion_invalida')
    },
  )

  it('comes once [peticion_invalida]', () => {
    expect(read({ 'x-canal': ['api', 'api'] })).toBe('peticion_invalida')
    expect(read({ 'x-canal': ['api', 'mcp'] })).toBe('peticion_invalida')
  })
})

describe('Content-Type', () => {
  const read = (type: ReadonlyArray<string>, more: DistinctHeaders = {}) =>
    outcome(contentIsJson({ 'content-type': type, ...more }))

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json \t; profile="x"',
  ])('may be %s', (type) => {
    expect(read([type])).toEqual({ value: undefined })
  })

  it.each([
    '',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json-patch+json',
    'application/problem+json',
    'application/json, text/plain',
    'text/plain; a=application/json',
    ' application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('may not be %j [peticion_invalida]', (type) => {
    expect(read([type])).toBe('peticion_invalida')
  })

  it('is needed, and comes once [peticion_invalida]', () => {
    expect(outcome(contentIsJson({}))).toBe('peticion_invalida')
    expect(read(['application/json', 'application/json'])).toBe('peticion_invalida')
  })

  it.each([['gzip'], ['br'], [''], ['identity, gzip'], ['identity', 'gzip']])(
    'goes without Content-Encoding %j %j [peticion_invalida]',
    (...encodings) => {
      expect(read(['application/json'], { 'content-encoding': encodings })).toBe('peticion_invalida')
    },
  )

  it.each(['identity', 'IDENTITY'])('may go with Content-Encoding %j, which is none', (encoding) => {
    expect(read(['application/json'], { 'content-encoding': [encoding] })).toEqual(read(['application/json']))
  })
})

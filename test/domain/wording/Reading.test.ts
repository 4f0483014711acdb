import { describe, expect, it } from 'vitest'
import { fold, readingsOf } from '#domain/wording/Reading.ts'

describe('readingsOf', () => {
  it('reads the text as it stands, percent-decoded once and twice, and no reading twice', () => {
    expect(readingsOf('sin-escapes')).toEqual(['sin-escapes'])
    expect(readingsOf('mor%6Fso')).toEqual(['mor so', 'moroso'])
    expect(readingsOf('mor%256Fso')).toEqual(['mor so', 'moroso'])
    expect(readingsOf('lista%20negra')).toEqual(['lista negra'])
    expect(readingsOf('deudor%78%79')).toEqual(['deudor  ', 'deudorxy'])
  })

  it('keeps an escaped accent in its word', () => {
    expect(readingsOf('calificaci%C3%B3n')).toEqual(['calificacion'])
    expect(readingsOf('calificaci%25C3%25B3n')).toEqual(['calificacion'])
    // Three bytes (full width) and four (mathematical) stand for a letter of ours, too.
    expect(readingsOf('m%EF%BD%8Froso')).toEqual(['moroso'])
    expect(readingsOf('m%F0%9D%90%A8roso')).toEqual(['moroso'])
  })

  it('leaves malformed escapes as they are and reads bytes that are not UTF-8 as Latin-1', () => {
    expect(readingsOf('%zzmoroso%')).toEqual(['%zzmoroso%'])
    expect(readingsOf('%zz-mor%6Fso')).toContain('%zz-moroso')
    expect(readingsOf('calificaci%F3n')).toEqual(['calificacion'])
  })
})

describe('fold', () => {
  it('takes off accents, full width, look-alikes, ligatures and invisible characters', () => {
    expect(fold('Calificación Señor')).toBe('Calificacion Senor')
    expect(fold('ｍｏｒｏｓｏ')).toBe('moroso')
    expect(fold('mоrоsо')).toBe('moroso')
    expect(fold('mo\u200broso mo\u00adroso')).toBe('moroso moroso')
    expect(fold('moro\u0301so')).toBe('moroso')
    expect(fold('ﬁador')).toBe('fiador')
    expect(fold('plain-ASCII_7')).toBe('plain-ASCII_7')
  })
})

import { expect, it } from 'vitest'
import { decoded, readingOf } from '#domain/wording/Tokens.ts'

it.each([
  ['sin-escapes_7', 'sin-escapes_7'],
  ['Calificación Señor', 'Calificacion Senor'],
  ['ｍｏｒｏｓｏ', 'moroso'],
  ['mo\u200broso mo\u00adroso', 'moroso moroso'],
  ['moro\u0301so', 'moroso'],
  ['ﬁador', 'fiador'],
  ['\u{1d7ce}b', '0b'],
  ['mor%6Fso', 'moroso'],
  ['mor%256Fso', 'moroso'],
  ['mor%25256Fso', 'mor%6Fso'],
  ['lista%20negra', 'lista negra'],
  ['calificaci%C3%B3n', 'calificacion'],
  ['calificaci%25c3%25b3n', 'calificacion'],
  ['m%EF%BD%8Froso', 'moroso'],
  ['％6Doroso', 'moroso'],
  ['%zzmoroso%', '%zzmoroso%'],
  ['%4', '%4'],
  ['calificaci%F3n', 'calificaci\u{fffd}n'],
  ['', ''],
])('%j is read as %j', (text, read) => {
  expect(decoded(text)).toBe(read)
  expect(readingOf(text).text).toBe(read)
})

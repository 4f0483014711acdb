export type Language = 'es' | 'en'

/** The labels of the reference. */
const words = {
  guide: ['Guía', 'Guide'],
  operations: ['Operaciones', 'Operations'],
  codes: ['Códigos de error', 'Error codes'],
  authentication: ['Autenticación', 'Authentication'],
  withKey: ['con llave', 'with a key'],
  parameters: ['Encabezados y parámetros', 'Headers and parameters'],
  header: ['encabezado', 'header'],
  path: ['ruta', 'path'],
  query: ['parámetro', 'parameter'],
  required: ['requerido', 'required'],
  body: ['Cuerpo', 'Body'],
  answers: ['Respuestas', 'Answers'],
  otherwise: ['otra', 'other'],
  request: ['Petición', 'Request'],
  answer: ['Respuesta', 'Answer'],
  example: ['Ejemplo', 'Example'],
  arrayOf: ['array de', 'array of'],
  byDefault: ['por omisión', 'default'],
  from: ['desde', 'from'],
  to: ['a', 'to'],
  upTo: ['hasta', 'up to'],
  characters: ['caracteres', 'characters'],
  elements: ['elementos', 'items'],
  again: ['Reintentar', 'Try again'],
  menu: ['Menú', 'Menu'],
  document: ['Este documento en su forma OpenAPI 3.1', 'This document as OpenAPI 3.1'],
} as const satisfies Record<string, readonly [es: string, en: string]>

export type Word = keyof typeof words

export const wordsIn =
  (language: Language) =>
  (word: Word): string =>
    words[word][language === 'es' ? 0 : 1]

import { expect, it } from 'vitest'
import { explained } from '#src/cli/ListFetch.ts'

it.each([
  ['listas.socio.mx: cortada', 'listas.socio.mx: the answer broke off (cortada).'],
  ['listas.socio.mx: estado_404', 'listas.socio.mx: it answers with status 404 (estado_404).'],
  ['encogida', 'it has too few people, compared with the current version (encogida).'],
  ['The file is not XML: line 3.', 'The file is not XML: line 3.'],
  ['listas.socio.mx: otra_cosa', 'listas.socio.mx: otra_cosa'],
])('why a list was not taken is said in words: %s', (reason, told) => {
  expect(explained(reason)).toBe(told)
})

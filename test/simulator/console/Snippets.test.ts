import { Script } from 'node:vm'
import { expect, it } from 'vitest'
import { snippets } from '#simulator/console/Snippets.ts'

/** What some language takes for its own. */
const hostile = `' '' ''' " """ \\ \\\\ \\n \\" \\' \\u0041 $x \${x} {$x} #{x} %s \` <?php ?> </script> JSON; a\nb\r\tc\u0001 áñ¿ 😀 \ufeff \u2028`
const peticion = {
  solicitud_id: 'sol-\'"\\$x-ñ',
  propiedad_id: hostile,
  'x-y': [1, hostile, { 'q\'u"o': null, vacios: [[], {}] }, true],
}
const pulls = [{ path: '/_simulador/hallazgos', body: { curp: hostile } }]
const bodies = [...pulls.map(({ body }) => body), peticion]

const parsed = (text: string, form: RegExp, read = (body: string) => body): ReadonlyArray<unknown> =>
  [...text.matchAll(form)].map(([, body = '']) => JSON.parse(read(body)))

/** Reads the bodies in a snippet as its language does. */
const readers: Record<string, (text: string) => ReadonlyArray<unknown>> = {
  curl: (text) => parsed(text, / -d '((?:[^']|'\\'')*)'/g, (body) => body.replaceAll("'\\''", "'")),
  TypeScript: (text) => {
    const [, pulled = '', created = ''] = /body: ('.*?'),\n\}\).*create\((.*)\)\nconsole/s.exec(text) ?? []
    return [JSON.parse(new Script(pulled).runInThisContext()), new Script(`(${created})`).runInThisContext()]
  },
  Python: (text) => parsed(text, / r'''((?:(?!''').)*)'''/gs),
  PHP: (text) => parsed(text, /<<<'JSON'\n((?:(?!\n\s*JSON\b).)*)\nJSON\);/gs),
  Go: (text) => parsed(text, / `([^`]*)`\)/g),
  Java: (text) => {
    // An escape after an even number of backslashes is a character before the text is read.
    const form = /(?<=(?<!\\)(?:\\\\)*)\\u([\da-f]{4})/g
    const read = text.replace(form, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    return parsed(read, /post\("[^"]*", ("(?:[^"\\]|\\.)*"),/g, (body) => JSON.parse(body))
  },
}

const sending = { base: 'http://127.0.0.1:4010', apiKey: 'avs_test_x', peticion, pulls }

it.each(Object.entries(snippets))('a request in %s says what was written, whatever it is', (language, write) => {
  expect(readers[language]?.(write(sending))).toEqual(bodies)
})

it('a request in Java or Go has no character that its compiler refuses, or takes for another', () => {
  expect(snippets['Java']?.(sending)).toMatch(/^[\n -~]*$/)
  expect(snippets['Go']?.(sending)).not.toContain('\ufeff')
})

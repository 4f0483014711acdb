import fc from 'fast-check'
import { listed } from '#test/fuzz/listed.ts'
import type { Case } from './Case.ts'
import { talking } from './Talking.ts'

/** Targets of which it is not written what they lead to, and protocols that are not ours. */

const targets = [
  ...[
    '',
    '/_salud\0',
    '/_salud\t',
    '/_sa lud',
    '/_salud\x01',
    '/_salud\x7f',
    '/_salud\x80',
    '/\xc3\xb1',
    '/_salud?\x80',
  ],
  ...listed(`
    /_salud#x | /# | ?x | # | nada | _salud | \\_salud | /\\_salud | //sandbox/_salud | /// | // | / | /.. | /../_salud
    /_salud/. | /%5fsalud | /_salud% | /_salud%2 | /_salud%2f | /_salud?%00 | /v1/verificacione%73 | /v1/cuenta%2fconsumo
    http:// | http:///_salud | http://[::1]/_salud | https://u:p@h/_salud | http://sandbox:99999/_salud | http:/_salud
    HTTP://sandbox/_salud | ftp://sandbox/_salud | javascript:alert(1) | sandbox:443 | * | ** | http://sandbox
    http://sandbox?x | /_salud;x=1
  `),
]

/** What the HTTP server or a route may say of them. */
const mayBe = [400, 401, 404, 405]

const strangeTargets = fc
  .tuple(fc.constantFrom(...targets), fc.constantFrom('GET', 'POST', 'OPTIONS', 'DELETE'))
  .map(([target, method]) =>
    talking('strange target', async (conversation) => {
      conversation.say(`${method} ${target} HTTP/1.1\r\nHost: sandbox\r\nContent-Length: 0\r\n\r\n`)
      conversation.checkAny(await conversation.answer(), mayBe)
    }),
  )

const greetings = [
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  'SSH-2.0-x\r\n',
  'BLAH\r\n\r\n',
  'HTTP/1.1 200 OK\r\n\r\n',
]

const otherProtocols = fc.constantFrom(...greetings).map((greeting) =>
  talking('another protocol', async (conversation) => {
    conversation.say(greeting)
    await conversation.hear({ statuses: [400] })
    await conversation.end()
  }),
)

export const strange: fc.Arbitrary<Case> = fc.oneof(
  { weight: 4, arbitrary: strangeTargets },
  { weight: 1, arbitrary: otherProtocols },
)

import { DateTime, Duration, Option } from 'effect'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchFor } from '#domain/wording/OpaqueText.ts'
import { inconclusive } from '#test/support/storedVerifications.ts'
import { begun, verificationIn } from '#tools/service/verifications.ts'
import { encodeDocument, rendered } from '#wire/EncodeDocument.ts'
import { passes } from '#wire/OutputControl.ts'
import { render } from '#wire/render.ts'

const text = fc.string({ unit: 'binary', maxLength: 40 })

it('a verification en_proceso is sent as it is rendered and controlled', () => {
  fc.assert(
    fc.property(
      fc.record({ id: text, requestId: text, consent: text, at: fc.date({ noInvalidDate: true }) }),
      fc.constantFrom('consumo', 'connect'),
      fc.constantFrom('sandbox', 'production'),
      ({ id, requestId, consent, at }, mode, environment) => {
        const setting = { environment, validity: Duration.days(30) }
        const createdAt = DateTime.makeUnsafe(at)
        const verification = verificationIn(begun, {
          id,
          requestId,
          consent: { id: consent, grantedAt: createdAt },
          terms: { mode, priceCentavos: 1, paymentIntentId: null },
          createdAt,
        })
        const document = render(verification, setting)
        expect(Option.getOrNull(rendered(verification, setting))).toStrictEqual(
          passes(document) ? Buffer.from(encodeDocument(document)) : null,
        )
      },
    ),
  )
})

const sandbox = { environment: 'sandbox', validity: Duration.days(30) } as const

it('a verification en_proceso whose solicitud_id holds a CURP is withheld', () => {
  const verification = verificationIn(begun, { requestId: 'sol-LIMP900101HDFRRS03' })
  expect(rendered(verification, sandbox)).toStrictEqual(Option.none())
})

it('a verification en_proceso whose solicitud_id holds a name of the request is withheld', () => {
  const verification = verificationIn(begun, { requestId: 'sol-eulalia-zuniga' })
  const holdsName = searchFor(['Eulalia', 'Zúñiga'])
  expect(rendered(verification, sandbox, holdsName)).toStrictEqual(Option.none())
})

it('one that ended is controlled by the names too, where they are known', () => {
  const verification = verificationIn(inconclusive.state, { requestId: 'sol-eulalia-zuniga' })
  const holdsName = searchFor(['Eulalia', 'Zúñiga'])
  expect(Option.isSome(rendered(verification, sandbox))).toBe(true)
  expect(rendered(verification, sandbox, holdsName)).toStrictEqual(Option.none())
})

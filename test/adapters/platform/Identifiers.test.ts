import { expect, it } from '@effect/vitest'
import { Effect } from 'effect'
import * as Platform from '#adapters/platform/Identifiers.ts'
import { Identifiers } from '#ports/Identifiers.ts'

const made = <A>(use: (identifiers: Identifiers['Service']) => A) =>
  Effect.provide(Effect.map(Identifiers, use), Platform.layer(), { local: true })

it.effect('tell the end of a verification by the same event id, whichever process ends it', () =>
  Effect.gen(function* () {
    const eventOf = (id: string) => made((identifiers) => identifiers.eventOf(id))
    // Kept by partners who leave out what they have seen: it never changes.
    expect(yield* eventOf('ver_6Ifveaa5ppMfrW4p2mKSTf')).toBe('evt_7OdDu8g0HSZXdW9pO3to4v')
    expect(yield* eventOf('ver_6Ifveaa5ppMfrW4p2mKSTg')).not.toBe(yield* eventOf('ver_6Ifveaa5ppMfrW4p2mKSTf'))
  }),
)

it.effect('are all of one length, which holds 128 bits', () =>
  Effect.gen(function* () {
    const events = yield* made(({ eventOf }) => Array.from({ length: 1_000 }, (_, index) => eventOf(`ver_${index}`)))
    for (const event of events) expect(event).toMatch(/^evt_[0-9A-Za-z]{22}$/)
    expect(new Set(events).size).toBe(1_000)
  }),
)

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

it.effect('are made of bytes that favour no character', () =>
  Effect.gen(function* () {
    const each = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const random = (bytes: Uint8Array) => {
      bytes.set(each)
      return bytes
    }
    const texts = yield* Effect.provide(
      Effect.flatMap(Identifiers, ({ next: make }) =>
        Effect.forEach(Array.from({ length: 62 * 4 }), () => make('ver')),
      ),
      Platform.layer(random, 256),
      { local: true },
    )
    const counts = Map.groupBy(
      texts.flatMap((text) => [...text.slice('ver_'.length)]),
      (character) => character,
    )
    // 22 times 256 bytes, of which eight of each 256 would favour the first characters.
    expect(new Set(Array.from(counts.values(), ({ length }) => length))).toEqual(new Set([88]))
    expect(texts.every((text) => /^ver_[0-9A-Za-z]{22}$/.test(text))).toBe(true)
  }),
)

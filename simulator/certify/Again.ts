import { Option, Schema } from 'effect'
import { attacks } from './Attacks.ts'

/** What is read of a file of regressions. */
const Regressions = Schema.fromJsonString(
  Schema.Struct({ ataques: Schema.Array(Schema.Struct({ ataque: Schema.String, pasa: Schema.Boolean })) }),
)

/**
 * The attacks to repeat after an earlier run: those that failed, or null (all) when every attack passed. None if the
 * text is not the report of a run.
 */
export const failedBefore = (text: string): Option.Option<ReadonlySet<string> | null> =>
  Schema.decodeUnknownOption(Regressions)(text).pipe(
    Option.map(({ ataques }) => ataques.filter(({ pasa }) => !pasa).map(({ ataque }) => ataque)),
    Option.filter((failed) => failed.every((name) => attacks.some((attack) => attack.name === name))),
    Option.map((failed) => (failed.length === 0 ? null : new Set(failed))),
  )

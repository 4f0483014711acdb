import { Option, Schema } from 'effect'

/** What is read of a file of regressions. */
const Regressions = Schema.fromJsonString(
  Schema.Struct({ ataques: Schema.Array(Schema.Struct({ ataque: Schema.String, pasa: Schema.Boolean })) }),
)

/** The attacks that failed by a file of regressions; none when it is no such file. */
export const failedBefore = (text: string): Option.Option<ReadonlySet<string>> =>
  Option.map(
    Schema.decodeUnknownOption(Regressions)(text),
    ({ ataques }) => new Set(ataques.filter(({ pasa }) => !pasa).map(({ ataque }) => ataque)),
  )

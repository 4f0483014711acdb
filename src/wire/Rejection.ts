import { Schema, Struct } from 'effect'
import { Codigo } from './Errores.ts'
import { type Rule, rules } from './OrderOfJudgement.ts'

/**
 * A request that is answered with an error. `retryAfterSeconds` becomes `Retry-After`. Partners do not see `rule` and
 * `field`. `field` is a declared name, never a name or a value from the request.
 */
export class Rejection extends Schema.TaggedError<Rejection>()('Rejection', {
  codigo: Codigo,
  retryAfterSeconds: Schema.optionalKey(Schema.Int),
  rule: Schema.optionalKey(Schema.Literals(Struct.keys(rules))),
  field: Schema.optionalKey(Schema.String),
}) {}

export const reject = (rule: Rule, found: Pick<Rejection, 'retryAfterSeconds' | 'field'> = {}): Rejection =>
  new Rejection({ codigo: rules[rule][1], rule, ...found })

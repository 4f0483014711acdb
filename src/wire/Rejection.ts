import { Schema, Struct } from 'effect'
import { Codigo } from './Errores.ts'
import { type Rule, rules } from './OrderOfJudgement.ts'

/**
 * A request that is answered with an error. `retryAfterSeconds` becomes `Retry-After`. Partners are not told
 * the rule and the field: which of those that we declare, never a name or a value of the request's.
 */
export class Rejection extends Schema.TaggedError<Rejection>()('Rejection', {
  codigo: Codigo,
  retryAfterSeconds: Schema.optionalKey(Schema.Int),
  rule: Schema.optionalKey(Schema.Literals(Struct.keys(rules))),
  field: Schema.optionalKey(Schema.String),
}) {}

/** What a rule answers. */
export const reject = (rule: Rule, found: Pick<Rejection, 'retryAfterSeconds' | 'field'> = {}): Rejection =>
  new Rejection({ codigo: rules[rule][1], rule, ...found })

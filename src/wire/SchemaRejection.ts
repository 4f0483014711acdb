import { Result, Schema, type SchemaIssue } from 'effect'
import type { Rule } from './OrderOfJudgement.ts'
import { Peticion } from './Peticion.ts'
import { type Rejection, reject } from './Rejection.ts'

type Broken = readonly [rule: Rule, path: ReadonlyArray<PropertyKey>]

const brokenBy = (issue: SchemaIssue.Issue | undefined): Broken => {
  switch (issue?._tag) {
    case 'Pointer': {
      const [rule, path] = brokenBy(issue.issue)
      return [rule, [...issue.path, ...path]]
    }
    case 'Composite':
    case 'AnyOf':
      return brokenBy(issue.issues[0])
    case 'MissingKey':
      return ['campo_ausente', []]
    case 'Filter':
      return ['texto_fuera_de_forma', []]
    default:
      return ['tipo_incorrecto', []]
  }
}

const decode = Schema.decodeUnknownResult(Peticion)

/** Why a body does not match the schema (step 10): the first rule that it breaks, and the declared field. */
export const schemaRejection = (body: Record<string, unknown>): Rejection => {
  const [rule, path] = brokenBy(
    Result.match(decode(body), { onSuccess: () => undefined, onFailure: ({ issue }) => issue }),
  )
  return reject(rule, { field: path.join('.') })
}

import type { Schema } from 'effect'
import { type Declaration, declarations, placeholders } from '#simulator/levers/Declarations.ts'
import { meanings } from '#simulator/levers/Meanings.ts'
import { code, table } from './Tables.ts'

const named = (fields: Schema.Struct.Fields): ReadonlyArray<string> =>
  Object.entries(fields).map(([name, { ast }]) => (ast.context?.isOptional === true ? `${name}?` : name))

const membersOf = ({ path, parameters, body }: Declaration): string => {
  const inPath = placeholders(path)
  const asked = named(parameters?.fields ?? {}).filter((name) => !inPath.includes(name.replace('?', '')))
  const members = [...asked.map((name) => `?${name.replace('?', '')}=`), ...named(body?.fields ?? {})]
  return members.map(code).join(', ')
}

export const controls = (): string =>
  table(
    ['Route', 'Name', 'Fields', 'What it does'],
    declarations.map((declaration) => {
      const { name, method, path } = declaration
      const meaning = meanings[name]
      if (meaning === undefined) throw new Error(`simulator/levers/Meanings.ts does not say what ${name} does`)
      return [code(`${method} /_simulador${path}`), code(name), membersOf(declaration), meaning]
    }),
  )

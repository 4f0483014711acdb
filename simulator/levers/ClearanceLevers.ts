import { Effect, Schema } from 'effect'
import { ListKind } from '#domain/evidence/Findings.ts'
import { answer } from '#http/Answers.ts'
import { Clearances } from '#ports/Clearances.ts'
import { Time } from '#ports/Time.ts'
import { clearableOf } from '#simulator/sources/ClearedFindings.ts'
import { LeverMisused, member, optional, post } from './Lever.ts'
import { curp } from './ScenarioLevers.ts'

const listSentence = `lista es una de ${ListKind.literals.join(', ')}; solo con listas, y entonces hace falta.`

export const Clearing = Schema.Struct({
  curp,
  fuente: member(Schema.Literals(['listas', 'judicial']), 'fuente es listas o judicial.'),
  lista: optional(ListKind, listSentence),
  quitar: optional(Schema.Boolean, 'quitar es true para que vuelva a contar, o false.'),
})

/** Records that findings are about another person, as the operator of the service does (contract 3.15). */
export const clearanceLevers = Effect.gen(function* () {
  const { record, withdraw } = yield* Clearances
  const time = yield* Time
  return [
    post(
      '/_simulador/aclaraciones',
      Clearing,
      Effect.fnUntraced(function* ({ curp, fuente, lista = null, quitar }) {
        if ((fuente === 'listas') !== (lista !== null)) return yield* new LeverMisused({ mensaje: listSentence })
        const clearable = lista === null ? ({ source: 'judicial' } as const) : clearableOf(lista)
        yield* quitar ? withdraw(curp, clearable) : record(curp, clearable, yield* time.now)
        return answer({ fuente, lista, aclarado: !quitar })
      }),
    ),
  ]
})

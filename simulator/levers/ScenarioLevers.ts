import { Effect, Schema } from 'effect'
import { type Scenario, scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { SourceName } from '#domain/Source.ts'
import { answer } from '#http/Answers.ts'
import { sampleCurp } from '#simulator/SampleCurp.ts'
import { faultNames, SourceFaults } from '#simulator/SourceFaults.ts'
import { get, post } from './Lever.ts'

const escenario = ({ prefix, name, description, results }: Scenario) => ({
  prefijo: prefix,
  nombre: name,
  fuentes: description,
  resultados: results,
  curp_de_ejemplo: sampleCurp(prefix),
})

const FaultChange = Schema.Struct({ fuente: SourceName, falla: Schema.NullOr(Schema.Literals(faultNames)) })

/** What the simulated sources report, and how they fail. */
export const scenarioLevers = Effect.gen(function* () {
  const faults = yield* SourceFaults
  const reading = Effect.map(faults.all, (all) =>
    answer({ fuentes: all.map(({ source, fault }) => ({ fuente: source, falla: fault })) }),
  )
  return [
    get('/_simulador/escenarios', () => Effect.succeed(answer({ escenarios: scenarios.map(escenario) }))),
    get('/_simulador/fuentes', () => reading),
    post('/_simulador/fuentes', FaultChange, ({ fuente, falla }) => Effect.andThen(faults.put(fuente, falla), reading)),
  ]
})

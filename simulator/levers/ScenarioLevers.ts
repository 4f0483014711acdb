import { Effect, Schema } from 'effect'
import { type Scenario, scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { SourceName } from '#domain/evidence/Source.ts'
import { answer } from '#http/Answers.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { everyFaultName, type Fault, SourceFaults } from '#simulator/sources/SourceFaults.ts'
import { get, LeverMisused, post } from './Lever.ts'

const escenario = ({ prefix, name, description, end }: Scenario) => ({
  prefijo: prefix,
  nombre: name,
  fuentes: description,
  resultados: [end],
  curp_de_ejemplo: sampleCurp(prefix),
})

const FaultChange = Schema.Struct({ fuente: SourceName, falla: Schema.NullOr(Schema.Literals(everyFaultName)) })

/** What the simulated sources report, and how they fail. */
export const scenarioLevers = Effect.gen(function* () {
  const faults = yield* SourceFaults
  const reading = Effect.map(faults.all, (all) =>
    answer({ fuentes: all.map(({ source, fault }) => ({ fuente: source, falla: fault })) }),
  )
  const put = (source: SourceName, fault: Fault | null) => {
    const offered = faults.offered(source)
    return fault === null || offered.includes(fault)
      ? faults.put(source, fault)
      : Effect.fail(
          new LeverMisused({
            mensaje: `falla de ${source} es una de ${offered.join(', ')}; ${fault} necesita --sources providers y es de identidad o judicial.`,
          }),
        )
  }
  return [
    get('/_simulador/escenarios', () => Effect.succeed(answer({ escenarios: scenarios.map(escenario) }))),
    get('/_simulador/fuentes', () => reading),
    post('/_simulador/fuentes', FaultChange, ({ fuente, falla }) => Effect.andThen(put(fuente, falla), reading)),
  ]
})

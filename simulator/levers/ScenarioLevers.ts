import { Effect, Schema } from 'effect'
import { type Scenario, scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { SourceName } from '#domain/evidence/Source.ts'
import { answer } from '#http/Answers.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { everyFaultName, type Fault, providerFaultNames, SourceFaults } from '#simulator/sources/SourceFaults.ts'
import { get, LeverMisused, member, post } from './Lever.ts'

const escenario = ({ prefix, name, description, end }: Scenario) => ({
  prefijo: prefix,
  nombre: name,
  fuentes: description,
  resultados: [end],
  curp_de_ejemplo: sampleCurp(prefix),
})

const FaultChange = Schema.Struct({
  fuente: member(SourceName, `fuente es una de ${SourceName.literals.join(', ')}.`),
  falla: member(
    Schema.NullOr(Schema.Literals(everyFaultName)),
    `falla es una de ${everyFaultName.join(', ')}, o null para quitarla.`,
  ),
})

const providersAlone = `${providerFaultNames.join(', ')} necesitan --sources providers, y son de identidad o judicial.`

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
      : Effect.fail(new LeverMisused({ mensaje: providersAlone }))
  }
  return [
    get('/_simulador/escenarios', () => Effect.succeed(answer({ escenarios: scenarios.map(escenario) }))),
    get('/_simulador/fuentes', () => reading),
    post('/_simulador/fuentes', FaultChange, ({ fuente, falla }) => Effect.andThen(put(fuente, falla), reading)),
  ]
})

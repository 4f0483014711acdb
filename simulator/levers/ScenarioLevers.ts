import { Effect, Option, Schema } from 'effect'
import { type Scenario, scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { IdentityKnown, ListFindings } from '#domain/evidence/Findings.ts'
import { ReportedLawsuit } from '#domain/evidence/Lawsuits.ts'
import { SourceName } from '#domain/evidence/Source.ts'
import { parse } from '#domain/person/Curp.ts'
import { answer } from '#http/Answers.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { recipeKinds, recipes } from '#simulator/sources/Recipes.ts'
import { ScriptedFindings } from '#simulator/sources/ScriptedFindings.ts'
import { everyFaultName, type Fault, providerFaultNames, SourceFaults } from '#simulator/sources/SourceFaults.ts'
import { get, LeverMisused, member, optional, post } from './Lever.ts'

const escenario = ({ prefix, name, description, end }: Scenario) => ({
  prefijo: prefix,
  nombre: name,
  fuentes: description,
  resultados: [end],
  curp_de_ejemplo: sampleCurp(prefix),
})

export const FaultChange = Schema.Struct({
  fuente: member(SourceName, `fuente es una de ${SourceName.literals.join(', ')}.`),
  falla: optional(
    Schema.Literals(everyFaultName),
    `falla es una de ${everyFaultName.join(', ')}; sin ella, se quita la que haya.`,
  ),
})

const kind = Schema.Literals(recipeKinds)
const kindSentence = `para es uno de ${recipeKinds.join(', ')}`
export const RecipeFilter = Schema.Struct({
  para: optional(kind, `${kindSentence}; sin él, todos.`),
  codigo: optional(Schema.String, 'codigo es el de un factor, paso, nivel, explicación o final; sin él, todos.'),
})
export const RecipeChoice = Schema.Struct({
  para: member(kind, `${kindSentence}.`),
  codigo: member(Schema.String, 'codigo es el de una receta; listar_recetas los dice.'),
})

const providersAlone = `${providerFaultNames.join(', ')} necesitan --sources providers, y son de identidad o judicial.`

const Identidad = Schema.Union([
  Schema.Literals(['no_existe', 'falla']),
  Schema.Struct({
    estatus: IdentityKnown.fields.estatus,
    nombre: Schema.optionalKey(Schema.NullOr(IdentityKnown.fields.nombre)),
    validacion: IdentityKnown.fields.validacion,
    credencial: IdentityKnown.fields.credencial,
  }),
])

const Listas = Schema.Union([Schema.Literal('falla'), ListFindings])
const Judicial = Schema.Union([Schema.Literal('falla'), Schema.Struct({ juicios: Schema.Array(ReportedLawsuit) })])

/** The findings of the sources about one CURP. */
export const said = { identidad: Identidad, listas: Listas, judicial: Judicial }

export const curp = member(
  Schema.String.check(Schema.makeFilter((text) => Option.isSome(parse(text)))),
  'curp es una CURP en su forma oficial.',
)

export const Findings = Schema.Struct({
  curp,
  identidad: optional(
    Identidad,
    'identidad es no_existe, falla, { estatus, nombre?, validacion, credencial } o null para quitarla.',
  ),
  listas: optional(
    Listas,
    'listas es falla, { internacionales, fiscal, posibles?, consultadas? } o null para quitarla.',
  ),
  judicial: optional(
    Judicial,
    'judicial es falla, { juicios: [{ materia, estado, certeza?, papel?, asunto?, ultimo_movimiento? }] } o null para quitarla.',
  ),
}).annotate({ identifier: 'CambioDeHallazgos' })

/** What the simulated sources report, and how they fail. */
export const scenarioLevers = Effect.gen(function* () {
  const faults = yield* SourceFaults
  const scripts = yield* ScriptedFindings
  const reading = Effect.map(faults.all, (all) =>
    answer({ fuentes: all.map(({ source, fault }) => ({ fuente: source, falla: fault })) }),
  )
  const put = (source: SourceName, fault: Fault | null = null) => {
    const offered = faults.offered(source)
    return fault === null || offered.includes(fault)
      ? faults.put(source, fault)
      : Effect.fail(new LeverMisused({ mensaje: providersAlone }))
  }
  return [
    get('/_simulador/escenarios', () => Effect.succeed(answer({ escenarios: scenarios.map(escenario) }))),
    get('/_simulador/recetas', (query) => {
      const [para, codigo] = [query.get('para'), query.get('codigo')]
      if (para !== null && !Schema.is(kind)(para)) return Effect.fail(new LeverMisused({ mensaje: `${kindSentence}.` }))
      return Effect.succeed(
        answer({
          recetas: recipes.filter(
            (one) => (para === null || one.para === para) && (codigo === null || one.codigo === codigo),
          ),
        }),
      )
    }),
    post(
      '/_simulador/recetas',
      RecipeChoice,
      Effect.fnUntraced(function* ({ para, codigo }) {
        const recipe = recipes.find((one) => one.para === para && one.codigo === codigo)
        if (recipe === undefined) {
          const known = recipes.filter((one) => one.para === para).map((one) => one.codigo)
          return yield* new LeverMisused({ mensaje: `codigo es uno de ${known.join(', ')}.` })
        }
        const { curp, ...findings } = recipe.hallazgos
        yield* scripts.put(curp, findings)
        for (const { fuente, falla } of recipe.fallas) yield* put(fuente, falla)
        return answer(recipe)
      }),
    ),
    post('/_simulador/hallazgos', Findings, ({ curp, ...change }) => Effect.map(scripts.put(curp, change), answer)),
    get('/_simulador/fuentes', () => reading),
    post('/_simulador/fuentes', FaultChange, ({ fuente, falla }) => Effect.andThen(put(fuente, falla), reading)),
  ]
})

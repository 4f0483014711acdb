import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { PeticionDeVerificacion } from '#client/Contract.ts'
import { useAnswer } from './Call.ts'
import { select } from './Fields.ts'
import { button } from './Parts.ts'
import { wordsOf } from './RecipeWords.ts'
import { scenarioText } from './ScenarioWords.ts'
import type { Pull } from './Snippets.ts'
import { pulse } from './Store.ts'
import { t } from './Words.ts'
import { lever } from './World.ts'

/** What a verification is to come to: by a scenario, or by a recipe that has the sources say what leads to one thing. */

interface End {
  readonly estado: string
  readonly accion: string | null
  readonly nivel: string | null
}

interface Escenario {
  readonly prefijo: string | null
  readonly nombre: string
  readonly fuentes: string
  readonly resultados: ReadonlyArray<End>
  readonly curp_de_ejemplo: string
}

const kinds = ['factor', 'paso', 'nivel', 'explicacion', 'sin_recomendacion'] as const

interface Receta {
  readonly para: (typeof kinds)[number]
  readonly codigo: string
  readonly solicitante: PeticionDeVerificacion['solicitante']
  readonly hallazgos: unknown
  readonly fallas: ReadonlyArray<{ readonly fuente: string; readonly falla: string }>
  readonly fin: End
}

/** What is to be sent. */
export interface Play {
  readonly solicitante: PeticionDeVerificacion['solicitante']
  /** Before the request, in order. */
  readonly pulls: ReadonlyArray<Pull>
}

const endText = ({ estado, accion, nivel }: End): string => (accion === null ? estado : `${accion} · ${nivel}`)

const scenarioList = (all: ReadonlyArray<Escenario>, chosen: number, onChoose: (index: number) => void): VNode =>
  html`<fieldset class="scenarios">
    <legend>${t('scenario')}</legend>
    ${all.map((one, index) => {
      const { language, name, sources } = scenarioText(one)
      return html`<label key=${one.nombre} class="scenario">
        <input type="radio" name="scenario" checked=${index === chosen} onChange=${() => onChoose(index)} />
        <span lang=${language}><code>${one.prefijo ?? '····'}</code> <strong>${name}</strong></span>
        <small lang=${language}>${sources}</small>
        <small><code>${one.resultados.map(endText).join(` ${t('or')} `)}</code></small>
      </label>`
    })}
  </fieldset>`

const recipeList = (all: ReadonlyArray<Receta>, chosen: Receta, onChoose: (recipe: Receta) => void): VNode => {
  const first = (para: Receta['para']) => all.find((one) => one.para === para) ?? chosen
  const shown = all.filter(({ para }) => para === chosen.para)
  return html`<fieldset class="scenarios">
    <legend>${t('recipe')}</legend>
    ${select(
      t('leadsTo'),
      chosen.para,
      kinds,
      (para) => onChoose(first(para)),
      (para) => t(para),
    )}
    ${shown.map(
      (recipe) => html`<label key=${recipe.codigo} class="scenario">
        <input type="radio" name="recipe" checked=${recipe === chosen} onChange=${() => onChoose(recipe)} />
        <code>${recipe.codigo}</code>
        <small>${wordsOf(recipe.codigo)}</small>
        <small><code>${endText(recipe.fin)}</code></small>
      </label>`,
    )}
  </fieldset>`
}

/** A recipe stands on sources that fail as it says, and not otherwise. */
const pullsOf = ({ hallazgos, fallas }: Receta): ReadonlyArray<Pull> => {
  const wanted = (pulse.value?.fuentes ?? []).flatMap(({ fuente, falla }) => {
    const own = fallas.find((one) => one.fuente === fuente)?.falla ?? null
    return own === falla ? [] : [{ path: 'fuentes', body: { fuente, falla: own } }]
  })
  return [{ path: 'hallazgos', body: hallazgos }, ...wanted]
}

const remark = ({ fallas }: Receta): string =>
  fallas.length === 0 ? t('recipesNote') : t('faultStays', fallas.map((one) => `${one.fuente} ${one.falla}`).join(', '))

/** The fields to choose by, and what was chosen; null until the simulator has told what there is. */
export const useChoice = (): { readonly fields: VNode; readonly play: Play | null } => {
  const [isRecipe, setIsRecipe] = useState(false)
  const [index, setIndex] = useState(0)
  const [picked, setPicked] = useState<Receta | null>(null)
  const escenarios = useAnswer<{ readonly escenarios: ReadonlyArray<Escenario> }>(lever('escenarios'), null)
  const recetas = useAnswer<{ readonly recetas: ReadonlyArray<Receta> }>(lever('recetas'), null)
  const [first] = recetas?.body.recetas ?? []
  const [scenario, recipe] = [escenarios?.body.escenarios[index], picked ?? first]
  if (escenarios === null || recetas === null || scenario === undefined || recipe === undefined) {
    return { fields: html`<p class="muted">…</p>`, play: null }
  }
  const either = html`<div class="inline">
    ${button(t('scenarios'), () => setIsRecipe(false), { kind: 'quiet', isPressed: !isRecipe })}
    ${button(t('recipes'), () => setIsRecipe(true), { kind: 'quiet', isPressed: isRecipe })}
  </div>`
  return isRecipe
    ? {
        fields: html`<div>
          ${either}
          <p class="note">${remark(recipe)}</p>
          ${recipeList(recetas.body.recetas, recipe, setPicked)}
        </div>`,
        play: { solicitante: recipe.solicitante, pulls: pullsOf(recipe) },
      }
    : {
        fields: html`<div>${either} ${scenarioList(escenarios.body.escenarios, index, setIndex)}</div>`,
        play: { solicitante: { curp: scenario.curp_de_ejemplo }, pulls: [] },
      }
}

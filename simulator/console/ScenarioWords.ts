import { lang } from './Words.ts'

/** What a scenario is called, and what its sources say: in Spanish as the service tells it, in English from here. */

interface Told {
  readonly nombre: string
  readonly fuentes: string
}

/** By the Spanish name. */
const english: Readonly<Record<string, readonly [name: string, sources: string]>> = {
  'Todo en orden': ['All in order', 'Valid identity; no match in lists, nothing from the judicial source.'],
  'Juicios concluidos': [
    'Concluded lawsuits',
    'The judicial source reports two concluded lawsuits, a civil and a commercial one.',
  ],
  'Juicio en curso': ['Lawsuit in progress', 'The judicial source reports a lawsuit in progress.'],
  'CURP de otra persona': [
    'CURP of another person',
    "The registry's name is another person's, the validation fails and the credential does not agree.",
  ],
  'Aparece en listas': [
    'Appears in lists',
    'Synthetic matches in international lists and in that of operations that do not exist.',
  ],
  'Falla del proveedor': ['Failure of the provider', 'The identity source does not deliver its report.'],
  'La CURP no existe': ['The CURP does not exist', 'The query for the CURP answers that it does not exist.'],
  'Cualquier otra combinación': ['Any other combination', 'Behaves like the first row.'],
}

/** A scenario in the language that was chosen, and which that is: Spanish where there is no English. */
export const scenarioText = ({ nombre, fuentes }: Told) => {
  const translated = lang.value === 'en' ? english[nombre] : undefined
  return translated === undefined
    ? ({ language: 'es', name: nombre, sources: fuentes } as const)
    : ({ language: 'en', name: translated[0], sources: translated[1] } as const)
}

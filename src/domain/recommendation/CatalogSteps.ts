import { Schema } from 'effect'

/**
 * The closed catalog of suggested steps (contract 2.14), in the order in which they are shown, with texts for the
 * landlord. An innocent applicant can do what each of them asks.
 */
export const StepCode = Schema.Literals([
  'COTEJAR_DOCUMENTOS_ORIGINALES',
  'PEDIR_CURP_VIGENTE',
  'CONFIRMAR_IDENTIDAD_EN_PERSONA',
  'COTEJAR_NOMBRE_EN_IDENTIFICACION',
  'PREGUNTAR_A_LA_PERSONA',
  'SOLICITAR_ACLARACION',
  'PEDIR_CONSTANCIA_DE_JUICIO',
  'CONSULTAR_MAS_TARDE',
  'PEDIR_CONSTANCIA_DE_CONCLUSION',
  'PREGUNTAR_POR_CARGO_PUBLICO',
  'DECISION_DEL_ARRENDADOR',
])
export type StepCode = typeof StepCode.Type

const texts: Record<StepCode, string> = {
  COTEJAR_DOCUMENTOS_ORIGINALES: 'Coteje los documentos originales de la persona solicitante antes de firmar.',
  PEDIR_CURP_VIGENTE:
    'Pida a la persona solicitante una constancia reciente de su CURP vigente; si no la tiene porque el registro se equivocó, puede pedir ahí la corrección, y después solicitarse otra verificación.',
  CONFIRMAR_IDENTIDAD_EN_PERSONA:
    'Revise que los datos se hayan capturado sin errores y confirme la identidad en persona con una identificación oficial vigente.',
  COTEJAR_NOMBRE_EN_IDENTIFICACION:
    'El nombre proporcionado se parece al registrado, pero no es idéntico: compárelo con el de una identificación oficial.',
  SOLICITAR_ACLARACION:
    'Pregunte a la persona solicitante por lo encontrado en las listas y tome en cuenta su explicación y los documentos que pueda mostrar.',
  PEDIR_CONSTANCIA_DE_JUICIO:
    'Pregunte a la persona solicitante por el juicio en curso y, si puede mostrarlo, por un documento de la etapa en que se encuentra.',
  PREGUNTAR_A_LA_PERSONA:
    'Pregunte a la persona solicitante si lo que se encontró por nombre se refiere a ella: si dice que no, eso basta para no tomarlo en cuenta, salvo prueba en contra.',
  CONSULTAR_MAS_TARDE:
    'Si desea un sustento más completo, solicite otra verificación más adelante, cuando todas las fuentes respondan; una nueva verificación puede tener costo.',
  PEDIR_CONSTANCIA_DE_CONCLUSION:
    'Si lo considera útil, pregunte a la persona solicitante por la conclusión del juicio y, si puede mostrarlo, por un documento: pudo haberse resuelto a su favor.',
  PREGUNTAR_POR_CARGO_PUBLICO:
    'Si lo considera útil, pregunte a la persona solicitante si tiene o tuvo un cargo público; tenerlo no es una irregularidad.',
  DECISION_DEL_ARRENDADOR: 'La decisión es suya: esta recomendación informa y no sustituye su criterio.',
}

/** Texts of the same steps for more than one lawsuit. */
const severalLawsuits: Partial<Record<StepCode, string>> = {
  PEDIR_CONSTANCIA_DE_JUICIO:
    'Pregunte a la persona solicitante por cada juicio en curso y, si puede mostrarlo, por un documento de la etapa en que se encuentra.',
  PEDIR_CONSTANCIA_DE_CONCLUSION:
    'Si lo considera útil, pregunte a la persona solicitante por la conclusión de cada juicio y, si puede mostrarlos, por los documentos: pudieron haberse resuelto a su favor.',
}

export const step = (code: StepCode, isSeveral = false): { readonly code: StepCode; readonly text: string } => ({
  code,
  text: (isSeveral ? severalLawsuits[code] : undefined) ?? texts[code],
})

import { Schema } from 'effect'

/** The closed catalog of suggested steps (contract 2.14), with texts for the landlord. */
export const StepCode = Schema.Literals([
  'COTEJAR_DOCUMENTOS_ORIGINALES',
  'PEDIR_CURP_VIGENTE',
  'CONFIRMAR_IDENTIDAD_EN_PERSONA',
  'SOLICITAR_ACLARACION',
  'PEDIR_CONSTANCIA_DE_JUICIO',
  'PEDIR_CONSTANCIA_DE_CONCLUSION',
  'CONSULTAR_MAS_TARDE',
  'DECISION_DEL_ARRENDADOR',
])
export type StepCode = typeof StepCode.Type

const texts: Record<StepCode, string> = {
  COTEJAR_DOCUMENTOS_ORIGINALES: 'Coteje los documentos originales de la persona solicitante antes de firmar.',
  PEDIR_CURP_VIGENTE: 'Pida a la persona solicitante una constancia reciente de su CURP vigente.',
  CONFIRMAR_IDENTIDAD_EN_PERSONA:
    'Revise que los datos se hayan capturado sin errores y confirme la identidad en persona con una identificación oficial vigente.',
  SOLICITAR_ACLARACION:
    'Pida a la persona solicitante que aclare lo encontrado en las listas y, si los tiene, que muestre documentos que lo expliquen.',
  PEDIR_CONSTANCIA_DE_JUICIO:
    'Pida a la persona solicitante un documento que muestre en qué etapa se encuentra el juicio en curso.',
  PEDIR_CONSTANCIA_DE_CONCLUSION: 'Si lo considera útil, pida un documento que muestre la conclusión del juicio.',
  CONSULTAR_MAS_TARDE:
    'Si desea un sustento más completo, solicite otra verificación más adelante, cuando todas las fuentes respondan; una nueva verificación puede tener costo.',
  DECISION_DEL_ARRENDADOR: 'La decisión es suya: esta recomendación informa y no sustituye su criterio.',
}

/** Texts of the same steps for more than one lawsuit. */
const severalLawsuits: Partial<Record<StepCode, string>> = {
  PEDIR_CONSTANCIA_DE_JUICIO:
    'Pida a la persona solicitante un documento que muestre en qué etapa se encuentra cada juicio en curso.',
  PEDIR_CONSTANCIA_DE_CONCLUSION: 'Si lo considera útil, pida un documento que muestre la conclusión de cada juicio.',
}

export const step = (code: StepCode, isSeveral = false): { readonly code: StepCode; readonly text: string } => ({
  code,
  text: (isSeveral ? severalLawsuits[code] : undefined) ?? texts[code],
})

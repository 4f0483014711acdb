/** The texts for the controls of an account. */
export const accountTexts = {
  operate: ['Lo que hace el operador', 'What the operator does'],
  suspend: ['Suspender', 'Suspend'],
  activate: ['Activar', 'Activate'],
  credit: ['Abonar', 'Credit'],
  creditOf: ['Abono en pesos; negativo si se corrige', 'Credit in pesos; negative to correct'],
  changePlan: ['Cambiar el plan', 'Change the plan'],
  changeMode: ['Pasar a modo {0}', 'Change to mode {0}'],
  erase: ['Borrar su contenido', 'Erase its content'],
  applyRetention: ['Aplicar la retención de 365 días', 'Apply the retention of 365 days'],
  issueKey: ['Emitir llave', 'Issue key'],
  revoke: ['Revocar {0}', 'Revoke {0}'],
  prepareSecret: ['Preparar secreto', 'Prepare secret'],
  activateSecret: ['Activar secreto', 'Activate secret'],
  abandonSecret: ['Abandonar secreto', 'Abandon secret'],
} as const

/** The texts for the controls of an account. */
export const accountTexts = {
  operate: ['Lo que hace el operador', 'What the operator does'],
  suspend: ['Suspender', 'Suspend'],
  activate: ['Activar', 'Activate'],
  changePlan: ['Cambiar el plan', 'Change the plan'],
  credit: ['Abonar', 'Credit'],
  creditOf: ['Abono en pesos; negativo si se corrige', 'Credit in pesos; negative to correct'],
  issueKey: ['Emitir llave', 'Issue key'],
  revoke: ['Revocar {0}', 'Revoke {0}'],
  prepareSecret: ['Preparar secreto', 'Prepare secret'],
  activateSecret: ['Activar secreto', 'Activate secret'],
  abandonSecret: ['Abandonar secreto', 'Abandon secret'],
} as const

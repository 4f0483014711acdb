import { effect, signal } from '@preact/signals'

/** Everything that the page says, in Spanish and in English; `{0}` stands for the first argument. */

export type Pair = readonly [es: string, en: string]

const texts = {
  // Sections
  verificaciones: ['Verificaciones', 'Verifications'],
  webhooks: ['Webhooks', 'Webhooks'],
  cuentas: ['Cuentas', 'Accounts'],
  palancas: ['Simular fallas', 'Simulate faults'],
  solicitudes: ['Peticiones', 'HTTP requests'],
  sections: ['Secciones', 'Sections'],
  skip: ['Ir al contenido', 'Skip to content'],
  simulator: ['simulador local', 'local simulator'],
  theme: ['Claro u oscuro', 'Light or dark'],
  live: ['en vivo', 'live'],
  silent: ['sin señal', 'no signal'],
  close: ['Cerrar', 'Close'],
  news: ['Verificaciones nuevas: {0}; terminadas: {1}', 'New verifications: {0}; ended: {1}'],

  shortcuts: ['Atajos del teclado', 'Keyboard shortcuts'],
  keysOn: ['Atajos activos', 'Shortcuts are on'],
  zone: ['Hora {0}: cambiar entre UTC y la local', 'Time {0}: switch between UTC and local'],

  // What everything shares
  copy: ['Copiar', 'Copy'],
  copied: ['Copiado', 'Copied'],
  search: ['Buscar', 'Search'],
  state: ['Estado', 'State'],
  all: ['todas', 'all'],
  none: ['ninguna', 'none'],
  or: ['o', 'or'],
  account: ['Cuenta', 'Account'],
  amount: ['Monto', 'Amount'],
  mode: ['Modo', 'Mode'],
  when: ['Hora', 'Time'],
  cancel: ['Cancelar', 'Cancel'],
  notYet: ['todavía no', 'not yet'],

  // Clock
  clock: ['Reloj simulado', 'Simulated clock'],
  toNext: ['Ir a lo siguiente', 'Jump to the next'],
  nothingWaits: ['nada pendiente', 'nothing waits'],
  inSpan: ['en {0}', 'in {0}'],
  speed: ['Velocidad', 'Speed'],
  world: ['Mundo', 'World'],

  // List
  start: ['Nueva', 'New'],
  noneYet: [
    'Aún no ha llegado ninguna. Empiece una aquí, o envíela desde su código.',
    'None has come yet. Start one here, or send one from your code.',
  ],
  noneFound: ['Ninguna coincide.', 'None matches.'],
  notRemembered: [
    'El simulador ya no recuerda esta verificación.',
    'The simulator no longer remembers this verification.',
  ],
  sourcesAnswered: ['fuentes que respondieron: {0} de 3', 'sources that answered: {0} of 3'],

  // Detail
  story: ['Lo que pasó', 'What happened'],
  untilDecision: ['Hasta la decisión, a escala: {0}', 'Until the decision, to scale: {0}'],
  webhookOver: ['Los intentos del webhook, a escala: {0}', 'The attempts of the webhook, to scale: {0}'],
  documents: ['Documentos exactos', 'Exact documents'],
  webhookBody: ['Cuerpo del webhook', 'Body of the webhook'],
  seeWebhook: ['Ver el webhook y su firma', 'See the webhook and its signature'],
  created: ['Creada', 'Created'],
  createdBy: ['por {0}, cuenta {1}', 'by {0}, account {1}'],
  notAsked: ['no se consultó', 'was not asked'],
  waitsForIdentity: ['{0} · espera a identidad', '{0} · waits for identidad'],
  asked: ['{0} · se le preguntó', '{0} · was asked'],
  answersIn: ['{0} · responde en {1}', '{0} · answers in {1}'],
  tookSpan: ['tardó {0}', 'took {0}'],
  noAnswerInTime: ['sin respuesta a tiempo', 'no answer in time'],
  beforeStart: ['antes de este arranque', 'before this start'],
  progress: ['Avance', 'Progress'],
  decision: ['Decisión', 'Decision'],
  decisionBy: ['a más tardar en {0}', 'in {0} at the latest'],
  charge: ['Cobro', 'Charge'],
  transfer: ['Transferencia', 'Transfer'],
  held: ['{0} del saldo apartados', '{0} of the balance set aside'],
  paymentBacks: ['el pago del solicitante la respalda', "the applicant's payment backs it"],
  attemptsFailed: ['intentos sin éxito: {0}', 'failed attempts: {0}'],
  nextIn: ['sigue en {0}', 'next in {0}'],
  noWebhook: ['ninguno: solo se avisa de las emitidas', 'none: only emitted ones have one'],
  webhookAttempt: ['Webhook, intento {0}', 'Webhook, attempt {0}'],
  dueAt: ['sale a las {0}, en {1}', 'goes out at {0}, in {1}'],
  recommendation: ['Recomendación', 'Recommendation'],
  source: ['fuente', 'source'],
  coverage: ['Cobertura: {0} de {1} fuentes', 'Coverage: {0} of {1} sources'],

  // Start one
  introduction: [
    'Cotejo entero, en esta máquina. La API está en {0}: lo que envíe su código aparece aquí al momento, con lo que el servicio hace y lo que avisa a su webhook.',
    'All of Cotejo, on this machine. The API is at {0}: what your code sends shows up here at once, with what the service does and what it tells your webhook.',
  ],
  startOne: ['Empezar una verificación', 'Start a verification'],
  startNote: [
    'Elija cuenta y escenario, o una receta; vea la solicitud como la haría su código y envíela. Las personas no existen.',
    'Pick an account and a scenario, or a recipe; see the request as your code would make it, and send it. The people do not exist.',
  ],
  scenario: ['Escenario', 'Scenario'],
  scenarios: ['Escenarios', 'Scenarios'],
  recipe: ['Receta', 'Recipe'],
  recipes: ['Recetas', 'Recipes'],
  recipesNote: [
    'Hay una para cada cosa a la que puede llegar una verificación: fija lo que las fuentes responden de una persona y luego envía la solicitud.',
    'There is one for everything that a verification can come to: it sets what the sources answer about one person, and then sends the request.',
  ],
  faultStays: [
    'Pone una falla, que se queda: {0}. Quítela en Simular fallas.',
    'Puts a fault in place, which stays: {0}. Mend it under Simulate faults.',
  ],
  leadsTo: ['Para ver', 'To see'],
  factor: ['un factor', 'a factor'],
  paso: ['un paso sugerido', 'a suggested step'],
  nivel: ['un nivel', 'a level'],
  explicacion: ['la explicación de un nivel', 'the explanation of a level'],
  sin_recomendacion: ['un fin sin recomendación', 'an end without recommendation'],
  request: ['Solicitud', 'Request'],
  pay: ['Pagar {0}', 'Pay {0}'],
  send: ['Enviar la solicitud', 'Send the request'],
  sendNote: ['o péguela en su terminal', 'or paste it into your terminal'],

  // Webhooks
  webhooksNote: [
    'Aquí llegan todos los webhooks: este buzón hace de Internet. Decida qué contesta su receptor y vea los reintentos.',
    'All webhooks arrive here: this inbox stands for the Internet. Decide what your receiver answers and watch the retries.',
  ],
  noWebhooksYet: [
    'Aún no hay webhooks: sale uno cuando una verificación es emitida.',
    'No webhooks yet: one goes out when a verification is emitted.',
  ],
  attempts: ['intentos: {0}', 'attempts: {0}'],
  arrivals: ['Lo que llegó', 'What arrived'],
  arrival: ['Intento {0}', 'Attempt {0}'],
  headers: ['Encabezados', 'Headers'],
  body: ['Cuerpo', 'Body'],
  noAnswer: ['sin respuesta', 'no answer'],
  scriptAnswered: ['Cuenta la respuesta que usted fijó.', 'The answer that you set counts.'],
  inboxAnswered: ['Contestó el buzón, que acepta todo.', 'The inbox answered, which accepts everything.'],
  receiverAnswered: ['Contestó {0}.', '{0} answered.'],
  nobodyListens: ['En {0} no contestó nadie.', 'Nobody answered at {0}.'],
  nothingDue: ['No hay más envíos pendientes.', 'Nothing more is due.'],
  nothingArrived: ['Todavía no llega ningún intento.', 'No attempt has arrived yet.'],
  inboxForgot: ['El buzón ya no guarda estos intentos.', 'The inbox no longer holds these attempts.'],
  resend: ['Reenviar', 'Send again'],
  seeVerification: ['Ver la verificación', 'See the verification'],
  receiver: ['Qué contesta su receptor', 'What your receiver answers'],
  receiverNote: ['A esta URL, en orden; la última respuesta se queda.', 'At this URL, in turn; the last answer stays.'],
  answers: ['Respuestas (códigos HTTP)', 'Answers (HTTP statuses)'],
  delay: ['Demora (ms reales)', 'Delay (real ms)'],
  script: ['Fijar respuestas', 'Set the answers'],
  answerWell: ['Siempre 200', 'Always 200'],
  scripted: ['El receptor contestará {0}.', 'The receiver will answer {0}.'],
  ownReceiver: ['Su propio receptor', 'Your own receiver'],
  ownReceiverNote: [
    'Los webhooks a esta URL van al destino, en esta máquina, y lo que contesta es lo que cuenta.',
    'Webhooks to this URL go to the destination, on this machine, and what it answers is what counts.',
  ],
  destination: ['Destino', 'Destination'],
  sendThere: ['Enviar ahí', 'Send them there'],
  sendToInbox: ['Al buzón otra vez', 'To the inbox again'],
  toReceiver: ['Los webhooks a {0} van a {1}.', 'Webhooks to {0} go to {1}.'],
  toInbox: ['Los webhooks a {0} van al buzón.', 'Webhooks to {0} go to the inbox.'],
  signature: ['La firma', 'The signature'],
  signatureGood: ['La firma es buena', 'The signature is good'],
  signatureBad: ['La firma no vale', 'The signature does not hold'],
  recipeTime: ['Se toma la hora real del envío:', 'The real time of sending is taken:'],
  recipeText: [
    'Se le unen un punto y el cuerpo, byte por byte:',
    'A dot and the body, byte for byte, are joined to it:',
  ],
  recipeHash: ['Se firma con el secreto completo:', 'It is signed with the whole secret:'],
  tryOthers: ['Probar con lo que tuvo su receptor', 'Try what your receiver had'],
  tryOthersNote: [
    'Cambie lo que quiera: se explica por qué deja de valer.',
    'Change what you like: it is explained why it no longer holds.',
  ],
  receiverClock: ['Reloj del receptor (segundos Unix)', "Receiver's clock (Unix seconds)"],
  check: ['Comprobar', 'Check'],
  reserialise: ['Reescribir el JSON', 'Rewrite the JSON'],

  // Accounts
  invariants: ['¿Cuadran las cuentas?', 'Do the books agree?'],
  invariantsNote: [
    'Lo que dicen los libros, contra lo que el simulador vio pasar. Comprobado a las {0}.',
    'What the books say, against what the simulator saw happen. Checked at {0}.',
  ],
  ruleAdds: ['abonado = saldo + cargos', 'credited = balance + charges'],
  ruleHolds: ['apartado = precios en proceso', 'held = prices under way'],
  booksAgree: ['las cuentas cuadran', 'the books agree'],
  faultsOn: ['fallas activas: {0}', 'active faults: {0}'],
  booksDisagree: ['no cuadran: {0}', 'do not agree: {0}'],
  foundExpected: ['hay {0}, se espera {1}', 'there are {0}, expected {1}'],
  balance: ['Saldo', 'Balance'],
  heldNow: ['Apartado', 'Held'],
  available: ['Disponible', 'Available'],
  price: ['Precio', 'Price'],
  perMinute: ['Por minuto', 'Per minute'],
  perMonth: ['Cuota del mes', 'Monthly quota'],
  ledger: ['Movimientos (cargos: {0})', 'Ledger (charges: {0})'],
  entry: ['Movimiento', 'Entry'],
  balanceAfter: ['Saldo después', 'Balance after'],
  credited: ['Abonado', 'Credited'],
  newAccount: ['Otra cuenta', 'Another account'],
  open: ['Abrir', 'Open'],

  // Levers
  leversNote: [
    'Todo lo que puede salir mal, a pedido: así prueba su código lo que en producción no se deja provocar.',
    'Everything that can go wrong, on demand: so your code is tried with what production would not let you provoke.',
  ],
  sources: ['Fuentes', 'Sources'],
  sourcesNote: ['Cómo fallan las tres fuentes, desde ahora.', 'How the three sources fail, from now on.'],
  noFault: ['sin falla', 'no fault'],
  errors: ['Errores a pedido', 'Errors on demand'],
  errorsNote: [
    'Los siguientes POST contestan este error y no crean nada: pruebe sus reintentos.',
    'The next POSTs answer this error and create nothing: try your retries.',
  ],
  times: ['Veces', 'Times'],
  breakNext: ['Pedir la falla', 'Ask for it'],
  payments: ['Pagos de solicitantes', "Applicants' payments"],
  paymentsNote: [
    'En modo connect, cada verificación se respalda con uno. El procesador es local.',
    'In mode connect each verification is backed by one. The processor is local.',
  ],
  makePayment: ['Crear el pago', 'Make the payment'],
  noPayments: ['Todavía no hay pagos.', 'No payments yet.'],
  refunded: ['reembolsado', 'refunded'],
  disputed: ['disputado', 'disputed'],
  refund: ['Reembolsar', 'Refund'],
  dispute: ['Disputar', 'Dispute'],
  undispute: ['Retirar la disputa', 'Withdraw the dispute'],
  confirm: ['Confirmar', 'Confirm'],
  transferred: ['Se transfirieron {0}:', '{0} transferred:'],
  processor: ['Fallas del procesador', 'Faults of the processor'],
  processorNote: [
    'La siguiente llamada del servicio al procesador de pagos falla así, una vez.',
    "The service's next call to the payment processor fails so, once.",
  ],
  processorBroken: ['La siguiente llamada {0} encontrará {1}.', 'The next call {0} will meet {1}.'],
  call: ['Llamada', 'Call'],
  fault: ['Falla', 'Fault'],
  reset: ['Reiniciar todo', 'Reset everything'],
  resetNote: [
    'Borra verificaciones, cuentas nuevas, pagos y fallas; el reloj vuelve al presente.',
    'Erases verifications, new accounts, payments and faults; the clock goes back to the present.',
  ],
  resetSure: ['Sí, borrar todo', 'Yes, erase everything'],
  resetDone: ['Todo está como al principio.', 'Everything is as at the start.'],

  // Requests
  requestsNote: [
    'Lo que llegó, qué se contestó, por qué se rechazó y a qué condujo, con dos horas: la real y, debajo, la simulada. Los datos personales se enmascaran: el simulador no los guarda.',
    'What came, what was answered, why it was refused and what it led to, with two times: the real one and, below it, the simulated. Personal data are masked: the simulator does not keep them.',
  ],
  twoTimes: ['Real / simulada', 'Real / simulated'],
  inSimulation: ['{0} simulada', '{0} simulated'],
  answer: ['Respuesta', 'Answer'],
  channel: ['Canal', 'Channel'],
  verification: ['Verificación', 'Verification'],
  why: ['Motivo', 'Reason'],
  step: ['paso {0}', 'step {0}'],
  differing: ['No son los del primer cuerpo: {0}.', 'Not those of the first body: {0}.'],
  limitOfMinute: ['Caben {0} en 60 s; la siguiente, en {1} s.', '{0} fit in 60 s; the next one in {1} s.'],
  limitOfMonth: ['Caben {0} en el mes; la siguiente, en {1} s.', '{0} fit in the month; the next one in {1} s.'],
  byLever: ['Lo causó {0}.', 'Brought about by {0}.'],
  readOn: ['Lo que dice la guía', 'What the guide says'],
  seeWhole: ['Ver entera', 'See it whole'],
  requestHeaders: ['Encabezados', 'Headers'],
  requestBody: ['Cuerpo', 'Body'],
  correctedCurl: ['Así se habría aceptado', 'So it would have been accepted'],
  ledTo: ['A qué condujo', 'What it led to'],
  fromPartners: ['de su código', 'from your code'],
  noRequests: [
    'Ninguna solicitud todavía. Las de esta página se ven con el canal «consola».',
    'No request yet. Those of this page are shown with the channel “consola”.',
  ],
} as const satisfies Readonly<Record<string, Pair>>

export type Word = keyof typeof texts

export const lang = signal<'es' | 'en'>(localStorage.getItem('lang') === 'en' ? 'en' : 'es')

effect(() => {
  document.documentElement.lang = lang.value
  localStorage.setItem('lang', lang.value)
})

export const switchLanguage = (): void => {
  lang.value = lang.value === 'es' ? 'en' : 'es'
}

/** One of the two. */
export const said = ([es, en]: Pair): string => (lang.value === 'es' ? es : en)

/** A text in the language that was chosen. */
export const t = (word: Word, ...args: ReadonlyArray<string | number>): string =>
  said(texts[word]).replace(/\{(\d)\}/g, (_, index) => String(args[Number(index)] ?? ''))

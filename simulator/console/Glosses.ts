import type { Anomalia, Consulta, Entrega, Transferencia, Verificacion } from './Frames.ts'
import type { Pair } from './Texts.ts'
import { said } from './Words.ts'

/** What the interface's own words mean, in a few of ours. The words themselves are the same in every language. */

type Closed =
  | Verificacion['estado']
  | NonNullable<Verificacion['accion']>
  | NonNullable<Verificacion['nivel']>
  | NonNullable<Consulta['estado']>
  | Entrega['estado']
  | Transferencia['estado']
  | Anomalia['regla']

const glosses: Readonly<Record<Closed, Pair> & Record<string, Pair>> = {
  en_proceso: ['en proceso', 'in progress'],
  emitida: ['hay recomendación', 'there is a recommendation'],
  no_concluyente: ['no se pudo concluir', 'could not be concluded'],
  puede_continuar: ['puede continuar', 'may go ahead'],
  continuar_con_reservas: ['continuar, con reservas', 'go ahead with reservations'],
  no_continuar_todavia: ['no continuar todavía', 'not yet'],
  alto: ['sustento sólido', 'solid support'],
  medio: ['sustento parcial', 'partial support'],
  bajo: ['sustento débil', 'weak support'],
  consultada: ['respondió', 'answered'],
  no_disponible: ['no se pudo consultar', 'could not be consulted'],
  cargada: ['se descontó del saldo', 'deducted from the balance'],
  transferencia_encolada: ['se transfiere al servicio', 'being transferred to the service'],
  no_aplicada: ['no se cobra nada', 'nothing is charged'],
  pendiente: ['por entregar', 'to be delivered'],
  entregada: ['su receptor la aceptó', 'your receiver accepted it'],
  agotada: ['seis intentos sin éxito', 'six attempts without success'],
  encolada: ['en camino', 'under way'],
  ejecutada: ['hecha', 'done'],
  un_fin: ['cada verificación termina una vez', 'each verification ends once'],
  un_cobro: ['cada emitida se cobra una vez', 'each emitted one is charged once'],
  fortalece: ['da sustento', 'adds support'],
  limita: ['le resta sustento', 'takes support away'],
  identidad: ['registro, CURP y credencial', 'registry, CURP and credential'],
  listas: ['listas internacionales y fiscal', 'international and tax lists'],
  judicial: ['juicios', 'lawsuits'],
  identidad_no_disponible: ['no se pudo consultar la identidad', 'identity could not be consulted'],
  curp_inexistente: ['la CURP no existe', 'the CURP does not exist'],
  fuentes_insuficientes: ['respondieron menos de dos fuentes', 'fewer than two sources answered'],
  tiempo_agotado: ['se acabó el tiempo', 'time ran out'],
  respuesta_retenida: ['el control de salida la retuvo', 'withheld by the output control'],
  fallas_repetidas: ['el trabajo falló varias veces', 'the work failed several times'],
  caida: ['responde que no está disponible', 'answers that it is unavailable'],
  colgada: ['no responde nunca', 'never answers'],
  lenta: ['tarda tres minutos más', 'takes three minutes longer'],
  basura: ['responde algo que no se entiende', 'returns an unreadable answer'],
  goteo: ['responde a gotas', 'answers in drips'],
  enorme: ['responde sin fin', 'answers without end'],
  otra_persona: ['responde por otra persona', 'answers about somebody else'],
  consumo: ['saldo prepagado', 'prepaid balance'],
  connect: ['pago del solicitante', 'the applicant pays'],
  forma: ['el encabezado no tiene la forma', 'the header has not the form'],
  reloj: ['reloj a más de 300 s', 'clock more than 300 s off'],
  cuerpo_reserializado: ['el cuerpo no son los bytes que llegaron', 'the body is not the bytes that came'],
  secreto_equivocado: ['el secreto es otro', 'it is another secret'],
  firma: ['nadie firmó esto', 'nobody signed this'],
  consultar_pago: ['al crear la verificación', 'when a verification is created'],
  crear_transferencia: ['después de emitirla', 'after it is emitted'],
  sin_respuesta: ['no contesta', 'does not answer'],
  error_500: ['falla sin hacerlo', 'fails without doing it'],
  error_500_tras_ejecutar: ['lo hace y dice que falló', 'does it and says that it failed'],
  limite_429: ['pide esperar', 'asks to wait'],
  respuesta_perdida: ['lo hace y corta la conexión', 'does it and drops the connection'],
  conexion_cortada: ['crea y corta la conexión', 'creates, and drops the connection'],
  respuesta_tardia: ['crea y contesta a los 20 s', 'creates, and answers after 20 s'],
  proxy_502: ['el HTML de un proxy, sin crear', 'HTML of a proxy, creates nothing'],
  programado: ['del calendario', 'of the schedule'],
  reenvio: ['pedido a mano', 'asked for by hand'],
}

/** Empty when the word needs none. */
export const glossOf = (word: string): string => {
  const pair = glosses[word]
  return pair === undefined ? '' : said(pair)
}

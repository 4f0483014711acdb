/**
 * A gateway between the service and a vendor of identity reports. It implements the contract for providers and calls the
 * vendor's own interface. This vendor answers `GET /personas/<CURP>`; replace it with your own.
 *
 *   PROVIDER_KEY=… VENDOR_URL=https://… node examples/provider-gateway.ts
 *   cotejo sources check --source identidad --url http://127.0.0.1:4020 --key-file … --known … --unknown …
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

const { PORT = '4020', PROVIDER_KEY = '', VENDOR_URL = 'http://127.0.0.1:4021', VENDOR_KEY = '' } = process.env

/** What this vendor returns about a person. */
interface Vendors {
  readonly estatus: string
  readonly nombre: string
  readonly apellidos: readonly [string, string?]
  /** For example 31/01/1980. */
  readonly nacimiento: string
  readonly sexo: 'HOMBRE' | 'MUJER' | 'NO BINARIO'
  readonly valida: boolean
  readonly ine: 'OK' | 'DIFERENTE' | null
}

interface Question {
  readonly consulta_id: string
  readonly curp: string
}

const sexes = { HOMBRE: 'H', MUJER: 'M', 'NO BINARIO': 'X' } as const
const credentials = { OK: 'coincide', DIFERENTE: 'no_coincide' } as const

/** Exactly the members of the contract: other data of the vendor is not passed on. */
const translated = ({ consulta_id, curp }: Question, said: Vendors) => ({
  resultado: 'encontrada',
  consulta_id,
  curp,
  estatus_curp: said.estatus,
  nombres: said.nombre,
  primer_apellido: said.apellidos[0],
  segundo_apellido: said.apellidos[1] ?? null,
  fecha_nacimiento: said.nacimiento.split('/').reverse().join('-'),
  sexo: sexes[said.sexo],
  validacion: said.valida ? 'valida' : 'no_valida',
  credencial: said.ine === null ? 'no_localizada' : credentials[said.ine],
})

/** Answers by `consulta_id`, so that a retry gets the same answer and the vendor is paid once. Use a database. */
const answered = new Map<string, unknown>()

const kept = ({ consulta_id }: Question, answer: unknown): unknown => {
  answered.set(consulta_id, answer)
  return answer
}

/** The vendor's answer; null after a failure, which may be temporary. */
const askVendor = async (question: Question): Promise<unknown> => {
  const known = answered.get(question.consulta_id)
  if (known !== undefined) return known
  const response = await fetch(`${VENDOR_URL}/personas/${question.curp}`, {
    headers: { 'x-api-key': VENDOR_KEY },
    signal: AbortSignal.timeout(15_000),
  })
  if (response.status !== 200 && response.status !== 404) return null
  if (response.status === 404) return kept(question, { resultado: 'no_existe', ...question })
  // An answer without this form is a failure.
  const said: Vendors = JSON.parse(await response.text())
  return kept(question, translated(question, said))
}

const questionIn = async (request: IncomingMessage): Promise<Question | null> => {
  const { consulta_id, curp } = JSON.parse(Buffer.concat(await request.toArray()).toString())
  return typeof consulta_id === 'string' && /^[A-Z]{4}\d{6}[A-Z]{6}[A-Z\d]\d$/.test(curp) ? { consulta_id, curp } : null
}

const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.headers.authorization !== `Bearer ${PROVIDER_KEY}`) return void response.writeHead(401).end()
  if (request.url !== '/identidad/consultas') return void response.writeHead(404).end()
  const question = await questionIn(request)
  if (question === null) return void response.writeHead(422).end()
  const answer = await askVendor(question)
  if (answer === null) return void response.writeHead(503).end()
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

const server = createServer((request, response) => {
  respond(request, response).catch(() => response.writeHead(503).end())
})
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address()
  console.log(`the gateway listens on ${typeof address === 'object' ? address?.port : address}`)
})

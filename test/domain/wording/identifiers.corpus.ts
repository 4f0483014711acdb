import { alphabets, machineMakers, randomFrom, taking } from '#tools/wording/machineMade.ts'
import { cities, neighbourhoods, pathWords, streets } from './corpus/places.ts'

/** How partners call what they let. */
const dwellings = ['depto', 'casa', 'loft', 'cuarto', 'oficina', 'local', 'inmueble', 'propiedad', 'ph', 'renta']
const endpoints = ['webhooks', 'hooks', 'api/v1/hooks', 'api/v2/callbacks', 'notify', 'eventos', 'cb', 'ingest/avs']
const subjects = ['verificaciones', 'cotejo', 'rentas', 'solicitudes', 'arrendamiento', 'tenants', 'propiedades', 'crm']
const events = ['emitida', 'eventos', 'events', 'callback', 'recibir', 'resultado', 'v1', 'notificacion']

const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '')
const slug = (name: string): string =>
  plain(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
const camel = (name: string): string => slug(name).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const { upper, digits, hex, base36, base62, base64url } = alphabets

const makers = (random: () => number) => {
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = (list: ReadonlyArray<string>): string => list[below(list.length)] ?? ''
  const take = taking(random)
  const numeral = (length: number): string => take(digits, length)
  const place = (): string => pick([pick(streets), pick(cities), pick(neighbourhoods)])
  const machines = machineMakers(random)
  const id = (): string => machines[below(machines.length)]?.() ?? ''

  const numbered = [
    () => `CTR-20${numeral(2)}-${numeral(6)}`,
    () => `FOL/${numeral(4)}/${numeral(5)}`,
    () => `EXP-${numeral(2)}-${take(upper, 1)}-${numeral(3)}`,
    () => `${take(upper, 3)}${numeral(6)}`,
    () => `${take(upper, 2)}-${numeral(4)}-${take(upper, 2)}`,
    () => `${take(base36, 4)}-${take(base36, 4)}-${take(base36, 4)}`.toUpperCase(),
    () => `folio_${numeral(8)}`,
    () => `contrato-${numeral(5)}-${below(12) + 1}-meses`,
    () => `inm_${below(1_000_000)}`,
    () => `torre-${take('abc', 1)}-piso-${below(40)}-depto-${below(900)}`,
    () => `solicitud-${numeral(6)}-${take(hex, 8)}`,
    () => `tenant:${below(900)}:app:${below(100_000)}`,
  ]
  const slugs = [
    () => `${slug(place())}-${below(3_000)}`,
    () => `${slug(pick(streets))}-${below(900)}-int-${below(30)}-${slug(pick(cities))}`,
    () => `${pick(dwellings)}-${slug(pick(streets))}-${below(900)}-${slug(pick(neighbourhoods))}`,
    () => `${pick(dwellings)}-en-${slug(place())}`,
    () => slug(place()).replaceAll('-', '_').toUpperCase(),
    () => `${camel(place())}${below(400)}`,
    () => `${slug(place()).replaceAll('-', '')}${below(400)}`,
    () => `${pick(dwellings)}_${camel(place())}_${take(hex, 8)}`,
    () => `${place()} ${below(900)}`,
    () => encodeURIComponent(`${place()} ${below(900)}`),
  ]
  const paths = [
    () => `/${pick(endpoints)}/${pick(subjects)}/${pick(events)}`,
    () => `/${pick(endpoints)}/${pick(subjects)}?tenant=${below(900)}&source=avs`,
    () => `/${pick(endpoints)}/${pick(pathWords)}/${id()}`,
    () => `/${pick(endpoints)}/${id()}/${pick(events)}?ref=${slug(pick(pathWords))}`,
    () => `/${pick(endpoints)}?propiedad=${encodeURIComponent(place())}&folio=${below(10_000)}`,
    () => `/${pick(endpoints)}?t=${take(base62, 32)}&e=${pick(events)}&s=${take(base64url, 16)}`,
  ]
  return [...machines, ...numbered, ...slugs, ...paths]
}

/** Identifiers, paths and parameters that say nothing of a person, each kind as often as the next. */
export const opaqueIdentifiers = (seed: number, count: number): ReadonlyArray<string> => {
  const kinds = makers(randomFrom(seed))
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]?.() ?? '')
}

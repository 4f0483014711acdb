import { givenNames, surnames } from './corpus/names.ts'
import { cities, neighbourhoods, pathWords, streets } from './corpus/places.ts'

/** Texts as partners write them in `propiedad_id`, `solicitud_id`, and paths and parameters of `webhook_url`. */

const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '')
const slug = (name: string): string =>
  plain(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
const glued = (name: string): string => slug(name).replaceAll('-', '')
const initials = (name: string): string =>
  slug(name)
    .split('-')
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase()
const capitals = (name: string): string => glued(name).toUpperCase()
const title = (name: string): string =>
  slug(name).replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const trades = [
  'inmobiliaria',
  'rentas',
  'grupo',
  'bienes-raices',
  'constructora',
  'desarrollos',
  'propiedades',
  'casas',
  'hogares',
  'administradora',
  'corporativo',
  'brokers',
]
const dwellings = ['depto', 'casa', 'loft', 'edificio', 'torre', 'privada', 'local', 'oficina', 'bodega', 'condominio']
const features = [
  'roof-garden',
  'planta-baja',
  'vista-al-mar',
  'amueblado',
  'pet-friendly',
  '2-recamaras',
  'con-terraza',
]

const numeral = (index: number, length: number): string => String((index * 7919) % 10 ** length).padStart(length, '0')
const date = (index: number): string =>
  `2${3 + (index % 4)}${numeral(index % 12, 2)}${String(1 + (index % 28)).padStart(2, '0')}`

const at = (list: ReadonlyArray<string>, index: number): string => list[index % list.length] ?? ''

/** What a name is to partners: their own, a street, a colony, a house. */
const aroundName: ReadonlyArray<(name: string, index: number) => string> = [
  (name) => `/inmobiliaria-${slug(name)}/avs`,
  (name) => `/${slug(name)}/avs`,
  (name, index) => `las-${slug(name)}-${1 + (index % 90)}`,
  (name, index) => `${slug(name)}-${numeral(index, 4)}`,
  (name, index) => `calle-${slug(name)}-${1 + (index % 900)}`,
  (name, index) => `/${at(trades, index)}-${slug(name)}/hooks?folio=${numeral(index, 5)}`,
  (name, index) => `${at(trades, index).replaceAll('-', '')}${title(name)}${index % 100}`,
  (name, index) => `${capitals(name).slice(0, 4)}${date(index)}${numeral(index, 3)}`,
  (name, index) => `${at(dwellings, index)}-${slug(name)}-${index % 40}-${slug(at(cities, index))}`,
  (name, index) => `/api/v1/${slug(name)}-y-asociados/eventos?propiedad=${1 + (index % 900)}`,
]

const aroundPlace: ReadonlyArray<(place: string, index: number) => string> = [
  (place, index) => `${slug(place)}-${1 + (index % 3_000)}`,
  (place, index) => `${glued(place)}${1 + (index % 400)}`,
  (place, index) => `${title(place)}${index % 40}${at(['A', 'B', 'C'], index)}`,
  (place, index) => `${at(dwellings, index)}-${slug(place)}-${index % 900}-int-${index % 30}`,
  (place, index) => `${at(dwellings, index)}-${at(features, index)}-en-${slug(place)}`,
  (place, index) => `/${at(trades, index)}-${slug(place)}/webhooks/verificaciones`,
  (place, index) =>
    `/hooks/${slug(place)}?f=${at(['CASA', 'SOLI', 'DEPT', 'RENT', 'PROP'], index)}${date(index)}${numeral(index, 3)}`,
  (place, index) => `/v${1 + (index % 3)}/${at(pathWords, index)}/${slug(place)}/${numeral(index, 6)}`,
  (place, index) => `CTR-20${20 + (index % 7)}-${initials(place)}-${numeral(index, 4)}`,
  (place, index) => encodeURIComponent(`${place} ${1 + (index % 900)}, ${at(cities, index)}`),
]

/** Ten thousand of them: every name and every place in each of its ways, the same in every run. */
export const partnersTexts = (): ReadonlyArray<string> => {
  const names = [...givenNames, ...surnames]
  const places = [...streets, ...neighbourhoods, ...cities]
  return Array.from({ length: 10_000 }, (_, index) => {
    const round = Math.floor(index / 2)
    if (index % 2 === 0) return aroundName[Math.floor(round / names.length)]?.(at(names, round), round) ?? ''
    return aroundPlace[Math.floor(round / places.length) % aroundPlace.length]?.(at(places, round), round) ?? ''
  })
}

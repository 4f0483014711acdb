import fc from 'fast-check'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { type Change, putting } from '#test/fuzz/Draft.ts'
import { canary } from '#test/fuzz/Inspection.ts'
import { json, textAt } from '#test/fuzz/Json.ts'
import {
  describing,
  describingAlone,
  forbiddenUrls,
  namingPlaces,
  publicHosts,
  rating,
  secretParameters,
  telling,
} from '#test/fuzz/Vocabulary.ts'
import { type Mutations, mutation, oneOf } from './Mutation.ts'

/** What can be wrong with what texts say: steps 13 to 15. */

const { apiKey, signingSecret } = credentialsOf('nobody of the fuzz')
/** As it may stand in a URL. */
const secret = signingSecret.replace(/[/+]/g, '7')

/** Everywhere a text must be opaque. */
const places: ReadonlyArray<(text: string) => Change> = [
  (text) => putting(['solicitud_id'], json(`ref-${text}-42`)),
  (text) => putting(['propiedad_id'], json(`${text}_7`)),
  (text) => putting(['propiedad_id'], json(`inm/${text}`)),
  (text) => putting(['webhook_url'], json(`https://zarquixtl.mx/hooks/${text}/7`)),
  (text) => putting(['webhook_url'], json(`https://zarquixtl.mx/cb?v=7&ref=${text}`)),
]

const somewhere = (step: number, name: string, texts: ReadonlyArray<string>): Mutations =>
  fc
    .tuple(fc.constantFrom(...places), fc.constantFrom(...texts))
    .map(([place, text]) => mutation(step, name, place(text)))

/** What is told of the person, read from the body's CURP. */
const ofCurp =
  (place: (text: string) => Change, change: (curp: string) => string): Change =>
  (draft) =>
    place(change(textAt(draft.body, ['solicitante', 'curp']) ?? ''))(draft)

/** Another name of the canary. */
const surname = 'Xochihuatl'

const named: Change = (draft) =>
  putting(
    ['solicitante', 'apellido_paterno'],
    json(surname),
  )(putting(['solicitante', 'nombre'], json(`de la ${canary}`))(draft))

/** Where no CURP may stand, though other texts may. */
const otherPlaces: ReadonlyArray<(text: string) => Change> = [
  (text) => putting(['consentimiento', 'version_aviso'], json(`v-${text}`)),
  (text) => putting(['consentimiento', 'evidencia_id'], json(text)),
  (text) => putting(['webhook_url'], json(`https://${text}.zarquixtl.mx/hooks`)),
]

const curpIn = (name: string, place: (text: string) => Change) =>
  [
    mutation(
      14,
      `the CURP in ${name}`,
      ofCurp(place, (curp) => curp),
    ),
    mutation(
      14,
      `the RFC in ${name}`,
      ofCurp(place, (curp) => `${curp.slice(0, 10)}AB1`),
    ),
  ] as const

const ofPerson = fc
  .constantFrom(...places)
  .chain((place) =>
    fc.constantFrom(
      ...curpIn('an opaque text', place),
      mutation(14, 'two names in an opaque text', named, place(`${canary}-${surname}`)),
      mutation(14, 'two names in an opaque text', named, place(`${surname}_${canary}`.toUpperCase())),
    ),
  )

const elsewhere = fc
  .constantFrom(...otherPlaces)
  .chain((place) => fc.constantFrom(...curpIn('a host or a text of the consent', place)))

/** What passes: one name alone, and a folio that has the form of an RFC. */
const folio = 'SOLI240115001'
const innocent = fc
  .constantFrom(...places)
  .chain((place) =>
    fc.constantFrom(
      mutation(0, 'one name in an opaque text', named, place(surname)),
      mutation(0, 'a dated folio in an opaque text', place(folio)),
    ),
  )

/** By form, and not for a control character, which step 10 finds. */
const misleading = forbiddenUrls.filter((url) => url !== '' && !/\p{Cc}/u.test(url))

export const contentMutations: ReadonlyArray<Mutations> = [
  oneOf(13, 'webhook_url leads nowhere public', misleading, (url) => putting(['webhook_url'], json(url))),
  oneOf(13, 'webhook_url holds a secret', secretParameters, (end) =>
    putting(['webhook_url'], json(`https://zarquixtl.mx/hooks${end}`)),
  ),
  somewhere(14, 'a text that describes', describing),
  somewhere(14, 'a text that describes where nothing else is said', describingAlone),
  somewhere(14, 'a text that tells of a person', telling),
  somewhere(14, 'a secret in an opaque text', [apiKey, secret]),
  ofPerson,
  elsewhere,
  innocent,
  somewhere(0, 'a place or a company named after people', namingPlaces),
  somewhere(15, 'a text that rates', rating),
  oneOf(
    15,
    'a host or a fragment that rates',
    ['moroso.zarquixtl.mx/', 'lista-deudora.zarquixtl.mx/', 'zarquixtl.mx/v#v=moroso'],
    (rest) => putting(['webhook_url'], json(`https://${rest}`)),
  ),
]

/** Where webhooks may go, in every spelling. */
const urls = publicHosts.flatMap((host) =>
  ['', '/', '/hooks/7', '?v=7', '/v?v#v'].map((rest) => `https://${host}${rest}`),
)

export const urlMutation: Mutations = oneOf(0, 'webhook_url otherwise written', urls, (url) =>
  putting(['webhook_url'], json(url)),
)

import fc from 'fast-check'
import { type Change, putting } from '#test/fuzz/Draft.ts'
import { json } from '#test/fuzz/Json.ts'
import { describing, forbiddenUrls, publicHosts, rating, secretParameter } from '#test/fuzz/Vocabulary.ts'
import { type Mutations, mutation, oneOf } from './Mutation.ts'

/** What can be wrong with what texts say: steps 13 to 15. Which texts are, the tests of the domain show. */

/** Everywhere a text must be opaque. */
const places: ReadonlyArray<(text: string) => Change> = [
  (text) => putting(['solicitud_id'], json(`ref-${text}-42`)),
  (text) => putting(['propiedad_id'], json(`inm/${text}`)),
  (text) => putting(['webhook_url'], json(`https://zarquixtl.mx/hooks/${text}/7`)),
  (text) => putting(['webhook_url'], json(`https://zarquixtl.mx/cb?v=7&ref=${text}`)),
]

const somewhere = (step: number, name: string, text: string): Mutations =>
  fc.constantFrom(...places).map((place) => mutation(step, name, place(text)))

export const contentMutations: ReadonlyArray<Mutations> = [
  oneOf(13, 'webhook_url leads nowhere public', forbiddenUrls, (url) => putting(['webhook_url'], json(url))),
  oneOf(13, 'webhook_url holds a secret', ['/hooks', '/cb'], (path) =>
    putting(['webhook_url'], json(`https://zarquixtl.mx${path}${secretParameter}`)),
  ),
  somewhere(14, 'a text that describes', describing),
  somewhere(15, 'a text that rates', rating),
]

/** Where webhooks may go, in every spelling. */
const urls = publicHosts.flatMap((host) =>
  ['', '/', '/hooks/7', '?v=7', '/v?v#v'].map((rest) => `https://${host}${rest}`),
)

export const urlMutation: Mutations = oneOf(0, 'webhook_url otherwise written', urls, (url) =>
  putting(['webhook_url'], json(url)),
)

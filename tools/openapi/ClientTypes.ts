import { headerOf, type Schemas, typesOf } from './SchemaTypes.ts'

/**
 * The types of the client, from the schemas of the OpenAPI document.
 *
 * @param path the path of the file, for the formatter
 */
export const clientTypes = (openApi: string, path: string): string => {
  const document: { components: { schemas: Schemas } } = JSON.parse(openApi)
  return typesOf(headerOf('docs/openapi.json', 'src/wire'), document.components.schemas, path)
}

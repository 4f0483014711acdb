import type { Json } from 'effect/Schema'

/** The parts of the OpenAPI document that the page shows. */

/** The parts of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly enum?: ReadonlyArray<Json>
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
  readonly examples?: ReadonlyArray<Json>
  readonly default?: Json
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
}

interface Media {
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, { readonly value: Json }>>
}

export interface Body {
  readonly description?: string
  readonly content?: { readonly 'application/json': Media }
}

interface Header {
  readonly description: string
  readonly schema: Schema
  readonly example: Json
}

export interface Response extends Body {
  readonly headers?: Readonly<Record<string, Header>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly security: ReadonlyArray<Json>
  readonly parameters: ReadonlyArray<
    Partial<Header> & { readonly name: string; readonly in: string; readonly required: boolean }
  >
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Response>>
}

export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Paths
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly webhooks?: Paths
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes?: Readonly<Record<string, { readonly description: string }>>
  }
}

/** English texts by the Spanish text. */
export type Translations = Readonly<Record<string, string>>

const translated: ReadonlyArray<string> = ['title', 'summary', 'description']

/** Reads a document, with its texts translated where there is a translation. */
export const readDocument = (openapi: string, texts: Translations): OpenApiDocument =>
  JSON.parse(openapi, (name, value) => (translated.includes(name) ? (texts[value] ?? value) : value))

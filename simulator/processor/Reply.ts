/** What the simulated processor answers. */
export interface Reply {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the request had begun to execute, so that an idempotency key keeps the reply. */
  readonly isExecuted: boolean
}

interface ErrorObject {
  readonly type: 'invalid_request_error' | 'idempotency_error' | 'api_error'
  readonly message: string
  readonly code?: string
  readonly param?: string
}

export const done = (body: object): Reply => ({ status: 200, body, isExecuted: true })

const error = (status: number, object: ErrorObject, isExecuted: boolean): Reply => ({
  status,
  body: { error: object },
  isExecuted,
})

const invalid = (message: string, more: { readonly code?: string; readonly param?: string } = {}): ErrorObject => ({
  type: 'invalid_request_error',
  message,
  ...more,
})

/** The request is refused before anything is begun. */
export const malformed = (code: string, param: string, message: string): Reply =>
  error(400, invalid(message, { code, param }), false)

/** What was asked is begun and cannot be done. */
export const impossible = (message: string, more: { readonly code?: string; readonly param?: string } = {}): Reply =>
  error(400, invalid(message, more), true)

export const missing = (what: string, id: string): Reply =>
  error(404, invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param: 'intent' }), true)

export const unauthorized = (key: string | null): Reply =>
  error(
    401,
    invalid(
      key === null
        ? 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
        : `Invalid API Key provided: ${key.slice(0, 8)}***${key.slice(-4)}`,
    ),
    false,
  )

export const unrecognized = (method: string, path: string): Reply =>
  error(404, invalid(`Unrecognized request URL (${method}: ${path}).`), false)

export const tooMany: Reply = error(429, invalid('Request rate limit exceeded.', { code: 'rate_limit' }), false)

export const broken: Reply = {
  ...error(500, { type: 'api_error', message: 'An unknown error occurred' }, true),
  headers: { 'stripe-should-retry': 'false' },
}

export const keyInUse = (key: string): Reply =>
  error(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`,
    },
    false,
  )

export const keyOfOthers = (key: string): Reply =>
  error(
    400,
    {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    false,
  )

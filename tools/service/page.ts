/** The response of a URL, read to its end. */
export interface Page {
  readonly status: number
  readonly type: string | null
  readonly text: string
}

/**
 * Makes a GET request. It always reads the whole response: Node's `fetch` fails an internal assertion, outside any
 * test, if a server ends while a response is still unread.
 */
export const page = async (url: string, headers: Record<string, string> = {}): Promise<Page> => {
  const response = await fetch(url, { headers })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

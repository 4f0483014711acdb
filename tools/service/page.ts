/** What a URL answered, read to its end. */
export interface Page {
  readonly status: number
  readonly type: string | null
  readonly text: string
}

/**
 * GET of a URL. The answer is always read to its end: Node's `fetch` fails an assertion of its own, outside of any
 * test, when a server ends while an answer waits for a reader that never comes.
 */
export const page = async (url: string, headers: Record<string, string> = {}): Promise<Page> => {
  const response = await fetch(url, { headers })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** A lever that is pulled before the request is sent. */
export interface Pull {
  /** As `hallazgos`. */
  readonly path: string
  readonly body: unknown
}

/** A request as a partner's developer would write it, ready to be pasted. */

interface Sending {
  readonly base: string
  readonly apiKey: string
  readonly peticion: { readonly solicitud_id: string }
  /** With the whole path of each. */
  readonly pulls: ReadonlyArray<Pull>
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** For a shell. */
export const asCurl = ({ base, apiKey, peticion, pulls }: Sending): string => {
  const levers = pulls.map(({ path, body }) => `curl -s ${base}${path} -d ${quoted(JSON.stringify(body))}`)
  const request = [
    `curl -s ${base}/v1/verificaciones`,
    `-H ${quoted(`Authorization: Bearer ${apiKey}`)}`,
    `-H ${quoted(`Idempotency-Key: ${peticion.solicitud_id}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(peticion, null, 2))}`,
  ].join(' \\\n  ')
  return [...levers, request].join('\n')
}

/** A GET for a shell. */
export const readingAsCurl = (url: string, apiKey: string): string =>
  `curl -s ${url} -H ${quoted(`Authorization: Bearer ${apiKey}`)}`

/** JSON in the usual style of TypeScript: bare names where they can be, single quotes. */
const literal = (value: unknown, indent = ''): string => {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  const members = Object.entries(value).map(([name, member]) => {
    const before = isList ? '' : `${/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)}: `
    return `${indent}  ${before}${literal(member, `${indent}  `)},\n`
  })
  return `${isList ? '[' : '{'}\n${members.join('')}${indent}${isList ? ']' : '}'}`
}

const asFetch = (address: string, { body }: Pull): string =>
  `await fetch(${literal(address)}, {
  method: 'POST',
  body: ${literal(JSON.stringify(body))},
})
`

/** For a module, with `@cotejo/client`. */
const asTypeScript = ({ base, apiKey, peticion, pulls }: Sending): string =>
  `import { Cotejo } from '@cotejo/client'

${pulls.map((pull) => asFetch(`${base}${pull.path}`, pull)).join('')}const cotejo = new Cotejo({
  baseUrl: ${literal(base)},
  apiKey: ${literal(apiKey)},
})
const verificacion = await cotejo.create(${literal(peticion)})
console.log(await cotejo.waitFor(verificacion))
`

/** A POST of a program: its path, headers and body as JSON. */
interface Posted {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly json: string
}

const postsOf = ({ apiKey, peticion, pulls }: Sending): ReadonlyArray<Posted> => [
  ...pulls.map(({ path, body }) => ({ path, headers: {}, json: JSON.stringify(body) })),
  {
    path: '/v1/verificaciones',
    headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': peticion.solicitud_id },
    json: JSON.stringify(peticion, null, 2),
  },
]

const json = 'application/json'
/** The members of a map of texts; JSON's texts are texts in each of these languages. */
const members = (headers: Posted['headers'], between: string): string =>
  Object.entries({ 'Content-Type': json, ...headers })
    .map(([name, value]) => `${JSON.stringify(name)}${between} ${JSON.stringify(value)}`)
    .join(', ')

const asPython = (sending: Sending): string =>
  `import urllib.request

def post(path, headers, body):
    headers = {name: value.encode() for name, value in headers.items()}
    request = urllib.request.Request(${JSON.stringify(sending.base)} + path, body.encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return answer.read().decode()

${postsOf(sending)
  .map(
    ({ path, headers, json: body }) =>
      `print(post(${JSON.stringify(path)}, {${members(headers, ':')}}, ${pythonText(body)}))`,
  )
  .join('\n')}
`

const pythonText = (text: string): string => `r'''${text.replaceAll("'", '\\u0027')}'''`

const asPhp = (sending: Sending): string =>
  `<?php
function post($path, $headers, $body) {
    $request = curl_init(${phpText(sending.base)} . $path);
    curl_setopt_array($request, [CURLOPT_POSTFIELDS => $body, CURLOPT_HTTPHEADER => $headers, CURLOPT_RETURNTRANSFER => true]);
    return curl_exec($request);
}

${postsOf(sending)
  .map(({ path, headers, json: body }) => {
    const lines = Object.entries({ 'Content-Type': json, ...headers }).map(([name, value]) =>
      phpText(`${name}: ${value}`),
    )
    return `echo post(${phpText(path)}, [${lines.join(', ')}], <<<'JSON'\n${body}\nJSON);`
  })
  .join('\n')}
`

const phpText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Escapes characters as JSON does, which texts of Go and Java share. */
const escaped = (text: string, characters: RegExp): string =>
  text.replace(characters, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Go accepts a byte order mark only at the start of a file. */
const asGo = (sending: Sending): string => escaped(goOf(sending), /\ufeff/g)
const goOf = (sending: Sending): string =>
  `package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

func post(path string, headers map[string]string, body string) string {
	request, err := http.NewRequest("POST", ${JSON.stringify(sending.base)}+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	return string(text)
}

func main() {
${postsOf(sending)
  .map(({ path, headers, json: body }) => {
    const raw = `\`${body.replaceAll('`', '\\u0060')}\``
    return `	fmt.Println(post(${JSON.stringify(path)}, map[string]string{${members(headers, ':')}}, ${raw}))`
  })
  .join('\n')}
}
`

/** Before version 18, the compiler reads a file in the encoding of the system. */
const asJava = (sending: Sending): string => escaped(javaOf(sending), /[^\n -~]/g)
const javaOf = (sending: Sending): string =>
  `import java.net.URI;
import java.net.http.*;

public class Verificacion {
    static String post(String path, String body, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(sending.base)} + path)).headers(headers)
            .POST(HttpRequest.BodyPublishers.ofString(body)).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    public static void main(String[] args) throws Exception {
${postsOf(sending)
  .map(
    ({ path, headers, json: body }) =>
      `        System.out.println(post(${JSON.stringify(path)}, ${JSON.stringify(body)}, ${members(headers, ',')}));`,
  )
  .join('\n')}
    }
}
`

/** The request in each language that the form offers. */
export const snippets: Readonly<Record<string, (sending: Sending) => string>> = {
  curl: asCurl,
  TypeScript: asTypeScript,
  Python: asPython,
  PHP: asPhp,
  Go: asGo,
  Java: asJava,
}

import type { Json, JsonObject } from './reference'

/*
 * The same request in five languages, with the standard library of each. `YOUR_API_KEY` and ids such as
 * `CUSTOMER_ID` are placeholders, which the page replaces where it knows the values.
 */

export type SampleRequest = {
  method: string
  url: string
  idempotencyKey?: string
  /** Absent: the request has no body. */
  body?: JsonObject
}

export const SAMPLE_LANGUAGES = {
  curl: { label: 'curl', fence: 'sh' },
  typescript: { label: 'TypeScript', fence: 'ts' },
  python: { label: 'Python', fence: 'python' },
  go: { label: 'Go', fence: 'go' },
  php: { label: 'PHP', fence: 'php' },
} as const

export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES

export type Sample = { language: SampleLanguage; code: string }

const KEY_PLACEHOLDER = 'YOUR_API_KEY'

export function samplesOf(request: SampleRequest): Sample[] {
  return [
    { language: 'curl', code: curl(request) },
    { language: 'typescript', code: typescript(request) },
    { language: 'python', code: python(request) },
    { language: 'go', code: go(request) },
    { language: 'php', code: php(request) },
  ]
}

function curl({ method, url, idempotencyKey, body }: SampleRequest): string {
  // curl sends POST by itself where there is a body.
  const isImplied = method === 'GET' || (method === 'POST' && body)
  const lines = [
    `curl ${isImplied ? '' : `-X ${method} `}'${url}'`,
    `-H 'Authorization: Bearer ${KEY_PLACEHOLDER}'`,
    ...(idempotencyKey ? [`-H 'Idempotency-Key: ${idempotencyKey}'`] : []),
    ...(body
      ? [
          "-H 'Content-Type: application/json'",
          `-d '${prettyJson(body).replaceAll("'", "'\\''").replaceAll('\n', '\n  ')}'`,
        ]
      : []),
  ]
  return lines.join(' \\\n  ')
}

function headersOf({ idempotencyKey, body }: SampleRequest): [string, string][] {
  return [
    ['Authorization', `Bearer ${KEY_PLACEHOLDER}`],
    ...(idempotencyKey ? [['Idempotency-Key', idempotencyKey] as [string, string]] : []),
    ...(body ? [['Content-Type', 'application/json'] as [string, string]] : []),
  ]
}

function typescript(request: SampleRequest): string {
  const { method, url, body } = request
  const headers = headersOf(request).map(([name, value]) => {
    return `    ${name.includes('-') ? `'${name}'` : name}: '${value}',`
  })
  return [
    `const response = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...headers,
    '  },',
    ...(body ? [`  body: JSON.stringify(${indent(literal(body, TYPESCRIPT), 2)}),`] : []),
    '})',
    'const answer = await response.json()',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample has a template of its own.
    'if (!response.ok) throw new Error(`${response.status} ${answer.error}`)',
    'console.log(answer)',
  ].join('\n')
}

function python(request: SampleRequest): string {
  const { method, url, body } = request
  const headers = headersOf(request).map(([name, value]) => `        "${name}": "${value}",`)
  return [
    'import json',
    'import urllib.error',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    ...headers,
    '    },',
    ...(body ? [`    data=json.dumps(${indent(literal(body, PYTHON), 4)}).encode(),`] : []),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        print(json.load(response))',
    'except urllib.error.HTTPError as error:',
    '    raise SystemExit(f"{error.code} {json.load(error)[\'error\']}")',
  ].join('\n')
}

function go(request: SampleRequest): string {
  const { method, url, body } = request
  const imports = ['fmt', 'io', 'net/http', ...(body ? ['strings'] : [])]
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    // A raw string can't hold a backtick; none of the examples has one.
    ...(body ? [`\tbody := strings.NewReader(\`${prettyJson(body)}\`)`] : []),
    `\trequest, err := http.NewRequest("${method}", "${url}", ${body ? 'body' : 'nil'})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headersOf(request).map(([name, value]) => `\trequest.Header.Set("${name}", "${value}")`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tfmt.Println(response.StatusCode, string(answer))',
    '}',
  ].join('\n')
}

function php(request: SampleRequest): string {
  const { method, url, body } = request
  const headers = headersOf(request).map(([name, value]) => `        '${name}: ${value}',`)
  return [
    '<?php',
    `$request = curl_init('${url}');`,
    'curl_setopt_array($request, [',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    '    CURLOPT_HTTPHEADER => [',
    ...headers,
    '    ],',
    ...(body ? [`    CURLOPT_POSTFIELDS => json_encode(${indent(literal(body, PHP), 4)}),`] : []),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = json_decode(curl_exec($request), true);',
    'echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), PHP_EOL;',
    'print_r($answer);',
  ].join('\n')
}

type Notation = {
  quote: "'" | '"'
  open: string
  close: string
  /** An object without a name. */
  empty: string
  /** A name and its value. */
  entry: (name: string, value: string) => string
  words: { true: string; false: string; null: string }
}

const TYPESCRIPT: Notation = {
  quote: "'",
  open: '{',
  close: '}',
  empty: '{}',
  entry: (name, value) => `${name}: ${value}`,
  words: { true: 'true', false: 'false', null: 'null' },
}

const PYTHON: Notation = {
  quote: '"',
  open: '{',
  close: '}',
  empty: '{}',
  entry: (name, value) => `"${name}": ${value}`,
  words: { true: 'True', false: 'False', null: 'None' },
}

const PHP: Notation = {
  quote: "'",
  open: '[',
  close: ']',
  // json_encode makes a list of an empty array.
  empty: '(object) []',
  entry: (name, value) => `'${name}' => ${value}`,
  words: { true: 'true', false: 'false', null: 'null' },
}

/** A JSON value as a literal of a language; short objects stay on one line. */
function literal(value: Json, notation: Notation): string {
  const { quote, open, close, empty, entry, words } = notation
  if (value === null) return words.null
  if (typeof value === 'boolean') return value ? words.true : words.false
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    return `${quote}${value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`
  }
  if (Array.isArray(value)) {
    const parts = value.map((each: Json) => literal(each, notation))
    return parts.length === 0 ? '[]' : `[\n${parts.map((part) => `  ${indent(part, 2)},\n`).join('')}]`
  }
  const parts = Object.entries(value).map(([name, each]) => entry(name, literal(each, notation)))
  if (parts.length === 0) return empty
  const line = `${open} ${parts.join(', ')} ${close}`
  const isFlat = !line.includes('\n') && line.length <= 80
  return isFlat ? line : `${open}\n${parts.map((part) => `  ${indent(part, 2)},\n`).join('')}${close}`
}

/** The lines after the first are moved to the right. */
function indent(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`)
}

/** Formats JSON as a person would, with short objects on one line. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\{\n[^{}[\]]{1,200}\}/g, (object) => {
    const line = object.replace(/\n\s*/g, ' ')
    return line.length <= 90 ? line : object
  })
}

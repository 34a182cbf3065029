import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseAddresses } from '@/lib/api-keys/api-keys'
import { describeUserAgent } from '@/lib/audit/describe-user-agent'
import { bankAccountIn } from '@/lib/bank-accounts/bank-account-body'
import { linesOf } from '@/lib/branding/seller-fields'
import { customerBody, customerChangesBody } from '@/lib/customers/customer-body'
import { sql } from '@/lib/db/client'
import { printableText, wrapText } from '@/lib/documents/wrap-text'
import { isEmail } from '@/lib/http/fields'
import { parseJsonBody } from '@/lib/http/json-body'
import type { Table } from '@/lib/http/operation'
import { redactJson, redactPath } from '@/lib/http/redact-body'
import { isWebUrl } from '@/lib/http/web-url'
import { writtenInvoiceBody } from '@/lib/invoices/invoice-body'
import { NOTES_LENGTH } from '@/lib/invoices/invoice-fields'
import { MAX_BODY_BYTES, MAX_FILE_BYTES, parseCsv } from '@/lib/lists/parse-csv'
import { wordSearch } from '@/lib/lists/word-search'
import { oneLine } from '@/lib/mail/render-mail'
import { plainDecimal } from '@/lib/money/decimals'
import { readBatchFile } from '@/lib/payouts/batch-file'
import { payoutBody } from '@/lib/payouts/payout-body'
import { authApi } from './auth'
import { dashboardApi } from './dashboard'
import { acceptsGzip } from './node'
import { payApi } from './pay'
import { apiV2 } from './v2'

/**
 * CPU time that one text may take. Work that looks at each character a few times takes a twentieth of it, or a quarter where
 * memory is slow; work that grows with the square of the text takes most of a minute.
 */
const MAX_MS = 1000
/** Headers are a sixteenth of a body. */
const MAX_HEADER_MS = 50
/** Other tests on the same cores make a try longer by chance, but not each of these. */
const TRIES = 3
/**
 * An eighth of a text is tried first. If it takes a sixty-fourth of the time, the whole text is fast enough even by work that
 * grows with the square of it.
 */
const PART = 8

const BODY = 256 * 1024
/** All headers of a request together, the address included. */
const HEADERS = 16 * 1024

/** Pieces to repeat: each has a meaning to one of the readers, or is expensive in Unicode. */
const UNITS = [
  ...[
    '"',
    '""',
    '" ',
    ' "',
    '"x',
    '",',
    '"\n',
    ',',
    ';',
    '|',
    '\t',
    '\r',
    '\n',
    '\r\n',
    ' ',
    'a ',
    '\t=',
    '=',
    '+',
    '-',
  ],
  ...[
    '\\',
    '\\"',
    '\\u0041',
    '/',
    '//',
    '://',
    '@',
    'a@',
    '.',
    'a.',
    '0',
    '%',
    '%41',
    '&',
    '?',
    '#',
    '<',
    '[',
    '[1,',
  ],
  ...[
    '{',
    '{"a":',
    '{"secret":"',
    'a',
    'A',
    '\u0001',
    '\u00a0',
    'é',
    'א',
    '字',
    '가',
    '\u0301',
    '\u0301\u0323',
    '\u200b',
  ],
  ...['\u200d', '\u202e', '\u202aא', '\ufeff', '😀', '👨‍👩‍👧', '𝒳'],
]

const filled = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))

/** Milliseconds of CPU, whatever the work says of the text. */
function timeOf(work: () => unknown): number {
  const since = process.cpuUsage()
  try {
    work()
  } catch {
    // A refusal is an answer too.
  }
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

/** The shortest of the tries, of which the first below the limit is enough. */
function shortestTimeOf(work: () => unknown, maxMs: number): number {
  let ms = timeOf(work)
  for (let tries = 1; tries < TRIES && ms >= maxMs; tries += 1) ms = Math.min(ms, timeOf(work))
  return ms
}

function expectFast(name: string, bytes: number, work: (text: string) => unknown): void {
  const maxMs = bytes <= HEADERS ? MAX_HEADER_MS : MAX_MS
  const maxPartMs = maxMs / PART ** 2
  for (const unit of UNITS) {
    const part = filled(unit, bytes / PART)
    if (shortestTimeOf(() => work(part), maxPartMs) < maxPartMs) continue
    const text = filled(unit, bytes)
    const ms = shortestTimeOf(() => work(text), maxMs)
    expect(ms, `${name} of ${JSON.stringify(unit)}`).toBeLessThan(maxMs)
  }
}

const email = 'ada@example.com'
const bytesOf = (text: string) => Buffer.from(text)

test.each<[name: string, bytes: number, read: (text: string) => unknown]>([
  ['a CSV file', MAX_FILE_BYTES, parseCsv],
  ['a row of a CSV file', MAX_FILE_BYTES, (text) => parseCsv(`email,name\na${text}`)],
  ['a quoted cell', MAX_FILE_BYTES, (text) => parseCsv(`email,name\n"${text}`)],
  ['a batch of payouts', MAX_FILE_BYTES, readBatchFile],
  ['a row of a batch', MAX_FILE_BYTES - 100, (text) => readBatchFile(`recipient,amount\na${text}`)],
  ['a text of a body', BODY, (text) => parseJsonBody(bytesOf(JSON.stringify({ text })))],
  ['a name in a body', BODY, (text) => parseJsonBody(bytesOf(JSON.stringify({ [text]: 1 })))],
  ['a body', BODY, (text) => parseJsonBody(bytesOf(`{"a":${text}`))],
  ['a body without an end', BODY, (text) => parseJsonBody(bytesOf(`{"a":"${text}`))],
  ['a file in a body', MAX_BODY_BYTES, (text) => parseJsonBody(bytesOf(`{"file":"${text}"}`))],
  ['a body in the log', BODY, redactJson],
  ['a text in the log', BODY, (text) => redactJson(JSON.stringify({ text }))],
  ['a secret in the log', BODY, (text) => redactJson(`{"secret":${JSON.stringify(text)}}`)],
  ['a secret without an end in the log', BODY, (text) => redactJson(`{"secret":"${text}`)],
  ['a URL in the log', BODY, (text) => redactJson(JSON.stringify({ url: `http://a${text}` }))],
  ['a path in the log', HEADERS, (text) => redactPath(`/pay/${text}`)],
  ['an email', BODY, isEmail],
  ['a local part', BODY, (text) => isEmail(`a${text}a@example.com`)],
  ['a domain', BODY, (text) => isEmail(`a@b${text}c`)],
  ['a host', BODY, (text) => isWebUrl(`http://a${text}b.example/`)],
  ['a URL', BODY, (text) => isWebUrl(`http://${text}`)],
  ['a path of a URL', BODY, (text) => isWebUrl(`https://a.example/${text}`)],
  ['a name of a customer', BODY, (text) => customerBody.read({ name: text, email })],
  ['a change of a customer', BODY, (text) => customerChangesBody.read({ group: text })],
  ['metadata', BODY, (text) => customerBody.read({ name: 'a', email, metadata: { [text]: text } })],
  [
    'a title',
    BODY,
    (text) => writtenInvoiceBody.read({ email, items: [{ title: text, qty: '1', price: '1' }] }),
  ],
  ['an amount', BODY, (text) => writtenInvoiceBody.read({ email, amount: text })],
  ['a day', BODY, (text) => writtenInvoiceBody.read({ email, amount: '1', due_date: text })],
  ['a currency', BODY, (text) => writtenInvoiceBody.read({ email, amount: '1', currency: text })],
  ['notes', BODY, (text) => writtenInvoiceBody.read({ email, amount: '1', notes: text })],
  ['a payout', BODY, (text) => payoutBody.read({ bank_account_id: text, amount: text })],
  ['a bank account', BODY, (text) => bankAccountIn('test').read({ entity_type: text, email })],
  ['an amount as people write it', 255, plainDecimal],
  ['a list of addresses', BODY, parseAddresses],
  ['lines', BODY, linesOf],
  ['a search', HEADERS, (text) => wordSearch(text, sql`text`)],
  ['Accept-Encoding', HEADERS, (text) => acceptsGzip(`a${text}b`)],
  ['User-Agent', HEADERS, describeUserAgent],
  ['a line of a mail', BODY, (text) => oneLine(text, 255)],
  [
    'a paragraph of a document',
    NOTES_LENGTH,
    (text) => {
      wrapText(printableText(text, () => true).text, 100, (part) => part.length)
    },
  ],
])('%s takes no longer for any text that fills its limit', { timeout: 120_000 }, (name, bytes, read) => {
  expectFast(name, bytes, read)
})

/** A value of the schema's shape in which every text is this one. */
function filledShape(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [name, filledShape(field, text)]),
    )
  }
  if (schema instanceof z.ZodArray) return [filledShape(schema.element, text)]
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return isWrapped ? filledShape(schema.unwrap(), text) : text
}

test.each<[string, Table]>([
  ['the API', apiV2],
  ['the dashboard', dashboardApi],
  ['payment pages', payApi],
  ['sign-in', authApi],
])(
  'no field of any operation takes long for a text that fills the request: %s',
  { timeout: 120_000 },
  (_, table) => {
    for (const [name, { body, query, maximumBytes }] of Object.entries(table)) {
      const schema = body?.schema
      if (schema)
        expectFast(name, Math.min(maximumBytes, BODY), (text) => schema.safeParse(filledShape(schema, text)))
      if (query) expectFast(`${name}?`, HEADERS, (text) => query.safeParse(filledShape(query, text)))
    }
  },
)

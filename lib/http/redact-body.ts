import type { JsonValue } from '@/lib/json'
import { type BodyValue, isNumber } from './json-body'

/** How much of a body the request log keeps, in characters; the column's limit. */
export const LOGGED_BODY_CHARACTERS = 16_384

const TRUNCATED = '… [truncated]'
const BLANK = '[redacted]'

/*
 * Field names reduced to lower-case letters and digits: `api_key`, `apiKey` and `API-Key` are the same. The
 * API ignores unknown fields, but they are in the request all the same, so the net is wide.
 */
const SECRET_NAME =
  /secret|token|passw|passphrase|apikey|privatekey|authori[sz]ation|credential|signature|card|cvc|cvv|securitycode|ssn|taxid|dateofbirth|birthdate|^pin$|^otp$|^dob$/
const ACCOUNT_NUMBER_NAME = /accountnumber|accountno$|^iban$/
const URL_NAME = /ur[il]$/

/** Our own secrets, which a client may put anywhere; the prefix is kept. */
const OUR_SECRETS = /(cf_test_|cf_live_|whsec_)[0-9A-Za-z+/=_-]+/g

/** The JSON written so far; stops growing past the limit. */
type Output = { text: string }

/**
 * A body for the request log: JSON without anything that nobody should read in a log, cut at
 * `LOGGED_BODY_CHARACTERS`. Keys, secrets, tokens, cards and dates of birth are redacted by field name,
 * whatever the value. Account numbers keep their last four characters, a URL's query and fragment keep their
 * names. A payment link stays whole: the vendor hands it out.
 */
export function redactBody(body: BodyValue | JsonValue): string {
  const output: Output = { text: '' }
  write(output, body, 'open', '')
  const { text } = output
  if (text.length <= LOGGED_BODY_CHARACTERS) return text
  return text.slice(0, LOGGED_BODY_CHARACTERS - TRUNCATED.length).toWellFormed() + TRUNCATED
}

/** Any text of a request without our own secrets. */
export function redactText(text: string): string {
  return text.replace(OUR_SECRETS, `$1${BLANK}`)
}

type FieldKind = 'open' | 'secret' | 'account number' | 'url'

function write(
  output: Output,
  value: BodyValue | JsonValue | undefined,
  kind: FieldKind,
  before: string,
): void {
  if (output.text.length > LOGGED_BODY_CHARACTERS) return
  output.text += before
  if (value === null || value === undefined) output.text += 'null'
  else if (kind === 'secret') output.text += JSON.stringify(BLANK)
  else if (kind === 'account number') output.text += JSON.stringify(lastFour(value))
  else if (typeof value === 'string') output.text += JSON.stringify(redactText(withoutQueries(value, kind)))
  else if (isNumber(value as BodyValue)) output.text += String(value)
  else if (Array.isArray(value)) writeArray(output, value, kind)
  else if (typeof value === 'object') writeObject(output, value as { [field: string]: JsonValue | undefined })
  else output.text += JSON.stringify(value)
}

function writeArray(output: Output, entries: readonly (BodyValue | JsonValue)[], kind: FieldKind): void {
  output.text += '['
  for (const [index, entry] of entries.entries()) write(output, entry, kind, index === 0 ? '' : ',')
  output.text += ']'
}

function writeObject(output: Output, fields: { [field: string]: JsonValue | undefined }): void {
  let separator = '{'
  for (const field of Object.keys(fields)) {
    const value = fields[field]
    if (value === undefined) continue
    write(output, value, kindOf(field), `${separator}${JSON.stringify(redactText(field))}:`)
    separator = ','
  }
  output.text += separator === '{' ? '{}' : '}'
}

/** Cache of field kinds: names mostly repeat. */
const kinds = new Map<string, FieldKind>()
const MAXIMUM_KINDS = 500
const MAXIMUM_NAME = 64

function kindOf(field: string): FieldKind {
  const known = kinds.get(field)
  if (known) return known
  const name = field.toLowerCase().replace(/[^a-z0-9]/g, '')
  let kind: FieldKind = 'open'
  if (SECRET_NAME.test(name)) kind = 'secret'
  else if (ACCOUNT_NUMBER_NAME.test(name)) kind = 'account number'
  else if (URL_NAME.test(name)) kind = 'url'
  // Clients choose the names, so the cache is limited.
  if (kinds.size < MAXIMUM_KINDS && field.length <= MAXIMUM_NAME) kinds.set(field, kind)
  return kind
}

function lastFour(value: unknown): string {
  const isText = typeof value === 'string' || isNumber(value as BodyValue)
  const text = isText ? String(value).trim() : ''
  // The last four characters of a short number would be most of it.
  return text.length >= 8 ? `••••${text.slice(-4)}` : BLANK
}

/** In a URL field everything after the `?` is query; elsewhere a URL ends at white space. */
function withoutQueries(text: string, kind: FieldKind): string {
  if (kind === 'url') return withoutQuery(text)
  return text.includes('://') ? text.replace(/\bhttps?:\/\/\S+/gi, withoutQuery) : text
}

function withoutQuery(url: string): string {
  const [, address = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? []
  const shown = address.replace(/\/\/[^/]*@/, `//${BLANK}@`)
  return `${shown}${query ? `?${withoutValues(query)}` : ''}${fragment ? `#${BLANK}` : ''}`
}

function withoutValues(query: string): string {
  const pairs = query.split('&').map((pair) => {
    const end = pair.indexOf('=')
    return end < 0 ? BLANK : `${pair.slice(0, end)}=${BLANK}`
  })
  return pairs.join('&')
}

import { ENCODED_ID_LENGTH } from '@/lib/crypto/base62'

/** The request log keeps this much of a body, in characters; the column's limit. */
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

/** A letter, digit or underscore, which needs no percent-encoding. */
const ENCODED_LETTER = /%(?:[46][1-9a-f]|[57][0-9a]|3\d|5f)/gi

/** The segment after these is a payment token, a secret of the buyer. */
const PAYMENT_TOKEN = /^((?:\/api)?\/(?:pay|thank-you)\/)([^/]+)/

/** A string, with the colon behind it if it names a field. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:\s*)?/g
const STRING_OR_BRACKET = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g
const SCALAR = /[^\s,\]}]*/y

/**
 * Characters that begin a URL's query, its fragment or, after user information, its host, and escapes, which could
 * hide them.
 */
const SUSPICIOUS = /[?#@\\]/

/**
 * JSON text for the request log: without anything that nobody should read in a log, cut at
 * `LOGGED_BODY_CHARACTERS`. Keys, secrets, tokens, cards and dates of birth are redacted by field name,
 * whatever the value. Account numbers keep their last four characters, a URL's query and fragment keep their
 * names. A payment link stays whole: the vendor hands it out.
 *
 * It replaces parts of the text and keeps the rest: parsing it and writing it again would cost several times
 * as much.
 */
export function redactJson(json: string): string {
  let output = ''
  /** Everything before this index is in the output. */
  let done = 0
  let end = json.length
  let kind: FieldKind = 'open'
  const replace = (from: number, to: number, text: string) => {
    output += json.slice(done, from) + text
    done = to
  }
  STRING.lastIndex = 0
  for (let found = STRING.exec(json); found; found = STRING.exec(json)) {
    const [{ length }, colon] = found
    const start = found.index
    if (output.length + start - done > LOGGED_BODY_CHARACTERS) {
      end = start
      break
    }
    const next = start + length
    const token = json.slice(start, colon === undefined ? next : next - colon.length)
    const shown = redactString(token, colon === undefined ? kind : 'open')
    if (shown !== token) replace(start, start + token.length, shown)
    if (colon === undefined) continue
    kind = kindOf(textOf(token))
    if (kind === 'open' || kind === 'url') continue
    STRING.lastIndex = endOfValue(json, next)
    const value = json.slice(next, STRING.lastIndex)
    if (value !== 'null') {
      replace(next, STRING.lastIndex, JSON.stringify(kind === 'secret' ? BLANK : lastFour(value)))
    }
  }
  const text = redactText(output + json.slice(done, end))
  return end === json.length && text.length <= LOGGED_BODY_CHARACTERS ? text : cut(text)
}

/** A copy, because a slice would keep the whole of a large answer in memory until it is written. */
function cut(text: string): string {
  const kept = text.slice(0, LOGGED_BODY_CHARACTERS - TRUNCATED.length).toWellFormed()
  return Buffer.from(kept).toString() + TRUNCATED
}

/** Any text of a request without our own secrets. */
export function redactText(text: string): string {
  return text.replace(OUR_SECRETS, `$1${BLANK}`)
}

/**
 * A path without what opens something: our secrets, however they are encoded, and payment links, of which the
 * account's part stays.
 */
export function redactPath(path: string): string {
  const readable = path.replace(ENCODED_LETTER, decodeURIComponent)
  return redactText(readable).replace(
    PAYMENT_TOKEN,
    (_, before: string, token: string) => `${before}${token.slice(0, ENCODED_ID_LENGTH)}…`,
  )
}

type FieldKind = 'open' | 'secret' | 'account number' | 'url'

/** A string as JSON. Our own secrets may still be in it, unless an escape could hide them. */
function redactString(token: string, kind: FieldKind): string {
  if (!SUSPICIOUS.test(token)) return token
  const text = textOf(token)
  const shown = withoutQueries(text, kind)
  const isUnchanged = shown === text && !token.includes('\\')
  return isUnchanged ? token : JSON.stringify(redactText(shown))
}

/** The text that a JSON string stands for. */
function textOf(token: string): string {
  return token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1)
}

function endOfValue(json: string, start: number): number {
  const isScalar = !'"[{'.includes(json[start] ?? '')
  const tokens = isScalar ? SCALAR : STRING_OR_BRACKET
  tokens.lastIndex = start
  let depth = 0
  do {
    const [token = ''] = tokens.exec(json) ?? []
    if (token === '[' || token === '{') depth += 1
    if (token === ']' || token === '}') depth -= 1
    if (token === '') return isScalar ? start : json.length
  } while (depth > 0)
  return tokens.lastIndex
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

/** The last characters of a string or number. */
function lastFour(value: string): string {
  const text = (value.startsWith('"') ? textOf(value) : value).trim()
  // The last four characters of a short number would be most of it.
  return text.length >= 8 && !/^[[{]/.test(value) ? `••••${text.slice(-4)}` : BLANK
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

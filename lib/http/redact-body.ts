import { ENCODED_ID_LENGTH } from '@/lib/crypto/base62'
import {
  ACCOUNT_CHARACTERS,
  type AccountNumbers,
  BLANK,
  lastFour,
  NO_NUMBERS,
  plainNumber,
  withoutNumbers,
} from './redact-numbers'

/** The request log keeps this much of a body, in characters; the column's limit. */
export const LOGGED_BODY_CHARACTERS = 16_384

/** No more of a body is read for it. What is redacted may be longer than its placeholder, but there is an end. */
const READ_CHARACTERS = 2 * LOGGED_BODY_CHARACTERS

const TRUNCATED = '… [truncated]'

/*
 * Field names reduced to lower-case letters and digits: `api_key`, `apiKey` and `API-Key` are the same. The
 * API ignores unknown fields, but they are in the request all the same, so the net is wide.
 */
const SECRET_NAME =
  /secret|token|passw|passphrase|apikey|privatekey|authori[sz]ation|credential|signature|card|cvc|cvv|securitycode|ssn|taxid|dateofbirth|birthdate|^pin$|^otp$|^dob$/
const ACCOUNT_NUMBER_NAME = /accountnumber|accountno$|^iban$/
/** Redacted only if the value is a long number: these fields may also hold the client's ids or names. */
const NUMBER_NAME =
  /^(?:pan|bban|number|(?:bank|beneficiary|recipient|payee)?(?:account|acct|acc)(?:no|nr|num|id)?)s?$|^acc(?:oun)?t?numbers?$/
const LONG_NUMBER = /^\d{8,}$/
const URL_NAME = /ur[il]$/

/**
 * Our own secrets, which a client may put anywhere, the sandbox's sessions, which open its page, links for bank
 * details, whose reader could have the payouts of the payee, and links into the customer portal. The prefix is kept.
 */
const OUR_SECRETS = /(cf_test_|cf_live_|whsec_|sbx_cs_|bal_|ptl_)[0-9A-Za-z+/=_-]+/g

/** A letter, digit or underscore, which needs no percent-encoding. */
const ENCODED_LETTER = /%(?:[46][1-9a-f]|[57][0-9a]|3\d|5f)/gi

/** The segment after these is a token of a buyer's or payee's page, and a secret of theirs. */
const PAYMENT_TOKEN = /^((?:\/api)?\/(?:pay\/bank-details|bank-details|pay|thank-you)\/)([^/]+)/

/*
 * In each, a quote by itself begins a string without an end. It is matched, because a search that went on from the next
 * quote, and the next, would read the rest of the text once for each.
 */
const OPEN_STRING = '"'
/** A string, with the colon behind it if it names a field, or a number. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:\s*)?|-?\d[\d.eE+-]*|"/g
const SCALARS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|"/g
const STRING_OR_BRACKET = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]|"/g
const SCALAR = /[^\s,\]}]*/y

/**
 * Characters that begin a URL's query, its fragment or, after user information, its host, and escapes, which could
 * hide them.
 */
const SUSPICIOUS = /[?#@\\]/

/**
 * JSON text for the request log: without anything that nobody should read in a log, cut at
 * `LOGGED_BODY_CHARACTERS`. Keys, secrets, tokens, cards and dates of birth are redacted by field name,
 * whatever the value, and card numbers and the request's own account numbers wherever they stand. Account numbers keep
 * their last four characters, a URL's query and fragment keep their names. A payment link stays whole: the vendor hands
 * it out.
 *
 * It replaces parts of the text and keeps the rest: parsing it and writing it again would cost several times
 * as much.
 */
export function redactJson(body: string, accounts: AccountNumbers = NO_NUMBERS): string {
  const json = body.slice(0, READ_CHARACTERS)
  let output = ''
  /** Everything before this index is in the output. */
  let done = 0
  let end = json.length
  /** The end of the last string or number. */
  let read = 0
  let kind: FieldKind = 'open'
  const replace = (from: number, to: number, text: string) => {
    output += json.slice(done, from) + text
    done = to
  }
  STRING_OR_NUMBER.lastIndex = 0
  for (let match = STRING_OR_NUMBER.exec(json); match; match = STRING_OR_NUMBER.exec(json)) {
    const [{ length }, colon] = match
    const start = match.index
    // Where a string has no end, nothing behind it can be told apart.
    if (match[0] === OPEN_STRING || output.length + start - done > LOGGED_BODY_CHARACTERS) {
      end = start
      break
    }
    const next = start + length
    // A token at the very end may have been cut off there.
    if (next < json.length || json.length === body.length) read = next
    const token = json.slice(start, colon === undefined ? next : next - colon.length)
    const replacement = redactScalar(token, colon === undefined ? kind : 'open', accounts)
    if (replacement !== token) replace(start, start + token.length, replacement)
    if (colon === undefined) continue
    kind = kindOf(textOf(token))
    if (kind !== 'secret' && kind !== 'account number') continue
    read = endOfValue(json, next)
    STRING_OR_NUMBER.lastIndex = read
    const value = json.slice(next, read)
    if (value !== 'null') {
      replace(next, read, JSON.stringify(kind === 'secret' ? BLANK : shownNumber(value)))
    }
  }
  // A cut could leave half of a secret visible, and escapes outside a string hide what they stand for.
  if (json.length < body.length || json.includes('\\', read)) end = Math.min(end, Math.max(read, done))
  const text = redactText(output + json.slice(done, end), accounts)
  return end === body.length && text.length <= LOGGED_BODY_CHARACTERS ? text : cut(text)
}

/** A copy, because a slice would keep the whole of a large answer in memory until it is written. */
function cut(text: string): string {
  const beginning = text.slice(0, LOGGED_BODY_CHARACTERS - TRUNCATED.length).toWellFormed()
  return Buffer.from(beginning).toString() + TRUNCATED
}

/** A request has one; looking for each of very many would hold up others. */
const MAX_ACCOUNT_NUMBERS = 10

/** Might the text name an account number? An escape could hide the name. */
const MAY_NAME_ACCOUNT = /account[^a-z0-9]{0,3}n|iban|\\/i

/** The account numbers in JSON texts, by the names of their fields. */
export function accountNumbersIn(...texts: (string | null)[]): AccountNumbers {
  const numbers = new Set<string>()
  for (const json of texts) {
    if (!json || !MAY_NAME_ACCOUNT.test(json)) continue
    STRING_OR_NUMBER.lastIndex = 0
    for (let match = STRING_OR_NUMBER.exec(json); match; match = STRING_OR_NUMBER.exec(json)) {
      const [token, colon] = match
      if (token === OPEN_STRING) break
      if (colon === undefined || kindOf(textOf(token.slice(0, -colon.length))) !== 'account number') continue
      const start = match.index + token.length
      const end = endOfValue(json, start)
      for (const [value] of json.slice(start, end).matchAll(SCALARS)) {
        if (value === OPEN_STRING) break
        const number = plainNumber(scalarText(value))
        if (numbers.size === MAX_ACCOUNT_NUMBERS) return numbers
        const { min, max } = ACCOUNT_CHARACTERS
        if (number.length >= min && number.length <= max && /\d/.test(number)) numbers.add(number)
      }
      STRING_OR_NUMBER.lastIndex = end
    }
  }
  return numbers
}

/** Any text of a request without our own secrets, card numbers and these account numbers. */
export function redactText(text: string, accounts: AccountNumbers = NO_NUMBERS): string {
  return withoutNumbers(text.replace(OUR_SECRETS, `$1${BLANK}`), accounts)
}

/**
 * A path without what opens something: our secrets, however they are encoded, and payment links, of which the
 * account's part stays. Nor has it card numbers or these account numbers.
 */
export function redactPath(path: string, accounts: AccountNumbers = NO_NUMBERS): string {
  const readable = path.replace(ENCODED_LETTER, decodeURIComponent)
  return redactText(readable, accounts).replace(
    PAYMENT_TOKEN,
    (_, before: string, token: string) => `${before}${token.slice(0, ENCODED_ID_LENGTH)}…`,
  )
}

type FieldKind = 'open' | 'secret' | 'account number' | 'number' | 'url'

/**
 * A string or a number as JSON. Our own secrets and numbers may still be in a string, unless an escape could hide them.
 */
function redactScalar(token: string, kind: FieldKind, accounts: AccountNumbers): string {
  if (kind === 'number' && LONG_NUMBER.test(plainNumber(scalarText(token)))) {
    return JSON.stringify(shownNumber(token))
  }
  if (token.startsWith('"')) return redactString(token, kind, accounts)
  const replacement = withoutNumbers(token, accounts)
  return replacement === token ? token : JSON.stringify(replacement)
}

function redactString(token: string, kind: FieldKind, accounts: AccountNumbers): string {
  if (!SUSPICIOUS.test(token)) return token
  const text = textOf(token)
  const replacement = withoutQueries(text, kind)
  const isUnchanged = replacement === text && !token.includes('\\')
  return isUnchanged ? token : JSON.stringify(redactText(replacement, accounts))
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
    if (token === '' || token === OPEN_STRING) return isScalar ? start : json.length
  } while (depth > 0)
  return tokens.lastIndex
}

/** Cache of field kinds: names mostly repeat. */
const kinds = new Map<string, FieldKind>()
const MAX_KINDS = 500
const MAX_NAME = 64

function kindOf(field: string): FieldKind {
  const cachedKind = kinds.get(field)
  if (cachedKind) return cachedKind
  const name = field.toLowerCase().replace(/[^a-z0-9]/g, '')
  let kind: FieldKind = 'open'
  if (SECRET_NAME.test(name)) kind = 'secret'
  else if (ACCOUNT_NUMBER_NAME.test(name)) kind = 'account number'
  else if (NUMBER_NAME.test(name)) kind = 'number'
  else if (URL_NAME.test(name)) kind = 'url'
  // Clients choose the names, so the cache is limited.
  if (kinds.size < MAX_KINDS && field.length <= MAX_NAME) kinds.set(field, kind)
  return kind
}

/** The last characters of a string or number. */
function shownNumber(value: string): string {
  return /^[[{]/.test(value) ? BLANK : lastFour(scalarText(value).trim())
}

/** The text of a JSON string, or of a number. */
function scalarText(token: string): string {
  return token.startsWith('"') ? textOf(token) : token
}

/** In a URL field everything after the `?` is query; elsewhere a URL ends at white space. */
function withoutQueries(text: string, kind: FieldKind): string {
  if (kind === 'url') return withoutQuery(text)
  return text.includes('://') ? text.replace(/\bhttps?:\/\/\S+/gi, withoutQuery) : text
}

function withoutQuery(url: string): string {
  const [, address = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? []
  const replacement = address.replace(/\/\/[^/]*@/, `//${BLANK}@`)
  return `${replacement}${query ? `?${withoutValues(query)}` : ''}${fragment ? `#${BLANK}` : ''}`
}

function withoutValues(query: string): string {
  const pairs = query.split('&').map((pair) => {
    const end = pair.indexOf('=')
    return end < 0 ? BLANK : `${pair.slice(0, end)}=${BLANK}`
  })
  return pairs.join('&')
}

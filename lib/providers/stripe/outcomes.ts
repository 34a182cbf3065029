import Stripe from 'stripe'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { cleanWords } from '@/lib/providers/shared/read-answer'
import { untilAbortedWith } from '@/lib/providers/shared/until-aborted'
import { repeatedHeader, UnreadableAnswerError } from './http-client'

export type Rejected = Extract<Outcome<never>, { kind: 'rejected' }>
type Unknown = Extract<Outcome<never>, { kind: 'unknown' }>

/**
 * Statuses that prove that a change was not carried out. Not among them: 409 (another request holds the key
 * and may succeed), 424, 429 and every 5xx, which Stripe calls indeterminate:
 * https://docs.stripe.com/error-low-level and https://docs.stripe.com/api/errors
 */
export const changeRefused: ReadonlySet<number> = new Set([400, 401, 402, 403, 404])

/**
 * Only a 404 means that an object does not exist. Other refusals, as after a revoked key, say nothing about
 * it.
 */
export const lookUpRefused: ReadonlySet<number> = new Set([404])

/** Stripe's error `type`s; a proxy's JSON error page has none of them. The second line is API v2's. */
const stripesOwn: ReadonlySet<string | undefined> = new Set([
  ...['invalid_request_error', 'card_error', 'idempotency_error'],
  ...['blocked_by_stripe', 'cannot_proceed', 'capability_not_enabled', 'controlled_by_alternate_resource'],
  ...['feature_not_enabled', 'financial_account_not_open', 'insufficient_funds', 'invalid_payout_method'],
  'recipient_not_notifiable',
])

/** API v2 has codes for some errors, and no type. */
const stripesOwnCodes: ReadonlySet<string | undefined> = new Set(['invalid_fields', 'not_found'])

/** Codes that come with a refusal's status but only mean "not now". */
const passing: ReadonlySet<string | undefined> = new Set([
  'rate_limit',
  'lock_timeout',
  'idempotency_key_in_use',
])

export function reject(code: string, detail: string, httpStatus: number): Rejected {
  return { kind: 'rejected', code, detail, httpStatus }
}

/** Maps an error of the package, given the statuses that count as a refusal. */
export function failureOf(error: unknown, refused: ReadonlySet<number>): Rejected | Unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return unreadable()
  const { statusCode, rawType, code } = error
  if (statusCode === undefined) {
    return { kind: 'unknown', reason: withoutStatus(error), ...httpErrorOf(unreadStatusOf(error)) }
  }
  // The first try may have been carried out: the refusal of a repeat says nothing about it.
  const isRepeated = error.headers?.[repeatedHeader] !== undefined
  const isStripes = stripesOwn.has(rawType) || (rawType === undefined && stripesOwnCodes.has(code))
  if (!refused.has(statusCode) || !isStripes || passing.has(code) || isRepeated) {
    const reason = `Stripe answered ${statusCode}${requestIdOf(error)}`
    return { kind: 'unknown', reason, ...httpErrorOf(statusCode) }
  }
  return reject(refusalCode(code ?? rawType), detailOf(error, statusCode), statusCode)
}

/** The answer does not match the API reference, and the request may have been carried out. */
export function unreadable(): Unknown {
  return { kind: 'unknown', reason: 'the answer of Stripe could not be read' }
}

/** A Stripe code in the format that our callers pass on. */
export function refusalCode(code: string | undefined): string {
  return code !== undefined && /^[a-z0-9_]{1,64}$/.test(code) ? code : 'refused'
}

function detailOf(error: Stripe.errors.StripeError, statusCode: number): string {
  // Stripe's message quotes part of the key here.
  if (statusCode === 401) return 'Stripe does not know the API key'
  if (statusCode === 403) return 'The API key has no permission for this'
  const words = cleanWords(error.message)
  return words === null || words.startsWith(refusalCode(error.code)) ? 'Stripe refused the request' : words
}

function withoutStatus(error: Stripe.errors.StripeError): string {
  return error instanceof Stripe.errors.StripeConnectionError
    ? 'no answer from Stripe'
    : `the answer of Stripe could not be read${requestIdOf(error)}`
}

/** The status of an answer that the package could not parse. */
function unreadStatusOf({ raw }: Stripe.errors.StripeError): number | undefined {
  if (typeof raw !== 'object' || raw === null || !('exception' in raw)) return undefined
  return raw.exception instanceof UnreadableAnswerError ? raw.exception.statusCode : undefined
}

function httpErrorOf(statusCode: number | undefined): { httpStatus?: number } {
  return statusCode !== undefined && statusCode >= 400 ? { httpStatus: statusCode } : {}
}

/** The id that Stripe's support asks for. */
function requestIdOf(error: Stripe.errors.StripeError): string {
  return /^req_\w{1,64}$/.test(error.requestId ?? '') ? ` (${error.requestId})` : ''
}

export const untilAborted = untilAbortedWith({
  late: 'no answer from Stripe in time',
  of: (error) => `the request to Stripe failed: ${error instanceof Error ? error.name : 'unknown error'}`,
})

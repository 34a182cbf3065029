import Stripe from 'stripe'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { untilAbortedWith } from '@/lib/providers/shared/until-aborted'
import { UnreadableAnswerError } from './http-client'

export type Rejected = Extract<Outcome<never>, { kind: 'rejected' }>
type Unknown = Extract<Outcome<never>, { kind: 'unknown' }>

/**
 * Statuses that say for certain that a request to change something was not carried out. Not among them:
 * 409 (another request holds the key, and it may succeed), 424, 429 and every 5xx, which Stripe itself
 * calls indeterminate: https://docs.stripe.com/error-low-level and https://docs.stripe.com/api/errors
 */
export const changeRefused: ReadonlySet<number> = new Set([400, 401, 402, 403, 404])

/**
 * A look-up is answered "no" by one status only. With a key that was revoked meanwhile, say, it is
 * refused although what we ask for exists.
 */
export const lookUpRefused: ReadonlySet<number> = new Set([404])

/** `type` of an error as Stripe writes it; a proxy's error page in JSON has none of these. */
const stripesOwn: ReadonlySet<string | undefined> = new Set([
  'invalid_request_error',
  'card_error',
  'idempotency_error',
])

/** Codes that come with a status of a refusal and yet only mean "not now". */
const passing: ReadonlySet<string | undefined> = new Set([
  'rate_limit',
  'lock_timeout',
  'idempotency_key_in_use',
])

export function reject(code: string, detail: string, httpStatus: number): Rejected {
  return { kind: 'rejected', code, detail, httpStatus }
}

/** What an error of the package means, given the statuses by which the request counts as refused. */
export function failureOf(error: unknown, refused: ReadonlySet<number>): Rejected | Unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return unreadable()
  const { statusCode, rawType, code } = error
  if (statusCode === undefined) {
    return { kind: 'unknown', reason: withoutStatus(error), ...httpErrorOf(unreadStatusOf(error)) }
  }
  if (!refused.has(statusCode) || !stripesOwn.has(rawType) || passing.has(code)) {
    const reason = `Stripe answered ${statusCode}${requestIdOf(error)}`
    return { kind: 'unknown', reason, ...httpErrorOf(statusCode) }
  }
  return reject(refusalCode(code ?? rawType), detailOf(error, statusCode), statusCode)
}

/** An answer that is not what the API's reference promises: the request may well have been carried out. */
export function unreadable(): Unknown {
  return { kind: 'unknown', reason: 'the answer of Stripe could not be read' }
}

/** A code of Stripe's in the shape that our callers pass on. */
export function refusalCode(code: string | undefined): string {
  return code !== undefined && /^[a-z0-9_]{1,64}$/.test(code) ? code : 'refused'
}

function detailOf(error: Stripe.errors.StripeError, statusCode: number): string {
  // Stripe's own words quote a part of the key here.
  if (statusCode === 401) return 'Stripe does not know the API key'
  if (statusCode === 403) return 'The API key has no permission for this'
  const words = error.message.trim().slice(0, 500)
  return words === '' || words.startsWith(refusalCode(error.code)) ? 'Stripe refused the request' : words
}

function withoutStatus(error: Stripe.errors.StripeError): string {
  return error instanceof Stripe.errors.StripeConnectionError
    ? 'no answer from Stripe'
    : `the answer of Stripe could not be read${requestIdOf(error)}`
}

/** The status of an answer that the package could not read. */
function unreadStatusOf({ raw }: Stripe.errors.StripeError): number | undefined {
  if (typeof raw !== 'object' || raw === null || !('exception' in raw)) return undefined
  return raw.exception instanceof UnreadableAnswerError ? raw.exception.statusCode : undefined
}

function httpErrorOf(statusCode: number | undefined): { httpStatus?: number } {
  return statusCode !== undefined && statusCode >= 400 ? { httpStatus: statusCode } : {}
}

/** What Stripe's support asks for. */
function requestIdOf(error: Stripe.errors.StripeError): string {
  return /^req_\w{1,64}$/.test(error.requestId ?? '') ? ` (${error.requestId})` : ''
}

export const untilAborted = untilAbortedWith({
  late: 'no answer from Stripe in time',
  of: (error) => `the request to Stripe failed: ${error instanceof Error ? error.name : 'unknown error'}`,
})

import type { Outcome } from '@/lib/providers/shared/outcome'
import { cleanWords } from '@/lib/providers/shared/read-answer'
import { untilAbortedWith } from '@/lib/providers/shared/until-aborted'
import { type ApiAnswer, asList, asObject, asText, UnclearAnswerError } from './http-exchange'

type Verdict = 'accepted' | 'refused' | 'duplicate' | 'credentials' | 'unclear'

type Rejected = Extract<Outcome<never>, { kind: 'rejected' }>
type Unknown = Extract<Outcome<never>, { kind: 'unknown' }>

/** 4xx statuses that are temporary: timeout, too early, too many requests. */
const PASSING = new Set([408, 425, 429])

/** Airwallex's codes for a `request_id` that was used before, across its products. */
const DUPLICATE_CODES = new Set(['duplicate_request_id', 'request_id_duplicate', 'duplicate_request'])

/**
 * The verdict on the answer to a create request ("Errors", airwallex.com/docs/api/errors; "Transfer error
 * codes", /docs/payouts__transfer-error-codes). Only an error in Airwallex's own format is a refusal: a
 * proxy's 4xx page says nothing about the request.
 */
export function verdictOf(answer: ApiAnswer): Verdict {
  if (answer.status >= 200 && answer.status < 300) return 'accepted'
  if (!isClear4xx(answer)) return 'unclear'
  if (answer.status === 401 || answer.status === 403) return 'credentials'
  if (answer.status === 409 || DUPLICATE_CODES.has(refusalCode(answer))) return 'duplicate'
  return 'refused'
}

/** True if Airwallex refused the request for good. */
export function isClear4xx({ status, body }: ApiAnswer): boolean {
  return status >= 400 && status < 500 && !PASSING.has(status) && asText(body?.code) !== null
}

/** A refusal with Airwallex's code and message, minus anything that could be an account number. */
export function refusal(answer: ApiAnswer): Rejected {
  const code = refusalCode(answer)
  const words = cleanWords(asText(answer.body?.message)) ?? 'The transfer was refused'
  const fields = namedFields(answer)
  const detail = fields === '' ? words : `${words} (${fields})`
  return {
    kind: 'rejected',
    code,
    // The code is shown in front of the message, so don't repeat it.
    detail: detail.startsWith(code) ? `Airwallex says: ${detail}` : detail,
    httpStatus: answer.status,
    ...(isOffRail(answer) ? { isOffRail: true } : {}),
  }
}

const OF_RAIL = /(^|\.)(local_clearing_system|account_routing_(type|value)1|transfer_methods?)$/

/** Sources that name no field: the list of errors below them does. */
const WHOLE_REQUEST = new Set([null, 'transfer', 'beneficiary'])

/**
 * True if a refusal names nothing but the rail and the bank's routing number. Airwallex documents no code for a bank that
 * doesn't take part in a rail. A routing number that is wrong altogether is refused on the next rail too.
 */
function isOffRail({ body }: ApiAnswer): boolean {
  const errors = asList(asObject(body?.details)?.errors).map((error) => asText(asObject(error)?.source))
  const source = asText(body?.source)
  const sources = errors.length > 0 && WHOLE_REQUEST.has(source) ? errors : [source, ...errors]
  return sources.every((name) => OF_RAIL.test(name ?? ''))
}

/**
 * The refusal concerns our credentials, not the transfer. The message is ours, because Airwallex's may name
 * the client.
 */
export function credentialsRefusal({ status }: ApiAnswer): Rejected {
  return status === 401
    ? {
        kind: 'rejected',
        code: 'unauthorized',
        detail: 'The payout provider does not accept the credentials of this service',
        httpStatus: 401,
      }
    : {
        kind: 'rejected',
        code: 'forbidden',
        detail: 'The payout provider does not allow this service to make transfers',
        httpStatus: 403,
      }
}

export function unknown(reason: string): Unknown {
  return { kind: 'unknown', reason: reason.slice(0, 200) }
}

/** Names the status, and the wait that a 429 or 503 asks for. */
export function unclear({ status, retryAfter }: ApiAnswer): Unknown {
  const wait = /^\d{1,6}$/.test(retryAfter ?? '') ? `, retry after ${retryAfter} s` : ''
  return unknown(`Airwallex answered ${status}${wait}`)
}

const LATE = 'Airwallex did not answer in time'

/** A login or beneficiary creation in progress at the abort finishes for the next call. */
export const untilAborted = untilAbortedWith({
  late: LATE,
  of: (error) => {
    if (error instanceof UnclearAnswerError) return error.message
    if (!(error instanceof Error)) return 'the call failed'
    if (error.name === 'TimeoutError') return LATE
    const cause = error.cause instanceof Error ? error.cause : error
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
    return /^\w{1,40}$/.test(code) ? `the call failed: ${code}` : 'the call failed'
  },
})

function refusalCode({ status, body }: ApiAnswer): string {
  const code = asText(body?.code)?.toLowerCase() ?? ''
  // A code must not contain an account number either.
  return /^(?!.*\d{4})[a-z0-9_]{1,64}$/.test(code) ? code : `http_${status}`
}

/** The fields that a validation error names. */
function namedFields({ body }: ApiAnswer): string {
  const errors = asList(asObject(body?.details)?.errors)
  const sources = [body?.source, ...errors.map((error) => asObject(error)?.source)].map(asText)
  const names = sources.filter((name) => name !== null && /^(?!.*\d{4})[\w.[\]]{1,80}$/.test(name))
  return [...new Set(names)].slice(0, 3).join(', ')
}

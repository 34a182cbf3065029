import { LosslessNumber } from 'lossless-json'
import { cleanWords } from '@/lib/providers/shared/read-answer'
import type { Transfer, TransferRequest } from '../payout-provider'
import { asObject, asText, type JsonObject } from './http-exchange'

/** One of the reasons that Airwallex accepts for a transfer. */
const REASON = 'professional_business_services'

/**
 * The statuses that end a transfer ("Transfer statuses",
 * airwallex.com/docs/payouts__create-a-transfer__transfer-statuses). All others are in progress: IN_APPROVAL,
 * APPROVAL_RECALLED, APPROVAL_REJECTED and APPROVAL_BLOCKED (a person can resubmit it), SCHEDULED, OVERDUE,
 * PROCESSING, SENT (it can still fail), CANCELLATION_REQUESTED, and any status added later: only a status
 * known to be final ends a payout.
 */
const ENDED: ReadonlyMap<string, 'delivered' | 'failed'> = new Map([
  ['PAID', 'delivered'],
  // Airwallex cancels it by itself and returns the money to the wallet; nothing can resend it ("Handle failed
  // transfers", airwallex.com/docs/payouts__manage-transfers__handle-failed-transfers).
  ['FAILED', 'failed'],
  ['CANCELLED', 'failed'],
])

/**
 * Failures after the money reached the bank: returned at the beneficiary's request (90801), by the bank
 * (90802), on a recall (91001) or as a duplicate (91301) ("Failure reasons",
 * airwallex.com/docs/payouts__manage-transfers__failure-reasons). PAID is not final: a transfer can fail
 * afterwards. Every other failure is `failed`, even after PAID, since a transfer does not say that it was
 * paid.
 */
const RETURN_CODES = new Set(['90801', '90802', '91001', '91301'])

/** "Invalid bank/branch code": the help pages say that it may also be one which this kind of transfer can't use. */
const OFF_RAIL_CODE = '90201'

/** Ids are UUIDs and statuses upper-case words; anything else is not a transfer. */
const ID = /^[\w.:-]{1,100}$/
const STATUS = /^\w{1,50}$/

/** A transfer as Airwallex has it. */
export type KnownTransfer = {
  requestKey: string
  transfer: Transfer
  /** Null if the answer has no creation time. */
  createdAt: Date | null
}

/** The body of a create request ("Create a transfer", airwallex.com/docs/payouts__create-a-transfer). */
export function transferBody({ key, amountMinor }: TransferRequest, beneficiaryId: string): JsonObject {
  return {
    request_id: key,
    beneficiary_id: beneficiaryId,
    source_currency: 'USD',
    transfer_currency: 'USD',
    transfer_amount: new LosslessNumber(formatCents(amountMinor)),
    transfer_method: 'LOCAL',
    reason: REASON,
    reference: referenceOf(key),
  }
}

/** The transfer in an answer or a notification; null if unreadable. */
export function readTransfer(value: unknown): KnownTransfer | null {
  const fields = asObject(value)
  const id = asText(fields?.id) ?? ''
  const providerStatus = asText(fields?.status) ?? ''
  const requestKey = asText(fields?.request_id)
  if (fields === null || requestKey === null || !ID.test(id) || !STATUS.test(providerStatus)) return null
  const amountMinor = readCents(asText(fields.transfer_amount))
  const currency = asText(fields.transfer_currency)
  return {
    requestKey,
    transfer: {
      id,
      providerStatus,
      amountMinor,
      currency,
      ...progressOf(providerStatus, fields),
      hasFee: true,
    },
    createdAt: readTime(asText(fields.created_at)),
  }
}

function progressOf(providerStatus: string, fields: JsonObject): Pick<Transfer, 'status' | 'failure'> {
  const end = ENDED.get(providerStatus)
  if (end !== 'failed') return { status: end ?? 'processing', failure: null }
  const stated = asObject(fields.failure)
  const failure = stated ?? readFailureReason(asText(fields.failure_reason))
  const code = asText(failure?.code) ?? ''
  return {
    status: RETURN_CODES.has(code) ? 'returned' : 'failed',
    failure: {
      code:
        /^\w{1,40}$/.test(code) && !/\d{6}/.test(code) ? code.toLowerCase() : providerStatus.toLowerCase(),
      detail: cleanWords(asText(failure?.message)) ?? `The transfer was ${providerStatus.toLowerCase()}`,
      // Five digits in the words of an older version may be a postcode, and a wrong yes makes a second transfer.
      ...(stated && code === OFF_RAIL_CODE ? { isOffRail: true } : {}),
    },
  }
}

const MAX_REASON_CHARACTERS = 500

/**
 * The failure as text, as in versions before `failure`: its code, and words ("Failure reasons",
 * airwallex.com/docs/payouts__manage-payouts__failure-reasons). Without it a return would count as a failure.
 */
function readFailureReason(text: string | null): JsonObject | null {
  if (text === null) return null
  // Cut first: trimming takes the square of a long run of spaces.
  const reason = text.slice(0, MAX_REASON_CHARACTERS)
  const [, before = '', code = '', after = ''] = /^(.*?)\b(\d{5})\b(.*)$/s.exec(reason) ?? [undefined, reason]
  return { code, message: `${before} ${after}`.replace(/^[\s:()-]+|[\s:()-]+$/g, '') }
}

/** Formats cents, above zero, as dollars: 2500n becomes `25.00`. */
function formatCents(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An amount of dollars in cents; null if it is no whole number of them. */
function readCents(amount: string | null): bigint | null {
  const [, dollars, fraction = ''] = /^(\d+)(?:\.(\d{1,2})0*)?$/.exec(amount ?? '') ?? []
  return dollars === undefined ? null : BigInt(dollars + fraction.padEnd(2, '0'))
}

/** The same for an amount that may be below zero. */
export function readSignedCents(amount: string | null): bigint | null {
  const cents = readCents(amount?.replace(/^-/, '') ?? null)
  return cents !== null && amount?.startsWith('-') ? -cents : cents
}

/** Parses Airwallex's times, `2026-01-31T09:30:00+0000` ("Data types", airwallex.com/docs/api/data_types). */
function readTime(written: string | null): Date | null {
  const time = new Date((written ?? '').replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(time.getTime()) ? null : time
}

/**
 * The reference on the bank statement: the end of the key, because keys of one minute share their beginning.
 */
function referenceOf(key: string): string {
  return `Payout ${key
    .replace(/[^0-9A-Za-z]/g, '')
    .slice(-12)
    .toUpperCase()}`
}

import { keyedCall, sessionRead, sessionWrite } from '@/lib/api/dashboard/session-operation'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import { type AnyDomainError, DomainError, isDomainError } from '@/lib/errors'
import { isMissing, text } from '@/lib/http/fields'
import { runIdempotently } from '@/lib/http/idempotency'
import type { JsonAnswer } from '@/lib/http/operation'
import { refusalOf, refuseInput } from '@/lib/http/refusals'
import { formatMajor } from '@/lib/money/money'
import { explainPayoutFailure, nextStepAfter } from './explain-payout-failure'
import { makePayout, parsePayout, refuseFailed } from './make-payout'
import type { PayoutRecord } from './payout'
import { findPayoutDetails } from './payout'
import { payoutList, readPayouts } from './payout-list'
import { presentPayoutView } from './queries'

const PATH = '/api/dashboard/payouts'

export const listPayouts = sessionRead(PATH, async ({ vendor, account, url }) => ({
  status: 200,
  body: await readPayouts(vendor.id, account.mode, url.searchParams),
}))

/** Every filtered row of the list as a CSV file. */
export const exportPayoutList = sessionRead(`${PATH}/export`, ({ account, url }) =>
  payoutList.export(account, url.searchParams),
)

export const getPayout = sessionRead(`${PATH}/:id`, async ({ account, params }) => ({
  status: 200,
  body: presentPayoutView(account.mode, await findPayoutDetails(database(), account.id, params.id ?? '')),
}))

/**
 * Creates a payout as the API does, under the form's own Idempotency-Key: without one, a second click or a
 * repeat after a lost answer would pay twice. A refusal names the refused payout and explains the reason.
 */
export const requestPayout = sessionWrite(PATH, async (call) => {
  const { vendor, account, address, body } = call
  if (!call.request.headers.get('idempotency-key')) refuseInput('Idempotency-Key is required')
  if (isMissing(body.customer_id)) refuseInput('customer_id is required')
  const request = { ...parsePayout(body), customerId: text(body.customer_id, 'customer_id') }
  let made: PayoutRecord | null = null
  const audit = {
    vendorId: vendor.id,
    accountId: account.id,
    action: 'payout.requested',
    detail: `${formatMajor(request.amountMinor, 'USD')} USD`,
    address,
  } as const
  try {
    return await runIdempotently(keyedCall(call), account.id, 'for good', async (commit) => {
      const payout = await makePayout(account, request, commit, (tx, subjectId) =>
        recordAuditEvent(tx, { ...audit, subjectId }),
      )
      made = payout
      refuseFailed(payout)
      return commit.transaction(async () => ({
        status: 201,
        body: { id: payout.id, status: payout.status },
      }))
    })
  } catch (error) {
    if (made && isDomainError(error, 'payout_refused')) return refusedAnswer(made, error)
    const notMade = error instanceof DomainError ? notMadeAnswer(error as AnyDomainError) : null
    if (notMade) return notMade
    throw error
  }
})

function refusedAnswer({ id, failureCode, failureDetail }: PayoutRecord, error: AnyDomainError): JsonAnswer {
  const { status, message } = refusalOf(error)
  const refused = { id, ...explainPayoutFailure(failureCode, failureDetail) }
  return { status, body: { error: message, refused } }
}

/** A refusal with the next step, if there is more to say than the refusal itself. */
function notMadeAnswer(error: AnyDomainError): JsonAnswer | null {
  const nextStep = nextStepAfter(error)
  if (nextStep === null) return null
  const { status, message } = refusalOf(error)
  return { status, body: { error: message, nextStep } }
}

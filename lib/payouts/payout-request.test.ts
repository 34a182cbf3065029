import { beforeEach, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import type { PayoutRequestKind, PayoutRequestStatus } from '@/lib/db/generated/enums'
import { inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { type PayableCustomer, payableCustomer } from './payable-customer.fixture'

/** The steps that a request of each kind may take. */
const STEPS: Record<PayoutRequestKind, Partial<Record<PayoutRequestStatus, PayoutRequestStatus[]>>> = {
  immediate: {
    WAITING: ['SENT', 'REJECTED', 'CANCELED', 'EXPIRED'],
    SENT: [],
    REJECTED: [],
    CANCELED: [],
    EXPIRED: [],
  },
  batch: {
    DRAFT: ['WAITING', 'APPROVED', 'CANCELED'],
    WAITING: ['DRAFT', 'APPROVED', 'REFUSED', 'CANCELED'],
    APPROVED: ['WAITING', 'SENT', 'REFUSED', 'CANCELED'],
    SENT: ['DRAFT', 'WAITING', 'APPROVED'],
    REFUSED: ['DRAFT', 'WAITING', 'APPROVED', 'CANCELED'],
    CANCELED: [],
  },
  scheduled: {
    WAITING: ['APPROVED', 'REFUSED', 'CANCELED'],
    APPROVED: ['WAITING', 'SENT', 'REFUSED', 'CANCELED'],
    SENT: [],
    REFUSED: ['WAITING', 'APPROVED', 'CANCELED'],
    CANCELED: [],
  },
}

const STATUSES = [
  'DRAFT',
  'WAITING',
  'APPROVED',
  'SENT',
  'REFUSED',
  'REJECTED',
  'CANCELED',
  'EXPIRED',
] as const

let to: PayableCustomer

beforeEach(async () => {
  to = await payableCustomer(0n)
})

/** The columns that a status asks for beside it. */
function columnsOf(kind: PayoutRequestKind, status: PayoutRequestStatus): string {
  const isDecided = status === 'REJECTED' || (kind === 'immediate' && ['SENT', 'CANCELED'].includes(status))
  const by = isDecided ? ['gen_random_uuid()', `'b'`, 'now()', `'r'`] : ['NULL', 'NULL', 'NULL', 'NULL']
  if (status === 'EXPIRED') by[2] = 'now()'
  const nextAttemptAt = status === 'APPROVED' ? 'now()' : 'NULL'
  return [`'${status}'`, nextAttemptAt, status === 'REFUSED' ? `'x'` : 'NULL', ...by].join(', ')
}

const COLUMNS = 'status, next_attempt_at, refusal_code, decided_by_id, decided_by_name, decided_at, reason'

async function build(kind: PayoutRequestKind, status: PayoutRequestStatus): Promise<string> {
  const [id, batchId] = [newId(), newId()]
  const values = [to.account.id, id, to.customerId, to.bankAccountId, batchId]
  await inTransaction(async (tx) => {
    await tx.query({
      text: `INSERT INTO payout_batches (account_id, id, name, file_hash, member_id, member_name, created_at)
             VALUES ($1, $2, 'may.csv', '', $1, 'a', now())`,
      values: [to.account.id, batchId],
    })
    await tx.query({
      text: `INSERT INTO payout_requests (account_id, id, kind, customer_id, bank_account_id, amount_minor, batch_id, line,
                                    day, expires_at, requested_by_id, requested_by_name, created_at, ${COLUMNS})
       SELECT $1, $2, '${kind}', $3, $4, 100, CASE WHEN '${kind}' = 'batch' THEN $5::uuid END,
              CASE WHEN '${kind}' = 'batch' THEN 2 END, CASE WHEN '${kind}' = 'scheduled' THEN current_date END,
              CASE WHEN '${kind}' = 'immediate' THEN now() END, $1, 'a', now(), ${columnsOf(kind, status)}`,
      values,
    })
  })
  return id
}

test.each(Object.keys(STEPS) as PayoutRequestKind[])(
  'a request of the kind %s takes its own steps, and the database refuses all others',
  async (kind) => {
    for (const [from, allowed] of Object.entries(STEPS[kind])) {
      const taken: string[] = []
      for (const status of STATUSES) {
        const id = await build(kind, from as PayoutRequestStatus)
        const step = connectionPool().query(
          `UPDATE payout_requests SET (${COLUMNS}) = ROW(${columnsOf(kind, status)}) WHERE id = $1`,
          [id],
        )
        await step.then(
          () => taken.push(status),
          (error: { code: string }) => expect(error.code).toBe('23514'),
        )
      }
      expect(taken.filter((status) => status !== from).toSorted(), `${kind} ${from}`).toEqual(
        allowed.toSorted(),
      )
    }
  },
)

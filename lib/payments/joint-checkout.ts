import assert from 'node:assert/strict'
import type { DisputeStatus, PaymentStatus } from '@/lib/db/generated/enums'
import { type Queryable, rowsOfAccount, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { jointReturnUrl } from '@/lib/http/links'
import { newId } from '@/lib/ids'
import { type InvoiceRecord, leftToPayMinor, lockInvoice } from '@/lib/invoices/invoice'
import type { CheckoutRequest } from '@/lib/providers/payment-provider'
import { now } from '@/lib/time/clock'

/*
 * Several invoices of one customer that are paid at once, in one session at the provider: one charge, and a payment of each
 * invoice (docs/decisions/0117-several-invoices-at-once.md).
 */

/** They are booked in one transaction. */
export const MAX_JOINT_INVOICES = 50

/** An invoice in a session, with its part of what the session asks for, in minor units. */
export type CheckoutPart = { invoiceId: string; amountMinor: bigint }

/** What a session pays: an invoice, or those of a joint checkout. */
export type CheckoutSubject = {
  accountId: string
  invoiceId: string | null
  jointCheckoutId: string | null
}

/** The parts of a session, in the order in which their invoices are locked. */
export async function partsOf(
  on: Queryable,
  { accountId, invoiceId, jointCheckoutId, amountMinor }: CheckoutSubject & { amountMinor: bigint },
): Promise<CheckoutPart[]> {
  if (invoiceId !== null) return [{ invoiceId, amountMinor }]
  assert(jointCheckoutId, 'a session is of an invoice or of a joint checkout')
  return findParts(on, { accountId, jointCheckoutId })
}

const findParts = statement<{ accountId: string; jointCheckoutId: string }, CheckoutPart>(
  'find_joint_checkout_parts',
  `SELECT invoice_id AS "invoiceId", amount_minor AS "amountMinor" FROM joint_checkout_parts
    WHERE account_id = :accountId::uuid AND joint_checkout_id = :jointCheckoutId::uuid ORDER BY invoice_id`,
)

export type JointChoice = {
  accountId: string
  customerId: string
  email: string
  vendorName: string
  /** With what the customer saw was left to pay of each. */
  parts: CheckoutPart[]
}

/** A joint checkout, and what its session asks for. */
type JointPlan = { id: string; parts: CheckoutPart[]; request: Omit<CheckoutRequest, 'key'> }

/**
 * The joint checkout of a choice: the latest one of the same invoices and amounts, else a new one. So two presses of the
 * button, even at once, lead to one page.
 *
 * Throws `invoices_changed` unless all are the customer's, of one currency, and open with the amounts that the customer saw.
 */
export async function planJointCheckout(tx: Transaction, choice: JointChoice): Promise<JointPlan> {
  const { accountId, customerId, email, vendorName } = choice
  const parts = inLockOrder(choice.parts)
  const invoices: InvoiceRecord[] = []
  for (const { invoiceId, amountMinor } of parts) {
    const invoice = await lockInvoice(tx, accountId, invoiceId)
    if (invoice.customerId !== customerId || leftToPayMinor(invoice) !== amountMinor) {
      throw new DomainError('invoices_changed')
    }
    invoices.push(invoice)
  }
  const [currency, ...others] = new Set(invoices.map((invoice) => invoice.currency))
  if (currency === undefined || others.length > 0) throw new DomainError('invoices_changed')
  const id = await findOrAdd(tx, { accountId, customerId, parts })
  const returnUrl = jointReturnUrl(accountId, id)
  return {
    id,
    parts,
    request: {
      amountMinor: parts.reduce((sum, part) => sum + part.amountMinor, 0n),
      currency,
      email,
      description: invoices.map(({ number }) => number).join(', '),
      vendorName,
      successUrl: returnUrl,
      cancelUrl: returnUrl,
    },
  }
}

async function findOrAdd(
  tx: Transaction,
  { accountId, customerId, parts }: Pick<JointChoice, 'accountId' | 'customerId' | 'parts'>,
): Promise<string> {
  const same = await sameJointCheckout(tx, { accountId, customerId, parts })
  if (same) return same
  const id = newId()
  await addJointCheckout(tx, {
    accountId,
    id,
    customerId,
    createdAt: now(),
    invoiceIds: parts.map(({ invoiceId }) => invoiceId),
    amountsMinor: parts.map(({ amountMinor }) => amountMinor),
  })
  return id
}

const addJointCheckout = statement<
  {
    accountId: string
    id: string
    customerId: string
    createdAt: Date
    invoiceIds: string[]
    amountsMinor: bigint[]
  },
  object
>(
  'add_joint_checkout',
  `WITH joint AS (
     INSERT INTO joint_checkouts (account_id, id, customer_id, created_at)
     VALUES (:accountId::uuid, :id::uuid, :customerId::uuid, :createdAt::timestamptz)),
   parts AS (
     INSERT INTO joint_checkout_parts (account_id, joint_checkout_id, invoice_id, amount_minor)
     ${rowsOfAccount(`SELECT :id::uuid, part.* FROM unnest(:invoiceIds::uuid[], :amountsMinor::bigint[]) AS part`)})
   SELECT 1 AS added`,
)

/** The latest joint checkout of the same invoices and amounts, or null. */
export async function sameJointCheckout(
  on: Queryable,
  { accountId, customerId, parts }: Pick<JointChoice, 'accountId' | 'customerId' | 'parts'>,
): Promise<string | null> {
  const sorted = inLockOrder(parts)
  const [same] = await findSame(on, {
    accountId,
    customerId,
    invoiceIds: sorted.map(({ invoiceId }) => invoiceId),
    amountsMinor: sorted.map(({ amountMinor }) => amountMinor),
  })
  return same?.id ?? null
}

/** As a payment locks their invoices. */
function inLockOrder(parts: CheckoutPart[]): CheckoutPart[] {
  return parts.toSorted((one, other) => (one.invoiceId < other.invoiceId ? -1 : 1))
}

const findSame = statement<
  { accountId: string; customerId: string; invoiceIds: string[]; amountsMinor: bigint[] },
  { id: string }
>(
  'find_same_joint_checkout',
  `SELECT joint.id FROM joint_checkouts AS joint
    WHERE joint.account_id = :accountId::uuid AND joint.customer_id = :customerId::uuid
      AND joint.id IN (SELECT joint_checkout_id FROM joint_checkout_parts
                        WHERE account_id = :accountId::uuid AND invoice_id = (:invoiceIds::uuid[])[1])
      AND (SELECT array_agg(part.invoice_id ORDER BY part.invoice_id) = :invoiceIds::uuid[]
                  AND array_agg(part.amount_minor ORDER BY part.invoice_id) = :amountsMinor::bigint[]
             FROM joint_checkout_parts AS part
            WHERE part.account_id = :accountId::uuid AND part.joint_checkout_id = joint.id)
    ORDER BY joint.id DESC LIMIT 1`,
)

type JointPart = CheckoutPart & {
  number: string
  payToken: string
  currency: string
  /** What became of it: null while nothing was paid. */
  payment: PaymentStatus | null
}

/** The parts of a customer's joint checkout, with their payments; null for an unknown one, or another customer's. */
export async function findJointCheckout(
  on: Queryable,
  key: { accountId: string; customerId: string; id: string },
): Promise<JointPart[] | null> {
  const parts = await findPaidParts(on, key)
  return parts.length > 0 ? parts : null
}

const findPaidParts = statement<{ accountId: string; customerId: string; id: string }, JointPart>(
  'find_paid_joint_checkout_parts',
  `SELECT part.invoice_id AS "invoiceId", part.amount_minor AS "amountMinor", invoice.number,
          invoice.pay_token AS "payToken", invoice.currency,
          (SELECT payment.status::text
             FROM checkout_sessions AS session
             JOIN payments AS payment
               ON payment.account_id = session.account_id AND payment.provider = session.provider
              AND payment.session_reference = session.provider_reference AND payment.invoice_id = part.invoice_id
            WHERE session.account_id = :accountId::uuid AND session.joint_checkout_id = :id::uuid
            ORDER BY payment.status = 'SUCCEEDED' DESC LIMIT 1) AS payment
     FROM joint_checkouts AS joint
     JOIN joint_checkout_parts AS part
       ON part.account_id = joint.account_id AND part.joint_checkout_id = joint.id
     JOIN invoices AS invoice ON invoice.account_id = part.account_id AND invoice.id = part.invoice_id
    WHERE joint.account_id = :accountId::uuid AND joint.id = :id::uuid AND joint.customer_id = :customerId::uuid
    ORDER BY part.invoice_id`,
)

/** A dispute of another invoice's part of the same charge. Minor units. */
export type DisputeOfCharge = {
  id: string
  number: string
  amountMinor: bigint
  currency: string
  status: DisputeStatus
  createdAt: Date
  settledAt: Date | null
}

/**
 * The disputes of the charge that paid an invoice, but for its own. The customer disputes the charge, and the oldest invoices
 * bear it: it may be about this one.
 */
export const findOtherDisputes = statement<{ accountId: string; invoiceId: string }, DisputeOfCharge>(
  'find_other_disputes',
  `SELECT dispute.id, invoice.number, dispute.amount_minor AS "amountMinor", dispute.currency,
          dispute.status::text AS status, dispute.created_at AS "createdAt", dispute.settled_at AS "settledAt"
     FROM payments AS own
     JOIN payments AS other
       ON other.account_id = own.account_id AND other.provider = own.provider
      AND other.session_reference = own.session_reference AND other.part <> own.part AND other.status = 'SUCCEEDED'
     JOIN disputes AS dispute
       ON dispute.account_id = other.account_id AND dispute.invoice_id = other.invoice_id
      AND dispute.payment_id = other.id
     JOIN invoices AS invoice ON invoice.account_id = other.account_id AND invoice.id = other.invoice_id
    WHERE own.account_id = :accountId::uuid AND own.invoice_id = :invoiceId::uuid AND own.status = 'SUCCEEDED'
    ORDER BY dispute.id`,
)

/** The numbers of the invoices that were paid with the same charge as an invoice, by the payment of this one. */
export async function paidTogether(
  on: Queryable,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
): Promise<Map<string, string[]>> {
  const rows = await findPaidTogether(on, { accountId, invoiceId })
  return new Map(rows.map(({ id, numbers }) => [id, numbers]))
}

const findPaidTogether = statement<
  { accountId: string; invoiceId: string },
  { id: string; numbers: string[] }
>(
  'find_paid_together',
  `SELECT own.id, array_agg(invoice.number ORDER BY invoice.id) AS numbers
     FROM payments AS own
     JOIN payments AS other
       ON other.account_id = own.account_id AND other.provider = own.provider
      AND other.session_reference = own.session_reference AND other.part <> own.part AND other.status = 'SUCCEEDED'
     JOIN invoices AS invoice ON invoice.account_id = other.account_id AND invoice.id = other.invoice_id
    WHERE own.account_id = :accountId::uuid AND own.invoice_id = :invoiceId::uuid
    GROUP BY own.id`,
)

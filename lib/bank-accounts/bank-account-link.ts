import assert from 'node:assert/strict'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { decodeId, ENCODED_ID_LENGTH, encodeId, randomBase62 } from '@/lib/crypto/base62'
import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import { findActiveCustomer } from '@/lib/customers/customer'
import type { Mode } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { bankDetailsUrl } from '@/lib/http/links'
import { newId } from '@/lib/ids'
import { mailVendorNotice } from '@/lib/mail/security-mail'
import { now } from '@/lib/time/clock'
import { isApproved } from '@/lib/vendors/account'
import { type BankAccountRecord, labelOf, type NewBankAccount, saveBankAccount } from './bank-account'

/*
 * A link on whose page a payee enters their own bank account, once (docs/decisions/0075-bank-details-from-the-payee.md).
 * Its token: `bal_`, account id (22), secret (32 random), all base62: the id directs the look-up to its tenant. Only a
 * keyed hash is stored, so the table's contents can't be used as links.
 */
const PREFIX = 'bal_'
const SECRET_LENGTH = 32
const TOKEN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${ENCODED_ID_LENGTH + SECRET_LENGTH}}$`)

type LinkTerms = { validMs: number; redirectUrl: string | null }

/** Issues a link for the customer. Its URL can't be read again. Throws `customer_not_found`. */
export async function issueBankAccountLink(
  on: Queryable,
  accountId: string,
  customerId: string,
  { validMs, redirectUrl }: LinkTerms,
): Promise<{ id: string; url: string; expiresAt: Date; customer: { id: string; name: string } }> {
  const customer = await findActiveCustomer(on, accountId, customerId)
  const token = PREFIX + encodeId(accountId) + randomBase62(SECRET_LENGTH)
  const id = newId()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + validMs)
  const tokenHash = keyedHash('bank-account-link', token)
  await addLink(on, { accountId, id, customerId: customer.id, tokenHash, redirectUrl, createdAt, expiresAt })
  return { id, url: bankDetailsUrl(token), expiresAt, customer }
}

const addLink = statement<
  {
    accountId: string
    id: string
    customerId: string
    tokenHash: Buffer
    redirectUrl: string | null
    createdAt: Date
    expiresAt: Date
  },
  object
>(
  'add_bank_account_link',
  `INSERT INTO bank_account_links (account_id, id, customer_id, token_hash, redirect_url, created_at, expires_at)
   VALUES (:accountId::uuid, :id::uuid, :customerId::uuid, :tokenHash::bytea, :redirectUrl, :createdAt::timestamptz,
           :expiresAt::timestamptz)`,
)

/** The link behind a token, with what its page shows. */
export type BankAccountLink = {
  accountId: string
  id: string
  /** `closed`: its customer is archived, or its vendor does no business. */
  status: 'open' | 'used' | 'expired' | 'closed'
  redirectUrl: string | null
  mode: Mode
  vendorId: string
  customer: { id: string; name: string; email: string }
}

/** Null for an unknown token. */
export async function findBankAccountLink(on: Queryable, token: string): Promise<BankAccountLink | null> {
  const key = keyOf(token)
  const [row] = key ? await findLink(on, key) : []
  if (!row) return null
  const { mode, bannedAt, liveApprovedAt, usedAt, expiresAt, isArchived, ...link } = row
  const isClosed = isArchived || bannedAt !== null || !isApproved(mode, { liveApprovedAt })
  const status = usedAt ? 'used' : expiresAt <= now() ? 'expired' : isClosed ? 'closed' : 'open'
  const { customerId, customerName: name, customerEmail: email, ...rest } = link
  return { ...rest, mode, status, customer: { id: customerId, name, email } }
}

function keyOf(token: string): { accountId: string; tokenHashes: Uint8Array[] } | null {
  if (!TOKEN.test(token)) return null
  const accountId = decodeId(token.slice(PREFIX.length, PREFIX.length + ENCODED_ID_LENGTH))
  return accountId === null ? null : { accountId, tokenHashes: keyedHashes('bank-account-link', token) }
}

const findLink = statement<
  { accountId: string; tokenHashes: Uint8Array[] },
  {
    accountId: string
    id: string
    redirectUrl: string | null
    usedAt: Date | null
    expiresAt: Date
    mode: Mode
    vendorId: string
    bannedAt: Date | null
    liveApprovedAt: Date | null
    customerId: string
    customerName: string
    customerEmail: string
    isArchived: boolean
  }
>(
  'find_bank_account_link',
  `SELECT link.account_id AS "accountId", link.id, link.redirect_url AS "redirectUrl", link.used_at AS "usedAt",
          link.expires_at AS "expiresAt", accounts.mode, vendors.id AS "vendorId", vendors.banned_at AS "bannedAt",
          vendors.live_approved_at AS "liveApprovedAt", customers.id AS "customerId",
          customers.name AS "customerName", customers.email AS "customerEmail",
          customers.archived_at IS NOT NULL AS "isArchived"
     FROM bank_account_links AS link
     JOIN accounts ON accounts.id = link.account_id
     JOIN vendors ON vendors.id = accounts.vendor_id
     JOIN customers ON customers.account_id = link.account_id AND customers.id = link.customer_id
    WHERE link.account_id = :accountId::uuid AND link.token_hash = ANY (:tokenHashes::bytea[])`,
)

/**
 * Adds the bank account that a payee has entered, uses the link up, and tells the vendor: by an event, and by mail. Of
 * two that are sent at once, one is added. Throws `bank_account_link_closed` for a link that takes none.
 */
export async function addBankAccountByLink(
  tx: Transaction,
  token: string,
  bankAccount: Omit<NewBankAccount, 'email'>,
  { requestId, address }: { requestId: string; address: string | null },
): Promise<BankAccountRecord> {
  const link = await findBankAccountLink(tx, token)
  if (link?.status !== 'open') throw new DomainError('bank_account_link_closed')
  const { accountId, id: linkId, customer } = link
  // Of two uses at the same moment, the second waits here, and then finds it used.
  const [used] = await spendLink(tx, { accountId, linkId, at: now() })
  if (!used) throw new DomainError('bank_account_link_closed')
  const details = { ...bankAccount, email: customer.email }
  const added = await saveBankAccount(tx, accountId, customer.id, details, { requestId, linkId })
  assert(added.linkId === linkId, 'the account names its link')
  const { vendorId } = link
  const detail = labelOf(added)
  const subjectId = customer.id
  await recordAuditEvent(tx, {
    vendorId,
    accountId,
    action: 'bank_account.entered',
    subjectId,
    detail,
    address,
  })
  const event = { what: 'bankAccountEntered', customer: customer.name, bankAccount: detail } as const
  await mailVendorNotice(tx, vendorId, event)
  return added
}

const spendLink = statement<{ accountId: string; linkId: string; at: Date }, { id: string }>(
  'spend_bank_account_link',
  `UPDATE bank_account_links SET used_at = :at::timestamptz
    WHERE account_id = :accountId::uuid AND id = :linkId::uuid AND used_at IS NULL AND expires_at > :at::timestamptz
   RETURNING id`,
)

import { issueApiKey } from '@/lib/api-keys/api-keys'
import { approverSinceOf } from '@/lib/auth/acting-member'
import { hashPassword } from '@/lib/auth/password'
import { prepareTotp } from '@/lib/auth/second-factor'
import type { BankAccountRecord, NewBankAccount } from '@/lib/bank-accounts/bank-account'
import { saveBankAccount } from '@/lib/bank-accounts/bank-account'
import { type CustomerRecord, type NewCustomer, saveNewCustomer } from '@/lib/customers/customer'
import type { MemberRole, Mode } from '@/lib/db/generated/enums'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import {
  type NewInvoice,
  openCheckout,
  planInvoice,
  type SavedInvoice,
  saveInvoice,
} from '@/lib/invoices/issue-invoice'
import { leaseMs } from '@/lib/jobs/lease'
import { creditWallet } from '@/lib/ledger/credit-wallet'
import { MILLION } from '@/lib/money/decimals'
import { recordPayoutIntent } from '@/lib/payouts/create-payout'
import type { PayoutRecord } from '@/lib/payouts/payout'
import { sendPayout } from '@/lib/payouts/send-payout'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { paymentProviderFor, payoutProviderFor } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { type Account, findAccount } from '@/lib/vendors/account'
import { createVendor } from '@/lib/vendors/manage-vendor'

/*
 * Builders for tests and the demo. Each goes through the domain, so it creates what the service would;
 * omitted fields get defaults.
 */

const PROVIDER_TIMEOUT_MS = 5000

/** A vendor with its two accounts. Without a password nobody can sign in to it. */
export async function buildVendor(
  fields: { email?: string; name?: string; password?: string; timeZone?: string } = {},
): Promise<{ id: string; test: Account; live: Account }> {
  const email = fields.email ?? `vendor-${newId()}@example.com`
  // Hashing a password that nobody knows would take most of the time.
  const passwordHash = fields.password === undefined ? '-' : await hashPassword(fields.password)
  return inOrmTransaction(async (tx) => {
    const { name = 'A Vendor', timeZone } = fields
    const { id } = await createVendor(tx, { email, name, passwordHash, timeZone })
    return { id, test: await findAccount(tx, id, 'test'), live: await findAccount(tx, id, 'live') }
  })
}

/** Approves the vendor's live mode without an operator's conditions; returns its live account. */
export function buildLiveApproval(vendorId: string): Promise<Account> {
  return inOrmTransaction(async (tx) => {
    await tx.vendor.update({ where: { id: vendorId }, data: { liveApprovedAt: now() } })
    return findAccount(tx, vendorId, 'live')
  })
}

/**
 * Another member of a vendor, who has confirmed its email, and has been one for long enough to approve payouts; by
 * default nobody knows its password. Returns its id.
 */
export async function buildMember(
  vendorId: string,
  role: Exclude<MemberRole, 'owner'>,
  fields: { email?: string; password?: string } = {},
): Promise<string> {
  const id = newId()
  const email = fields.email ?? `member-${id}@example.com`
  const passwordHash = fields.password === undefined ? '-' : await hashPassword(fields.password)
  const time = now()
  const approverSince = approverSinceOf(role, null, new Date(0))
  await inOrmTransaction((tx) =>
    tx.member.create({
      data: {
        id,
        vendorId,
        role,
        email,
        passwordHash,
        emailConfirmedAt: time,
        approverSince,
        createdAt: time,
      },
    }),
  )
  return id
}

/** Turns the owner's two-step sign-in on without a first code from an app. Does nothing if it is on. */
export function buildSecondFactor(vendorId: string): Promise<void> {
  return inOrmTransaction(async (tx) => {
    const owner = await tx.member.findFirstOrThrow({ where: { vendorId, role: 'owner' } })
    if (owner.totpConfirmedAt) return
    await prepareTotp(tx, owner)
    await tx.member.update({ where: { id: owner.id }, data: { totpConfirmedAt: now() } })
  })
}

/** An API key of the account; in live mode too, whether or not it is approved or a provider is configured. */
export async function buildApiKey(
  { id, mode }: { id: string; mode: Mode },
  { name = 'A key', expiresAt = null }: { name?: string; expiresAt?: Date | null } = {},
): Promise<string> {
  const { key } = await inOrmTransaction((tx) =>
    issueApiKey(tx, { id, mode, isApproved: true }, { name, expiresAt, liveModeAvailable: true }),
  )
  return key
}

export function buildCustomer(account: Account, fields: Partial<NewCustomer> = {}): Promise<CustomerRecord> {
  const customer = { name: 'Ada Lovelace', email: `customer-${newId()}@example.com`, ...fields }
  return inOrmTransaction((tx) => saveNewCustomer(tx, account.id, customer))
}

export function buildBankAccount(
  account: Account,
  customerId: string,
  fields: Partial<NewBankAccount> = {},
): Promise<BankAccountRecord> {
  const bankAccount: NewBankAccount = {
    entityType: 'PERSONAL',
    email: 'ada@example.com',
    countryCode: 'US',
    state: 'NY',
    city: 'New York',
    postcode: '10001',
    streetAddress: '1 Main Street',
    accountName: 'Ada Lovelace',
    accountNumber: '123456789012',
    routingNumber: '021000021',
    bankName: 'First Bank',
    accountCategory: 'Checking',
    firstName: 'Ada',
    lastName: 'Lovelace',
    dateOfBirth: null,
    companyName: null,
    ...fields,
  }
  return inOrmTransaction((tx) =>
    saveBankAccount(tx, account.id, customerId, bankAccount, { requestId: null }),
  )
}

/** An invoice with one item, by default through the sandbox. Amount in minor units. */
export async function buildInvoice(
  account: Account,
  fields: Partial<NewInvoice> & { amountMinor?: bigint; provider?: PaymentProvider } = {},
): Promise<SavedInvoice> {
  const { amountMinor = 10_000n, provider = paymentProviderFor('test'), ...rest } = fields
  const invoice: NewInvoice = {
    customer: { email: `customer-${newId()}@example.com` },
    currency: 'USD',
    items: [{ title: 'Payment', quantityMicros: MILLION, unitPriceMinor: amountMinor }],
    dueDate: null,
    redirectUrl: null,
    webhookUrl: null,
    ...rest,
  }
  const plan = await inOrmTransaction((tx) => planInvoice(tx, account, invoice))
  const session = await openCheckout(plan, provider, PROVIDER_TIMEOUT_MS)
  return inOrmTransaction((tx) => saveInvoice(tx, plan, session, provider))
}

/** Credits the account's wallet. Minor units. */
export function fundWallet(account: Account, amountMinor: bigint, currency = 'USD'): Promise<void> {
  return inOrmTransaction((tx) => creditWallet(tx, { accountId: account.id, amountMinor, currency }))
}

/** A payout, by default through the sandbox, whatever its outcome. Minor units. */
export async function buildPayout(
  account: Account,
  request: { customerId: string; bankAccountId: string; amountMinor: bigint },
  provider: PayoutProvider = payoutProviderFor('test'),
): Promise<PayoutRecord> {
  const payout = await inOrmTransaction((tx) =>
    recordPayoutIntent(tx, account, request, {
      provider,
      leaseMs: leaseMs(PROVIDER_TIMEOUT_MS),
    }),
  )
  return sendPayout(payout, { provider, timeoutMs: PROVIDER_TIMEOUT_MS })
}

import { regexes } from 'zod'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { disableTotpByOperator } from '@/lib/auth/second-factor'
import { endSessionsByOperator } from '@/lib/auth/sessions'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { DEFAULT_LOCALE, isLocale, LOCALES } from '@/lib/i18n/locale'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { formatDecimal } from '@/lib/money/decimals'
import { inviteVendor } from '@/lib/sign-in/invitations'
import { dailyLimitOf } from '@/lib/vendors/account'
import { grantLiveMode, withdrawLiveMode } from '@/lib/vendors/live-approval'
import {
  createVendor,
  liftVendorBan,
  markVendorBanned,
  setOperator,
  setVendorTerms,
  type VendorTerms,
} from '@/lib/vendors/manage-vendor'
import { ownerOf } from '@/lib/vendors/member'
import { listVendors } from '@/lib/vendors/vendor'
import { FEE_ON_REFUND } from '@/lib/vendors/vendor-terms-fields'
import {
  type Commands,
  decimalFlag,
  operatorOf,
  recordInstanceEvent,
  textFlag,
  UsageError,
  vendorIdOf,
} from './command'

/** A hundred billion dollars: far below the limit of a BIGINT of cents. */
const MAX_CENTS = 10n ** 13n
const MAX_HOLD_DAYS = 365n
/** A percentage with four decimals is in parts per million. */
const PERCENT_SCALE = 4

export const vendorCommands: Commands<'vendor'> = {
  'vendor create': {
    async run(flags) {
      const email = emailFlag(flags)
      const name = textFlag(flags, 'name', 255)
      // Any password: set-up scripts choose their own, and who runs them could reset it anyway.
      const password = textFlag(flags, 'password', 200)
      // Imported late: no other command needs the native module.
      const { hashPassword } = await import('@/lib/auth/password')
      const passwordHash = await hashPassword(password)
      const operator = operatorOf(flags)
      const { id } = await inOrmTransaction(async (tx) => {
        const created = await createVendor(tx, { email, name, passwordHash })
        await recordAuditEvent(tx, { vendorId: created.id, action: 'vendor.created', operator })
        return created
      })
      return { output: { vendor_id: id } }
    },
  },
  'vendor invite': {
    async run(flags) {
      const email = emailFlag(flags)
      const locale = flags.locale ?? DEFAULT_LOCALE
      if (!isLocale(locale)) throw new UsageError(`--locale must be one of ${LOCALES.join(', ')}`)
      const { link, expiresAt } = await inOrmTransaction(async (tx) => {
        await recordInstanceEvent(tx, flags, { action: 'vendor.invited', detail: email })
        return inviteVendor(tx, { email, locale })
      })
      return { output: { email, link, expires_at: expiresAt.toISOString() } }
    },
  },
  'vendor list': {
    async run() {
      const vendors = await listVendors(connectionPool())
      const output = vendors.map((vendor) => ({
        vendor_id: vendor.id,
        email: vendor.email,
        name: vendor.name,
        banned: vendor.bannedAt !== null,
        ban_reason: vendor.banReason,
        live_approved: vendor.liveApprovedAt !== null,
        operator: vendor.isOperator,
        payout_limit: formatDecimal(vendor.payoutLimitMinor, 2),
        daily_limit: formatDecimal(dailyLimitOf(vendor), 2),
        fee_percent: formatDecimal(BigInt(vendor.feePpm), PERCENT_SCALE),
        fee_fixed: formatDecimal(vendor.feeFixedMinor, 2),
        fee_payer: vendor.paysFee ? 'vendor' : 'customer',
        fee_on_refund: vendor.returnsFee ? 'return' : 'keep',
        hold_days: vendor.holdDays,
        created_at: vendor.createdAt.toISOString(),
      }))
      return { output }
    },
  },
  'vendor ban': {
    async run(flags) {
      const vendorId = await vendorIdOf(flags)
      const reason = flags.reason ? textFlag(flags, 'reason', 1000) : null
      await inOrmTransaction((tx) => markVendorBanned(tx, vendorId, reason, operatorOf(flags)))
      return { output: { vendor_id: vendorId, banned: true } }
    },
  },
  'vendor unban': {
    async run(flags) {
      const vendorId = await vendorIdOf(flags)
      await inOrmTransaction((tx) => liftVendorBan(tx, vendorId, operatorOf(flags)))
      return { output: { vendor_id: vendorId, banned: false } }
    },
  },
  'vendor approve-live': {
    run: (flags) => changeLiveMode(flags, true),
  },
  'vendor suspend-live': {
    run: (flags) => changeLiveMode(flags, false),
  },
  'vendor grant-operator': {
    run: (flags) => changeOperator(flags, true),
  },
  'vendor revoke-operator': {
    run: (flags) => changeOperator(flags, false),
  },
  'vendor sign-out': {
    async run(flags) {
      const vendorId = await vendorIdOf(flags)
      const sessions = await inOrmTransaction((tx) => endSessionsByOperator(tx, vendorId, operatorOf(flags)))
      return { output: { vendor_id: vendorId, sessions_ended: sessions } }
    },
  },
  'vendor disable-totp': {
    async run(flags) {
      const vendorId = await vendorIdOf(flags)
      await inOrmTransaction(async (tx) => {
        const ownerId = await ownerOf(tx, vendorId)
        await disableTotpByOperator(tx, ownerId, operatorOf(flags))
        await mailSecurityNotice(tx, ownerId, { what: 'secondFactorRemoved' })
      })
      return { output: { vendor_id: vendorId, totp: false } }
    },
  },
  'vendor set': {
    async run(flags) {
      const vendorId = await vendorIdOf(flags)
      const terms: VendorTerms = {}
      if (flags['payout-limit']) terms.payoutLimitMinor = decimalFlag(flags, 'payout-limit', 2, MAX_CENTS)
      if (flags['daily-limit']) terms.dailyLimitMinor = decimalFlag(flags, 'daily-limit', 2, MAX_CENTS)
      if (flags['fee-percent'])
        terms.feePpm = Number(decimalFlag(flags, 'fee-percent', PERCENT_SCALE, 1_000_000n))
      if (flags['fee-fixed']) terms.feeFixedMinor = decimalFlag(flags, 'fee-fixed', 2, MAX_CENTS)
      if (flags['fee-on-refund']) terms.returnsFee = feeOnRefundFlag(flags) === 'return'
      if (flags['hold-days']) terms.holdDays = Number(decimalFlag(flags, 'hold-days', 0, MAX_HOLD_DAYS))
      if (Object.keys(terms).length === 0) {
        throw new UsageError(
          'Give at least one of --payout-limit, --daily-limit, --fee-percent, --fee-fixed, --fee-on-refund and --hold-days',
        )
      }
      await inOrmTransaction((tx) => setVendorTerms(tx, vendorId, terms, operatorOf(flags)))
      return { output: { vendor_id: vendorId } }
    },
  },
}

function feeOnRefundFlag(flags: Record<string, string>): (typeof FEE_ON_REFUND)[number] {
  const choice = FEE_ON_REFUND.find((each) => each === flags['fee-on-refund'])
  if (!choice) throw new UsageError(`--fee-on-refund must be ${FEE_ON_REFUND.join(' or ')}`)
  return choice
}

function emailFlag(flags: Record<string, string>): string {
  const email = textFlag(flags, 'email', 254)
  if (!regexes.email.test(email)) throw new UsageError('--email must be an email address')
  return email
}

async function changeLiveMode(flags: Record<string, string>, isApproved: boolean) {
  const vendorId = await vendorIdOf(flags)
  const change = isApproved ? grantLiveMode : withdrawLiveMode
  await inOrmTransaction((tx) => change(tx, vendorId, operatorOf(flags)))
  return { output: { vendor_id: vendorId, live_approved: isApproved } }
}

async function changeOperator(flags: Record<string, string>, operator: boolean) {
  const vendorId = await vendorIdOf(flags)
  await inOrmTransaction((tx) => setOperator(tx, vendorId, operator, operatorOf(flags)))
  return { output: { vendor_id: vendorId, operator } }
}

import {
  type ActingOperator,
  type AuditAction,
  type ByMember,
  recordAuditEvent,
} from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import type { Queryable } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import type { Access, Call } from '@/lib/http/operation'
import { Refusal, refuse } from '@/lib/http/refusals'
import { refuseOtherOrigins } from '@/lib/http/same-origin'
import { now } from '@/lib/time/clock'
import { type Account, findAccount, requireApproval } from '@/lib/vendors/account'
import { isBusiness, may, type Permission } from './permissions'
import { type SessionVendor, vendorOfRequest } from './session-vendor'

type AuditEntry = { action: AuditAction; subjectId?: string; detail?: string }

export type SessionCaller = {
  vendor: SessionVendor
  account: Account
  by: ByMember
  /** Records the vendor's action in the account, in the transaction of the change. */
  audit: (on: Queryable, entry: AuditEntry) => Promise<void>
  /** Records an action that concerns both accounts of the vendor: sign-in, profile, branding. */
  auditVendor: (on: Queryable, entry: AuditEntry) => Promise<void>
}

/**
 * Access by session, in the mode given in the query, for members whose role has the permission. A write must come from
 * our own pages and not from a banned vendor, whose members may read everything and change nothing but what
 * `sessionEvenIfBanned` lets in. Nor does a vendor do business in live mode before an operator approves it: until then
 * its live account can be read only.
 */
export function session(permission: Permission): Access<SessionCaller> {
  return {
    kind: 'session',
    permission,
    codes: [
      ...sessionEvenIfBanned(permission).codes,
      'vendor_banned',
      ...(isBusiness(permission) ? (['live_mode_not_approved'] as const) : []),
    ],
    enter: (call) => enterInBusiness(call, permission),
  }
}

/**
 * The same, for the acts that members of a banned or unapproved vendor keep: they can still shut others out of its
 * account.
 */
export function sessionEvenIfBanned(permission: Permission): Access<SessionCaller> {
  return {
    kind: 'session',
    permission,
    codes: ['cross_site_request', 'invalid_json', 'session_ended', 'invalid_mode', 'role_not_allowed'],
    enter: (call) => enter(call, permission),
  }
}

/** A password or code that was given counts for this long. */
const PROOF_MS = 15 * 60 * 1000

/**
 * Access by a session whose user gave the password or, if set up, a second factor in the last 15 minutes, for
 * operations that hand out keys, secrets or account numbers, or change where money goes. Signing in counts. The
 * browser asks for what is missing, and repeats the request. With `isLiveOnly`, test mode asks for nothing.
 */
export function provenSession(
  permission: Permission,
  { isLiveOnly = false }: { isLiveOnly?: boolean } = {},
): Access<SessionCaller> {
  return {
    kind: 'session',
    permission,
    codes: [...session(permission).codes, 'password_needed', 'code_needed'],
    enter: async (call) => {
      const caller = await enterInBusiness(call, permission)
      if (!isLiveOnly || caller.account.mode === 'live') requireProof(caller.vendor)
      return caller
    },
  }
}

/** Throws `code_needed` or, without a second factor, `password_needed` if the last proof is too old. */
export function requireProof({ provedAt, hasSecondFactor }: SessionVendor): void {
  if (now().getTime() - provedAt.getTime() < PROOF_MS) return
  const code = hasSecondFactor ? 'code_needed' : 'password_needed'
  throw new Refusal(code, null, { 'Counterfoil-Error': code })
}

/** `requireProof` for an amount in US cents above the vendor's own threshold. */
export function requireProofAbove(vendor: SessionVendor, amountMinor: bigint): void {
  const { payoutProofAboveMinor } = vendor
  if (payoutProofAboveMinor !== null && amountMinor > payoutProofAboveMinor) requireProof(vendor)
}

/**
 * Access to the operator's pages and actions. For any other vendor they do not exist; an operator needs a second
 * factor for them, since a guessed password must not open everybody's accounts.
 */
export const operator: Access<SessionCaller & { operator: ActingOperator }> = {
  kind: 'operator',
  permission: 'self',
  codes: [...session('self').codes, 'not_found', 'operator_needs_second_factor'],
  enter: async (call) => {
    const caller = await enterInBusiness(call, 'self')
    const { id: vendorId, email: name, isOperator, hasSecondFactor } = caller.vendor
    if (!isOperator) throw new Refusal('not_found')
    if (!hasSecondFactor) throw new Refusal('operator_needs_second_factor')
    return { ...caller, operator: { vendorId, name, address: call.clientAddress } }
  },
}

/** Session access to the member's own resources. Needs no mode; banned vendors included. */
export const anySession: Access<Pick<SessionCaller, 'vendor'>> = {
  kind: 'session',
  permission: 'self',
  codes: ['cross_site_request', 'session_ended'],
  enter: async (call) => {
    if (isWrite(call)) refuseOtherOrigins(call)
    return { vendor: await vendorOf(call) }
  },
}

async function enterInBusiness(call: Call, permission: Permission): Promise<SessionCaller> {
  const caller = await enter(call, permission)
  if (!isWrite(call)) return caller
  if (caller.vendor.isBanned) throw new DomainError('vendor_banned')
  if (isBusiness(permission)) requireApproval(caller.account)
  return caller
}

async function enter(call: Call, permission: Permission): Promise<SessionCaller> {
  if (isWrite(call)) {
    refuseOtherOrigins(call)
    call.json()
  }
  const vendor = await vendorOf(call)
  const mode = modeOf(call.search)
  if (!may(vendor.role, permission)) throw new Refusal('role_not_allowed')
  const account = await findAccount(database(), vendor.id, mode)
  call.logged.accountId = account.id
  const member = { id: vendor.memberId, name: vendor.email }
  const by = { vendorId: vendor.id, member, address: call.clientAddress }
  return {
    vendor,
    account,
    by,
    audit: (on, entry) => recordAuditEvent(on, { ...entry, ...by, accountId: account.id }),
    auditVendor: (on, entry) => recordAuditEvent(on, { ...entry, ...by }),
  }
}

function isWrite({ method }: Call): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

async function vendorOf(call: Call): Promise<SessionVendor> {
  return (await vendorOfRequest(call)) ?? refuse('session_ended')
}

/**
 * Every request names the mode that its page shows: another tab may have switched the mode, and the cookie,
 * since this page was rendered.
 */
function modeOf(search: URLSearchParams): Mode {
  const mode = search.get('mode')
  if (mode === 'test' || mode === 'live') return mode
  throw new Refusal('invalid_mode')
}

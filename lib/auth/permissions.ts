import type { ApiKeyScope, MemberRole, Mode } from '@/lib/db/generated/enums'

export type Role = MemberRole

/*
 * Permissions of members, by role. Every operation and page of the dashboard names the permission it needs. Free of
 * server code: pages hide by the same table what the operations refuse.
 */

/** The roles in display order, each with its purpose. */
export const ROLES = {
  owner: { label: 'Owner', purpose: 'Everything, including who owns the account' },
  admin: { label: 'Admin', purpose: 'Everything but ownership' },
  finance: { label: 'Finance', purpose: 'Customers, invoices, bank accounts and payouts' },
  developer: {
    label: 'Developer',
    purpose: 'API keys, webhooks and the request log; customers and invoices',
  },
  accountant: {
    label: 'Accountant',
    purpose: 'Reads everything about money, and the audit log; changes nothing',
  },
  read_only: { label: 'Read-only', purpose: 'Sees the business and changes nothing' },
} as const satisfies Record<Role, { label: string; purpose: string }>

/** The purpose of each permission, and the roles besides the owner that have it. */
const HELD_BY = {
  /** One's own profile, password, second factor and sessions. */
  self: ['admin', 'finance', 'developer', 'accountant', 'read_only'],
  /** Customers, invoices, payouts and the wallet. */
  read: ['admin', 'finance', 'developer', 'accountant', 'read_only'],
  /** The request log, and the events of webhooks. */
  'developers.read': ['admin', 'developer', 'read_only'],
  'audit.read': ['admin', 'accountant'],
  'customers.write': ['admin', 'finance', 'developer'],
  'invoices.write': ['admin', 'finance', 'developer'],
  /** Bank accounts, payouts and refunds: where money goes. */
  'payouts.write': ['admin', 'finance'],
  /** Seeing, making and revoking API keys. A key may do no more than who made it: see `scopesOf`. */
  'keys.manage': ['admin', 'developer'],
  /** Redelivering events, and the signing secrets. */
  'webhooks.manage': ['admin', 'developer'],
  /** Reading the settings of invoices: tax rates, numbering, who pays the fee. */
  'settings.read': ['admin', 'accountant'],
  'settings.write': ['admin'],
  'team.manage': ['admin'],
  /** The vendor's own bank accounts, where the wallet's money goes. */
  'withdrawals.manage': [],
  /** Handing the account to another owner. */
  ownership: [],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof HELD_BY

/**
 * Permissions of what a vendor does in one of its accounts. In live mode it waits for the operator's approval; the
 * others concern the vendor, its people and its papers, which it prepares before.
 */
const OF_BUSINESS: readonly Permission[] = [
  'customers.write',
  'invoices.write',
  'payouts.write',
  'withdrawals.manage',
  'keys.manage',
  'webhooks.manage',
]

export function isBusiness(permission: Permission): boolean {
  return OF_BUSINESS.includes(permission)
}

export const PERMISSIONS = Object.keys(HELD_BY) as Permission[]

export function may(role: Role, permission: Permission): boolean {
  const holders: readonly Role[] = HELD_BY[permission]
  return role === 'owner' || holders.includes(role)
}

/** The roles that have a permission. */
export function rolesThatMay(permission: Permission): Role[] {
  return (Object.keys(ROLES) as Role[]).filter((role) => may(role, permission))
}

/**
 * The scopes of the keys that a role may make, which it could otherwise use to go around its own limits. In test mode
 * no key moves money.
 */
export function scopesOf(role: Role, mode: Mode): ApiKeyScope[] {
  const needs = {
    read: 'read',
    invoices: 'invoices.write',
    payouts: 'payouts.write',
    webhooks: 'webhooks.manage',
  } as const satisfies Record<ApiKeyScope, Permission>
  const scopes = Object.keys(needs) as ApiKeyScope[]
  return scopes.filter((scope) => mode === 'test' || may(role, needs[scope]))
}

/** True if a page leaves out every control that needs the permission. */
export function isReadOnly(
  { isBanned, role }: { isBanned: boolean; role: Role },
  permission: Permission,
): boolean {
  return isBanned || !may(role, permission)
}

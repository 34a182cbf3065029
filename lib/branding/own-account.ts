import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database, type Orm } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { setVendorSettings } from '@/lib/vendors/manage-vendor'
import type { Change } from './branding'
import {
  type AccountToPay,
  accountToPay,
  NO_OWN_ACCOUNT,
  type OwnAccountFields,
  ownAccountFields,
  withoutSpaces,
} from './own-account-fields'

/*
 * The vendor's own bank account, which customers may pay to outside the service. It is on every invoice that is not paid, as
 * it is today: money must not go to an account that was closed since.
 */

/** The bank account of an existing vendor as it was saved; without any, empty fields. */
export async function findOwnAccount(tx: Orm, vendorId: string): Promise<OwnAccountFields> {
  const { ownAccount } = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { ownAccount: true },
  })
  return ownAccount === null ? NO_OWN_ACCOUNT : ownAccountFields.parse(ownAccount)
}

/** `findOwnAccount`, for a page. */
export function readOwnAccount(vendorId: string): Promise<OwnAccountFields> {
  return findOwnAccount(database(), vendorId)
}

/** The vendor's own account as customers see it; null where none is shown. */
export async function findAccountToPay(tx: Orm, vendorId: string): Promise<AccountToPay | null> {
  return accountToPay(await findOwnAccount(tx, vendorId))
}

/** Saves the account that customers are asked to pay to, from now on, on old invoices too. */
export async function saveOwnAccount(
  tx: OrmTransaction,
  { fields, ...by }: Change & { fields: OwnAccountFields },
): Promise<void> {
  const ownAccount = withoutSpaces(fields)
  await setVendorSettings(tx, by.vendorId, { ownAccount })
  const detail = ownAccountDetail(ownAccount)
  await recordAuditEvent(tx, { ...by, action: 'own_account.changed', detail })
}

/** The account for the audit log and for mail to the vendor: never the whole number. */
export function ownAccountDetail(fields: OwnAccountFields): string {
  const { isShown, holder, iban, accountNumber } = withoutSpaces(fields)
  const last4 = (iban || accountNumber).slice(-4)
  const account = last4 === '' ? 'None' : `${holder}, ending in ${last4}`
  return `${account}${isShown ? ', shown on invoices' : ', not shown'}`
}

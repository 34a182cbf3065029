import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Orm } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import type { Mode, TaxTreatment } from '@/lib/db/generated/enums'
import { searchText, searchTextOfNumber } from '@/lib/db/search-words'
import type { Queryable } from '@/lib/db/statement'
import { isCheckViolation, isUniqueViolation, type OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isSameMetadata, metadataText } from '@/lib/http/metadata'
import type { Locale } from '@/lib/i18n/locale'
import { dialledDigits } from '@/lib/i18n/phone'
import type { PostalAddress } from '@/lib/i18n/postal-address'
import { isId, newId } from '@/lib/ids'
import { toJson } from '@/lib/json'
import { now } from '@/lib/time/clock'
import { accountsOf } from '@/lib/vendors/account'
import { presentCustomer } from './answer'
import { queueRename } from './rename'
import {
  addCustomerRow,
  archiveCustomerRow,
  findCustomerIds,
  findCustomerRow,
  findCustomerRowByEmail,
  findCustomerRowByExternalId,
  type StoredCustomer,
  unarchiveCustomerRow,
} from './statements'

/**
 * A customer as part of what has been: also an archived one. Throws `customer_not_found` for an unknown id, another
 * account's, or an invalid one.
 */
export async function findCustomer(
  on: Queryable,
  accountId: string,
  customerId: string,
): Promise<CustomerRecord> {
  const [customer] = isId(customerId) ? await findCustomerRow(on, { accountId, customerId }) : []
  if (!customer) throw new DomainError('customer_not_found')
  return customer
}

/** A customer for something new. To these, one that is archived, and the vendor itself, is as missing as an unknown one. */
export async function findActiveCustomer(
  on: Queryable,
  accountId: string,
  customerId: string,
): Promise<CustomerRecord> {
  const customer = await findCustomer(on, accountId, customerId)
  if (customer.archivedAt || customer.isSelf) throw new DomainError('customer_not_found')
  return customer
}

/**
 * The account's customer with the email, ignoring case; creates one with the email as its name if there is
 * none.
 */
export async function findOrCreateCustomerByEmail(
  on: Queryable,
  accountId: string,
  email: string,
  requestId: string | null = null,
): Promise<CustomerRecord> {
  const emailKey = email.toLowerCase()
  const [row] = await findCustomerRowByEmail(on, { accountId, emailKey })
  if (row) return row
  // Two first invoices may race: the loser's insert does nothing, and both read the winner's row.
  const added = await addCustomer(on, accountId, { name: email, email }, requestId)
  if (added) return added
  const [winner] = await findCustomerRowByEmail(on, { accountId, emailKey })
  assert(winner, 'the customer exists by now')
  return winner
}

/** The account's active customer with the email, ignoring case; null without one. */
export async function findActiveCustomerByEmail(
  on: Queryable,
  accountId: string,
  email: string,
): Promise<CustomerRecord | null> {
  const [customer] = await findCustomerRowByEmail(on, { accountId, emailKey: email.toLowerCase() })
  return customer && !customer.isSelf ? customer : null
}

/** The account's customers with the email in lower case: an archived one may have it as well as another. */
export async function findCustomerIdsByEmail(
  on: Queryable,
  accountId: string,
  emailKey: string,
): Promise<string[]> {
  return (await findCustomerIds(on, { accountId, emailKey })).map(({ id }) => id)
}

/** A vendor's customer from either of its accounts, or null, also for the vendor itself. */
export async function findVendorCustomer(
  tx: Orm,
  vendorId: string,
  customerId: string,
): Promise<{
  account: { id: string; mode: Mode }
  customer: CustomerRecord & { locale: string | null }
} | null> {
  if (!isId(customerId)) return null
  for (const account of accountsOf(vendorId)) {
    const where = { accountId_id: { accountId: account.id, id: customerId } }
    const customer = await tx.customer.findUnique({ where })
    if (customer && !customer.isSelf)
      return { account, customer: { ...customer, metadata: metadataText(customer.metadata) } }
  }
  return null
}

export type NewCustomer = {
  name: string
  email: string
  externalId?: string | null
  group?: string | null
  preferredCurrency?: string
  addressLine1?: string | null
  addressLine2?: string | null
  city?: string | null
  state?: string | null
  zip?: string | null
  country?: string | null
  taxId?: string | null
  taxTreatment?: TaxTreatment
  /** Of an exempt customer. */
  taxExemptionReason?: string | null
  buyerReference?: string | null
  phone?: string | null
  /** Others who get a copy of each email about an invoice that is issued from then on. */
  copyEmails?: string[]
  /** JSON text. */
  metadata?: string | null
}

export type CustomerRecord = StoredCustomer

/** The column's default. */
const DEFAULT_CURRENCY = 'USD'

/**
 * Creates a customer, for the request with the id if there is one. Throws `customer_email_taken` if the account has a
 * customer with the email, ignoring case, `customer_external_id_taken` if one has the external id, and what
 * `requireTaxDetails` does.
 */
export async function saveNewCustomer(
  on: Queryable,
  accountId: string,
  customer: NewCustomer,
  requestId: string | null = null,
): Promise<CustomerRecord> {
  requireTaxDetails({ taxTreatment: 'taxed', taxId: null, taxExemptionReason: null, ...customer })
  const added = await addCustomer(on, accountId, customer, requestId)
  if (!added) throw await conflictOf(on, accountId, customer)
  return added
}

/**
 * The customer with the external id, with these details: a new one, or the one that there is, whose other details stay
 * as they are. Of two requests that create it at once, one does, and the other changes what that one has made.
 *
 * Throws `customer_email_taken` if another customer of the account has the email.
 */
export async function saveExternalCustomer(
  tx: OrmTransaction,
  accountId: string,
  externalId: string,
  customer: Omit<NewCustomer, 'externalId'>,
  requestId: string,
): Promise<{ customer: CustomerRecord; changed: (keyof CustomerFields)[]; isNew: boolean }> {
  const key = { accountId, externalId }
  const [existing] = await findCustomerRowByExternalId(tx, key)
  if (existing) return { ...(await changeCustomer(tx, accountId, existing.id, customer)), isNew: false }
  const added = await addCustomer(tx, accountId, { ...customer, externalId }, requestId)
  if (added) return { customer: added, changed: [], isNew: true }
  const [winner] = await findCustomerRowByExternalId(tx, key)
  if (!winner) throw await conflictOf(tx, accountId, customer)
  return { ...(await changeCustomer(tx, accountId, winner.id, customer)), isNew: false }
}

/**
 * Archives a customer: it takes no new invoice, payout or bank account from then on, and keeps its history. A payout
 * that is scheduled for it is refused on its day, and a series of invoices stops. Another customer may have its email
 * and external id. Throws `customer_not_found`, also for one that is archived already.
 */
export async function markCustomerArchived(
  on: Queryable,
  accountId: string,
  customerId: string,
): Promise<CustomerRecord> {
  const [archived] = isId(customerId)
    ? await archiveCustomerRow(on, { accountId, customerId, archivedAt: now() })
    : []
  if (!archived) throw new DomainError('customer_not_found')
  return archived
}

/**
 * Takes an archived customer back. Throws `customer_not_found` unless it is archived, and `customer_email_taken` or
 * `customer_external_id_taken` if another customer has what it gave up.
 */
export async function markCustomerUnarchived(
  tx: OrmTransaction,
  accountId: string,
  customerId: string,
): Promise<CustomerRecord> {
  const customer = await findCustomer(tx, accountId, customerId)
  await requireFree(tx, accountId, customer)
  try {
    const [active] = await unarchiveCustomerRow(tx, { accountId, customerId: customer.id })
    if (!active) throw new DomainError('customer_not_found')
    return active
  } catch (error) {
    // Another customer took one of them since.
    if (isUniqueViolation(error)) throw new DomainError('customer_email_taken', { customerId: null })
    throw error
  }
}

/** Adds a customer with its event; null if the account has a customer with the email or the external id. */
async function addCustomer(
  on: Queryable,
  accountId: string,
  customer: NewCustomer,
  requestId: string | null,
): Promise<CustomerRecord | null> {
  const { name, email, externalId = null, group = null, preferredCurrency = DEFAULT_CURRENCY } = customer
  const { addressLine1 = null, addressLine2 = null, city = null, state = null } = customer
  const { zip = null, country = null, taxId = null, metadata = null } = customer
  const { taxTreatment = 'taxed', taxExemptionReason = null, buyerReference = null } = customer
  const { phone = null, copyEmails = [] } = customer
  const address = { addressLine1, addressLine2, city, state, zip, country }
  const record = {
    id: newId(),
    name,
    email,
    externalId,
    group,
    preferredCurrency,
    ...address,
    taxId,
    taxTreatment,
    taxExemptionReason,
    buyerReference,
    phone,
    copyEmails,
    createdAt: now(),
    archivedAt: null,
    isSelf: false,
    metadata,
  }
  return addCustomerRow(on, {
    accountId,
    id: record.id,
    name,
    email,
    externalId,
    group,
    preferredCurrency,
    addressLine1,
    addressLine2,
    city,
    state,
    zip,
    country,
    taxId,
    taxTreatment,
    taxExemptionReason,
    buyerReference,
    phone,
    copyEmails,
    createdAt: record.createdAt,
    emailKey: email.toLowerCase(),
    eventId: newId(),
    eventData: toJson(presentCustomer(record)),
    requestId,
    metadata,
    nameWords: searchText([name]),
    emailWords: searchText([email]),
    groupWords: searchText([group]),
    phoneWords: phoneWords(phone),
  })
}

/** The words of a phone number: it is found as it was typed, and by its digits or the last of them. */
function phoneWords(phone: string | null): string {
  return phone === null ? '' : searchTextOfNumber(phone, dialledDigits(phone).replace('+', ''))
}

type UniqueFields = { email?: string; externalId?: string | null }

/** Why a customer with these could not be added: the customer that has one of them, by now. */
async function conflictOf(
  on: Queryable,
  accountId: string,
  unique: UniqueFields,
): Promise<DomainError<'customer_email_taken' | 'customer_external_id_taken'>> {
  const conflict = await findConflict(on, accountId, unique, null)
  return conflict ?? new DomainError('customer_email_taken', { customerId: null })
}

async function findConflict(
  on: Queryable,
  accountId: string,
  { email, externalId }: UniqueFields,
  ownId: string | null,
): Promise<DomainError<'customer_email_taken' | 'customer_external_id_taken'> | null> {
  if (email !== undefined) {
    const [holder] = await findCustomerRowByEmail(on, { accountId, emailKey: email.toLowerCase() })
    if (holder && holder.id !== ownId) {
      return new DomainError('customer_email_taken', { customerId: holder.id })
    }
  }
  if (externalId) {
    const [holder] = await findCustomerRowByExternalId(on, { accountId, externalId })
    if (holder && holder.id !== ownId) {
      return new DomainError('customer_external_id_taken', { customerId: holder.id })
    }
  }
  return null
}

/** Throws `customer_email_taken` or `customer_external_id_taken` if another customer has one of them. */
async function requireFree(
  on: Queryable,
  accountId: string,
  { id, ...unique }: UniqueFields & { id: string },
): Promise<void> {
  const conflict = await findConflict(on, accountId, unique, id)
  if (conflict) throw conflict
}

/** Throws `customer_tax_id_required` for reverse charge without a tax ID, `exemption_reason_required` likewise. */
function requireTaxDetails({
  taxTreatment,
  taxId,
  taxExemptionReason,
}: Pick<CustomerFields, 'taxTreatment' | 'taxId' | 'taxExemptionReason'>): void {
  if (taxTreatment === 'reverse_charge' && !taxId) throw new DomainError('customer_tax_id_required')
  if (taxTreatment === 'exempt' && !taxExemptionReason) throw new DomainError('exemption_reason_required')
}

type CustomerFields = Required<NewCustomer>

/**
 * Changes the given details of a customer and returns it with the names of those that are different now. Only these are
 * written, so two changes of different details at the same time both last. Invoices keep the email they were sent to,
 * and the name and address they were issued with; the worker lets the search find them by the new ones.
 *
 * Throws `customer_not_found`, also for an archived one, and `customer_email_taken` or `customer_external_id_taken` if
 * another customer of the account has the email or the external id, and what `requireTaxDetails` does.
 */
export async function changeCustomer(
  tx: OrmTransaction,
  accountId: string,
  customerId: string,
  changes: Partial<CustomerFields>,
): Promise<{ customer: CustomerRecord; changed: (keyof CustomerFields)[] }> {
  const before = await findActiveCustomer(tx, accountId, customerId)
  const isExempt = (changes.taxTreatment ?? before.taxTreatment) === 'exempt'
  // The reason goes with the exemption.
  const fields = isExempt ? changes : { ...changes, taxExemptionReason: null }
  const names = Object.keys(fields) as (keyof CustomerFields)[]
  const changed = names.filter((name) =>
    name === 'metadata'
      ? !isSameMetadata(fields.metadata ?? null, before.metadata)
      : !isDeepStrictEqual(fields[name], before[name]),
  )
  if (changed.length === 0) return { customer: before, changed }
  const data: Prisma.CustomerUpdateInput = Object.fromEntries(changed.map((name) => [name, fields[name]]))
  if (changed.includes('metadata')) {
    data.metadata = fields.metadata ? (JSON.parse(fields.metadata) as Record<string, string>) : Prisma.DbNull
  }
  if (fields.name !== undefined) data.nameWords = searchText([fields.name])
  if (fields.email !== undefined) data.emailWords = searchText([fields.email])
  if (fields.group !== undefined) data.groupWords = searchText([fields.group])
  if (fields.phone !== undefined) data.phoneWords = phoneWords(fields.phone)
  if (fields.email !== undefined) data.emailKey = fields.email.toLowerCase()
  const { email, externalId } = fields
  await requireFree(tx, accountId, {
    id: before.id,
    ...(email === undefined ? {} : { email }),
    ...(externalId === undefined ? {} : { externalId }),
  })
  requireTaxDetails({ ...before, ...fields })
  try {
    const where = { accountId_id: { accountId, id: before.id } }
    // Citus returns no enum as Prisma asks for it.
    await tx.customer.update({ where, data, select: { id: true } })
    if (changed.includes('name') || changed.includes('email')) await queueRename(tx, accountId, before.id)
  } catch (error) {
    // Another request took it since. The transaction has failed, so nobody can be asked who.
    if (isUniqueViolation(error)) {
      const isEmail = changed.includes('email')
      throw new DomainError(isEmail ? 'customer_email_taken' : 'customer_external_id_taken', {
        customerId: null,
      })
    }
    if (isCheckViolation(error, 'customers_reverse_charge')) throw new DomainError('customer_tax_id_required')
    if (isCheckViolation(error, 'customers_exemption')) throw new DomainError('exemption_reason_required')
    throw error
  }
  return { customer: await findCustomer(tx, accountId, before.id), changed }
}

/** The names of changed details for the audit log: `addressLine1` becomes `address line 1`. */
export function wordsOfChanges(changed: string[]): string {
  return changed.map((field) => field.replace(/([A-Z]|\d)/g, ' $1').toLowerCase()).join(', ')
}

/**
 * Mail to the customer uses this language from now on; null: the vendor's, until the customer opens a page. Returns false if
 * it did already.
 */
export async function rememberLocale(
  tx: Orm,
  { accountId, customerId }: { accountId: string; customerId: string },
  locale: Locale | null,
): Promise<boolean> {
  const another = locale === null ? [] : [{ locale: null }]
  const { count } = await tx.customer.updateMany({
    where: { accountId, id: customerId, OR: [...another, { locale: { not: locale } }] },
    data: { locale },
  })
  return count > 0
}

/** A customer as an invoice shows it, frozen on each invoice. */
export type BilledTo = Pick<
  CustomerRecord,
  'name' | 'taxId' | 'taxTreatment' | 'taxExemptionReason' | 'buyerReference' | 'phone'
> &
  PostalAddress

/** The `BilledTo` of a customer of the account `:accountId`, for statements that write invoices; its id is SQL. */
export function billedToOf(customerId: string): string {
  return `(
  SELECT jsonb_build_object('name', name, 'addressLine1', address_line1, 'addressLine2', address_line2,
                            'city', city, 'state', state, 'zip', zip, 'country', country, 'taxId', tax_id,
                            'taxTreatment', tax_treatment, 'taxExemptionReason', tax_exemption_reason,
                            'buyerReference', buyer_reference, 'phone', phone)
    FROM customers WHERE customers.account_id = :accountId::uuid AND customers.id = ${customerId})`
}

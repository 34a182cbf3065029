import { connectionPool, database, type Orm } from '@/lib/db/client'
import type { TaxRate } from '@/lib/db/generated/client'
import { statement } from '@/lib/db/statement'
import { isUniqueViolation, type OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import { ratePercent } from '@/lib/money/taxes'
import { now } from '@/lib/time/clock'
import type { TaxRateView, TaxSettings, TaxSettingsPage } from './catalog-fields'

/*
 * The tax rates that a vendor has saved. Lines of invoices copy a name and a rate, so that a rate can go without any
 * invoice changing. Rates are not edited: a new one takes the place of an old one, which is archived.
 */

const MAX_TAX_RATES = 50

/** The rates of the account and how its prices are meant, for a page. */
export function readTaxSettings(accountId: string): Promise<TaxSettings> {
  return findTaxSettings(database(), accountId)
}

export async function findTaxSettings(tx: Orm, accountId: string): Promise<TaxSettings> {
  const [rates, { pricesIncludeTax }] = await Promise.all([
    tx.taxRate.findMany({
      where: { accountId, archivedAt: null },
      orderBy: [{ isDefault: 'desc' }, { name: 'asc' }, { ratePpm: 'desc' }],
    }),
    tx.account.findUniqueOrThrow({ where: { id: accountId }, select: { pricesIncludeTax: true } }),
  ])
  return { rates: rates.map(presentTaxRate), pricesIncludeTax }
}

/** The same with the archived rates. */
export async function readTaxSettingsPage(accountId: string): Promise<TaxSettingsPage> {
  const [settings, archived] = await Promise.all([
    readTaxSettings(accountId),
    listArchived(connectionPool(), { accountId }),
  ])
  return { ...settings, archived: archived.map((rate) => presentTaxRate({ ...rate, isDefault: false })) }
}

const listArchived = statement<{ accountId: string }, Pick<TaxRate, 'id' | 'name' | 'ratePpm'>>(
  'list_archived_tax_rates',
  `SELECT DISTINCT ON (name, rate_ppm) id, name, rate_ppm AS "ratePpm" FROM tax_rates AS archived
    WHERE account_id = :accountId::uuid AND archived_at IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM tax_rates
         WHERE account_id = :accountId::uuid AND name = archived.name AND rate_ppm = archived.rate_ppm
           AND archived_at IS NULL)
    ORDER BY name, rate_ppm DESC, archived_at DESC
    LIMIT ${MAX_TAX_RATES}`,
)

export function presentTaxRate({
  id,
  name,
  ratePpm,
  isDefault,
}: Pick<TaxRate, 'id' | 'name' | 'ratePpm' | 'isDefault'>): TaxRateView {
  return { id, name, percent: ratePercent(ratePpm), isDefault }
}

/** A rate that is not archived. Throws `tax_rate_not_found`. */
export async function findTaxRate(tx: Orm, accountId: string, id: string): Promise<TaxRate> {
  const rate = isId(id) ? await tx.taxRate.findFirst({ where: { accountId, id, archivedAt: null } }) : null
  if (!rate) throw new DomainError('tax_rate_not_found')
  return rate
}

/**
 * Saves a new rate, as the default in place of another if it is to be. Throws `tax_rate_exists` for a name and
 * percentage that there are, and `too_many_tax_rates`.
 */
export async function addTaxRate(
  tx: OrmTransaction,
  accountId: string,
  { name, ratePpm, isDefault }: Pick<TaxRate, 'name' | 'ratePpm' | 'isDefault'>,
): Promise<TaxRate> {
  const rates = await lockTaxRates(tx, accountId)
  if (rates.length >= MAX_TAX_RATES) throw new DomainError('too_many_tax_rates')
  if (isDefault) await clearDefault(tx, accountId)
  const data = { accountId, id: newId(), name, ratePpm, isDefault, createdAt: now() }
  return refuseExisting(() => tx.taxRate.create({ data }))
}

/** Makes a rate that of new lines, or no longer. Throws `tax_rate_not_found`. */
export async function setDefaultTaxRate(
  tx: OrmTransaction,
  accountId: string,
  id: string,
  isDefault: boolean,
): Promise<TaxRate> {
  await lockTaxRates(tx, accountId)
  const rate = await findTaxRate(tx, accountId, id)
  if (isDefault) await clearDefault(tx, accountId)
  await tx.taxRate.updateMany({ where: { accountId, id }, data: { isDefault } })
  return { ...rate, isDefault }
}

/** Archives a rate: nothing new is taxed with it. Throws `tax_rate_not_found`, also for one that is archived already. */
export async function archiveTaxRate(tx: OrmTransaction, accountId: string, id: string): Promise<TaxRate> {
  const rate = await findTaxRate(tx, accountId, id)
  const { count } = await tx.taxRate.updateMany({
    where: { accountId, id, archivedAt: null },
    data: { isDefault: false, archivedAt: now() },
  })
  if (count === 0) throw new DomainError('tax_rate_not_found')
  return rate
}

/**
 * Takes a rate out of the archive, which is not the default then. Throws `tax_rate_not_found`, also for one that is not archived,
 * `tax_rate_exists` if its name and percentage are there again, and `too_many_tax_rates`.
 */
export async function unarchiveTaxRate(tx: OrmTransaction, accountId: string, id: string): Promise<TaxRate> {
  const rates = await lockTaxRates(tx, accountId)
  const where = { accountId, id, archivedAt: { not: null } }
  const rate = isId(id) ? await tx.taxRate.findFirst({ where }) : null
  if (!rate) throw new DomainError('tax_rate_not_found')
  if (rates.length >= MAX_TAX_RATES) throw new DomainError('too_many_tax_rates')
  await refuseExisting(() => tx.taxRate.updateMany({ where, data: { archivedAt: null } }))
  return { ...rate, archivedAt: null }
}

async function refuseExisting<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('tax_rate_exists')
    throw error
  }
}

/** Two changes of the default wait for each other here. */
function lockTaxRates(tx: OrmTransaction, accountId: string): Promise<{ id: string }[]> {
  return tx.$queryRaw`
    SELECT id FROM tax_rates WHERE account_id = ${accountId}::uuid AND archived_at IS NULL ORDER BY id FOR UPDATE`
}

async function clearDefault(tx: OrmTransaction, accountId: string): Promise<void> {
  await tx.taxRate.updateMany({ where: { accountId, isDefault: true }, data: { isDefault: false } })
}

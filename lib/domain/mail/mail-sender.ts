import type { Mode } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/locale'

/** Whom an account's mail is from, and the languages it is written in. */
export type MailSender = {
  accountId: string
  name: string
  email: string
  mode: Mode
  mailsCustomers: boolean
  /** `#rrggbb`; null: ours. */
  brandColor: string | null
  vendorLocale: Locale
  /** The customer's own language, else the vendor's. */
  customerLocale: Locale
}

type Row = Omit<MailSender, 'accountId' | 'vendorLocale' | 'customerLocale'> & {
  vendorLocale: string
  customerLocale: string | null
}

/** One statement, since the creation of every invoice waits for it. The account exists. */
export async function findMailSender(
  tx: Transaction,
  accountId: string,
  customerId: string | null,
): Promise<MailSender> {
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT vendors.name, vendors.email, accounts.mode, accounts.mails_customers AS "mailsCustomers",
           vendors.brand_color AS "brandColor", vendors.locale AS "vendorLocale",
           customers.locale AS "customerLocale"
      FROM accounts
      JOIN vendors ON vendors.id = accounts.vendor_id
      LEFT JOIN customers ON customers.account_id = accounts.id AND customers.id = ${customerId}::uuid
     WHERE accounts.id = ${accountId}::uuid`
  if (!row) throw new Error(`there is no account ${accountId}`)
  const vendorLocale = isLocale(row.vendorLocale) ? row.vendorLocale : DEFAULT_LOCALE
  const customerLocale = isLocale(row.customerLocale) ? row.customerLocale : vendorLocale
  return { ...row, accountId, vendorLocale, customerLocale }
}

/** Whether mail to the account's customers goes out. The account exists. */
export async function mailsCustomers(tx: Transaction, accountId: string): Promise<boolean> {
  const account = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { mailsCustomers: true },
  })
  return account.mailsCustomers
}

/** Switches mail to the account's customers on or off; what is made while it is off is kept for good. */
export async function setCustomerMail(tx: Transaction, accountId: string, isOn: boolean): Promise<void> {
  await tx.account.update({ where: { id: accountId }, data: { mailsCustomers: isOn } })
}

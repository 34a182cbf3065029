import type { Transaction } from '@/lib/db/transaction'
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/locale'

export type Profile = {
  name: string
  email: string
  isEmailConfirmed: boolean
  /** The language of mail to customers whose own is not known. */
  locale: Locale
  createdAt: Date
}

/** What a vendor that is known to exist has said of itself. */
export async function findProfile(tx: Transaction, vendorId: string): Promise<Profile> {
  const { name, email, emailConfirmedAt, locale, createdAt } = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { name: true, email: true, emailConfirmedAt: true, locale: true, createdAt: true },
  })
  return {
    name,
    email,
    isEmailConfirmed: emailConfirmedAt !== null,
    locale: isLocale(locale) ? locale : DEFAULT_LOCALE,
    createdAt,
  }
}

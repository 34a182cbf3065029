import { findBranding } from '@/lib/branding/branding'
import { database } from '@/lib/db/client'
import { isRealMoney } from '@/lib/env'
import { type BankAccountLink, findBankAccountLink } from './bank-account-link'

/** The page of a link, as the payee sees it. */
export type BankDetailsPage = Pick<BankAccountLink, 'status' | 'redirectUrl'> & {
  /** False in test mode and in a rehearsal, which the page says. */
  isRealMoney: boolean
  token: string
  vendor: {
    name: string
    /** The address that answers questions. */
    email: string
    /** `#rrggbb` */
    color: string | null
    logoPath: string | null
  }
}

/** Null for an unknown token. It names nobody but the vendor: a link may have reached the wrong person. */
export async function readBankDetailsPage(token: string): Promise<BankDetailsPage | null> {
  const link = await findBankAccountLink(database(), token)
  if (!link) return null
  const { name, email, supportEmail, color, logoDigest } = await findBranding(database(), link.vendorId)
  const { status, mode, redirectUrl } = link
  return {
    token,
    status,
    isRealMoney: isRealMoney(mode),
    redirectUrl,
    vendor: {
      name,
      email: supportEmail ?? email,
      color,
      logoPath: logoDigest && `/api/pay/bank-details/${token}/logo?v=${logoDigest}`,
    },
  }
}

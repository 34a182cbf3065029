import type { Metadata } from 'next'
import { InvoicingPanel } from '@/components/settings/invoicing-panel'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readMailSwitches } from '@/lib/branding/branding'
import { readOwnAccount } from '@/lib/branding/own-account'
import { readSellerFields } from '@/lib/branding/seller'
import { readTaxSettingsPage } from '@/lib/catalog/tax-rate'
import { countriesIn } from '@/lib/i18n/countries'
import { readNumbering } from '@/lib/invoices/numbering'
import { readReminderSettings } from '@/lib/invoices/reminder-settings'
import { readPortalSetting } from '@/lib/portal/read-portal'

export const metadata: Metadata = { title: 'Invoicing' }

export default async function InvoicingPage() {
  const vendor = await requireVendor('settings.read')
  const { id, mode, fees } = await currentAccount()
  const numbering = await readNumbering(id)
  const seller = await readSellerFields(vendor.id)
  // Another mode is another form: what was typed for one must not be saved in the other.
  return (
    <InvoicingPanel
      key={mode}
      mode={mode}
      numbering={numbering}
      seller={seller}
      countries={countriesIn('en')}
      taxes={await readTaxSettingsPage(id)}
      fee={{ ...fees, feeFixedMinor: fees.feeFixedMinor.toString() }}
      portal={await readPortalSetting(vendor.id, id)}
      mails={await readMailSwitches(vendor.id)}
      reminders={await readReminderSettings(vendor.id)}
      account={await readOwnAccount(vendor.id)}
      isReadOnly={isReadOnly(vendor, 'settings.write')}
    />
  )
}

import type { Metadata } from 'next'
import { CustomerMailSwitch } from '@/components/mailbox/customer-mail-switch'
import { MailList } from '@/components/mailbox/mail-list'
import { KeptNotice } from '@/components/mailbox/mail-status'
import { PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { readMailSettings, readMails } from '@/lib/mail/mail-list'

export const metadata: Metadata = { title: 'Mailbox' }

type MailboxPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function MailboxPage({ searchParams }: MailboxPageProps) {
  const vendor = await requireVendor('read')
  const mode = await currentMode()
  const first = await readFirstList(await searchParams, (params) => readMails(vendor.id, mode, params))
  const settings = await readMailSettings(vendor.id, mode)
  return (
    <div className="space-y-6">
      <PageHeader
        title="Mailbox"
        description="Emails to your customers and to you: invoices, reminders, receipts and notices."
        action={
          !isReadOnly(vendor, 'settings.write') && (
            <CustomerMailSwitch key={mode} mode={mode} isOn={settings.mailsCustomers} />
          )
        }
      />
      <KeptNotice {...settings} mode={mode} isEmailConfirmed={vendor.isEmailConfirmed} />
      <MailList key={mode} mode={mode} first={first} />
    </div>
  )
}

import type { Metadata } from 'next'
import { CustomerMailSwitch } from '@/components/mailbox/customer-mail-switch'
import { MailList } from '@/components/mailbox/mail-list'
import { KeptNotice } from '@/components/mailbox/mail-status'
import { PageHeader } from '@/components/ui/page-header'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { mailList, readMailSettings } from '@/lib/mail/mail-list'

export const metadata: Metadata = { title: 'Mailbox' }

type MailboxPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function MailboxPage({ searchParams }: MailboxPageProps) {
  const vendor = await requireVendor('read')
  const account = await currentAccount()
  const first = await readFirstList(await searchParams, (params) =>
    mailList.read(account.id, params, account.zone),
  )
  const settings = await readMailSettings(account.id)
  return (
    <div className="space-y-6">
      <PageHeader
        title="Mailbox"
        description="Emails to your customers and to you: invoices, reminders, receipts and notices."
        action={
          !isReadOnly(vendor, 'settings.write') && (
            <CustomerMailSwitch key={account.mode} mode={account.mode} isOn={settings.mailsCustomers} />
          )
        }
      />
      <KeptNotice {...settings} mode={account.mode} isEmailConfirmed={vendor.isEmailConfirmed} />
      <MailList key={account.mode} mode={account.mode} first={first} />
    </div>
  )
}

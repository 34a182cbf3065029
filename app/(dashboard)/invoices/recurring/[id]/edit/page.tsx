import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { foundRecurring } from '@/app/(dashboard)/found-records'
import { RecurringForm } from '@/components/recurring/recurring-form'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readInvoiceTerms } from '@/lib/invoices/invoice-terms'
import { fieldsOfSchedule } from '@/lib/time/schedule-fields'

export const metadata: Metadata = { title: 'Edit recurring invoice' }

export default async function EditRecurringPage({ params }: { params: Promise<{ id: string }> }) {
  const vendor = await requireVendor('invoices.write')
  const series = await foundRecurring((await params).id)
  const path = `/invoices/recurring/${series.id}`
  if (series.status === 'ENDED') redirect(path)
  const { id, revision, fields, periodCount, zone, earliestOn, dueAfterDays, isSent } = series
  const startsOn = series.nextOn ?? series.resumesOn ?? earliestOn
  const schedule = { ...fieldsOfSchedule(series, series, startsOn), dueAfterDays, isSent }
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href={path}>Recurring invoice</BackLink>
        <PageHeader title="Edit recurring invoice" description="Changes apply from the next invoice on" />
      </div>
      {vendor.isBanned ? (
        <Notice kind="warning">Recurring invoices can’t be changed while the account is banned.</Notice>
      ) : (
        <RecurringForm
          terms={await readInvoiceTerms(await currentAccount(), undefined)}
          schedule={schedule}
          earliestOn={earliestOn}
          series={{ id, revision, fields, periodCount, zone }}
        />
      )}
    </div>
  )
}

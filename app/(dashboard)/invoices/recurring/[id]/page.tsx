import type { Metadata } from 'next'
import { foundRecurring } from '@/app/(dashboard)/found-records'
import { RecurringDetails } from '@/components/recurring/recurring-details'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'

type RecurringPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: RecurringPageProps): Promise<Metadata> {
  await requireVendor('read')
  const { customerName } = await foundRecurring((await params).id)
  return { title: `Recurring invoice · ${customerName}` }
}

export default async function RecurringPage({ params }: RecurringPageProps) {
  const vendor = await requireVendor('read')
  const series = await foundRecurring((await params).id)
  return <RecurringDetails initial={series} isReadOnly={isReadOnly(vendor, 'invoices.write')} />
}

import type { Metadata } from 'next'
import { foundMail } from '@/app/(dashboard)/found-records'
import { MailMessage } from '@/components/mailbox/mail-message'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Mail' }

export default async function MailPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const vendor = await requireVendor('read')
  const mail = await foundMail(vendor.id, id)
  return <MailMessage mail={mail} />
}

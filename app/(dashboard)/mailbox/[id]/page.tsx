import type { Metadata } from 'next'
import { foundMail } from '@/app/(dashboard)/found-records'
import { MailMessage } from '@/components/mailbox/mail-message'
import { requireVendor } from '@/lib/auth/session'

type MailPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: MailPageProps): Promise<Metadata> {
  const { subject } = await foundMail((await requireVendor('read')).id, (await params).id)
  return { title: `${subject} · Mail` }
}

export default async function MailPage({ params }: MailPageProps) {
  const { id } = await params
  const vendor = await requireVendor('read')
  const mail = await foundMail(vendor.id, id)
  return <MailMessage mail={mail} />
}

import type { Metadata } from 'next'
import { foundMail } from '@/app/(dashboard)/found-records'
import { MailMessage } from '@/components/mailbox/mail-message'
import { requireVendor } from '@/lib/auth/session'

type MailPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: MailPageProps): Promise<Metadata> {
  await requireVendor('read')
  const { subject } = await foundMail((await params).id)
  return { title: `${subject} · Mail` }
}

export default async function MailPage({ params }: MailPageProps) {
  const { id } = await params
  await requireVendor('read')
  const mail = await foundMail(id)
  return <MailMessage mail={mail} />
}

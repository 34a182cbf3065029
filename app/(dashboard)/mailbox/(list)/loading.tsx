import { MailListSkeleton } from '@/components/mailbox/mail-list'

export default function MailboxLoading() {
  return <MailListSkeleton />
}

import { Description, DescriptionList } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { BackLink } from '@/components/ui/page-header'
import type { MailView } from '@/lib/mail/mail-list'
import { MAIL_KINDS } from '@/lib/mail/status'
import { Card, CardHeader } from '../ui/card'
import { PageHeader } from '../ui/page-header'
import { Timestamp } from '../ui/timestamp'
import { MailStatusBadge } from './mail-status'

/** One mail as its reader sees it, and its delivery status. */
export function MailMessage({ mail }: { mail: MailView }) {
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/mailbox">Mailbox</BackLink>
        <PageHeader title={<bdi>{mail.subject}</bdi>} badge={<MailStatusBadge status={mail.status} />} />
      </div>
      <Card aria-labelledby="details">
        <CardHeader id="details" title="Details" />
        <DescriptionList>
          <Description term="To">{mail.recipient}</Description>
          {mail.senderName && <Description term="From">{mail.senderName}</Description>}
          {mail.replyTo && <Description term="Replies go to">{mail.replyTo}</Description>}
          <Description term="About">
            {mail.aboutPath ? (
              <Link href={mail.aboutPath} className="text-accent-text underline underline-offset-4">
                {MAIL_KINDS[mail.kind]}
              </Link>
            ) : (
              MAIL_KINDS[mail.kind]
            )}
          </Description>
          <Description term="Created">
            <Timestamp at={mail.createdAt} />
          </Description>
          {mail.sentAt && (
            <Description term="Sent">
              <Timestamp at={mail.sentAt} />
            </Description>
          )}
          {mail.nextAttemptAt && mail.attemptCount > 0 && (
            <Description term="Next attempt">
              <Timestamp at={mail.nextAttemptAt} /> (attempt {mail.attemptCount + 1})
            </Description>
          )}
          {mail.note && <Description term={noteTerm(mail)}>{mail.note}</Description>}
        </DescriptionList>
      </Card>
      <Card aria-labelledby="message" className="overflow-hidden">
        <CardHeader id="message" title="Message" />
        {/* No scripts, no forms and no access to our origin; links open in a new tab. */}
        <iframe
          title={mail.subject}
          srcDoc={mail.html}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="block h-[48rem] sm:h-[40rem] w-full border-y bg-white"
        />
        <details className="px-4 py-3 sm:px-5">
          <summary className="cursor-pointer font-medium text-[0.8125rem]">Plain text</summary>
          <pre className="mt-3 whitespace-pre-wrap break-words font-mono text-[0.8125rem] leading-5">
            {mail.text}
          </pre>
        </details>
      </Card>
    </div>
  )
}

function noteTerm({ status }: MailView): string {
  if (status === 'KEPT') return 'Not sent because'
  return status === 'PENDING' ? 'Last attempt' : 'Failure'
}

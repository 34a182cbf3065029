import { ExternalLink } from 'lucide-react'
import type { InvoiceView } from '@/lib/payments/queries'
import { classNames } from '../ui/class-names'
import { formatMoney } from '../ui/money'
import { Notice } from '../ui/notice'
import { Timestamp } from '../ui/timestamp'

/** An open dispute on the page of its invoice: the reason, until when it can be answered, and where. */
export function DisputeNotice({ dispute }: { dispute: InvoiceView['openDisputes'][number] }) {
  const { amount, reason, answerBy, answerUrl } = dispute
  return (
    <Notice kind="warning" title={`Payment disputed: ${formatMoney(amount)}`} className="print:hidden">
      {reason && <>Reason: {reason}. </>}
      {answerBy && (
        <>
          Answer by <Timestamp at={answerBy} />.{' '}
        </>
      )}
      <AnswerLink url={answerUrl} className="font-medium underline underline-offset-4" />
    </Notice>
  )
}

/** The provider's page to answer a dispute on; nothing for one that can't be answered there, or is decided. */
export function AnswerLink({
  url,
  className = 'text-accent-text hover:underline',
}: {
  url: string | null
  className?: string
}) {
  if (!url) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className={classNames('inline-flex items-center gap-1 whitespace-nowrap rounded', className)}
    >
      Answer dispute
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}

import type { InvoiceView } from '@/lib/payments/queries'
import { formatMoney } from '../ui/money'
import { Notice } from '../ui/notice'
import { Timestamp } from '../ui/timestamp'
import { AnswerLink } from './answer-link'

/** An open dispute on the page of its invoice: the reason, until when it can be answered, and where. */
export function DisputeNotice({ dispute }: { dispute: InvoiceView['openDisputes'][number] }) {
  const { amount, reason, answerBy, answerUrl } = dispute
  return (
    <Notice
      kind="warning"
      title={`The customer disputes this payment: ${formatMoney(amount)}`}
      className="print:hidden"
    >
      {reason && <>Reason: {reason}. </>}
      {answerBy && (
        <>
          Answer due <Timestamp at={answerBy} />.{' '}
        </>
      )}
      <AnswerLink url={answerUrl} className="font-medium underline underline-offset-4" />
    </Notice>
  )
}

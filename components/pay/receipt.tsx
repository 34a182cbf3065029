import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PaymentPageView } from '@/lib/api/read-payment-page'
import { buttonStyle } from '../ui/button'
import { classNames } from '../ui/class-names'
import { CopyButton } from '../ui/copy-button'
import { Timestamp } from '../ui/timestamp'

type ReceiptProps = { title: string; page: PaymentPageView; receipt: NonNullable<PaymentPageView['receipt']> }

export function Receipt({ title, page, receipt }: ReceiptProps) {
  return (
    <div>
      <CircleCheck aria-hidden className="size-8 text-success" />
      <h2 className="mt-3 font-semibold text-lg tracking-tight">{title}</h2>
      <p className="mt-1 text-muted-foreground">{page.vendorName} has your payment.</p>
      <dl className="mt-5 space-y-2 border-t pt-4 text-[0.8125rem]">
        <Detail label="Paid on">
          <Timestamp at={receipt.paidAt} />
        </Detail>
        <Detail label="E-mail">
          <span className="break-all">{page.email}</span>
        </Detail>
        {receipt.transactionId && (
          <Detail label="Transaction">
            <span className="break-all font-mono text-xs leading-5">{receipt.transactionId}</span>
            <CopyButton text={receipt.transactionId} what="transaction id" className="-my-1" />
          </Detail>
        )}
      </dl>
      {receipt.returnUrl && (
        <a href={receipt.returnUrl} className={classNames(buttonStyle({ size: 'large' }), 'mt-6 w-full')}>
          <span className="truncate">Return to {page.vendorName}</span>
        </a>
      )}
    </div>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="flex min-w-0 items-center gap-1">{children}</dd>
    </div>
  )
}

import { CircleCheck, FileText, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatAmountIn, formatDayIn } from '@/lib/i18n/locale-format'
import { formatMethodIn } from '@/lib/i18n/payment-methods'
import type { PaymentPageView } from '@/lib/payments/payment-page'
import { buttonStyle } from '../ui/button'
import { classNames } from '../ui/class-names'
import type { BuyerPage } from './buyer-frame'
import { LocalMoney } from './invoice-summary'

type ReceiptProps = BuyerPage & { title: string; receipt: NonNullable<PaymentPageView['receipt']> }

export function Receipt({ title, page, receipt, locale, texts }: ReceiptProps) {
  const words = texts.receipt
  const vendor = page.vendor.name
  const { refund } = page
  const Icon = refund ? Undo2 : CircleCheck
  return (
    <div>
      <Icon aria-hidden className={classNames('size-8', refund ? 'text-muted-foreground' : 'text-success')} />
      <h2 className="mt-3 font-semibold text-lg tracking-tight">
        {refund ? (refund.isFull ? texts.refund.full : texts.refund.part) : title}
      </h2>
      <p className="mt-1 text-muted-foreground">
        {refund
          ? texts.refund.body({
              vendor,
              amount: formatAmountIn(locale, refund.amount.amount, refund.amount.currency),
            })
          : words.body({ vendor })}
      </p>
      {!refund && receipt.emailedTo && (
        <p className="mt-1 wrap-anywhere text-muted-foreground">
          {/* Isolated: an address is written from left to right in every language. */}
          {words.emailed({ email: `\u2068${receipt.emailedTo}\u2069` })}
        </p>
      )}
      <dl className="mt-5 space-y-2 border-t pt-4 text-[0.8125rem]">
        <Detail label={words.amount}>
          <LocalMoney value={receipt.amount} locale={locale} />
        </Detail>
        {refund && (
          <Detail label={texts.refund.amount}>
            <LocalMoney value={refund.amount} locale={locale} />
          </Detail>
        )}
        <Detail label={words.paidOn}>
          <time dateTime={receipt.paidOn} className="tabular whitespace-nowrap">
            {formatDayIn(locale, receipt.paidOn)}
          </time>
        </Detail>
        {receipt.paidWith && (
          <Detail label={words.method}>
            <bdi className="tabular">{formatMethodIn(locale, receipt.paidWith)}</bdi>
          </Detail>
        )}
        {receipt.number && (
          <Detail label={words.number}>
            <bdi className="wrap-anywhere">{receipt.number}</bdi>
          </Detail>
        )}
        <Detail label={words.email}>
          <bdi className="break-all">{page.email}</bdi>
        </Detail>
        {receipt.transactionId && (
          <Detail label={words.transaction}>
            <bdi className="select-all break-all font-mono text-xs leading-5">{receipt.transactionId}</bdi>
          </Detail>
        )}
      </dl>
      <div className="mt-5 grid gap-2">
        {receipt.returnUrl && (
          <a
            href={receipt.returnUrl}
            className={classNames(
              buttonStyle({ size: 'large' }),
              'w-full ring-1 ring-foreground/15 ring-inset',
            )}
          >
            <span className="truncate">{words.back({ vendor })}</span>
          </a>
        )}
        <div className="grid gap-2 sm:grid-cols-2">
          <Document href={`/api/pay/${page.token}/receipt.pdf`}>{words.receiptPdf}</Document>
          <Document href={`/api/pay/${page.token}/invoice.pdf`}>{words.invoicePdf}</Document>
        </div>
        {[...page.creditNotes, ...(refund?.creditNotes ?? [])].map(({ id, number }) => (
          <Document key={id} href={`/api/pay/${page.token}/refunds/${id}/credit-note.pdf`}>
            {texts.refund.creditNote({ number })}
          </Document>
        ))}
      </div>
    </div>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Document({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className={classNames(buttonStyle({ variant: 'secondary' }), 'h-11 w-full')}>
      <FileText aria-hidden className="size-4" />
      {children}
    </a>
  )
}

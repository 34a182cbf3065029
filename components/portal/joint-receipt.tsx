import { CircleCheck, Undo2 } from 'lucide-react'
import { LocalMoney } from '@/components/pay/invoice-summary'
import { buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import { formatMethodIn } from '@/lib/i18n/payment-methods'
import type { JointReceiptView } from '@/lib/portal/portal-page'
import { PortalCard, type PortalProps } from './portal-frame'
import { Paper, ReceiptNumber } from './portal-invoices'

/** Several invoices that were paid at once, each with its papers. */
export function JointReceipt({ receipt, face, locale, texts }: PortalProps & { receipt: JointReceiptView }) {
  const { paid, total, returned } = receipt
  const words = texts.receipt
  // One charge paid them all.
  const paidWith = paid[0]?.receipt?.paidWith
  const Icon = total ? CircleCheck : Undo2
  return (
    <PortalCard className="space-y-4">
      <div>
        <Icon
          aria-hidden
          className={classNames('size-8', total ? 'text-success' : 'text-muted-foreground')}
        />
        <h1 className="mt-3 font-semibold text-lg tracking-tight">{words.thanks}</h1>
        {total && <p className="mt-1 text-muted-foreground">{words.body({ vendor: face.vendor.name })}</p>}
      </div>
      {returned && (
        <Notice kind="warning" role="status">
          {texts.portal.several.returned({
            invoices: returned.numbers.join(', '),
            amount: formatAmountIn(locale, returned.amount.amount, returned.amount.currency),
          })}
        </Notice>
      )}
      {total && (
        <ul className="border-y">
          {paid.map(({ id, number, token, amount, receipt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t py-3 first:border-t-0"
            >
              <span className="min-w-0">
                <a
                  href={`/pay/${token}`}
                  className="wrap-anywhere font-medium underline-offset-2 hover:underline"
                >
                  <bdi>{texts.summary.number({ number })}</bdi>
                </a>
                {receipt && <ReceiptNumber receipt={receipt} texts={texts} />}
              </span>
              <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <Paper href={`/api/pay/${token}/receipt.pdf`} about={number}>
                  {words.receiptPdf}
                </Paper>
                <span className="text-end sm:min-w-24">
                  <LocalMoney value={amount} locale={locale} />
                </span>
              </span>
            </li>
          ))}
          <li className="flex justify-between gap-x-6 border-t py-3 font-semibold">
            <span>{words.amount}</span>
            <LocalMoney value={total} locale={locale} />
          </li>
          {paidWith && (
            <li className="flex flex-wrap justify-between gap-x-6 border-t py-3 text-[0.8125rem]">
              <span className="text-muted-foreground">{words.method}</span>
              <bdi className="tabular">{formatMethodIn(locale, paidWith)}</bdi>
            </li>
          )}
        </ul>
      )}
      <a href={face.url} className={buttonStyle({ variant: 'secondary' })}>
        {texts.portal.link}
      </a>
    </PortalCard>
  )
}

import { FileText, QrCodeIcon } from 'lucide-react'
import type { PayTexts } from '@/components/pay/texts/pay-texts'
import { classNames } from '@/components/ui/class-names'
import type { MoneyValue } from '@/components/ui/money'
import { QrCode } from '@/components/ui/qr-code'
import type { Locale } from '@/lib/i18n/locale'
import { formatAmountIn, formatDayIn, formatNumberIn, formatPercentIn } from '@/lib/i18n/locale-format'
import type { PaymentItemView, PaymentPageView } from '@/lib/payments/payment-page'
import type { BuyerPage } from './buyer-frame'

/** Longer lists are folded, so that the form stays near the top. */
const ITEMS_SHOWN = 4

/** The total, the items and the fee: what a buyer reads before paying. */
export function InvoiceSummary({ page, locale, texts }: BuyerPage) {
  const { summary } = texts
  const { sums } = page
  const isPaid = page.status === 'paid'
  const isVoided = page.status === 'voided' || page.status === 'credited'
  const isReduced = page.paidSoFar !== null || (page.credited !== null && !isPaid && !isVoided)
  const untaxed = untaxedBecause(page, texts)
  const discountLabel = (percent: string | null) =>
    percent === null ? summary.discount : `${summary.discount} ${formatPercentIn(locale, percent)}`
  return (
    <section aria-label={summary.region} className="min-w-0">
      <div className="flex items-center gap-3">
        <VendorMark vendor={page.vendor} />
        <p className="min-w-0 break-words font-medium text-base">
          <span className="sr-only">{summary.invoiceFrom} </span>
          <bdi>{page.vendor.name}</bdi>
          <span className="block font-normal text-[0.8125rem] text-muted-foreground">
            <bdi>{summary.number({ number: page.number })}</bdi>
          </span>
        </p>
      </div>
      <h1 className="mt-4 font-semibold text-3xl tracking-tight">
        <span className="sr-only">{isPaid ? summary.paid : isVoided ? summary.total : summary.toPay}: </span>
        <span className={isVoided ? 'text-muted-foreground line-through decoration-2' : undefined}>
          <LocalMoney value={isReduced ? page.amountDue : page.total} locale={locale} />
        </span>
      </h1>
      {/* Each begins with a dot; the box cuts off that of the first in a line. */}
      <p className="mt-1 overflow-x-clip text-muted-foreground">
        <span className="-ms-4 flex flex-wrap *:before:inline-block *:before:w-4 *:before:text-center *:before:font-normal *:before:content-['·'/'']">
          {page.hasFee && !isReduced && (
            <span>
              <span className="tabular">
                {summary.includesFee({ fee: formatAmountIn(locale, page.fee.amount, page.fee.currency) })}
              </span>
            </span>
          )}
          {!isPaid && !isVoided && <DueDay page={page} locale={locale} texts={texts} />}
        </span>
      </p>
      <ItemList items={page.items} locale={locale} title={summary.items({ count: `${page.items.length}` })} />
      <dl className="mt-3 space-y-1.5 border-t pt-3">
        <Line label={summary.subtotal} value={sums.subtotal} locale={locale} />
        {sums.discount && (
          <Line
            label={discountLabel(sums.discount.percent)}
            value={{ ...sums.discount.amount, amount: `-${sums.discount.amount.amount}` }}
            locale={locale}
          />
        )}
        {sums.taxes.map(({ name, percent, isInclusive, amount }) => {
          const tax = `${name} ${formatPercentIn(locale, percent)}`
          const label = isInclusive ? summary.includedTax({ tax }) : tax
          return <Line key={label} label={label} value={amount} locale={locale} />
        })}
        {page.hasFee && <Line label={summary.fee} value={page.fee} locale={locale} />}
        <Line label={summary.total} value={page.total} locale={locale} isTotal />
        {page.credited && (
          <Line
            label={summary.credited}
            value={{ ...page.credited, amount: `-${page.credited.amount}` }}
            locale={locale}
          />
        )}
        {page.paidSoFar && (
          <Line
            label={summary.paidSoFar}
            value={{ ...page.paidSoFar, amount: `-${page.paidSoFar.amount}` }}
            locale={locale}
          />
        )}
        {(isReduced || page.credited) && !isPaid && (
          <Line label={summary.leftToPay} value={page.amountDue} locale={locale} isTotal />
        )}
      </dl>
      {untaxed && (
        <p className="mt-3 break-words text-[0.8125rem] text-muted-foreground">
          <bdi>{untaxed}</bdi>
        </p>
      )}
    </section>
  )
}

/** Why the invoice has no tax; null where it may have one. */
function untaxedBecause({ billedTo }: BuyerPage['page'], { summary }: PayTexts): string | null {
  const { taxTreatment, taxExemptionReason: reason } = billedTo
  if (taxTreatment === 'reverse_charge') return summary.reverseCharge
  return taxTreatment === 'exempt' && reason ? summary.exempt({ reason }) : null
}

/** Who sells and to whom, the PDF and who to ask. Below the form on phones, so that the form is close to the total. */
export function InvoiceDetails({ page, texts }: Pick<BuyerPage, 'page' | 'texts'>) {
  return (
    <div className="min-w-0 [&>:first-child]:mt-0">
      <SellerDetails page={page} texts={texts} />
      {page.status !== 'paid' && (
        <div className="mt-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <a
            href={`/api/pay/${page.token}/invoice.pdf`}
            className="inline-flex min-h-8 items-center gap-1.5 font-medium text-accent-text underline-offset-2 hover:underline"
          >
            <FileText aria-hidden className="size-4" />
            {texts.receipt.invoicePdf}
          </a>
          {page.creditNotes.map(({ id, number }) => (
            <a
              key={id}
              href={`/api/pay/${page.token}/refunds/${id}/credit-note.pdf`}
              className="inline-flex min-h-8 items-center gap-1.5 font-medium text-accent-text underline-offset-2 hover:underline"
            >
              <FileText aria-hidden className="size-4" />
              {texts.refund.creditNote({ number })}
            </a>
          ))}
          {page.status === 'payable' && <PhoneCode address={page.address} texts={texts.onPhone} />}
        </div>
      )}
      <p className="mt-4 text-[0.8125rem] text-muted-foreground">
        {texts.questions}{' '}
        <a href={`mailto:${page.vendor.email}`} className="wrap-anywhere underline underline-offset-2">
          <bdi>{page.vendor.email}</bdi>
        </a>
      </p>
      {page.portalUrl && (
        <p className="mt-2 text-[0.8125rem]">
          <a
            href={page.portalUrl}
            className="inline-flex min-h-6 items-center font-medium text-accent-text underline-offset-2 hover:underline"
          >
            {texts.portal.link}
          </a>
        </p>
      )}
    </div>
  )
}

/** The logo, or the first letter in the brand colour. The name stands beside either. */
function VendorMark({ vendor }: { vendor: PaymentPageView['vendor'] }) {
  if (vendor.logoPath) {
    return (
      // biome-ignore lint/performance/noImgElement: small, cached for good and already at its final size.
      <img
        src={vendor.logoPath}
        alt=""
        width={40}
        height={40}
        className="size-10 shrink-0 rounded-lg bg-white object-contain ring-1 ring-border"
      />
    )
  }
  return (
    <span
      aria-hidden
      className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-accent font-semibold text-accent-foreground text-lg ring-1 ring-foreground/15 ring-inset"
    >
      {[...vendor.name.trim()][0]?.toUpperCase()}
    </span>
  )
}

/** The seller, the buyer and the notes. Details that nobody gave are left out. */
function SellerDetails({ page, texts }: Pick<BuyerPage, 'page' | 'texts'>) {
  const { seller, billedTo, vendor, notes } = page
  const words = texts.summary
  const taxIdLine = ({ taxId }: { taxId: string | null }) => (taxId ? [`${words.taxId}: ${taxId}`] : [])
  const own = [...(seller.name === vendor.name ? [] : [seller.name]), ...seller.address, ...taxIdLine(seller)]
  const buyer = [...billedTo.address, ...taxIdLine(billedTo)]
  return (
    <>
      {(own.length > 0 || buyer.length > 0) && (
        <div className="mt-5 grid gap-4 border-t pt-4 text-[0.8125rem] sm:grid-cols-2">
          {own.length > 0 && <Party label={words.seller} lines={own} />}
          <Party label={words.billedTo} lines={[billedTo.name, ...buyer]} />
        </div>
      )}
      {notes.length > 0 && (
        <div className="mt-4 text-[0.8125rem]">
          <p className="text-muted-foreground">{words.notes}</p>
          {notes.map((note) => (
            <p key={note} className="mt-1 break-words">
              <bdi>{note}</bdi>
            </p>
          ))}
        </div>
      )}
    </>
  )
}

function Party({ label, lines }: { label: string; lines: string[] }) {
  return (
    <div className="min-w-0">
      <p className="text-muted-foreground">{label}</p>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an address may be alike.
        <p key={index} className="break-words">
          <bdi>{line}</bdi>
        </p>
      ))}
    </div>
  )
}

function DueDay({ page, locale, texts }: BuyerPage) {
  const day = formatDayIn(locale, page.dueDate)
  const { due, wasDue } = texts.summary
  return (
    <time
      dateTime={page.dueDate}
      className={classNames('inline-block', page.isOverdue && 'font-medium text-warning')}
    >
      {page.isOverdue ? wasDue({ day }) : due({ day })}
    </time>
  )
}

function ItemList({ items, locale, title }: { items: PaymentItemView[]; locale: Locale; title: string }) {
  const list = (
    <ul className="space-y-2.5">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and their order never changes.
        <Item key={index} item={item} locale={locale} />
      ))}
    </ul>
  )
  if (items.length <= ITEMS_SHOWN) return <div className="mt-5">{list}</div>
  return (
    <details className="mt-5">
      <summary className="min-h-6 cursor-pointer font-medium text-accent-text">{title}</summary>
      <div className="mt-3">{list}</div>
    </details>
  )
}

function Item({ item, locale }: { item: PaymentItemView; locale: Locale }) {
  return (
    <li className="flex justify-between gap-4">
      <span className="min-w-0">
        <span className="block break-words">
          <bdi>{item.title}</bdi>
        </span>
        {item.quantity !== '1' && (
          <span className="tabular block text-[0.8125rem] text-muted-foreground">
            {formatNumberIn(locale, item.quantity)} × <LocalMoney value={item.unitPrice} locale={locale} />
          </span>
        )}
      </span>
      <LocalMoney value={item.amount} locale={locale} />
    </li>
  )
}

type LineProps = { label: string; value: MoneyValue; locale: Locale; isTotal?: boolean }

function Line({ label, value, locale, isTotal }: LineProps) {
  return (
    <div
      className={
        isTotal ? 'flex justify-between font-semibold' : 'flex justify-between text-muted-foreground'
      }
    >
      <dt>{label}</dt>
      <dd>
        <LocalMoney value={value} locale={locale} />
      </dd>
    </div>
  )
}

/** A QR code of the page, for a buyer at a desk whose card is in their phone. */
function PhoneCode({ address, texts }: { address: string; texts: PayTexts['onPhone'] }) {
  return (
    <details className="group hidden md:block">
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1.5 font-medium text-accent-text underline-offset-2 hover:underline">
        <QrCodeIcon aria-hidden className="size-4" />
        {texts.title}
      </summary>
      <div className="mt-2 w-48">
        <QrCode text={address} label={texts.picture} className="size-48" />
        <p className="mt-2 text-[0.8125rem] text-muted-foreground">{texts.hint}</p>
      </div>
    </details>
  )
}

/** An amount formatted for the buyer's language. */
export function LocalMoney({ value, locale }: { value: MoneyValue; locale: Locale }) {
  return (
    <span className="tabular whitespace-nowrap">{formatAmountIn(locale, value.amount, value.currency)}</span>
  )
}

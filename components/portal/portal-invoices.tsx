import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { LocalMoney } from '@/components/pay/invoice-summary'
import type { PayTexts } from '@/components/pay/texts/pay-texts'
import { buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import type { Locale } from '@/lib/i18n/locale'
import { formatAmountIn, formatDayIn, formatNumberIn } from '@/lib/i18n/locale-format'
import { formatMethodIn } from '@/lib/i18n/payment-methods'
import type { AmountView } from '@/lib/money/money'
import type { CheckoutProblem } from '@/lib/portal/invoice-choice'
import type { PortalFace } from '@/lib/portal/portal'
import type { ClosedInvoice, OpenInvoice, PortalInvoices } from '@/lib/portal/portal-page'
import { ChooseInvoices } from './choose-invoices'

type ListProps = { invoices: PortalInvoices; locale: Locale; texts: PayTexts }

type OpenInvoicesProps = ListProps & {
  face: PortalFace
  /** Those that are selected. */
  selection: Selection
}

/** `all`: a currency, of which all are. */
type Selection = { ids: string[]; all: string | null }

/**
 * The open invoices, each with a link to its payment page and its documents. The customer can pay several of one currency at once.
 */
export function OpenInvoices({ invoices, locale, texts, face, selection }: OpenInvoicesProps) {
  const words = texts.portal
  const { open, openCount, due, mostAtOnce } = invoices
  const currencies = [...new Set(open.map(({ amountDue }) => amountDue.currency))]
  return (
    <Section id="open" title={words.openInvoices} aside={<Due due={due} locale={locale} texts={texts} />}>
      {open.length === 0 && <p className="px-4 py-5 text-muted-foreground sm:px-6">{words.nothingOpen}</p>}
      {currencies.map((currency) => {
        const group = open.filter(({ amountDue }) => amountDue.currency === currency)
        return (
          <div key={currency} className="border-t first:border-t-0">
            {group.length > 1 ? (
              <SeveralInvoices
                group={group}
                currency={currency}
                locale={locale}
                texts={texts}
                face={face}
                selection={selection}
                mostAtOnce={mostAtOnce}
              />
            ) : (
              <ul>
                {group.map((invoice) => (
                  <li key={invoice.id} className={ROW_STYLE}>
                    <span className="min-w-0">
                      <OpenTitle invoice={invoice} locale={locale} texts={texts} />
                    </span>
                    <OpenActions invoice={invoice} locale={locale} texts={texts} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
      {openCount > open.length && (
        <p className="border-t px-4 py-3 text-[0.8125rem] text-muted-foreground sm:px-6">
          {words.shown({
            count: formatNumberIn(locale, `${open.length}`),
            total: formatNumberIn(locale, `${openCount}`),
          })}
        </p>
      )}
    </Section>
  )
}

type CheckoutNoticeProps = {
  problem: CheckoutProblem
  /** The numbers of the invoices that have changed. */
  changed: string[]
  mostAtOnce: number
  texts: PayTexts
}

/** Why the invoices that were selected are not paid. */
export function CheckoutNotice({ problem, changed, mostAtOnce, texts }: CheckoutNoticeProps) {
  const { hosted, processing } = texts
  const words = texts.portal.several
  switch (problem) {
    case 'nothing':
    case 'limit':
      return (
        <Notice kind="warning" role="alert">
          {problem === 'nothing' ? words.nothingChosen : words.tooMany({ count: String(mostAtOnce) })}
        </Notice>
      )
    case 'changed':
      return (
        <Notice kind="warning" role="alert">
          {/* Does not say that nothing was charged, unless it is known why. */}
          {changed.length > 0 ? words.changed({ invoices: changed.join(', ') }) : hosted.unavailable}
        </Notice>
      )
    case 'canceled':
      return (
        <Notice role="status" title={hosted.canceledTitle}>
          {hosted.notCharged} {hosted.tryAgain}
        </Notice>
      )
    case 'processing':
      return (
        <Notice role="status" title={processing.title}>
          {processing.body}
        </Notice>
      )
    case 'unavailable':
    case 'too_many':
      return (
        <Notice kind="danger" role="alert" title={hosted.unavailableTitle}>
          {/* Does not say that nothing was charged: the customer may have paid on the provider's page. */}
          {problem === 'too_many' ? hosted.tooMany : hosted.unavailable}
        </Notice>
      )
  }
}

const ROW_STYLE = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3.5 sm:px-6'

/** Splits the words of the button, which are put together around each amount. */
const AMOUNT_MARK = '{amount}'

type SeveralInvoicesProps = Omit<OpenInvoicesProps, 'invoices'> & {
  group: OpenInvoice[]
  currency: string
  mostAtOnce: number
}

function SeveralInvoices(props: SeveralInvoicesProps) {
  const { group, currency, mostAtOnce, locale, texts, face, selection } = props
  const words = texts.portal.several
  const most = Math.min(group.length, mostAtOnce)
  const pay = Array.from({ length: most }, (_, index) =>
    words.pay({ count: String(index + 1), amount: AMOUNT_MARK }).split(AMOUNT_MARK),
  )
  const isSelected = (id: string, index: number) =>
    selection.all === currency ? index < most : selection.ids.includes(id)
  return (
    <ChooseInvoices
      action={`/api/pay/portal/${face.key}/checkout`}
      allSelected={`${face.url}?all=${currency}#open`}
      currency={currency}
      locale={locale}
      words={{
        all: group.length > most ? words.first({ count: String(most) }) : words.all,
        none: words.none,
        pay,
        payChosen: words.payChosen,
        tooMany: words.tooMany({ count: String(mostAtOnce) }),
      }}
      invoices={group.map((invoice, index) => ({
        choice: invoice.choice,
        amountDue: invoice.amountDue.amount,
        isSelected: isSelected(invoice.id, index),
        title: <OpenTitle invoice={invoice} locale={locale} texts={texts} />,
        actions: <OpenActions invoice={invoice} locale={locale} texts={texts} isOneOfSeveral />,
      }))}
    />
  )
}

function Due({ due, locale, texts }: { due: AmountView[]; locale: Locale; texts: PayTexts }) {
  if (due.length === 0) return null
  return (
    <dl className="flex flex-wrap items-baseline gap-x-3">
      <dt className="text-[0.8125rem] text-muted-foreground">{texts.summary.toPay}</dt>
      {due.map((amount) => (
        <dd key={amount.currency} className="font-semibold">
          <LocalMoney value={amount} locale={locale} />
        </dd>
      ))}
    </dl>
  )
}

type RowProps<Invoice> = { invoice: Invoice; locale: Locale; texts: PayTexts }

function OpenTitle({ invoice, locale, texts }: RowProps<OpenInvoice>) {
  const { number, dueDate, isOverdue, total, amountDue, isReduced } = invoice
  const amount = (value: AmountView) => formatAmountIn(locale, value.amount, value.currency)
  const day = formatDayIn(locale, dueDate)
  return (
    <>
      <span className="wrap-anywhere block font-medium">
        <bdi>{texts.summary.number({ number })}</bdi>
      </span>
      <span
        className={classNames(
          'block text-[0.8125rem]',
          isOverdue ? 'font-medium text-warning' : 'text-muted-foreground',
        )}
      >
        <time dateTime={dueDate}>
          {isOverdue ? texts.summary.wasDue({ day }) : texts.summary.due({ day })}
        </time>
      </span>
      {isReduced && (
        <span className="block text-[0.8125rem] text-muted-foreground">
          {texts.portal.leftOf({ amount: amount(amountDue), total: amount(total) })}
        </span>
      )}
    </>
  )
}

type OpenActionsProps = RowProps<OpenInvoice> & {
  /** The main button is then that of all that are selected. */
  isOneOfSeveral?: boolean
}

function OpenActions({ invoice, locale, texts, isOneOfSeveral = false }: OpenActionsProps) {
  const { number, token, amountDue, creditNotes } = invoice
  const pay = texts.pay({ amount: formatAmountIn(locale, amountDue.amount, amountDue.currency) })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <CreditNotes token={token} creditNotes={creditNotes} texts={texts} />
      <Paper href={`/api/pay/${token}/invoice.pdf`} about={number}>
        {texts.receipt.invoicePdf}
      </Paper>
      <a
        href={`/pay/${token}`}
        aria-label={`${pay} · ${texts.summary.number({ number })}`}
        className={classNames(
          buttonStyle({ variant: isOneOfSeveral ? 'secondary' : 'primary' }),
          'tabular',
          isOneOfSeveral ? null : 'ring-1 ring-foreground/15 ring-inset',
        )}
      >
        {pay}
      </a>
    </div>
  )
}

type ClosedInvoicesProps = ListProps & {
  /** The address of the portal. */
  url: string
  /** False on the later pages of the list. */
  isFirstPage: boolean
}

/** The invoices that were paid or credited in full, with their documents. */
export function ClosedInvoices({ invoices, locale, texts, url, isFirstPage }: ClosedInvoicesProps) {
  const words = texts.portal
  const { closed, hasCredited, olderThan } = invoices
  return (
    <Section id="closed" title={hasCredited ? words.paidAndCreditedInvoices : words.paidInvoices}>
      {closed.length === 0 ? (
        <p className="px-4 py-5 text-muted-foreground sm:px-6">{words.nothingPaid}</p>
      ) : (
        <ul>
          {closed.map((invoice) => (
            <ClosedRow key={invoice.id} invoice={invoice} locale={locale} texts={texts} />
          ))}
        </ul>
      )}
      {(olderThan !== null || !isFirstPage) && (
        <p className="flex flex-wrap gap-3 border-t px-4 py-3 sm:px-6">
          {!isFirstPage && (
            <a href={`${url}#closed`} className={buttonStyle({ variant: 'secondary', size: 'small' })}>
              {words.latest}
            </a>
          )}
          {olderThan !== null && (
            <a
              href={`${url}?before=${olderThan}#closed`}
              className={buttonStyle({ variant: 'secondary', size: 'small' })}
            >
              {words.older}
            </a>
          )}
        </p>
      )}
    </Section>
  )
}

function ClosedRow({ invoice, locale, texts }: RowProps<ClosedInvoice>) {
  const { number, token, closedBy, closedOn, total, receipt, creditNotes } = invoice
  const day = formatDayIn(locale, closedOn)
  const isCredited = closedBy === 'credit'
  // One credit of it all says no more than the line above.
  const noteLines = isCredited && creditNotes.length === 1 ? [] : creditNotes
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t px-4 py-3.5 first:border-t-0 sm:px-6">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">
          <a href={`/pay/${token}`} className="underline-offset-2 hover:underline">
            <bdi>{texts.summary.number({ number })}</bdi>
          </a>
        </p>
        <p className="text-[0.8125rem] text-muted-foreground">
          <time dateTime={closedOn}>
            {isCredited ? texts.portal.creditedOn({ day }) : texts.portal.paidOn({ day })}
          </time>
          {receipt?.amount && (
            <>
              {' · '}
              <LocalMoney value={receipt.amount} locale={locale} />
            </>
          )}
          {receipt?.paidWith && (
            <>
              {' · '}
              <bdi className="tabular">{formatMethodIn(locale, receipt.paidWith)}</bdi>
            </>
          )}
        </p>
        {receipt && <ReceiptNumber receipt={receipt} texts={texts} />}
        {noteLines.map((note) => (
          <p key={note.id} className="text-[0.8125rem] text-muted-foreground">
            {note.isRefund ? texts.refund.amount : texts.summary.credited}{' '}
            <LocalMoney value={note.amount} locale={locale} />
          </p>
        ))}
      </div>
      {/* At the end also where it has a line of its own, so that the totals stay below each other. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:ms-auto sm:justify-end">
        <CreditNotes token={token} creditNotes={creditNotes} texts={texts} />
        {!isCredited && (
          <Paper href={`/api/pay/${token}/receipt.pdf`} about={number}>
            {texts.receipt.receiptPdf}
          </Paper>
        )}
        <Paper href={`/api/pay/${token}/invoice.pdf`} about={number}>
          {texts.receipt.invoicePdf}
        </Paper>
        <span
          className={classNames(
            'font-medium sm:min-w-24 sm:text-end',
            isCredited && 'text-muted-foreground line-through',
          )}
        >
          <LocalMoney value={total} locale={locale} />
        </span>
      </div>
    </li>
  )
}

type CreditNotesProps = { token: string; creditNotes: OpenInvoice['creditNotes']; texts: PayTexts }

function CreditNotes({ token, creditNotes, texts }: CreditNotesProps) {
  return creditNotes.map(({ id, number }) => (
    <Paper key={id} href={`/api/pay/${token}/refunds/${id}/credit-note.pdf`}>
      {texts.refund.creditNote({ number })}
    </Paper>
  ))
}

export function ReceiptNumber({ receipt, texts }: { receipt: { number: string }; texts: PayTexts }) {
  return (
    <span className="wrap-anywhere block text-[0.8125rem] text-muted-foreground">
      {texts.receipt.number} <bdi>{receipt.number}</bdi>
    </span>
  )
}

/** `about`: the invoice’s number, for readers who hear the links without the row. */
export function Paper({ href, about, children }: { href: string; about?: string; children: string }) {
  return (
    <a
      href={href}
      aria-label={about ? `${children} · ${about}` : undefined}
      className="inline-flex min-h-8 items-center gap-1.5 text-[0.8125rem] text-accent-text underline-offset-2 hover:underline print:hidden"
    >
      <FileText aria-hidden className="size-4 shrink-0" />
      {children}
    </a>
  )
}

type SectionProps = { id: string; title: string; aside?: ReactNode; children: ReactNode }

function Section({ id, title, aside, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="overflow-clip rounded-xl border bg-surface shadow-card">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b px-4 py-3.5 sm:px-6">
        <h2 id={id} className="scroll-mt-4 font-semibold text-base">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

import { FileText } from 'lucide-react'
import { LocalMoney } from '@/components/pay/invoice-summary'
import { classNames } from '@/components/ui/class-names'
import { DOCUMENT_TEXTS } from '@/lib/documents/texts/texts'
import type { Locale } from '@/lib/i18n/locale'
import { formatDayIn } from '@/lib/i18n/locale-format'
import type { CurrencyStatement, PortalStatement, StatementLine } from '@/lib/portal/portal-statement'

type StatementViewProps = {
  statement: PortalStatement
  /** The customer’s name. */
  name: string
  url: string
  /** Of the year as a file. */
  pdfPath: string
  locale: Locale
}

/** A year of one customer, a table for each currency; it prints as it is. */
export function StatementView({ statement, name, url, pdfPath, locale }: StatementViewProps) {
  const words = DOCUMENT_TEXTS[locale].statement
  const { year, years, currencies } = statement
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h1 className="font-semibold text-lg">
            {words.title} {year}
          </h1>
          <p className="wrap-anywhere text-muted-foreground">
            <bdi>{name}</bdi>
          </p>
        </div>
        {years.length > 1 && (
          <ul className="flex flex-wrap gap-x-3 print:hidden">
            {years.map((each) => (
              <li key={each}>
                <a
                  href={`${url}/statement?year=${each}`}
                  aria-current={each === year ? 'true' : undefined}
                  className={classNames(
                    'inline-flex min-h-8 items-center',
                    each === year ? 'font-semibold' : 'text-accent-text underline underline-offset-2',
                  )}
                >
                  {each}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {currencies.length > 0 && (
        <p className="print:hidden">
          <a
            href={pdfPath}
            className="inline-flex items-center gap-1.5 text-accent-text underline underline-offset-2"
          >
            <FileText aria-hidden className="size-4" />
            {words.title} {year} (PDF)
          </a>
        </p>
      )}
      {currencies.length === 0 && (
        <p className="rounded-xl border bg-surface px-4 py-5 text-muted-foreground shadow-card sm:px-6">
          {words.none({ year: `${year}` })}
        </p>
      )}
      {currencies.map((each) => (
        <CurrencyTable key={each.currency} statement={each} locale={locale} />
      ))}
    </div>
  )
}

type CurrencyTableProps = { statement: CurrencyStatement; locale: Locale }

const SCROLLING_CARD = 'overflow-x-auto rounded-xl border bg-surface shadow-card'
const NUMBER_CELL = 'whitespace-nowrap px-2 py-2 text-end tabular sm:px-3'
/** On a phone the day is above the entry, so that the balance fits. */
const DAY_CELL = 'whitespace-nowrap px-3 py-2 ps-6 text-start max-sm:hidden'
const ENTRY_CELL = 'px-2 py-2 text-start max-sm:ps-4 sm:px-3'

function CurrencyTable({ statement, locale }: CurrencyTableProps) {
  const words = DOCUMENT_TEXTS[locale].statement
  const { currency, broughtForward, lines, closing } = statement
  const nameOf = ({ kind, number }: StatementLine) =>
    ({ invoice: words.invoice, payment: words.payment, credit_note: words.creditNote })[kind]({ number })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section aria-label={`${words.title} ${currency}`} tabIndex={0} className={SCROLLING_CARD}>
      <table className="w-full border-collapse text-start text-[0.8125rem]">
        <thead className="border-b bg-muted/50 text-muted-foreground text-xs">
          <tr>
            <th scope="col" className={classNames(DAY_CELL, 'font-medium')}>
              {words.day}
            </th>
            <th scope="col" className={classNames(ENTRY_CELL, 'font-medium')}>
              {words.entry}
            </th>
            <th scope="col" className={classNames(NUMBER_CELL, 'font-medium')}>
              {words.charged}
            </th>
            <th scope="col" className={classNames(NUMBER_CELL, 'font-medium')}>
              {words.paid}
            </th>
            <th scope="col" className={classNames(NUMBER_CELL, 'pe-4 font-medium sm:pe-6')}>
              {words.balance}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="text-muted-foreground">
            <td className="max-sm:hidden" />
            <td colSpan={3} className={ENTRY_CELL}>
              {words.broughtForward}
            </td>
            <td className={classNames(NUMBER_CELL, 'pe-4 sm:pe-6')}>
              <LocalMoney value={broughtForward} locale={locale} />
            </td>
          </tr>
          {lines.map((line) => (
            <tr key={`${line.kind} ${line.id}`} className="border-t">
              <td className={DAY_CELL}>
                <time dateTime={line.day}>{formatDayIn(locale, line.day)}</time>
              </td>
              <td className={ENTRY_CELL}>
                <time dateTime={line.day} className="block text-muted-foreground text-xs sm:hidden">
                  {formatDayIn(locale, line.day)}
                </time>
                <bdi>{nameOf(line)}</bdi>
              </td>
              <td className={NUMBER_CELL}>
                {line.charged && <LocalMoney value={line.charged} locale={locale} />}
              </td>
              <td className={NUMBER_CELL}>{line.paid && <LocalMoney value={line.paid} locale={locale} />}</td>
              <td className={classNames(NUMBER_CELL, 'pe-4 sm:pe-6')}>
                <LocalMoney value={line.balance} locale={locale} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t font-semibold">
            <td className="max-sm:hidden" />
            <td colSpan={3} className={ENTRY_CELL}>
              {words.closing}
            </td>
            <td className={classNames(NUMBER_CELL, 'pe-4 sm:pe-6')}>
              <LocalMoney value={closing} locale={locale} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

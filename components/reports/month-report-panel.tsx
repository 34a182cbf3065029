import { CalendarCheck, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { ModeBadge } from '@/components/ui/badge'
import { buttonStyle } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { isAboveZero, Money, type MoneyValue } from '@/components/ui/money'
import { EmptyState, Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp } from '@/components/ui/timestamp'
import { AGE_LABELS, AGES } from '@/lib/invoices/receivables'
import type { AgedCurrency, CurrencyReport, MonthReport, ReportLine } from '@/lib/reports/month-report'
import { JournalForm } from './journal-form'
import { MonthPicker } from './month-picker'

/** The files have all of them. */
const MAX_CUSTOMERS = 100

type MonthReportPanelProps = { report: MonthReport; months: string[] }

/** A month of the vendor's books. */
export function MonthReportPanel({ report, months }: MonthReportPanelProps) {
  const { month, title, mode, currencies, receivables, firstDay, lastDay, agedOn, isOver } = report
  const files = `/api/dashboard/reports/${month}`
  const faults = currencies.flatMap((currency) => currency.faults)
  return (
    <div data-wide className="space-y-6">
      <PageHeader
        title="Reports"
        badge={<ModeBadge mode={mode} />}
        description={`${title}${isOver ? '' : ' so far'}, in your time zone (${report.timeZone})`}
        action={
          <div className="flex flex-wrap gap-2 print:hidden">
            <FileLink href={`${files}/report.pdf?mode=${mode}`} text="Download PDF" isMain />
            <FileLink href={`${files}/report.csv?mode=${mode}`} text="Download CSV" />
          </div>
        }
      />
      <MonthPicker month={month} months={months} />
      {faults.length > 0 && (
        <Notice kind="danger" title="This doesn’t add up">
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </Notice>
      )}
      {currencies.length === 0 && (
        <Card>
          <EmptyState Icon={CalendarCheck} title={`Nothing in ${title}`}>
            Invoices, payments and payouts appear here in the month they belong to.
          </EmptyState>
        </Card>
      )}
      {currencies.map((each) => (
        <CurrencySection
          key={each.currency}
          report={each}
          days={{ firstDay, lastDay }}
          isOnly={currencies.length === 1}
        />
      ))}
      {receivables.length > 0 && (
        <Aged
          {...{ receivables, month, isOver }}
          day={agedOn}
          csv={`${files}/receivables.csv?mode=${mode}`}
        />
      )}
      <JournalForm key={`${mode} ${month}`} mode={mode} firstDay={firstDay} lastDay={lastDay} />
    </div>
  )
}

function FileLink({ href, text, isMain }: { href: string; text: string; isMain?: boolean }) {
  return (
    <a href={href} download className={buttonStyle(isMain ? {} : { variant: 'secondary' })}>
      <Download aria-hidden className="size-4" />
      {text}
    </a>
  )
}

type CurrencySectionProps = {
  report: CurrencyReport
  days: { firstDay: string; lastDay: string }
  isOnly: boolean
}

function CurrencySection({ report, days, isOnly }: CurrencySectionProps) {
  const { currency, sales, taxes, receivables, wallet, lostDisputes } = report
  const between = `created_from=${days.firstDay}&created_to=${days.lastDay}`
  return (
    <section aria-label={currency} className="space-y-4">
      {!isOnly && <h2 className="font-semibold text-lg tracking-tight">{currency}</h2>}
      {sales.length > 0 && (
        <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
          <Card aria-label={`Invoiced in ${currency}`}>
            <CardHeader
              title="Invoiced"
              description="By the day of issue, less voided invoices and credit notes"
            />
            <Table label={`Invoiced in ${currency}`}>
              <TableHead>
                <HeadCell>Documents</HeadCell>
                <HeadCell className="text-right">Count</HeadCell>
                {/* A phone has no room for all: there the cards below have these two. */}
                <HeadCell className="hidden text-right sm:table-cell">Net</HeadCell>
                <HeadCell className="text-right">Tax</HeadCell>
                <HeadCell className="hidden text-right sm:table-cell">Fee</HeadCell>
                <HeadCell className="text-right">Gross</HeadCell>
              </TableHead>
              <tbody>
                {sales.map(({ label, count, net, tax, fee, total }) => (
                  <Row key={label} className={classNames(count === null && 'font-medium')}>
                    <Cell>{label}</Cell>
                    <Cell className="tabular text-right">
                      {label === 'Invoices' ? (
                        <FigureLink href={`/invoices?${between}&currency=${currency}`}>{count}</FigureLink>
                      ) : (
                        count
                      )}
                    </Cell>
                    <AmountCell value={net} className="hidden sm:table-cell" />
                    <AmountCell value={tax} />
                    <AmountCell value={fee} className="hidden sm:table-cell" />
                    <AmountCell value={total} />
                  </Row>
                ))}
              </tbody>
            </Table>
          </Card>
          <Card aria-label={`Tax in ${currency}`}>
            <CardHeader title="Tax by rate" description="After voided invoices and credit notes" />
            <Table label={`Tax in ${currency}`}>
              <TableHead>
                <HeadCell>Tax</HeadCell>
                <HeadCell className="text-right">Rate</HeadCell>
                <HeadCell className="text-right">Net</HeadCell>
                <HeadCell className="text-right">Tax</HeadCell>
              </TableHead>
              <tbody>
                {taxes.map(({ label, rate, net, tax }) => (
                  <Row key={`${label} ${rate}`}>
                    <Cell className="wrap-anywhere">{label}</Cell>
                    <Cell className="tabular text-right">{rate ?? '–'}</Cell>
                    <AmountCell value={net} />
                    <AmountCell value={tax} />
                  </Row>
                ))}
              </tbody>
            </Table>
          </Card>
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {receivables.length > 0 && (
          <Card aria-label={`Open invoices in ${currency}`}>
            <CardHeader title="Open invoices" description="What your customers owe you" />
            <Lines lines={receivables} />
          </Card>
        )}
        {wallet.length > 0 && (
          <Card aria-label={`Wallet in ${currency}`}>
            <CardHeader
              title="Wallet"
              description="Available, on hold and owed together"
              action={
                <Link
                  href={`/wallet?currency=${currency}&${between}`}
                  className="text-[0.8125rem] underline underline-offset-4 print:hidden"
                >
                  Statement
                </Link>
              }
            />
            <Lines lines={wallet} hrefs={payoutHrefs(wallet, `/payouts?${between}`)} />
            <Closing closing={report.closing} lostDisputes={lostDisputes} />
          </Card>
        )}
      </div>
    </section>
  )
}

/** The list of payouts has withdrawals too: where there are both, it is not what either counts. */
function payoutHrefs(wallet: ReportLine[], href: string): Record<string, string> {
  const payoutLines = wallet.filter(({ label }) => label === 'Payouts' || label === 'Withdrawals')
  return payoutLines.length === 1 ? Object.fromEntries(payoutLines.map(({ label }) => [label, href])) : {}
}

function FigureLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="underline decoration-muted-foreground/50 underline-offset-4 hover:decoration-current"
    >
      {children}
    </Link>
  )
}

function AmountCell({ value, className }: { value: MoneyValue; className?: string }) {
  return (
    <Cell className={classNames('text-right', className)}>
      <Money value={value} />
    </Cell>
  )
}

/** From a balance to a balance. */
function Lines({ lines, hrefs = {} }: { lines: ReportLine[]; hrefs?: Record<string, string> }) {
  const last = lines.length - 1
  return (
    <dl className="border-t">
      {lines.map(({ label, count, amount }, index) => {
        const href = hrefs[label]
        return (
          <div
            key={label}
            className={classNames(
              'flex items-baseline justify-between gap-4 px-4 py-2 sm:px-5',
              index > 0 && 'border-t',
              (index === 0 || index === last) && 'font-medium',
            )}
          >
            <dt className="min-w-0">
              {label}
              {count !== null && (
                <span className="tabular ml-1.5 font-normal text-[0.8125rem] text-muted-foreground">
                  {href ? <FigureLink href={href}>{count}</FigureLink> : count}
                </span>
              )}
            </dt>
            <dd>
              <Money value={amount} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Closing({ closing, lostDisputes }: Pick<CurrencyReport, 'closing' | 'lostDisputes'>) {
  const { available, onHold, owed } = closing
  const parts = [
    { label: 'Available', value: available },
    { label: 'On hold', value: onHold },
    { label: 'Owed by you', value: owed },
  ].filter(({ value }) => isAboveZero(value))
  if (parts.length <= 1 && !lostDisputes) return null
  return (
    <div className="space-y-1 border-t px-4 py-3 text-[0.8125rem] text-muted-foreground sm:px-5">
      {parts.length > 1 && (
        <p>
          Closing balance:{' '}
          {parts.map(({ label, value }, index) => (
            <span key={label}>
              {index > 0 && ', '}
              {label.toLowerCase()} <Money value={value} />
            </span>
          ))}
        </p>
      )}
      {lostDisputes && (
        <p>
          Lost for good this month: {lostDisputes.count} {lostDisputes.count === 1 ? 'dispute' : 'disputes'},{' '}
          <Money value={lostDisputes.amount} />
        </p>
      )}
    </div>
  )
}

type AgedProps = { receivables: AgedCurrency[]; month: string; day: string; isOver: boolean; csv: string }

function Aged({ receivables, month, day, isOver, csv }: AgedProps) {
  return (
    <Card aria-labelledby="aged">
      <CardHeader
        id="aged"
        title="Aged receivables"
        action={<FileLink href={csv} text="Download CSV" />}
        description={
          isOver ? (
            <>
              What was open at the end of <Timestamp at={day} />, by the days overdue then
            </>
          ) : (
            'What is open today, by the days overdue'
          )
        }
      />
      <Table label="Aged receivables">
        <TableHead>
          <HeadCell>Customer</HeadCell>
          {AGES.map((age) => (
            <HeadCell key={age} className="text-right">
              {AGE_LABELS[age]}
            </HeadCell>
          ))}
          <HeadCell className="text-right">Total</HeadCell>
        </TableHead>
        <tbody>
          {receivables.map((each) => (
            <AgedRows key={each.currency} aged={each} month={month} />
          ))}
        </tbody>
      </Table>
      {receivables.some(({ customers }) => customers.length > MAX_CUSTOMERS) && (
        <p className="border-t px-4 py-3 text-[0.8125rem] text-muted-foreground sm:px-5">
          The {MAX_CUSTOMERS} customers who owe most in each currency. The files have all of them.
        </p>
      )}
    </Card>
  )
}

function AgedRows({ aged, month }: { aged: AgedCurrency; month: string }) {
  const { currency, customers } = aged
  const href = (narrowing: Record<string, string>) =>
    `/reports/receivables?${new URLSearchParams({ month, currency, ...narrowing })}`
  const cells = (
    { ages, total }: Pick<AgedCurrency, 'ages' | 'total'>,
    narrowing: Record<string, string>,
  ) => (
    <>
      {AGES.map((age, index) => {
        const value = ages[index]
        return (
          <Cell key={age} className="text-right">
            {value && isAboveZero(value) ? (
              <FigureLink href={href({ ...narrowing, age })}>
                <Money value={value} />
              </FigureLink>
            ) : (
              <span className="text-muted-foreground">–</span>
            )}
          </Cell>
        )
      })}
      <Cell className="text-right font-medium">
        <FigureLink href={href(narrowing)}>
          <Money value={total} />
        </FigureLink>
      </Cell>
    </>
  )
  return (
    <>
      {customers.slice(0, MAX_CUSTOMERS).map((customer) => (
        <Row key={customer.id}>
          <Cell className="min-w-40 max-w-64 wrap-anywhere">
            <Link href={`/customers/${customer.id}`} className="hover:underline">
              {customer.name}
            </Link>
          </Cell>
          {cells(customer, { customer: customer.id })}
        </Row>
      ))}
      <Row className="bg-muted/50 font-medium">
        <Cell>Total {currency}</Cell>
        {cells(aged, {})}
      </Row>
    </>
  )
}

import { AGE_LABELS, AGES } from '@/lib/invoices/receivables'
import { type CsvColumn, type CsvFile, type CsvNumber, csvAnswer } from '@/lib/lists/csv'
import type { AmountView } from '@/lib/money/money'
import type { AgedCustomer, MonthReport, ReportLine } from './month-report'

/** A figure of the report: a line of one of its tables. */
type Figure = {
  section: string
  currency: string
  line: string
  rate?: string | null
  count?: number | null
  net?: AmountView
  tax?: AmountView
  fee?: AmountView
  amount?: AmountView
}

const decimal = (amount: AmountView | undefined): CsvNumber | null =>
  amount ? { decimal: amount.amount } : null

const COLUMNS: CsvColumn<Figure>[] = [
  { title: 'Section', value: ({ section }) => section },
  { title: 'Currency', value: ({ currency }) => currency },
  { title: 'Line', value: ({ line }) => line },
  { title: 'Rate', value: ({ rate }) => rate ?? null },
  { title: 'Count', value: ({ count }) => count ?? null },
  { title: 'Net', value: ({ net }) => decimal(net) },
  { title: 'Tax', value: ({ tax }) => decimal(tax) },
  { title: 'Fee', value: ({ fee }) => decimal(fee) },
  { title: 'Amount', value: ({ amount }) => decimal(amount) },
]

/** Every figure of the month, a line each. */
export function reportCsv(report: MonthReport): CsvFile {
  const figures = report.currencies.flatMap(
    ({ currency, sales, taxes, receivables, wallet, lostDisputes, closing }): Figure[] => {
      const lines = (section: string, of: ReportLine[]) =>
        of.map(({ label, count, amount }) => ({ section, currency, line: label, count, amount }))
      const balance = (line: string, amount: AmountView) => ({
        section: 'Closing balance',
        currency,
        line,
        amount,
      })
      return [
        ...sales.map(({ label, total, ...line }) => ({
          section: 'Invoiced',
          currency,
          line: label,
          amount: total,
          ...line,
        })),
        ...taxes.map(({ label, ...line }) => ({ section: 'Tax by rate', currency, line: label, ...line })),
        ...lines('Open invoices', receivables),
        ...lines('Wallet', wallet),
        ...(wallet.length > 0
          ? [
              balance('Available', closing.available),
              balance('On hold', closing.onHold),
              balance('Owed', closing.owed),
            ]
          : []),
        ...lines('Disputes', lostDisputes ? [lostDisputes] : []),
      ]
    },
  )
  return csvAnswer(rowsOf(figures), COLUMNS, fileOf('report', report))
}

type AgedRow = Omit<AgedCustomer, 'id' | 'name'> & { id: string | null; name: string; currency: string }

const AGED_COLUMNS: CsvColumn<AgedRow>[] = [
  { title: 'Customer', value: ({ name }) => name },
  { title: 'Customer ID', value: ({ id }) => id },
  { title: 'Currency', value: ({ currency }) => currency },
  ...AGES.map(
    (age, index): CsvColumn<AgedRow> => ({
      title: AGE_LABELS[age],
      value: ({ ages }) => decimal(ages[index]),
    }),
  ),
  { title: 'Total', value: ({ total }) => decimal(total) },
  { title: 'Invoices', value: ({ count }) => count },
]

/** What each customer owed at the end of the month, by how long it was overdue. */
export function receivablesCsv(report: MonthReport): CsvFile {
  const rows = report.receivables.flatMap(({ currency, customers }) =>
    customers.map((customer) => ({ ...customer, currency })),
  )
  return csvAnswer(rowsOf(rows), AGED_COLUMNS, fileOf('receivables', report))
}

async function* rowsOf<Row>(rows: Row[]): AsyncGenerator<Row> {
  yield* rows
}

function fileOf(name: string, { mode, month, timeZone }: MonthReport) {
  return { filename: `${name}-${mode}-${month}.csv`, timeZone }
}

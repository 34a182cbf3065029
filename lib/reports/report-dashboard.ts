import { z } from 'zod'
import { type SessionCaller, session } from '@/lib/auth/session-access'
import { queryFields } from '@/lib/http/input'
import { type Call, operation } from '@/lib/http/operation'
import { refuseInput } from '@/lib/http/refusals'
import { tenantTurns } from '@/lib/http/tenant-turns'
import { dateOrderOf } from '@/lib/i18n/date-order'
import { type CsvFile, csvFile } from '@/lib/lists/csv'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn } from '@/lib/time/zone'
import { journalCsv } from './journal'
import { journalRange, MAX_JOURNAL_DAYS } from './journal-range'
import { monthOf } from './month'
import { type MonthReport, readMonthReport } from './month-report'
import { receivablesCsv, reportCsv } from './report-csv'

/** A month of a hundred thousand documents takes a second to add up. */
const inTurn = tenantTurns({ atOnce: 2, atOncePerTenant: 1, waitingPerTenant: 5 })

const PATH = '/api/dashboard/reports/{month}'
const PARAMS = { month: 'Such as `2026-10`.' }

export const reportPdf = operation({
  method: 'GET',
  path: `${PATH}/report.pdf`,
  summary: 'Download the report of a month as a PDF',
  tag: 'Reports',
  params: PARAMS,
  access: session('read'),
  answers: { 200: { contentType: 'application/pdf', description: 'The report' } },
  errors: ['invalid_input', 'rate_limited'],
}).handle(async (call) => ({
  status: 200,
  content: await withReport(call, async (report) => {
    // Loaded with the first one, like all documents.
    const { renderReportPdf } = await import('./report-pdf')
    return renderReportPdf(report, dateOrderOf(call.headers.get('accept-language')))
  }),
  contentType: 'application/pdf',
  filename: `report-${call.account.mode}-${call.params.month}.pdf`,
  disposition: 'attachment',
}))

export const exportReport = operation({
  method: 'GET',
  path: `${PATH}/report.csv`,
  summary: 'Export the report of a month',
  description: 'Every figure of it, a line each.',
  tag: 'Reports',
  params: PARAMS,
  access: session('read'),
  answers: { 200: csvFile },
  errors: ['invalid_input', 'rate_limited'],
}).handle((call) => withReport(call, async (report): Promise<CsvFile> => reportCsv(report)))

export const exportReceivables = operation({
  method: 'GET',
  path: `${PATH}/receivables.csv`,
  summary: 'Export the aged receivables of a month',
  description: 'What each customer owed at its end, by the days overdue then.',
  tag: 'Reports',
  params: PARAMS,
  access: session('read'),
  answers: { 200: csvFile },
  errors: ['invalid_input', 'rate_limited'],
}).handle((call) => withReport(call, async (report): Promise<CsvFile> => receivablesCsv(report)))

const journalQuery = z.object({
  from: z.string().default('').describe('The first day, `YYYY-MM-DD` in the vendor’s time zone.'),
  to: z.string().default('').describe(`The last day; at most ${MAX_JOURNAL_DAYS} days in all.`),
})

export const downloadJournal = operation({
  method: 'GET',
  path: '/api/dashboard/reports/journal.csv',
  summary: 'Export the journal',
  description: 'Everything of the days as double entries, streamed while it is read.',
  tag: 'Reports',
  access: session('read'),
  query: queryFields(journalQuery),
  answers: { 200: csvFile },
  errors: ['invalid_input'],
}).handle(async ({ account, query }) => {
  const range = journalRange(query.from, query.to, formatIsoDate(dayIn(account.zone, now())))
  return 'fault' in range ? refuseInput(range.fault) : journalCsv(account, range)
})

type ReportCall = Pick<SessionCaller, 'account' | 'vendor'> &
  Pick<Call, 'onDisconnect'> & { params: { month: string } }

function withReport<Result>(
  { account, vendor, params, onDisconnect }: ReportCall,
  write: (report: MonthReport) => Promise<Result>,
): Promise<Result> {
  const month = monthOf(params.month, account.zone)
  if (!month) refuseInput('The month must be one like 2026-10')
  if (month.from > now()) refuseInput('The month has not begun')
  return inTurn({ tenantId: vendor.id, onDisconnect }, async () =>
    write(await readMonthReport(account, month)),
  )
}

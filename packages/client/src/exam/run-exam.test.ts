import { expect, test } from 'vitest'
import { EVENT_MEANINGS } from '@/lib/events/event-types'
import { OTHER_EVENTS } from './checks.ts'
import { reportLines } from './exam-report.ts'
import { type ExamSettings, newSecret } from './examiner.ts'
import { type Fault, FaultyReceiver } from './faulty-receiver.fixture.ts'
import { type ExamReport, runExam } from './run-exam.ts'

async function examine(fault: Fault | null, settings: Partial<ExamSettings> = {}): Promise<ExamReport> {
  const secret = newSecret()
  const receiver = await FaultyReceiver.start(secret, fault)
  try {
    const { url, stateUrl } = receiver
    return await runExam({ url, stateUrl, secret, settleMs: 30, ...settings })
  } finally {
    await receiver.stop()
  }
}

const failed = ({ checks }: ExamReport) => checks.filter(({ passed }) => !passed).map(({ id }) => id)

test('a receiver without a fault passes every check, with grade A', async () => {
  const report = await examine(null)
  expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
  expect(report.grade).toBe('A')
  expect(report.checks.every(({ byAnswersOnly }) => !byAnswersOnly)).toBe(true)
})

test('the same receiver passes with events, as an endpoint of the account gets them', async () => {
  const report = await examine(null, { format: 'event' })
  expect([report.grade, failed(report)]).toEqual(['A', []])
  expect(failed(await examine('the last event wins', { format: 'event' }))).toEqual(['reversed'])
  expect(failed(await examine('parses before it verifies', { format: 'event' }))).toContain('raw-body')
})

test('a receiver of events that takes a refund or a payout for a payment is found', async () => {
  const report = await examine('fulfils any event', { format: 'event' })
  expect([report.grade, failed(report)]).toEqual(['F', ['other-events']])
})

test('the exam sends every type of event that an endpoint gets', () => {
  const payments = ['invoice.paid', 'invoice.failed', 'invoice.unpaid']
  expect([...Object.keys(OTHER_EVENTS), ...payments].toSorted()).toEqual(
    Object.keys(EVENT_MEANINGS).toSorted(),
  )
})

test.each<[Fault, string[], string]>([
  [
    'no signature check',
    ['forged', 'unsigned', 'altered-body', 'altered-headers', 'shortened', 'stale'],
    'F',
  ],
  ['no signature needed', ['unsigned'], 'F'],
  ['no time check', ['stale'], 'F'],
  ['compares a prefix', ['shortened', 'stale'], 'F'],
  ['no memory', ['duplicate', 'concurrent', 'reversed'], 'F'],
  ['looks, then writes', ['concurrent'], 'F'],
  ['fulfils any status', ['not-paid', 'second-event', 'reversed', 'unknown'], 'F'],
  ['remembers invoices', ['second-event'], 'C'],
  ['the last event wins', ['reversed'], 'C'],
  ['first signature only', ['rotation'], 'C'],
  ['parses before it verifies', ['raw-body'], 'C'],
  ['remembers before the work', ['interrupted'], 'C'],
  ['small bodies only', ['large'], 'C'],
  ['refuses the unknown', ['unknown'], 'B'],
])('the fault “%s” is found by %j: grade %s', async (fault, checks, grade) => {
  const report = await examine(fault)
  // A fault may show in more places than its own.
  expect(failed(report)).toEqual(expect.arrayContaining(checks))
  expect(report.grade).toBe(grade)
})

test('a slow receiver is found before its deliveries fail', async () => {
  const report = await examine('slow', { timeoutMs: 2_000 })
  expect(failed(report)).toEqual(['prompt'])
  expect(report.grade).toBe('C')
})

test.each<[Fault, string]>([
  ['another secret', 'answered 400 instead of 2xx'],
  ['redirects', 'answered 308 (redirects are not followed) instead of 2xx'],
])('a receiver that accepts nothing (%s) is told so, and nothing else', async (fault, finding) => {
  const report = await examine(fault)
  expect(report.checks[0]?.findings[0]).toContain(finding)
  expect(failed(report)).toEqual(['genuine'])
  expect(report.grade).toBe('F')
  expect(reportLines(report).join('\n')).toContain('mean nothing before a genuine delivery is accepted')
})

test('a receiver that dies ends the exam, which names the check', async () => {
  const report = await examine('dies of large bodies')
  expect(failed(report)).toContain('alive')
  expect(report.grade).toBe('C')
  expect(reportLines(report).join('\n')).toContain('nothing listens any more after “')
  const titles = (await examine(null)).checks.map(({ title }) => title)
  expect(report.checks.length).toBeLessThan(titles.length)
})

test('without a state URL the answers alone are examined, and the report says so', async () => {
  const report = await examine('no signature check', { stateUrl: undefined })
  expect(failed(report)).toContain('forged')
  expect(reportLines(report).join('\n')).toMatch(/\d+ checks saw answers only/)
  const duplicates = await examine('no memory', { stateUrl: undefined })
  expect(failed(duplicates)).toEqual([])
})

test('a state URL that answers anything else ends the exam', async () => {
  const settings = { stateUrl: 'data:text/plain,none#{id}' }
  await expect(examine(null, settings)).rejects.toThrow('must answer {"fulfilled": 0}')
})

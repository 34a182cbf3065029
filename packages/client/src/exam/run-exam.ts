import { pause } from '../pause.ts'
import { CHECKS, type Check, type Stake } from './checks.ts'
import { Examiner, type ExamSettings } from './examiner.ts'

type CheckResult = Pick<Check, 'id' | 'title' | 'stake' | 'advice'> & {
  passed: boolean
  findings: string[]
  /** True if only answers were seen, though the check is about what was fulfilled too. */
  byAnswersOnly: boolean
}

export type ExamReport = {
  url: string
  /** A: nothing found. B: trouble. C: payments can be lost. F: money can be given away, or nothing works. */
  grade: 'A' | 'B' | 'C' | 'F'
  slowestMs: number
  /** True if nobody answered at all, so that nothing could be examined. */
  unreachable: boolean
  checks: CheckResult[]
}

/** From here on, a receiver is close to the time at which deliveries count as failed. */
const SLOW_SHARE = 0.5

const PROMPT: Pick<Check, 'id' | 'title' | 'stake' | 'advice'> = {
  id: 'prompt',
  title: 'Answers come in good time',
  stake: 'loss',
  advice:
    'Store the event and answer; leave longer work to a queue. After 10 s the delivery counts as failed.',
}

const ALIVE: typeof PROMPT = {
  id: 'alive',
  title: 'The receiver stays up',
  stake: 'loss',
  advice: 'Its log says what ended it. Catch every error, and answer 400 to what can’t be read.',
}

/**
 * Examines a receiver of webhooks: each check sends deliveries for invoices of its own, then everything that was
 * fulfilled is counted once the receiver has come to rest. A receiver that has died ends the exam.
 */
export async function runExam(settings: ExamSettings): Promise<ExamReport> {
  const durations: number[] = []
  const examined: { check: Check; exam: Examiner }[] = []
  const { format = 'invoice' } = settings
  let diedAt: Check | null = null
  for (const check of CHECKS.filter((each) => (each.format ?? format) === format)) {
    const exam = new Examiner(settings, durations)
    const trouble = await check.run(exam).catch((error: unknown) => ({ error }))
    examined.push({ check, exam })
    // A receiver that accepts nothing would pass every check about refusals.
    if (check.id === 'genuine' && exam.findings.length > 0) break
    if (await exam.hasLostReceiver()) {
      diedAt = check
      break
    }
    if (trouble) throw trouble.error
  }
  const [first] = examined
  if (first?.exam.seesState && !diedAt) {
    await pause(first.exam.settleMs)
    for (const { exam } of examined) await exam.count()
  }
  const checks = examined.map(({ check, exam }) =>
    resultOf(check, exam.findings, !exam.seesState && exam.asksForState),
  )
  const slowestMs = Math.max(0, ...durations)
  checks.push(resultOf(PROMPT, slowFindings(slowestMs, first?.exam.timeoutMs ?? 0), false))
  const end = diedAt && `nothing listens any more after “${diedAt.title}”; the checks after it were not made`
  const unreachable = first?.exam.answers === 0
  if (!unreachable) checks.push(resultOf(ALIVE, end ? [end] : [], false))
  return { url: settings.url, grade: gradeOf(checks), slowestMs, unreachable, checks }
}

function slowFindings(slowestMs: number, timeoutMs: number): string[] {
  const seconds = (slowestMs / 1000).toFixed(1)
  return slowestMs > timeoutMs * SLOW_SHARE ? [`the slowest answer took ${seconds} s`] : []
}

function resultOf(
  { id, title, stake, advice }: Pick<Check, 'id' | 'title' | 'stake' | 'advice'>,
  findings: string[],
  byAnswersOnly: boolean,
): CheckResult {
  return { id, title, stake, advice, passed: findings.length === 0, findings, byAnswersOnly }
}

const GRADES: Record<Stake, ExamReport['grade']> = { money: 'F', loss: 'C', trouble: 'B' }

function gradeOf(checks: CheckResult[]): ExamReport['grade'] {
  const failed = checks.filter(({ passed }) => !passed)
  if (failed.some(({ id }) => id === 'genuine')) return 'F'
  const stake = (['money', 'loss', 'trouble'] as const).find((each) =>
    failed.some((check) => check.stake === each),
  )
  return stake ? GRADES[stake] : 'A'
}

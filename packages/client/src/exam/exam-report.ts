import type { ExamReport } from './run-exam.ts'

const VERDICTS: Record<ExamReport['grade'], string> = {
  A: 'nothing found',
  B: 'works, with trouble ahead',
  C: 'payments can get lost',
  F: 'money can be given away',
}

/** The report as lines for a person. */
export function reportLines({ url, grade, slowestMs, unreachable, checks }: ExamReport): string[] {
  if (unreachable) {
    const findings = new Set(checks.flatMap((check) => check.findings))
    return [
      `Nothing answers at ${url}: start the receiver first`,
      ...[...findings].map((each) => `  ${each}`),
    ]
  }
  const failedFirst = checks.some(({ id, passed }) => id === 'genuine' && !passed)
  const passed = checks.filter((check) => check.passed).length
  const answerOnlyCount = checks.filter(({ byAnswersOnly }) => byAnswersOnly).length
  return [
    `Exam of ${url}`,
    '',
    ...checks.flatMap((check) => [
      `  ${markOf(check)} ${check.title}`,
      ...[...new Set(check.findings)].map((finding) => `      ${finding}`),
      ...(check.passed ? [] : [`      → ${check.advice}`]),
    ]),
    '',
    ...(failedFirst ? ['The other checks mean nothing before a genuine delivery is accepted.'] : []),
    ...(answerOnlyCount > 0
      ? [
          `– ${answerOnlyCount} checks saw answers only: a receiver that fulfils an order twice passes them too. With --state-url they count.`,
        ]
      : []),
    `Grade ${grade}${answerOnlyCount > 0 ? ' for the answers' : ''}: ${failedFirst ? 'nothing works yet' : VERDICTS[grade]}. ${passed} of ${checks.length} checks passed; the slowest answer took ${slowestMs} ms.`,
  ]
}

/** A check that passed on answers alone has not seen what was fulfilled. */
function markOf({ passed, byAnswersOnly }: ExamReport['checks'][number]): string {
  if (!passed) return '✗'
  return byAnswersOnly ? '–' : '✓'
}

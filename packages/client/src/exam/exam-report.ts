import type { ExamReport } from './run-exam.ts'

const VERDICTS: Record<ExamReport['grade'], string> = {
  A: 'nothing found',
  B: 'works, with trouble ahead',
  C: 'payments can get lost',
  F: 'money can be given away',
}

/** The report as lines for a person. */
export function reportLines({ url, grade, slowestMs, checks }: ExamReport): string[] {
  const failedFirst = checks.some(({ id, passed }) => id === 'genuine' && !passed)
  const passed = checks.filter((check) => check.passed).length
  const halfSeen = checks.filter(({ byAnswersOnly }) => byAnswersOnly).length
  return [
    `Exam of ${url}`,
    '',
    ...checks.flatMap((check) => [
      `  ${check.passed ? '✓' : '✗'} ${check.title}`,
      ...[...new Set(check.findings)].map((finding) => `      ${finding}`),
      ...(check.passed ? [] : [`      → ${check.advice}`]),
    ]),
    '',
    ...(failedFirst ? ['The other checks mean nothing before a genuine delivery is accepted.'] : []),
    ...(halfSeen > 0
      ? [`${halfSeen} checks saw answers only. With --state-url they also count what was fulfilled.`]
      : []),
    `Grade ${grade}: ${failedFirst ? 'nothing works yet' : VERDICTS[grade]}. ${passed} of ${checks.length} checks passed; the slowest answer took ${slowestMs} ms.`,
  ]
}

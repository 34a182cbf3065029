/** The outcome of a refund, by the card that paid: see `REFUND_CARDS`. */
export type RefundScenario = 'pending' | 'fails' | 'refused' | 'lost_answer'

type Steps = {
  /** The status in the answer, then at each repeat under the key; the last one stays. */
  statuses: readonly ['REFUNDED' | 'PENDING' | 'REFUSED', ...('REFUNDED' | 'FAILED')[]]
  /** False: the refund is made, but who asked gets no answer. */
  answers: boolean
}

const STEPS: Record<RefundScenario, Steps> = {
  pending: { statuses: ['PENDING', 'REFUNDED'], answers: true },
  fails: { statuses: ['PENDING', 'FAILED'], answers: true },
  refused: { statuses: ['REFUSED'], answers: true },
  lost_answer: { statuses: ['REFUNDED'], answers: false },
}

const MADE_AT_ONCE: Steps = { statuses: ['REFUNDED'], answers: true }

export function refundSteps(scenario: string | null): Steps {
  return STEPS[scenario as RefundScenario] ?? MADE_AT_ONCE
}

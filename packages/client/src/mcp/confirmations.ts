import { randomBytes } from 'node:crypto'

/*
 * A person agrees to each payout and refund: in the assistant's own window where it can ask (elicitation), otherwise by a
 * code that the assistant has to give back. An assistant could give the code back unasked; but it has then been told the
 * amount and what to do, and the person sees both calls.
 */

export const QUESTION_ID = 'confirm-'

export type Ask = {
  question: string
  /** What is agreed to, exactly. */
  subject: string
  /** The argument `confirm` of the call. */
  code: unknown
}

type Question = {
  id: string
  method: 'elicitation/create'
  params: { message: string; requestedSchema: object }
}

const REQUESTED_SCHEMA = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Do it', default: false } },
  required: ['confirm'],
}

const DECLINED = 'The person did not agree. Nothing was done.'

export class Confirmations {
  /** Whether the assistant can ask the person itself. */
  canAsk = false
  readonly #send: (question: Question) => void
  readonly #waiting = new Map<unknown, (result: unknown) => void>()
  /** What each code stands for. */
  readonly #codes = new Map<string, string>()
  #count = 0

  constructor(send: (question: Question) => void) {
    this.#send = send
  }

  /** Null once the person has agreed; otherwise what the assistant is told, and nothing may be done. */
  async refusalOf({ question, subject, code }: Ask, signal: AbortSignal): Promise<string | null> {
    if (this.canAsk) return (await this.#isAgreed(question, signal)) ? null : DECLINED
    if (typeof code === 'string' && this.#codes.get(code) === subject) {
      this.#codes.delete(code)
      return null
    }
    const next = randomBytes(4).toString('hex')
    this.#codes.set(next, subject)
    return [
      'Nothing was done yet. Show this to the person, and ask whether to do it:',
      question,
      `If the person agrees, call the tool again with the same arguments and confirm: "${next}".`,
    ].join('\n')
  }

  /** The assistant's answer to a question. */
  receive(id: unknown, result: unknown): void {
    this.#waiting.get(id)?.(result)
  }

  /** Nobody can answer any more. */
  end(): void {
    for (const answer of this.#waiting.values()) answer(undefined)
  }

  async #isAgreed(message: string, signal: AbortSignal): Promise<boolean> {
    this.#count += 1
    const id = `${QUESTION_ID}${this.#count}`
    const answered = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, resolve)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    this.#send({ id, method: 'elicitation/create', params: { message, requestedSchema: REQUESTED_SCHEMA } })
    try {
      const { action, content } = Object(await answered)
      return action === 'accept' && Object(content).confirm === true
    } finally {
      this.#waiting.delete(id)
    }
  }
}

import type { Entry, Headers, Placeholders, Retry, Values } from '@/lib/error-entry'
import { type AnyDomainError, DomainError, ERRORS, REFUSALS } from '@/lib/errors'

/** Every refusal of every API by its stable code: one status, one message. */
const CATALOGUE = { ...REFUSALS, ...ERRORS }

export type RefusalCode = keyof typeof CATALOGUE

type Message<C extends RefusalCode> = (typeof CATALOGUE)[C]['message']

/** The codes whose message has placeholders. */
type CodeWithValues = {
  [C in RefusalCode]: [Placeholders<Message<C>>] extends [never] ? never : C
}[RefusalCode]

type RefusalArguments =
  | [code: Exclude<RefusalCode, CodeWithValues>, values?: null, headers?: Headers]
  | { [C in CodeWithValues]: [code: C, values: Values<Message<C>>, headers?: Headers] }[CodeWithValues]

/** A refusal to come: its code, with the values that its message needs. */
export type Fault = Exclude<RefusalCode, CodeWithValues> | RefusalArguments

/** A fault of the dashboard's input, with a message for the user. */
export function inputFault(message: string): Fault {
  return ['invalid_input', { message }]
}

/** An error answer by its code. `headers` are added to the answer. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly status: number
  readonly headers: Headers

  constructor(...[code, values, headers]: RefusalArguments) {
    const { status, message, retryAfterSeconds }: Entry = CATALOGUE[code]
    super(filled(message, values ?? {}))
    this.code = code
    this.status = status
    this.headers = { ...headers }
    if (retryAfterSeconds !== undefined) this.headers['Retry-After'] = String(retryAfterSeconds)
  }
}

/** Throws a refusal, for use within an expression. */
export function refuse(...refusal: RefusalArguments): never {
  throw new Refusal(...refusal)
}

/** Refuses input of the dashboard or a buyer's page, with a message for the user. */
export function refuseInput(message: string): never {
  throw new Refusal('invalid_input', { message })
}

/** Status, message, meaning and retry from the catalogue, with placeholders. */
export function describeRefusal(code: RefusalCode): Entry & { retry: Retry } {
  return { retry: 'never', ...CATALOGUE[code] }
}

function filled(message: string, values: Partial<Record<string, string | number>>): string {
  return message.replace(/<(\w+)>/g, (_, name: string) => String(values[name]))
}

/** The answer to a domain error, which is its `cause`. */
export function refusalOf(error: AnyDomainError): Refusal {
  const refusal = answerTo(error)
  refusal.cause = error
  return refusal
}

function answerTo(error: AnyDomainError): Refusal {
  const entry: Entry = ERRORS[error.code]
  const { values = null, headers = {} } = entry.answer?.(error.details as never) ?? {}
  return new Refusal(...([error.code, values, headers] as RefusalArguments))
}

/** The refusal behind an error; null for a fault of ours. */
export function refusalFrom(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  return error instanceof DomainError ? refusalOf(error as AnyDomainError) : null
}

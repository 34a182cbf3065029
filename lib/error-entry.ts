/**
 * A program's next step after a refusal: give up (`never`: it fails again until somebody changes something), repeat
 * the request with the same Idempotency-Key (`same-key`: it may have been carried out), or repeat it later
 * (`after-delay`: it was not carried out). docs/decisions/0040-errors-for-programs.md has a table of the codes.
 */
export type Retry = 'never' | 'same-key' | 'after-delay'

/**
 * The meaning of a code. The `errors.ts` of each area has its own, and lib/errors.ts joins them. API V2's messages are
 * the contract's, to the letter; `<name>` in a message is a placeholder. `meaning` explains the codes of API V2 in the
 * reference.
 */
export type Entry = {
  status: number
  message: string
  meaning?: string
  /** Without it: never. */
  retry?: Retry
  retryAfterSeconds?: number
  /** Further headers that an answer with it may have, besides `Retry-After`. */
  answerHeaders?: readonly 'Location'[]
  /** The answer to a domain error with details. */
  answer?: (details: never) => { values: Partial<Record<string, string | number>>; headers?: Headers }
}

export type Entries = Record<string, Entry>

export type Headers = Record<string, string>

/** The names of the placeholders of a message. */
export type Placeholders<Message> = Message extends `${string}<${infer Name}>${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

export type Values<Message> = Record<Placeholders<Message>, string | number>

/** The entry of a domain error with details, which fill the message's placeholders. */
export function withDetails<const Message extends string, Details>(
  entry: Entry & { message: Message },
  answer: (details: Details) => { values: Values<Message>; headers?: Headers },
) {
  return { ...entry, answer }
}

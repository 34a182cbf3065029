/** How much of a receiver's answer is kept, in characters. */
export const RESPONSE_LIMIT_CHARACTERS = 4096

/** One POST. `timeoutMs` covers all of it: look-up, connection, headers and body of the answer. */
export type WebhookRequest = {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
}

/** `retryAfter` is the header as it came; `message` says in words why there was no answer. */
export type WebhookResult =
  | { kind: 'response'; status: number; body: string; retryAfter: string | null; durationMs: number }
  | { kind: 'error'; message: string; durationMs: number }

/**
 * Sends a request and says what came of it. It never throws, follows no redirect, and reads no more of
 * the answer than `RESPONSE_LIMIT_CHARACTERS`.
 */
export type WebhookTransport = (request: WebhookRequest) => Promise<WebhookResult>

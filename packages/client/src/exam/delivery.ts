import { createHash } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'

/** As an endpoint of the account gets it, or as the `webhook_url` of an invoice does. */
export type Format = 'event' | 'invoice'

export type Delivery = { url: string; headers: Record<string, string>; body: string }

/** `status` is null where no answer came; `fault` says why. */
export type Answer = { status: number | null; durationMs: number; fault: string | null }

/** The end of a connection: with the answer, right after the body was sent, or in the middle of the body. */
export type Ending = 'answer' | 'after body' | 'within body'

/** Sends a delivery as the service does: one POST on a connection of its own, no redirects. */
export function deliver(
  { url, headers, body }: Delivery,
  timeoutMs: number,
  ending: Ending = 'answer',
): Promise<Answer> {
  const startedAt = performance.now()
  const bytes = Buffer.from(body)
  const send = url.startsWith('https:') ? https.request : http.request
  return new Promise((resolve) => {
    const end = (status: number | null, fault: string | null) => {
      clearTimeout(timer)
      resolve({ status, fault, durationMs: Math.round(performance.now() - startedAt) })
      if (status === null) outgoing.destroy()
    }
    const timer = setTimeout(() => end(null, `no answer within ${timeoutMs / 1000} s`), timeoutMs)
    const outgoing = send(url, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Counterfoil/1',
        'content-length': bytes.length,
        ...headers,
      },
    })
    outgoing.on('response', (incoming) => {
      incoming.resume()
      end(incoming.statusCode ?? null, null)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => end(null, error.code ?? error.message))
    if (ending === 'answer') outgoing.end(bytes)
    else {
      const part = ending === 'within body' ? bytes.subarray(0, bytes.length / 2) : bytes
      outgoing.write(part, () => end(null, 'interrupted'))
    }
  })
}

/** A UUID that is always the same for the same parts, and another one for others. */
export function stableId(...parts: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

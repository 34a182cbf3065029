import { Agent, request } from 'undici'

/** No request may take longer, whatever happens to the service. */
const ANSWER_MS = 60_000
const CONNECTIONS = 64

export type Fields = Record<string, unknown>

/** An answer; status 0 and no body if the connection was lost. */
export type Reply = { status: number; headers: Fields; text: string; body: Fields }

export type Request = {
  method: string
  path: string
  body?: Fields | string
  headers?: Record<string, string>
}

const LOST: Reply = { status: 0, headers: {}, text: '', body: {} }

/** An HTTP client that answers a lost connection with status 0 instead of an error. */
export class ApiClient {
  private agent = newAgent()

  constructor(private readonly url: string) {}

  async send({ method, path, body, headers = {} }: Request): Promise<Reply> {
    try {
      const answer = await request(`${this.url}${path}`, {
        dispatcher: this.agent,
        method,
        body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      })
      const text = await answer.body.text()
      return { status: answer.statusCode, headers: answer.headers, text, body: fieldsOf(text) }
    } catch (error) {
      if (error instanceof Error && 'code' in error) return { ...LOST, text: String(error.code) }
      throw error
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy()
  }
}

function newAgent(): Agent {
  return new Agent({ connections: CONNECTIONS, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS })
}

function fieldsOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Fields) : {}
  } catch {
    return {}
  }
}

/** A text inside an answer, by its path, such as `payout.id`; empty where there is none. */
export function textAt(body: Fields, path: string): string {
  let value: unknown = body
  for (const name of path.split('.')) value = (value as Fields | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

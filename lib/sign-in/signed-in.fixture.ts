import { encode } from 'next-auth/jwt'
import { sessionCookieName } from '@/lib/auth/session-vendor'
import { startSession } from '@/lib/auth/sessions'
import { sessionSecret } from '@/lib/crypto/secrets'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { ask } from '@/lib/http/ask.fixture'
import { expectDeclared } from '@/lib/http/declared.fixture'
import type { Operation } from '@/lib/http/operation'
import { fromAddress } from '@/lib/http/served-request.fixture'

type Reply = { status: number; body: Record<string, unknown>; headers: Headers }

type SignedIn = {
  id: string
  email: string
  sessionId: string
  /** Starts another session of the same member, as on another machine. */
  signInAgain: () => Promise<string>
  /** Sends a request from the member's browser, in test mode unless `path` names a mode. */
  call: (
    operation: Operation,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    sessionId?: string,
    more?: Record<string, string>,
  ) => Promise<Reply>
  /** Reads an answer that is not JSON. */
  ask: (operation: Operation, path: string, init?: RequestInit) => Promise<Response>
}

export const CLIENT_ADDRESS = '192.0.2.7'

/** A session of a member, and its browser's way to call dashboard operations. A vendor's id is its first member's. */
export async function signedIn(memberId: string): Promise<SignedIn> {
  const { vendorId, email, passwordHash } = await database().member.findUniqueOrThrow({
    where: { id: memberId },
  })
  const origin = { address: CLIENT_ADDRESS, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
  const signInAgain = async () => {
    const started = await inOrmTransaction((tx) => startSession(tx, { memberId, passwordHash, origin }))
    if (!started) throw new Error('no session was started')
    return started
  }
  const sessionId = await signInAgain()
  const send = async (
    operation: Operation,
    path: string,
    init: RequestInit,
    session = sessionId,
    more: Record<string, string> = {},
  ) => {
    const token = await encode({ token: { sub: memberId, sessionId: session }, secret: sessionSecret() })
    const own = Object.fromEntries(new Headers(init.headers))
    const headers = { ...own, cookie: `${sessionCookieName()}=${token}`, ...more }
    const url = new URL(path, 'http://localhost:3000')
    if (!url.searchParams.has('mode')) url.searchParams.set('mode', 'test')
    const request = new Request(url, { ...init, headers })
    return fromAddress(CLIENT_ADDRESS, () => ask(operation, request))
  }
  const call: SignedIn['call'] = async (operation, method, path, body, session, more) => {
    const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) }
    const response = await send(operation, path, init, session, more)
    const reply = (await response.json()) as Record<string, unknown>
    expectDeclared(operation, { status: response.status, body: reply })
    return { status: response.status, body: reply, headers: response.headers }
  }
  return {
    id: vendorId,
    email,
    sessionId,
    signInAgain,
    call,
    ask: (operation, path, init = {}) => send(operation, path, init),
  }
}

import type { Mode } from '@/lib/auth/mode'
import { type SessionVendor, vendorOfRequest } from '@/lib/auth/session'
import { database } from '@/lib/db/client'
import type { Answer } from '@/lib/http/operation'
import { Refusal } from '@/lib/http/refusals'
import { clientAddress } from '@/lib/http/served-request'
import { type Account, findAccount } from '@/lib/vendors/account'
import { type Call, type Operation, operation } from '../operation'

type Session = { vendor: SessionVendor; account: Account }

type SessionCall = Session &
  Pick<Call, 'params' | 'url' | 'request'> & {
    /** Where the request came from, for the audit log. */
    address: string | null
  }

/** A read of the dashboard: the session in place of the key, and the mode in the query. */
export function sessionRead(path: string, run: (call: SessionCall) => Promise<Answer>): Operation {
  return operation(path, async (call) => run(sessionCall(call, await authenticate(call))))
}

function sessionCall({ request, url, params }: Call, session: Session): SessionCall {
  return { ...session, request, url, params, address: clientAddress() }
}

/**
 * The mode is what the page shows, sent with each request: another tab may have moved the switch, and
 * the cookie with it, since this one was drawn.
 */
async function authenticate(call: Call): Promise<Session> {
  const vendor = await vendorOfRequest(call.request)
  if (!vendor) throw new Refusal('session_ended')
  const account = await findAccount(database(), vendor.id, modeOf(call.url))
  call.logged.accountId = account.id
  return { vendor, account }
}

function modeOf(url: URL): Mode {
  const mode = url.searchParams.get('mode')
  if (mode === 'test' || mode === 'live') return mode
  throw new Refusal('invalid_mode')
}

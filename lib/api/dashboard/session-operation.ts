import type { Mode } from '@/lib/auth/mode'
import { type SessionVendor, vendorOfRequest } from '@/lib/auth/session'
import { database } from '@/lib/db/client'
import { DomainError } from '@/lib/errors'
import { type BodyObject, readJsonBody } from '@/lib/http/read-json-body'
import { refuseOtherOrigins } from '@/lib/http/same-origin'
import { clientAddress } from '@/lib/http/served-request'
import { type Account, findAccount } from '@/lib/vendors/account'
import { RequestError } from '../errors'
import { type Answer, type Call, type Operation, operation } from '../operation'

/** Said to a page that has outlived its session: a form in it can be sent once there is one again. */
export const SESSION_ENDED =
  'Your session has ended. Sign in again in another tab, then try again here: nothing that you have typed is lost.'

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

/** A write of the dashboard: from our own pages alone, and not by a banned vendor. */
export function sessionWrite(
  path: string,
  run: (call: SessionCall & { body: BodyObject }) => Promise<Answer>,
  /** For a body that may be larger than any other. */
  { maximumBytes }: { maximumBytes?: number } = {},
): Operation {
  return operation(path, async (call) => {
    refuseOtherOrigins(call.request)
    const body = await readJsonBody(call.request, maximumBytes)
    const session = await authenticate(call)
    if (session.vendor.isBanned) throw new DomainError('vendor_banned')
    return run({ ...sessionCall(call, session), body })
  })
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
  if (!vendor) throw new RequestError(401, SESSION_ENDED)
  const account = await findAccount(database(), vendor.id, modeOf(call.url))
  call.logged.accountId = account.id
  return { vendor, account }
}

function modeOf(url: URL): Mode {
  const mode = url.searchParams.get('mode')
  if (mode === 'test' || mode === 'live') return mode
  throw new RequestError(400, 'mode must be test or live')
}

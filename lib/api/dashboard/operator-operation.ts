import type { SessionVendor } from '@/lib/auth/session'
import { Refusal } from '@/lib/http/refusals'
import type { Operation } from '../operation'
import { sessionRead, sessionWrite } from './session-operation'

type RunRead = Parameters<typeof sessionRead>[1]
type RunWrite = Parameters<typeof sessionWrite>[1]

/** A read of the operator's pages. To a vendor who is no operator it is not there. */
export function operatorRead(path: string, run: RunRead): Operation {
  return sessionRead(path, async (call) => {
    refuseOthers(call.vendor)
    return run(call)
  })
}

/** A change that an operator makes; what it does to a vendor belongs into that vendor's audit log. */
export function operatorWrite(path: string, run: RunWrite): Operation {
  return sessionWrite(path, async (call) => {
    refuseOthers(call.vendor)
    return run(call)
  })
}

function refuseOthers({ isOperator }: SessionVendor): void {
  if (!isOperator) throw new Refusal('not_found')
}

import { respond } from '@/lib/api/next'
import type { Operation } from './operation'
import { createRouter } from './router'

/** Sends a request to one operation, as its route would. */
export function ask(operation: Operation, request: Request): Promise<Response> {
  return respond(createRouter([operation]), request)
}

import type { JsonAnswer } from './operation'

/** Sends the browser of a plain form on: to an address, by a GET. */
export function seeOther(url: string, cookie?: string): JsonAnswer {
  return {
    status: 303,
    body: { redirect_url: url },
    headers: { Location: url, ...(cookie ? { 'Set-Cookie': cookie } : {}) },
  }
}

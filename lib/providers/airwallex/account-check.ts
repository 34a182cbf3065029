import type { AccountCheck, Outcome } from '@/lib/providers/shared/outcome'
import { verdictOf } from './answer-verdict'
import { API_VERSION, type ApiClient } from './api-client'
import { readFee } from './balance'
import { asList, asObject, asText, type JsonObject } from './http-exchange'
import { listTransfers } from './listing'

const LAST_MINUTE_MS = 60_000

/** Has no financial transactions: whether the key may read those of others is all that is asked. */
const NO_TRANSFER = '00000000-0000-0000-0000-000000000000'

/**
 * Whether Airwallex answers and knows the key, and what the account still lacks: the permission to read transfers or financial
 * transactions, or the webhook subscription at `notificationUrl`, its events and its version. Reads only, and keeps nothing of it.
 * Airwallex does not say whether an account is a sandbox one.
 */
export async function checkAccount(
  api: ApiClient,
  notificationUrl: string,
  signal: AbortSignal,
): Promise<Outcome<AccountCheck>> {
  const until = new Date()
  const from = new Date(until.getTime() - LAST_MINUTE_MS)
  const listed = await listTransfers(api, { from, until }, null, signal)
  if (listed.kind !== 'accepted') return listed
  const fee = await readFee(api, NO_TRANSFER, signal)
  const { gaps, notes } = await subscriptionGaps(api, notificationUrl, signal)
  if (fee.kind !== 'accepted') {
    gaps.unshift(`No transfer fees: ${fee.kind === 'rejected' ? fee.detail : fee.reason}`)
  }
  return { kind: 'accepted', value: { movesRealMoney: null, gaps, notes } }
}

/** The subscription has to send these, each of which may end a payout. */
const REQUIRED_EVENTS = ['payout.transfer.paid', 'payout.transfer.failed', 'payout.transfer.cancelled']

/**
 * "List all Webhooks" (airwallex.com/docs/api/webhooks/webhooks). Nobody here has seen an answer, so one that we can't read, or
 * aren't allowed to, is no failure: the operator compares by eye. The subscription's secret is not looked at.
 */
async function subscriptionGaps(
  api: ApiClient,
  url: string,
  signal: AbortSignal,
): Promise<{ gaps: string[]; notes: string[] }> {
  const answer = await api.get('/api/v1/webhooks', {}, signal)
  const items = answer.body?.items ?? answer.list
  const subscriptions = asList(items).map(asObject)
  const isReadable =
    Array.isArray(items) && subscriptions.every((each) => asText(each?.url) && Array.isArray(each?.events))
  if (verdictOf(answer) !== 'accepted' || !isReadable) {
    const note =
      'Airwallex doesn’t list its webhook subscriptions to this key: compare address, events and version in its web app'
    return { gaps: [], notes: [note] }
  }
  const own = subscriptions.find((each) => asText(each?.url) === url)
  return { gaps: own ? gapsOf(own) : [`No webhook subscription sends to ${url}`], notes: [] }
}

function gapsOf({ events, version }: JsonObject): string[] {
  const sent = asList(events).map(asText)
  const missing = REQUIRED_EVENTS.filter((name) => !sent.includes(name))
  const stated = asText(version)
  return [
    ...(missing.length === 0 ? [] : [`The webhook subscription doesn’t send ${missing.join(', ')}`]),
    ...(stated === null || stated === API_VERSION
      ? []
      : [`The webhook subscription sends in version ${stated}: choose ${API_VERSION}`]),
  ]
}

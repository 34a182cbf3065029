import { respond } from '@/lib/api/next'
import { apiV2 } from '@/lib/api/v2'
import { flushRequests } from '@/lib/http/record-request'
import { createRouter } from '@/lib/http/router'
import { now } from '@/lib/time/clock'

/**
 * One day of requests from the demo vendor's server: the usual ones, and each mistake that a developer makes
 * while integrating. They go through the API itself, so that the request log has real entries.
 */
export async function makeDemoRequests(key: string, customer: { id: string; email: string }): Promise<void> {
  const router = createRouter(Object.values(apiV2))
  const send = async (path: string, body?: object) => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}` }
    if (body) headers['idempotency-key'] = `studio-${now().getTime()}`
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
    const answer = await respond(router, new Request(`http://localhost/api/v2${path}`, init))
    return (await answer.json()) as { invoice?: { id: string } }
  }
  const path = `/customer/${customer.id}`
  await send(path)
  await send('/customer', { name: 'Ada Lovelace', email: customer.email })
  await send('/customer', { name: 'Ada Lovelace' })
  await send(`${path}/bank-accounts`)
  await send(`${path}/bank-account`, {
    entity_type: 'PERSONAL',
    email: customer.email,
    address: {
      country_code: 'US',
      state: 'NY',
      city: 'New York',
      postcode: '10001',
      street_address: '1 Main',
    },
    bank_details: { account_name: 'Ada Lovelace', account_number: '91827364554', routing_number: '0210000' },
    date_of_birth: '1990-12-10',
  })
  await send(`${path}/payout`, { amount: 20_000, bank_account_id: customer.id })
  const { invoice } = await send('/invoice', {
    customer_id: customer.id,
    items: [{ title: 'Consulting, hours', qty: 2, price: 95 }],
  })
  if (invoice) await send(`/invoice/${invoice.id}`)
  await send('/invoice/latest')
  await flushRequests()
}

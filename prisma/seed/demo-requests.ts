import { addBankAccount, listBankAccounts } from '@/lib/bank-accounts/api'
import { createCustomer, getCustomer } from '@/lib/customers/api'
import { flushRequests } from '@/lib/http/record-request'
import { createInvoice, getInvoice } from '@/lib/invoices/api'
import { createPayout } from '@/lib/payouts/api'
import { now } from '@/lib/time/clock'

/**
 * What the demo vendor's own server has asked of the API on a day: the usual, and each kind of mistake that
 * somebody makes while it is being built. It goes through the API itself, so that the request log holds
 * what it would hold.
 */
export async function makeDemoRequests(key: string, customer: { id: string; email: string }): Promise<void> {
  const send = async (operation: typeof getCustomer, path: string, body?: object) => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}` }
    if (body) headers['idempotency-key'] = `studio-${now().getTime()}`
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
    const answer = await operation(new Request(`http://localhost/api/v2${path}`, init))
    return (await answer.json()) as { invoice?: { id: string } }
  }
  const path = `/customer/${customer.id}`
  await send(getCustomer, path)
  await send(createCustomer, '/customer', { name: 'Ada Lovelace', email: customer.email })
  await send(createCustomer, '/customer', { name: 'Ada Lovelace' })
  await send(listBankAccounts, `${path}/bank-accounts`)
  await send(addBankAccount, `${path}/bank-account`, {
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
  await send(createPayout, `${path}/payout`, { amount: 20_000, bank_account_id: customer.id })
  const { invoice } = await send(createInvoice, '/invoice', {
    customer_id: customer.id,
    items: [{ title: 'Consulting, hours', qty: 2, price: 95 }],
  })
  if (invoice) await send(getInvoice, `/invoice/${invoice.id}`)
  await send(getInvoice, '/invoice/latest')
  await flushRequests()
}

/* Samples of the client. A test runs them in this order, as one program each for TypeScript and Python. */

export const FIRST_CALL = `import { Counterfoil } from 'counterfoil'

const counterfoil = new Counterfoil({
  apiKey: process.env.COUNTERFOIL_API_KEY ?? '',
  baseUrl: process.env.COUNTERFOIL_URL ?? '',
})

const { customer } = await counterfoil.customers.create({ name: 'Ada Lovelace', email: 'ada@example.com' })
const { invoice } = await counterfoil.invoices.create({
  customer_id: customer.id,
  items: [{ title: 'Consulting, hours', qty: 1.5, price: 80 }],
})
console.log(invoice.payment_link)

// In test mode, you can be the buyer too.
await counterfoil.testHelpers.payInvoice(invoice.id)`

export const PAYOUT = `const { bank_account } = await counterfoil.bankAccounts.add(customer.id, {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: { state: 'NY', city: 'New York', postcode: '10001', street_address: '1 Main Street' },
  bank_details: {
    account_name: 'Ada Lovelace',
    account_number: '123456789012',
    routing_number: '021000021',
    bank_name: 'First Bank',
  },
})
const { payout } = await counterfoil.payouts.create(
  customer.id,
  { bank_account_id: bank_account.id, amount: '25.50' },
  { idempotencyKey: 'payout-of-order-42' },
)
console.log(payout.status)`

export const ERRORS_SAMPLE = `import { ApiError, ConnectionError, InsufficientBalanceError } from 'counterfoil'

const request = { bank_account_id: bank_account.id, amount: '9000' }
try {
  await counterfoil.payouts.create(customer.id, request, { idempotencyKey: 'payout-of-order-43' })
} catch (error) {
  if (error instanceof InsufficientBalanceError) console.log('Pay it later')
  else if (error instanceof ConnectionError) console.log('Repeat it with', error.idempotencyKey)
  else if (error instanceof ApiError) console.log(error.code, error.requestId, error.help)
  else throw error
}`

export const LISTS = `for await (const { id, amount } of counterfoil.invoices.list({ status: 'Paid' })) {
  console.log(id, amount)
}

const { invoices, next_cursor } = await counterfoil.invoices.list({ limit: 10 })
console.log(invoices.length, next_cursor)`

export const TRACE = `const { trace } = await counterfoil.traces.get(payout.id)
for (const step of trace.steps) console.log(step.created_at, step.kind, step[step.kind])`

export const EVENTS = `// Where you stopped, from your database: 0 is the beginning.
let cursor = '0'

for await (const event of counterfoil.events.follow(
  { after: cursor },
  { onCursor: (next) => void (cursor = next) },
)) {
  console.log(event.sequence, event.type)
}`

/** A module of its own. */
export const VERIFY = `import { verifyWebhook, WebhookVerificationError } from 'counterfoil'

export async function POST(request: Request): Promise<Response> {
  try {
    const { id, body } = await verifyWebhook({
      payload: await request.text(),
      headers: request.headers,
      secret: process.env.COUNTERFOIL_WEBHOOK_SECRET ?? '',
    })
    console.log(id, body.invoice?.status ?? body.event?.type)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(error.message, { status: 400 })
    throw error
  }
}`

export const PYTHON = `import os

from counterfoil import Counterfoil, InvoiceNotPaidError

counterfoil = Counterfoil(
    api_key=os.environ["COUNTERFOIL_API_KEY"], base_url=os.environ["COUNTERFOIL_URL"]
)
invoice = counterfoil.invoices.create(email="mary@example.com", amount="154.50")["invoice"]
print(invoice["payment_link"])

for customer in counterfoil.customers.list():
    print(customer["name"])

try:
    counterfoil.invoices.refund(invoice["id"])
except InvoiceNotPaidError as error:
    print(error.code)`

import { parseArgs } from 'node:util'
import type { Counterfoil } from '../client.ts'
import { ApiError } from '../errors.ts'
import type { AddBankAccountBody, NewInvoice, PayTestInvoiceBody } from '../generated/api.ts'
import { CONNECTION_OPTIONS, connect } from './connection.ts'
import { type Command, UsageError } from './terminal.ts'

type Outcome = NonNullable<PayTestInvoiceBody['outcome']>
type Scene = { client: Counterfoil; webhookUrl: string | undefined }

const AMOUNT = 100
/** The sandbox refuses payouts to this account number. */
const REFUSED_ACCOUNT = '000111111116'
const DELIVERED_ACCOUNT = '000123456789'

/** Makes each type of event happen in the test account; returns what it is about. */
export const TRIGGERS: Record<string, (scene: Scene) => Promise<string>> = {
  'customer.created': async ({ client }) => `customer ${await createCustomer(client)}`,
  'bank_account.created': async ({ client }) => {
    const customerId = await createCustomer(client)
    const { bank_account } = await client.bankAccounts.add(customerId, bankAccount(DELIVERED_ACCOUNT))
    return `bank account ${bank_account.id}`
  },
  'invoice.created': async (scene) => `invoice ${(await createInvoice(scene)).id}`,
  'invoice.paid': async (scene) => `invoice ${await payInvoice(scene, 'paid')}`,
  'invoice.failed': async (scene) => `invoice ${await payInvoice(scene, 'declined')}`,
  'invoice.unpaid': async (scene) => {
    const { id } = await createInvoice(scene, { due_date: new Date().toISOString().slice(0, 10) })
    await scene.client.testHelpers.advanceClock({ days: 1 })
    return `invoice ${id}`
  },
  'invoice.voided': async (scene) => {
    const { id } = await createInvoice(scene)
    await scene.client.invoices.void(id)
    return `invoice ${id}`
  },
  'invoice.updated': async (scene) => {
    const { id } = await createInvoice(scene)
    await scene.client.invoices.update(id, { reference: 'Changed' })
    return `invoice ${id}`
  },
  'refund.succeeded': async (scene) => refund(scene, 'paid'),
  'refund.failed': async (scene) => refund(scene, 'refund_refused'),
  'fraud_warning.created': async (scene) => {
    const id = await payInvoice(scene, 'paid')
    await scene.client.testHelpers.warnOfFraud(id)
    return `invoice ${id}`
  },
  'dispute.opened': async (scene) => dispute(scene, ['opened']),
  'dispute.closed': async (scene) => dispute(scene, ['opened', 'won']),
  'payout.created': async ({ client }) => `payout ${await payOut(client)}`,
  'payout.paid': async ({ client }) => `payout ${await payOut(client)}`,
  'payout.failed': async ({ client }) => {
    // The refusal is what was asked for.
    const refused = await payOut(client, REFUSED_ACCOUNT).catch((error: unknown) => error)
    if (refused instanceof ApiError && refused.code === 'payout_refused') return `payout, ${refused.message}`
    throw refused
  },
  'payout.returned': async ({ client }) => {
    const id = await payOut(client)
    await client.testHelpers.settlePayout(id, { outcome: 'returned' })
    return `payout ${id}`
  },
}

export const triggerCommand: Command = {
  summary: 'Trigger an event in the test account',
  usage: `counterfoil trigger TYPE [--webhook-url URL] [--url URL] [--api-key KEY]

Creates what it needs and goes through the same steps as the real thing: an invoice that is paid is created and paid with a sandbox
card. Needs a test key. invoice.unpaid lets a day pass in the whole test account.

  --webhook-url  the webhook_url of the invoices

Types: ${Object.keys(TRIGGERS).join(', ')}`,
  async run(args, terminal) {
    const options = { ...CONNECTION_OPTIONS, 'webhook-url': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [type = ''] = positionals
    const trigger = Object.hasOwn(TRIGGERS, type) ? TRIGGERS[type] : undefined
    if (!trigger) throw new UsageError(`TYPE is one of ${Object.keys(TRIGGERS).join(', ')}`)
    const { client } = connect(values, terminal)
    terminal.out(`${type}  ${await trigger({ client, webhookUrl: values['webhook-url'] })}`)
    return 0
  },
}

async function createCustomer(client: Counterfoil): Promise<string> {
  const email = `buyer-${crypto.randomUUID()}@example.com`
  return (await client.customers.create({ name: 'Triggered Buyer', email })).customer.id
}

async function createInvoice(
  { client, webhookUrl }: Scene,
  fields: { due_date?: string } = {},
): Promise<NewInvoice> {
  const customerId = await createCustomer(client)
  const body = { customer_id: customerId, amount: AMOUNT, webhook_url: webhookUrl, ...fields }
  return (await client.invoices.create(body)).invoice
}

async function payInvoice(scene: Scene, outcome: Outcome): Promise<string> {
  const { id } = await createInvoice(scene)
  await scene.client.testHelpers.payInvoice(id, { outcome })
  return id
}

async function refund(scene: Scene, outcome: Outcome): Promise<string> {
  const id = await payInvoice(scene, outcome)
  const { refund } = await scene.client.invoices.refund(id)
  return `refund ${refund.id} of invoice ${id}`
}

async function dispute(scene: Scene, outcomes: ('opened' | 'won')[]): Promise<string> {
  const id = await payInvoice(scene, 'paid')
  for (const outcome of outcomes) await scene.client.testHelpers.disputeInvoice(id, { outcome })
  return `dispute of invoice ${id}`
}

async function payOut(client: Counterfoil, accountNumber = DELIVERED_ACCOUNT): Promise<string> {
  await client.testHelpers.creditWallet({ amount: AMOUNT })
  const customerId = await createCustomer(client)
  const { bank_account } = await client.bankAccounts.add(customerId, bankAccount(accountNumber))
  const { payout } = await client.payouts.create(customerId, {
    bank_account_id: bank_account.id,
    amount: AMOUNT,
  })
  return payout.id
}

function bankAccount(accountNumber: string): AddBankAccountBody {
  return {
    email: 'buyer@example.com',
    first_name: 'Triggered',
    last_name: 'Buyer',
    address: { state: 'NY', city: 'New York', postcode: '10001', street_address: '1 Main Street' },
    bank_details: {
      account_name: 'Triggered Buyer',
      account_number: accountNumber,
      routing_number: '021000021',
      bank_name: 'First Bank',
    },
  }
}

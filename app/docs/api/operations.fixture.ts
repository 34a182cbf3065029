import type { Json } from '@/components/docs/reference'
import { addBankAccount, listBankAccounts } from '@/lib/bank-accounts/api'
import { createCustomer, getCustomer } from '@/lib/customers/api'
import { env } from '@/lib/env'
import { createInvoice, getInvoice } from '@/lib/invoices/api'
import { createPayout } from '@/lib/payouts/api'

/** What serves each documented endpoint. */
const OPERATIONS: Record<string, (request: Request) => Promise<Response>> = {
  'create-customer': createCustomer,
  'create-invoice': createInvoice,
  'get-invoice': getInvoice,
  'get-customer': getCustomer,
  'add-bank-account': addBankAccount,
  'list-bank-accounts': listBankAccounts,
  'create-payout': createPayout,
}

export type Answer = { status: number; body: { [field: string]: Json } }

/** Sends a request to a documented endpoint as its route would. */
export async function send(
  endpoint: { id: string; method: string },
  request: { path: string; key: string | null; body: object | undefined },
): Promise<Answer> {
  env.RATE_LIMIT_TEST = 0
  const operation = OPERATIONS[endpoint.id]
  if (!operation) throw new Error(`no operation serves ${endpoint.id}`)
  const response = await operation(
    new Request(`http://localhost${request.path}`, {
      method: endpoint.method,
      ...(request.key ? { headers: { Authorization: `Bearer ${request.key}` } } : {}),
      ...(endpoint.method === 'POST' ? { body: JSON.stringify(request.body ?? {}) } : {}),
    }),
  )
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

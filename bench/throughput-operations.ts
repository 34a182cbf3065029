import { randomBytes } from 'node:crypto'
import type { LoadRequest } from './load'
import type { LargeAccount, Payer } from './throughput-data'

/** The least ratios to the floor with the service's tables. */
const READ = 0.6
const WRITE = 0.5

export const WALLETS = 1000

type MeasuredOperation = {
  name: string
  leastRatio: number
  /** The same to the floor with lean tables. */
  leastLean: number
  requests: LoadRequest[]
  /** Other than 16: how one account's, and many accounts', requests get on with fewer or more clients. */
  connections?: number
}

/** The requests of each kind for these accounts. */
function requestsOf({ key }: LargeAccount) {
  const get = (path: string): LoadRequest => ({ key, method: 'GET', path })
  return {
    invoiceStatus: (id: string) => get(`/api/v2/invoice/${id}`),
    customerDetail: (id: string) => get(`/api/v2/customer/${id}`),
    bankAccounts: (id: string) => get(`/api/v2/customer/${id}/bank-accounts`),
    createCustomer: (): LoadRequest => ({
      key,
      method: 'POST',
      path: '/api/v2/customer',
      // As many words as a person's address has, since each is an entry of the search's index.
      body: () => `{"name":"Ada Lovelace","email":"ada.${randomBytes(6).toString('hex')}@example.com"}`,
    }),
    createInvoice: (customerId: string): LoadRequest => ({
      key,
      method: 'POST',
      path: '/api/v2/invoice',
      body: JSON.stringify({
        customer_id: customerId,
        items: [
          { title: 'Consulting, hours', qty: 1.5, price: 80 },
          { title: 'Travel', qty: 1, price: 34.5 },
        ],
      }),
    }),
    payOut: (payer: Payer): LoadRequest => ({
      key: payer.key,
      method: 'POST',
      path: `/api/v2/customer/${payer.customerId}/payout`,
      body: JSON.stringify({ bank_account_id: payer.bankAccountId, amount: 1.25 }),
    }),
  }
}

/** The operations of the table, each with the requests that it repeats. */
export function operationsOf(large: LargeAccount, payers: Payer[]): MeasuredOperation[] {
  const make = requestsOf(large)
  const read = { leastRatio: READ, leastLean: 0.75 }
  const invoices = large.customerIds.map(make.createInvoice)
  const onePayer = payers.slice(0, 1).map(make.payOut)
  return [
    { ...read, name: 'invoice status', requests: large.invoiceIds.map(make.invoiceStatus) },
    { ...read, name: 'customer detail', requests: large.customerIds.map(make.customerDetail) },
    { ...read, name: 'list bank accounts', requests: large.customerIds.map(make.bankAccounts) },
    { name: 'create customer', leastRatio: WRITE, leastLean: 0.6, requests: [make.createCustomer()] },
    { name: 'create invoice', leastRatio: WRITE, leastLean: 0.5, requests: invoices },
    { name: 'payout, one wallet', leastRatio: WRITE, leastLean: 0.7, requests: onePayer },
    { name: 'payout, 1,000 wallets', leastRatio: WRITE, leastLean: 0.7, requests: payers.map(make.payOut) },
  ]
}

/** Writes with one client, and with more than their programs have connections to the database. */
export function crowdsOf(large: LargeAccount, payers: Payer[]): MeasuredOperation[] {
  const make = requestsOf(large)
  const invoices = large.customerIds.map(make.createInvoice)
  const onePayer = payers.slice(0, 1).map(make.payOut)
  const [alone, many] = [{ connections: 1 }, { connections: 64 }]
  return [
    { ...alone, name: 'create invoice', leastRatio: 0, leastLean: 0, requests: invoices },
    { ...many, name: 'create invoice', leastRatio: WRITE, leastLean: 0.7, requests: invoices },
    { ...alone, name: 'payout, one wallet', leastRatio: 0, leastLean: 0, requests: onePayer },
    { ...many, name: 'payout, one wallet', leastRatio: WRITE, leastLean: 1, requests: onePayer },
    {
      ...many,
      name: 'payout, 1,000 wallets',
      leastRatio: WRITE,
      leastLean: 0.7,
      requests: payers.map(make.payOut),
    },
  ]
}

/** The customer whose answer has a thousand paid invoices. */
export function bigCustomer(large: LargeAccount): LoadRequest {
  return requestsOf(large).customerDetail(large.bigCustomerId)
}

/** Of each 20 requests, 14 read, 5 create a customer or an invoice, and one pays out. */
export function mixedLoad(large: LargeAccount, payers: Payer[]): () => LoadRequest {
  const make = requestsOf(large)
  const turn = <Each>(list: Each[], index: number): Each => list[index % list.length] as Each
  let index = 0
  return () => {
    index += 1
    const customerId = turn(large.customerIds, index)
    switch (index % 20) {
      case 0:
        return make.payOut(turn(payers, index / 20))
      case 5:
      case 10:
        return make.createInvoice(customerId)
      case 3:
      case 8:
      case 13:
        return make.createCustomer()
      case 1:
      case 6:
        return make.bankAccounts(customerId)
      case 2:
      case 7:
      case 12:
      case 17:
        return make.customerDetail(customerId)
      default:
        return make.invoiceStatus(turn(large.invoiceIds, index))
    }
  }
}

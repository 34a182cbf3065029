import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import {
  CREATE_BENEFICIARY,
  memoryStore,
  providerAt,
  type StandIn,
  startStandIn,
} from '@/lib/providers/testing/airwallex-stand-in'
import { acceptedValue, callProvider, callUntil } from '@/lib/providers/testing/contract'
import { transferTo } from '@/lib/providers/testing/payout-provider-contract'
import type { Beneficiary, PayoutProvider, TransferRequest } from '../payout-provider'

let standIn: StandIn
let store: ReturnType<typeof memoryStore>
let provider: PayoutProvider
beforeAll(async () => {
  standIn = await startStandIn()
})
beforeEach(() => {
  store = memoryStore()
  provider = providerAt(standIn.baseUrl, { beneficiaries: store })
  standIn.books.beneficiaries.length = 0
})
afterEach(() => expect(standIn.complaints).toEqual([]))
afterAll(() => standIn.close())

const send = (request: TransferRequest) => callProvider((signal) => provider.send(request, signal))
const toAccount = (changes: Partial<Beneficiary> = {}) => {
  const request = transferTo(ACCOUNTS.delivered)
  return { ...request, beneficiary: { ...request.beneficiary, ...changes } }
}
const beneficiaryRecords = () => standIn.books.beneficiaries

describe('a beneficiary at Airwallex', () => {
  test('is created from the bank account, for the instant rail', async () => {
    const bankAccountId = '0198c3a1-7f7e-7b7a-8c33-5d3e9f1b2a4c'
    acceptedValue(await send(toAccount({ bankAccountId })))
    expect(beneficiaryRecords()).toHaveLength(1)
    expect(beneficiaryRecords()[0]?.body).toMatchObject({
      transfer_methods: ['LOCAL'],
      beneficiary: {
        type: 'BANK_ACCOUNT',
        entity_type: 'PERSONAL',
        first_name: 'Ann',
        last_name: 'Smith',
        date_of_birth: '1990-01-31',
        address: {
          country_code: 'US',
          state: 'NY',
          city: 'New York',
          postcode: '10001',
          street_address: '1 Main Street',
        },
        additional_info: { personal_email: 'ann@example.com', external_identifier: bankAccountId },
        bank_details: {
          account_currency: 'USD',
          account_name: 'Ann Smith',
          account_number: ACCOUNTS.delivered,
          account_routing_type1: 'aba',
          account_routing_value1: '021000021',
          bank_account_category: 'Checking',
          bank_country_code: 'US',
          bank_name: 'Example Bank',
          local_clearing_system: 'FEDNOW',
        },
      },
    })
  })

  test('of a company has its name, and no person', async () => {
    acceptedValue(await send(toAccount({ entityType: 'COMPANY', companyName: 'Smith LLC' })))
    expect(beneficiaryRecords()[0]?.body.beneficiary).toMatchObject({
      entity_type: 'COMPANY',
      company_name: 'Smith LLC',
    })
    expect(beneficiaryRecords()[0]?.body.beneficiary).not.toHaveProperty('first_name')
  })

  test('is created once, and used for every transfer to the account', async () => {
    const { beneficiary } = toAccount()
    for (let count = 0; count < 3; count += 1) {
      const request = { ...toAccount(), beneficiary }
      acceptedValue(await send(request))
      expect(standIn.books.transferOf(request.key)?.body.beneficiary_id).toBe(beneficiaryRecords()[0]?.id)
    }
    expect(beneficiaryRecords()).toHaveLength(1)
  })

  test('is created once for many concurrent transfers', async () => {
    const { beneficiary } = toAccount()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => send({ ...toAccount(), beneficiary })))
    for (const outcome of outcomes) acceptedValue(outcome)
    expect(beneficiaryRecords()).toHaveLength(1)
  })

  test('is remembered for other processes', async () => {
    const { beneficiary } = toAccount()
    acceptedValue(await send({ ...toAccount(), beneficiary }))
    provider = providerAt(standIn.baseUrl, { beneficiaries: store })
    acceptedValue(await send({ ...toAccount(), beneficiary }))
    expect(beneficiaryRecords()).toHaveLength(1)
  })

  test('is created again when anything about the bank account changes', async () => {
    const { beneficiary } = toAccount()
    const versions: Beneficiary[] = [
      beneficiary,
      { ...beneficiary, accountNumber: '123456789013' },
      { ...beneficiary, routingNumber: '026009593' },
      { ...beneficiary, address: { ...beneficiary.address, city: 'Albany' } },
    ]
    for (const version of versions) {
      const request = { ...toAccount(), beneficiary: version }
      acceptedValue(await send(request))
      expect(standIn.books.transferOf(request.key)?.accountNumber).toBe(version.accountNumber)
    }
    expect(beneficiaryRecords()).toHaveLength(versions.length)
  })

  test('is remembered under a key that reveals no account number', async () => {
    const request = toAccount()
    acceptedValue(await send(request))
    const [key] = store.ids.keys()
    expect(key).toMatch(new RegExp(`^${request.beneficiary.bankAccountId}:[0-9a-f]{64}$`))
    expect(JSON.stringify([...store.ids])).not.toContain(ACCOUNTS.delivered)
  })
})

test('is remembered under another key for another API key, so numbers can’t be tested without it', async () => {
  const keys: string[] = []
  const find = async (key: string) => {
    keys.push(key)
    return null
  }
  const request = toAccount()
  for (const apiKey of ['one', 'one', 'two']) {
    const other = providerAt(standIn.baseUrl, { apiKey, beneficiaries: { ...store, find } })
    await callProvider((signal) => other.send(request, signal))
  }
  expect(keys[0]).toBe(keys[1])
  expect(keys[0]).not.toBe(keys[2])
})

describe('a failed creation of a beneficiary', () => {
  test.each([
    ['reset', { how: 'reset' } as const],
    ['garbage', { how: 'answer', status: 201, body: '{"id":' } as const],
    ['502', { how: 'answer', status: 502 } as const],
  ])('after the fact (%s) leaves it unused, and the next transfer creates another', async (_name, fault) => {
    const { beneficiary } = toAccount()
    const lost = { ...toAccount(), beneficiary }
    standIn.failNext(CREATE_BENEFICIARY, { ...fault, processed: true })
    expect((await send(lost)).kind).toBe('unknown')
    expect(standIn.books.countTransfers(lost.key)).toBe(0)
    const next = { ...toAccount(), beneficiary }
    acceptedValue(await send(next))
    expect(beneficiaryRecords()).toHaveLength(2)
    expect(standIn.books.transferOf(next.key)?.body.beneficiary_id).toBe(beneficiaryRecords()[1]?.id)
    acceptedValue(await send({ ...toAccount(), beneficiary }))
    expect(beneficiaryRecords()).toHaveLength(2)
  })

  test('by our signal finishes for the next transfer, and pays nothing by itself', async () => {
    const { beneficiary } = toAccount()
    const aborted = { ...toAccount(), beneficiary }
    let answerNow = () => {}
    const until = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    standIn.failNext(CREATE_BENEFICIARY, { how: 'wait', until, processed: true })
    const arrived = async () => {
      await expect.poll(() => beneficiaryRecords().length).toBe(1)
    }
    const outcome = await callUntil((signal) => provider.send(aborted, signal), arrived)
    expect(outcome.kind).toBe('unknown')
    answerNow()
    acceptedValue(await send({ ...toAccount(), beneficiary }))
    expect(beneficiaryRecords()).toHaveLength(1)
    expect(standIn.books.countTransfers(aborted.key)).toBe(0)
  })

  test('that only failed to be remembered does not stop the transfer', async () => {
    const forgetful = { ...store, save: () => Promise.reject(new Error('read-only')) }
    provider = providerAt(standIn.baseUrl, { beneficiaries: forgetful })
    acceptedValue(await send(toAccount()))
  })
})

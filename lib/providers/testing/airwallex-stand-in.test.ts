import { randomUUID } from 'node:crypto'
import { stringify } from 'lossless-json'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asObject, type JsonObject, parseJson } from '@/lib/providers/airwallex/http-exchange'
import { ACCOUNTS } from './airwallex-books'
import {
  API_KEY,
  CLIENT_ID,
  CREATE_BENEFICIARY,
  CREATE_TRANSFER,
  FINANCIAL_TRANSACTIONS,
  LIST_TRANSFERS,
  LOGIN,
  providerAt,
  type StandIn,
  startStandIn,
} from './airwallex-stand-in'
import { acceptedValue, callProvider } from './contract'
import { transferTo } from './payout-provider-contract'

let standIn: StandIn
let token: string
let beneficiary: JsonObject
let transfer: JsonObject
let transferId: string

beforeAll(async () => {
  standIn = await startStandIn()
  const provider = providerAt(standIn.baseUrl)
  const request = transferTo(ACCOUNTS.delivered)
  transferId = acceptedValue(await callProvider((signal) => provider.send(request, signal))).id
  beneficiary = standIn.books.beneficiaries.at(-1)?.body ?? {}
  transfer = standIn.books.transferOf(request.key)?.body ?? {}
  const credentials = { 'x-client-id': CLIENT_ID, 'x-api-key': API_KEY }
  token = JSON.parse(await ask('POST', LOGIN, undefined, credentials)).token
})
afterAll(() => standIn?.close())
beforeEach(() => {
  expect(standIn.complaints).toEqual([])
  return () => standIn.complaints.splice(0)
})

async function ask(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = { authorization: `Bearer ${token}` },
): Promise<string> {
  const common = { 'content-type': 'application/json', 'x-api-version': '2026-08-21' }
  const answer = await fetch(`${standIn.baseUrl}${path}`, {
    method,
    headers: { ...common, ...headers },
    ...(body ? { body: stringify(body) ?? '' } : {}),
  })
  return answer.text()
}

/** A new request with the value at the path. */
function changed(body: JsonObject, path: string, value: unknown): JsonObject {
  const copy = asObject(parseJson(stringify({ ...body, request_id: randomUUID() }) ?? '')) ?? {}
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder = names.reduce((each, name) => asObject(each[name]) ?? {}, copy)
  holder[last] = value
  return copy
}

describe('the stand-in of Airwallex complains of', () => {
  test('nothing that the adapter sends', async () => {
    await ask('POST', CREATE_BENEFICIARY, changed(beneficiary, 'transfer_methods', ['LOCAL']))
    await ask('POST', CREATE_TRANSFER, changed(transfer, 'reason', 'professional_business_services'))
    expect(standIn.complaints).toEqual([])
  })

  test.each([
    'nickname',
    'beneficiary.middle_name',
    'beneficiary.address.suburb',
    'beneficiary.additional_info.personal_mail',
    'beneficiary.bank_details.swift_code',
    'constructor',
  ])('an unknown field of a beneficiary: %s', async (field) => {
    await ask('POST', CREATE_BENEFICIARY, changed(beneficiary, field, 'x'))
    expect(standIn.complaints).toEqual([`POST ${CREATE_BENEFICIARY}: unknown field ${field}`])
  })

  test.each(['transfer_date', 'beneficiary', 'swift_charge_option'])(
    'an unknown field of a transfer: %s',
    async (field) => {
      await ask('POST', CREATE_TRANSFER, changed(transfer, field, 'x'))
      expect(standIn.complaints).toEqual([`POST ${CREATE_TRANSFER}: unknown field ${field}`])
    },
  )

  test.each([
    ['beneficiary.entity_type', 'PERSON', 'entity_type'],
    ['beneficiary.bank_details.local_clearing_system', 'RTP', 'local_clearing_system'],
  ])('a value that a field of a beneficiary does not take: %s=%s', async (path, value, field) => {
    await ask('POST', CREATE_BENEFICIARY, changed(beneficiary, path, value))
    expect(standIn.complaints).toEqual([`POST ${CREATE_BENEFICIARY}: ${field}`])
  })

  test.each([
    ['transfer_method', 'SWIFT'],
    ['transfer_amount', 25],
  ])('a value that a field of a transfer does not take: %s=%s', async (field, value) => {
    await ask('POST', CREATE_TRANSFER, changed(transfer, field, value))
    expect(standIn.complaints).toEqual([`POST ${CREATE_TRANSFER}: ${field}`])
  })

  const byTime =
    'from_created_at=2026-01-01T00:00:00Z&to_created_at=2026-01-02T00:00:00Z&page=0&page_size=100'
  test.each([
    ['a list by time', () => `${LIST_TRANSFERS}?${byTime}`],
    ['a list by key', () => `${LIST_TRANSFERS}?request_id=x&page=0`],
    ['a transfer', () => `${LIST_TRANSFERS}/${transferId}?`],
    ['what a transfer took', () => `${FINANCIAL_TRANSACTIONS}?source_id=${transferId}`],
    ['a balance', () => '/api/v1/balances/current?'],
  ])('an unknown parameter of %s', async (_call, address) => {
    await ask('GET', address())
    expect(standIn.complaints).toEqual([])
    await ask('GET', `${address()}&page_num=1`)
    const path = address().split('?')[0]
    expect(standIn.complaints).toEqual([`GET ${path}: unknown parameter page_num`])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runInTerminal } from '../cli/terminal.fixture.ts'
import { OPERATIONS } from '../generated/operations.ts'
import { refusal, ScriptedServer } from '../scripted-server.fixture.ts'
import { Confirmations } from './confirmations.ts'
import { offeredOperations, toolName, toolOf } from './tools.ts'

let server: ScriptedServer

beforeAll(async () => {
  server = await ScriptedServer.start()
})
afterAll(() => server.stop())

type Reply = {
  id: number | null
  result?: Record<string, unknown>
  error?: { code: number; message: string }
}

/** Talks to `counterfoil mcp`, one request after the other in its input; returns its replies by id. */
async function converse(messages: (object | string)[], flags: string[] = []): Promise<Reply[]> {
  const input = messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message)))
  const env = { COUNTERFOIL_URL: server.url, COUNTERFOIL_API_KEY: 'cf_test_key' }
  const { code, out, err } = await runInTerminal(['mcp', ...flags], { env, input })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const replies = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Reply)
  return replies.sort((a, b) => Number(a.id) - Number(b.id))
}

const call = (name: string, given: object, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given },
})

test('it introduces itself in the version that the assistant asks for, or its own newest', async () => {
  const initialize = (id: number, protocolVersion: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })
  const replies = await converse([
    initialize(1, '2024-11-05'),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    initialize(2, '1999-01-01'),
    { jsonrpc: '2.0', id: 3, method: 'ping' },
  ])
  expect(replies).toMatchObject([
    { id: 1, result: { protocolVersion: '2024-11-05', serverInfo: { name: 'counterfoil' } } },
    { id: 2, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } } },
    { id: 3, result: {} },
  ])
})

test('faults of the protocol are answered by their codes, and it goes on', async () => {
  const replies = await converse([
    'no json',
    { id: 1 },
    { jsonrpc: '2.0', id: 1, method: 'resources/list' },
    call('pay_everything', {}, 2),
    { jsonrpc: '2.0', id: 3, method: 'ping' },
  ])
  const codes = replies.map(({ id, error }) => [id, error?.code])
  expect(codes).toEqual(
    expect.arrayContaining([
      [null, -32700],
      [null, -32600],
      [1, -32601],
      [2, -32602],
      [3, undefined],
    ]),
  )
})

test('a tool calls its operation with path, query and body in their places', async () => {
  server.replies({ body: { status: 'success', invoice: { id: 'i' } } })
  const [reply] = await converse([call('get_invoice', { invoice_id: 'i/1' })])
  expect(server.received[0]).toMatchObject({ method: 'GET', path: '/api/v2/invoice/i%2F1' })
  expect(reply?.result).toMatchObject({ structuredContent: { invoice: { id: 'i' } } })
  const customer = { name: 'Mary', email: 'mary@example.com', idempotency_key: 'mary-1' }
  await converse([call('create_customer', customer)], ['--allow-writes'])
  expect(server.received[1]).toMatchObject({
    path: '/api/v2/customer',
    headers: { 'idempotency-key': 'mary-1', authorization: 'Bearer cf_test_key' },
  })
  expect(JSON.parse(server.received[1]?.body ?? '')).toEqual({ name: 'Mary', email: 'mary@example.com' })
})

test('a refusal, an unknown argument and a missing id are results that the assistant can read', async () => {
  server.replies(refusal(404, 'invoice_not_found', 'never'))
  const replies = await converse([
    call('get_invoice', { invoice_id: 'i' }, 1),
    call('get_invoice', { invoice_id: 'i', api_key: 'x' }, 2),
    call('get_invoice', {}, 3),
  ])
  const texts = replies.map(({ result }) => [result?.isError, JSON.stringify(result?.content)])
  expect(texts).toEqual([
    [true, expect.stringContaining('404 invoice_not_found: The message of invoice_not_found')],
    [true, expect.stringContaining('api_key is not an argument of get_invoice')],
    [true, expect.stringContaining('invoice_id must not be empty')],
  ])
  expect(server.received).toHaveLength(1)
})

test('account numbers keep their last four digits', async () => {
  const bank_accounts = [{ bank_details: { account_number: '123456789012' } }]
  server.replies({ body: { status: 'success', bank_accounts } })
  const [reply] = await converse([call('list_bank_accounts', { customer_id: 'c' })])
  expect(JSON.stringify(reply)).not.toContain('12345678')
  expect(JSON.stringify(reply)).toContain('••••9012')
})

test('without --allow-writes it only reads, and a writing tool is not there', async () => {
  const offered = offeredOperations({ writes: false, money: false })
  expect(offered.every(({ method }) => method === 'GET')).toBe(true)
  expect(offered.length).toBeGreaterThan(2)
  server.replies({})
  const [list, refused] = await converse([
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    call('create_customer', { name: 'Mary', email: 'mary@example.com' }, 2),
  ])
  const tools = list?.result?.tools as { name: string; annotations: { readOnlyHint: boolean } }[]
  expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
  expect(refused?.error?.code).toBe(-32602)
  expect(server.received).toEqual([])
})

test.each([true, false])(
  'with writes allowed %s, nothing pays out, refunds or adds a bank account',
  (allowed) => {
    const writing = offeredOperations({ writes: allowed, money: false }).filter(
      ({ method }) => method !== 'GET',
    )
    expect(
      writing.filter(({ path, scope }) => scope === 'payouts' || /payout|refund|bank/.test(path)),
    ).toEqual([])
    expect(writing.length > 0).toBe(allowed)
  },
)

describe('with --allow-money', () => {
  const PAYOUT = { customer_id: 'c', bank_account_id: 'b', amount: '25.50' }
  const PAID = { body: { status: 'success', payout: { id: 'p' } } }
  const asking = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: { elicitation: {} } },
  }
  const answer = (result: object) => ({ jsonrpc: '2.0', id: 'confirm-1', result })
  const textOf = (reply: Reply | undefined) => JSON.stringify(reply?.result?.content)

  test('the payout and the refund are offered, and nothing else that moves money', () => {
    const money = offeredOperations({ writes: false, money: true }).filter(({ method }) => method !== 'GET')
    expect(money.map(({ id }) => id).toSorted()).toEqual(['createPayout', 'refundInvoice'])
    for (const operation of money) expect(toolOf(operation).annotations.destructiveHint).toBe(true)
  })

  test('the person is asked in the assistant’s window with the amount, and a yes pays', async () => {
    server.replies(PAID)
    const yes = answer({ action: 'accept', content: { confirm: true } })
    const replies = await converse([asking, call('create_payout', PAYOUT), yes], ['--allow-money'])
    const question = replies.find(({ id }) => String(id) === 'confirm-1') as unknown
    expect(question).toMatchObject({
      method: 'elicitation/create',
      params: { message: expect.stringContaining('amount 25.50\ncustomer_id: "c"') },
    })
    expect(replies.find(({ id }) => id === 1)?.result).toMatchObject({
      structuredContent: { payout: { id: 'p' } },
    })
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ bank_account_id: 'b', amount: '25.50' })
  })

  test.each([
    ['a no', [answer({ action: 'decline' })]],
    ['an unticked box', [answer({ action: 'accept', content: { confirm: false } })]],
    [
      'an answer to another question',
      [{ ...answer({ action: 'accept', content: { confirm: true } }), id: 'confirm-9' }],
    ],
    ['no answer', []],
  ])('%s does nothing', async (_, answers) => {
    server.replies()
    const replies = await converse([asking, call('create_payout', PAYOUT), ...answers], ['--allow-money'])
    const reply = replies.find(({ id }) => id === 1)
    expect(reply?.result?.isError).toBe(true)
    expect(textOf(reply)).toContain('Nothing was done')
    expect(server.received).toEqual([])
  })

  test('an assistant that can’t ask gets a code for exactly these arguments, which works once', async () => {
    server.replies(PAID)
    const offered = new Confirmations(() => {})
    const signal = new AbortController().signal
    const refusal = await offered.refusalOf({ question: 'q', subject: 's', code: undefined }, signal)
    const code = /confirm: "(\w+)"/.exec(refusal ?? '')?.[1]
    expect(await offered.refusalOf({ question: 'q', subject: 'other', code }, signal)).toContain(
      'Nothing was done',
    )
    expect(await offered.refusalOf({ question: 'q', subject: 's', code }, signal)).toBeNull()
    expect(await offered.refusalOf({ question: 'q', subject: 's', code }, signal)).toContain(
      'Nothing was done',
    )
    const [list, first, guess] = await converse(
      [
        { jsonrpc: '2.0', id: 0, method: 'tools/list' },
        call('refund_invoice', { invoice_id: 'i' }),
        call('create_payout', { ...PAYOUT, confirm: 'true' }, 2),
      ],
      ['--allow-money'],
    )
    expect(JSON.stringify(list)).toContain('"confirm":{')
    expect(textOf(first)).toContain('all that is left')
    expect(textOf(guess)).toContain('Nothing was done')
    expect(server.received).toEqual([])
  })

  test('a payout without an amount is not even asked about', async () => {
    const { amount, ...rest } = PAYOUT
    const [reply] = await converse([call('create_payout', rest)], ['--allow-money'])
    expect(textOf(reply)).toContain('amount must be given')
  })
})

test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
  'the tool of %s describes its input, with every name in the path, and its answer',
  (id, operation) => {
    const tool = toolOf(operation)
    expect(tool).toMatchObject({
      name: toolName(id),
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object' },
    })
    expect(tool.name).toMatch(/^[a-z_]+$/)
    expect(tool.inputSchema).toMatchObject({ required: expect.arrayContaining([...operation.params]) })
    expect(JSON.stringify(tool)).not.toContain('$ref')
    expect(JSON.stringify(tool.inputSchema)).not.toContain('api_key')
  },
)

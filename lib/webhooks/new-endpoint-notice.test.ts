import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiV2 } from '@/lib/api/v2'
import { database } from '@/lib/db/client'
import { ask } from '@/lib/http/ask.fixture'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import { buildApiKey, buildLiveApproval, buildVendor } from '@/prisma/seed/builders'
import { addWebhookEndpoint, changeWebhookEndpoint } from './webhook-dashboard'

const URL = 'https://user-data.example:8443/hook?token=abc'
const HOST = 'user-data.example:8443'
const QUARTER_MS = 15 * 60_000

let built: Awaited<ReturnType<typeof buildVendor>>
let live: Awaited<ReturnType<typeof buildLiveApproval>>
let owner: Awaited<ReturnType<typeof signedIn>>
let time: Date

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  built = await buildVendor()
  live = await buildLiveApproval(built.id)
  owner = await signedIn(built.id)
})
afterEach(() => setClock(null))

const add = (mode: 'test' | 'live', by = owner, url = URL) =>
  by.call(addWebhookEndpoint, 'POST', `${addWebhookEndpoint.path}?mode=${mode}`, { url })

async function addWithKey(key: string, headers: Record<string, string> = {}) {
  const init = { method: 'POST', body: JSON.stringify({ url: URL }) }
  const authorization = { authorization: `Bearer ${key}`, ...headers }
  const operation = apiV2.addWebhookEndpoint
  return ask(operation, new Request(`http://localhost${operation.path}`, { ...init, headers: authorization }))
}

const notices = async () => {
  const mails = await mailsOf(built.id, 'security_notice')
  return mails.map(({ recipient, subject, text }) => ({ recipient, subject, text }))
}
const endpointCount = () => database().webhookEndpoint.count({ where: { accountId: live.id } })

test('a new endpoint in live mode takes the password again once the last one is a quarter of an hour old', async () => {
  time = new Date(time.getTime() + QUARTER_MS)
  const refused = await add('live')
  expect([refused.status, refused.headers.get('Counterfoil-Error')]).toEqual([403, 'password_needed'])
  expect([await endpointCount(), await notices()]).toEqual([0, []])
  expect((await add('test')).status).toBe(201)
  owner = await signedIn(built.id)
  expect((await add('live')).status).toBe(201)
  expect(await endpointCount()).toBe(1)
})

test('the owner is told of a new endpoint in live mode: its host, the mode and who added it', async () => {
  await add('live')
  const [notice, another] = await notices()
  expect(another).toBeUndefined()
  expect(notice).toMatchObject({ recipient: owner.email, subject: 'New webhook endpoint in live mode' })
  expect(notice?.text).toContain(`${owner.email} added a webhook endpoint in live mode: ${HOST}.`)
  // The query may hold a receiver's token.
  expect(notice?.text).not.toContain('token=abc')
})

test('the owner is told of an endpoint that another member adds, and so is that member', async () => {
  const email = 'developer@example.com'
  const { passwordHash } = await database().member.findUniqueOrThrow({ where: { id: built.id } })
  const { id } = await database().member.create({
    data: { id: live.id, vendorId: built.id, email, passwordHash, role: 'developer', createdAt: time },
  })
  expect((await add('live', await signedIn(id))).status).toBe(201)
  const noticeMails = await notices()
  expect(noticeMails.map(({ recipient }) => recipient).toSorted()).toEqual([email, owner.email].toSorted())
  for (const { text } of noticeMails) expect(text).toContain(`${email} added`)
})

test('the owner is told of an endpoint that a program adds, with the name of its API key, once for repeats', async () => {
  const key = await buildApiKey(live)
  const { name, hint } = await database().apiKey.findFirstOrThrow({ where: { accountId: live.id } })
  for (let times = 0; times < 2; times += 1) {
    expect((await addWithKey(key, { 'idempotency-key': 'endpoint-1' })).status).toBe(201)
  }
  const [notice, another] = await notices()
  expect(another).toBeUndefined()
  expect(notice?.recipient).toBe(owner.email)
  expect(notice?.text).toContain(`${name} (${hint})`)
  expect(notice?.text).toContain(`live mode: ${HOST}.`)
})

test('nobody is told of an endpoint in test mode, or of one that was refused', async () => {
  await add('test')
  await addWithKey(await buildApiKey(built.test))
  await add('live', owner, 'not a URL')
  expect(await notices()).toEqual([])
})

test('the owner is told when an endpoint in live mode gets another URL, and of no other change', async () => {
  const { body } = await add('live')
  const change = (fields: object) =>
    owner.call(changeWebhookEndpoint, 'PATCH', `${addWebhookEndpoint.path}/${body.id}?mode=live`, fields)
  expect((await change({ description: 'The shop', eventTypes: ['invoice.paid'] })).status).toBe(200)
  expect(await notices()).toHaveLength(1)
  expect((await change({ url: 'https://elsewhere.example/?token=abc' })).status).toBe(200)
  const [, notice] = await notices()
  expect(notice).toMatchObject({ subject: 'New URL of a webhook endpoint in live mode' })
  expect(notice?.text).toContain(
    `${owner.email} changed the URL of a webhook endpoint in live mode: elsewhere.example.`,
  )
  const key = await buildApiKey(live)
  const request = new Request(`http://localhost/api/v2/webhook-endpoints/${body.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ url: URL }),
    headers: { authorization: `Bearer ${key}` },
  })
  expect((await ask(apiV2.updateWebhookEndpoint, request)).status).toBe(200)
  expect((await notices())[2]?.text).toContain('was used to change the URL')
})

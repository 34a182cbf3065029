import { beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal, send } from '../fixtures/api-client'
import { buildScene, POST_ENDPOINTS, type Scene } from '../fixtures/endpoints'
import { customerBody } from '../fixtures/request-bodies'

type Headers = Record<string, string>

const NO_OBJECTS = [
  'null',
  'true',
  '5',
  '"text"',
  '[]',
  '[{}]',
  '{',
  '}',
  '{}{}',
  '{"a":1,}',
  "{'a':1}",
  '{a:1}',
  '{"a":undefined}',
  '{"a":NaN}',
  '{"a":01}',
  '{"a":"\n"}',
  '{"a":"\\x"}',
  '{"a":1}//',
  'api_key=x',
  '<xml/>',
  '\u0000',
]

let scene: Scene
let authorization: string

beforeAll(async () => {
  scene = await buildScene()
  authorization = `Bearer ${scene.vendor.key}`
})

describe.each(POST_ENDPOINTS)('$name', (endpoint) => {
  const good = () => JSON.stringify({ ...endpoint.body(scene), api_key: scene.vendor.key })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'x'])(
    'accepts JSON with the content type %s',
    async (type) => {
      const path = endpoint.path(scene)
      const answer = await send({ method: 'POST', path, body: good(), headers: { 'content-type': type } })
      expect(answer.status).toBe(endpoint.success)
    },
  )

  test('accepts JSON without a Content-Type', async () => {
    const answer = await send({ method: 'POST', path: endpoint.path(scene), body: Buffer.from(good()) })
    expect(answer.status).toBe(endpoint.success)
  })

  test('accepts JSON surrounded by white space, and in chunks', async () => {
    const body = Buffer.from(`\r\n\t ${good()} \n`)
    const headers = { 'transfer-encoding': 'chunked' }
    expect((await send({ method: 'POST', path: endpoint.path(scene), body, headers })).status).toBe(
      endpoint.success,
    )
  })

  test('refuses a body that is no object in JSON, with any key or none', async () => {
    const keys: Headers[] = [{}, { authorization }, { authorization: 'Bearer x' }]
    const requests = NO_OBJECTS.flatMap((body) =>
      keys.map((headers) => ({ method: 'POST', path: endpoint.path(scene), body, headers })),
    )
    const answers = await scene.vendor.unchanged(() => Promise.all(requests.map((each) => send(each))))
    expect(answers.map(({ status, body }, index) => [requests[index]?.body, status, body])).toEqual(
      requests.map(({ body }) => [body, 400, { error: 'Invalid JSON body' }]),
    )
  })

  test('refuses a compressed body', async () => {
    const headers = { authorization, 'content-encoding': 'gzip' }
    const body = Uint8Array.from([0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03])
    expectRefusal(
      await send({ method: 'POST', path: endpoint.path(scene), body, headers }),
      400,
      'Invalid JSON body',
    )
  })
})

describe('a body', () => {
  const path = '/api/v2/customer'
  const limit = 256 * 1024

  /** A valid body of exactly this many bytes. */
  function bodyOf(bytes: number): string {
    const body = { ...customerBody(), padding: '' }
    return JSON.stringify({ ...body, padding: 'x'.repeat(bytes - JSON.stringify(body).length) })
  }

  test('of 256 KB is accepted', async () => {
    expect(
      (await send({ method: 'POST', path, body: bodyOf(limit), headers: { authorization } })).status,
    ).toBe(201)
  })

  test.each([limit + 1, 300 * 1024, 3 * 1024 * 1024])(
    'of %d bytes is 413, with and without a length',
    async (bytes) => {
      const framings: Headers[] = [{ authorization }, { authorization, 'transfer-encoding': 'chunked' }]
      for (const headers of framings) {
        const answer = await scene.vendor.unchanged(() =>
          send({ method: 'POST', path, body: bodyOf(bytes), headers }),
        )
        expectRefusal(answer, 413, 'Request body is too large')
      }
      // The unread rest must not block the connection's next request.
      expect(
        (await send({ method: 'POST', path, body: customerBody(), headers: { authorization } })).status,
      ).toBe(201)
    },
  )

  test('is measured in bytes rather than characters, and before the key is checked', async () => {
    const body = JSON.stringify({ ...customerBody(), padding: '€'.repeat(100_000) })
    expectRefusal(await send({ method: 'POST', path, body }), 413, 'Request body is too large')
  })

  test('is nested at most 16 deep', async () => {
    const nested = (levels: number) => `${'[1,'.repeat(levels)}[]${']'.repeat(levels)}`
    const body = (depth: number) =>
      JSON.stringify(customerBody()).replace('{', `{"padding":${nested(depth - 2)},`)
    const headers = { authorization }
    expect((await send({ method: 'POST', path, body: body(16), headers })).status).toBe(201)
    for (const depth of [17, 18, 50_000]) {
      const answer = await scene.vendor.unchanged(() =>
        send({ method: 'POST', path, body: body(depth), headers }),
      )
      expectRefusal(answer, 400, 'Invalid JSON body')
    }
  })

  test('may contain any number of brackets in its text', async () => {
    const name = '[{"\\'.repeat(60)
    const answer = await send({
      method: 'POST',
      path,
      body: { ...customerBody(), name },
      headers: { authorization },
    })
    expect(answer.status).toBe(201)
  })
})

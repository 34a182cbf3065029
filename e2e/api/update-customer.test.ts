import { expect, test } from 'vitest'
import { expectRefusal, type Fields, send } from '../fixtures/api-client'
import { freshVendor } from '../fixtures/vendor'

test('a customer is changed to nothing that could not be created', async () => {
  const own = await freshVendor()
  await own.customer({ email: 'taken@example.com' })
  const path = `/api/v2/customer/${await own.customer()}`
  const update = (body: Fields | string) =>
    send({
      method: 'PATCH',
      path,
      body: typeof body === 'string' ? body : { api_key: own.key, ...body },
    })
  await own.unchanged(async () => {
    expectRefusal(await update('['), 400, 'Invalid JSON body')
    expectRefusal(await update({ name: ' ' }), 400, 'name and email are required')
    expectRefusal(await update({ email: 'mary at example.com' }), 400, 'Invalid email format')
    expectRefusal(await update({ name: 5 }), 400, 'name must be a string')
    expect((await update({ group: 'x'.repeat(256) })).status).toBe(400)
    expectRefusal(await update({ preferred_currency: 'XYZ' }), 400, 'Invalid currency')
    expect((await update({ metadata: { depth: { too: 'deep' } } })).status).toBe(400)
    expect((await update({ email: 'TAKEN@example.com' })).status).toBe(409)
  })
})

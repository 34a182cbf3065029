import { expect, test } from 'vitest'
import { expectRefusal, type Fields, send } from '../fixtures/api-client'
import { database, freshVendor } from '../fixtures/vendor'

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

test('a customer under reverse charge keeps a tax ID', async () => {
  const own = await freshVendor()
  const customer = { name: 'Ada Lovelace', email: 'ada@example.com' }
  const id = await own.customer({ ...customer, external_id: 'ada', tax_id: 'DE136695976' })
  await database.query(
    "UPDATE customers SET tax_treatment = 'reverse_charge' WHERE account_id = $1 AND id = $2",
    [own.account.id, id],
  )
  const needed = 'Reverse charge needs the customer’s tax ID'
  await own.unchanged(async () => {
    expectRefusal(await own.patch(`/customer/${id}`, { tax_id: null }), 400, needed)
    const body = { api_key: own.key, ...customer, tax_id: null }
    expectRefusal(await send({ method: 'PUT', path: '/api/v2/customers/external/ada', body }), 400, needed)
  })
  const changed = await own.patch(`/customer/${id}`, { tax_id: 'DE811907980' })
  expect(changed.body.customer).toMatchObject({ tax_id: 'DE811907980' })
})

import { beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildMember, buildVendor } from '@/prisma/seed/builders'
import { createView, listViews, removeView } from './saved-views-dashboard'

const PATH = '/api/dashboard/views'

let vendorId: string
let person: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  vendorId = (await buildVendor()).id
  person = await signedIn(vendorId)
})

const save = (name: string, query = 'status=overdue', by = person) =>
  by.call(createView, 'POST', PATH, { list: 'invoices', name, query })
const viewsOf = async (by = person, list = 'invoices') => {
  const { body } = await by.call(listViews, 'GET', `${PATH}?list=${list}`)
  return body.views as { id: string; name: string; query: string }[]
}

test('a view is one person’s, of one list, and without the page that was open', async () => {
  const colleague = await signedIn(await buildMember(vendorId, 'read_only'))
  expect((await save('Late', 'status=overdue&sort=-amount&after=abc')).status).toBe(200)
  expect(await viewsOf()).toMatchObject([{ name: 'Late', query: 'status=overdue&sort=-amount' }])
  expect(await viewsOf(person, 'payouts')).toEqual([])
  expect(await viewsOf(colleague)).toEqual([])
  const [view] = await viewsOf()
  expect((await colleague.call(removeView, 'DELETE', `${PATH}/${view?.id}`)).status).toBe(200)
  expect(await viewsOf()).toHaveLength(1)
  await person.call(removeView, 'DELETE', `${PATH}/${view?.id}`)
  expect(await viewsOf()).toEqual([])
})

test('a view of the same name is replaced, and the twenty-first is refused, from two tabs at once too', async () => {
  for (let count = 1; count <= 19; count += 1) await save(`View ${count}`)
  await save('View 19', 'currency=EUR')
  expect((await viewsOf()).find(({ name }) => name === 'View 19')?.query).toBe('currency=EUR')
  const both = await Promise.all([save('One'), save('Another')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await viewsOf()).toHaveLength(20)
  expect((await save('View 1', 'q=ada')).status).toBe(200)
})

test('names and queries have limits', async () => {
  expect((await save('  ')).status).toBe(400)
  expect((await save('x'.repeat(61))).status).toBe(400)
  expect((await save('Long', 'q='.padEnd(1001, 'x'))).status).toBe(400)
  expect((await save('\0')).status).toBe(400)
  expect((await person.call(listViews, 'GET', `${PATH}?list=secrets`)).status).toBe(400)
  expect((await person.call(removeView, 'DELETE', `${PATH}/nothing`)).status).toBe(404)
  expect(await database().savedView.count({ where: { memberId: person.id } })).toBe(0)
})

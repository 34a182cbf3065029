import { beforeEach, describe, expect, test } from 'vitest'
import { inAccountBatch } from '@/lib/db/account-batches'
import { connectionPool, database } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { verifyLedger } from '@/lib/ledger/verify'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { findInvoice } from './invoice'
import { getNumbering, setNumbering } from './invoice-dashboard'
import { invoiceList } from './invoice-list'
import { openCheckout, planInvoice, saveInvoice } from './issue-invoice'
import { changeNumbering, findNumbering } from './numbering'
import { invoiceNumber } from './numbering-fields'

type Built = Awaited<ReturnType<typeof buildVendor>>
let vendor: Built
let account: Built['test']
beforeEach(async () => {
  vendor = await buildVendor()
  account = vendor.test
})

const numbersOf = async (accountId: string) =>
  (await database().invoice.findMany({ where: { accountId }, orderBy: { number: 'asc' } })).map(
    ({ number }) => number,
  )

const firstNumbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `INV-${String(index + 1).padStart(4, '0')}`)

/** A planned invoice with an open checkout, of one item for each title. */
async function planWithCheckout(titles = ['Item']) {
  const { id } = await buildCustomer(account)
  const draft = {
    customer: { id },
    currency: 'USD',
    items: titles.map((title) => ({ title, quantityMicros: 1_000_000n, unitPriceMinor: 100n })),
    dueDate: null,
    redirectUrl: null,
    webhookUrl: null,
  }
  const plan = await planInvoice(connectionPool(), account, draft)
  const provider = paymentProviderFor('test')
  return { plan, session: await openCheckout(plan, provider, 1000), provider }
}

/** Returns a function that saves an invoice whose checkout is open. */
async function prepared() {
  const { plan, session, provider } = await planWithCheckout()
  return (on: Queryable) => saveInvoice(on, plan, session, provider)
}

/** All of them at once, so that they go together. */
function saveTogether(plans: Awaited<ReturnType<typeof planWithCheckout>>[]) {
  return Promise.allSettled(
    plans.map(({ plan, session, provider }) => {
      const save = (on: Queryable) => saveInvoice(on, plan, session, provider)
      return inAccountBatch({ accountId: account.id, kind: 'statement' }, save, () => save(connectionPool()))
    }),
  )
}

describe('the number of an invoice', () => {
  test('counts within the account: test and live, and every vendor, by themselves', async () => {
    const first = await buildInvoice(account)
    expect([first.number, (await buildInvoice(account)).number]).toEqual(['INV-0001', 'INV-0002'])
    const other = await buildVendor()
    for (const id of [vendor.live.id, other.test.id]) {
      expect((await findNumbering(database(), id)).next).toBe(1)
    }
    expect((await findInvoice(database(), account.id, first.id)).number).toBe('INV-0001')
  })

  test('is given once to each of twenty invoices that are saved at once, with none left out', async () => {
    const saves = await Promise.all(Array.from({ length: 20 }, prepared))
    const saved = await Promise.all(saves.map((save) => save(connectionPool())))
    expect(saved.map(({ number }) => number).sort()).toEqual(firstNumbers(20))
    expect(await numbersOf(account.id)).toEqual(firstNumbers(20))
    expect(await verifyLedger(database())).toMatchObject({ ok: true })
  })

  test('goes with the invoice’s own items, checkout, event and mail, where several are saved by one statement', async () => {
    const plans = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        planWithCheckout(Array.from({ length: index + 1 }, (_, line) => `Item ${index}.${line}`)),
      ),
    )
    const saved = await saveTogether(plans)
    const invoices = saved.map((result) => (result.status === 'fulfilled' ? result.value : null))
    expect(invoices.toSorted((one, other) => (String(one?.id) < String(other?.id) ? -1 : 1))).toMatchObject(
      firstNumbers(8).map((number, index) => ({ number, checkoutSessionNumber: BigInt(index + 1) })),
    )
    const statements = await connectionPool().query(
      'SELECT count(DISTINCT xmin::text)::int AS count FROM invoices WHERE account_id = $1',
      [account.id],
    )
    expect(statements.rows).toEqual([{ count: 1 }])
    const [mails, { rows: events }] = [
      await mailsOf(account.id, 'invoice'),
      await connectionPool().query('SELECT subject_id, data FROM events WHERE account_id = $1', [account.id]),
    ]
    for (const [index, { plan, session }] of plans.entries()) {
      const result = saved[index]
      if (result?.status !== 'fulfilled') throw new Error('it is saved')
      const { number, checkoutSessionNumber } = result.value
      const stored = await findInvoice(database(), account.id, plan.id)
      expect(stored).toMatchObject({ number, customerId: plan.customerId, payToken: plan.payToken })
      expect(stored.items.map(({ title }) => title)).toEqual(plan.items.map(({ title }) => title))
      expect(
        await database().checkoutSession.findMany({ where: { accountId: account.id, invoiceId: plan.id } }),
      ).toMatchObject([
        {
          number: checkoutSessionNumber,
          providerReference: session.reference,
          amountMinor: plan.baseAmountMinor + plan.feeAmountMinor,
        },
      ])
      const event = events.find((each) => each.subject_id === plan.id)
      expect(event?.data).toContain(plan.id)
      const mail = mails.find(({ text }) => text.includes(plan.payToken))
      expect(mail?.text).toContain(`Invoice: ${number}`)
    }
    expect(mails).toHaveLength(8)
  })

  test('is not taken by an invoice that fails among others, nor by its neighbours twice', async () => {
    const plans = await Promise.all(Array.from({ length: 6 }, () => planWithCheckout()))
    const unknown = plans[3]
    if (unknown) unknown.plan.customerId = newId()
    const saved = await saveTogether(plans)
    expect(saved.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(await numbersOf(account.id)).toEqual(firstNumbers(5))
    expect(await mailsOf(account.id, 'invoice')).toHaveLength(5)
  })

  test('is not taken by an invoice that is rolled back, nor by one whose process is killed', async () => {
    const [failing, killed, waiting, last] = await Promise.all([
      prepared(),
      prepared(),
      prepared(),
      prepared(),
    ])
    await expect(
      inTransaction(async (tx) => {
        expect((await failing(tx)).number).toBe('INV-0001')
        throw new Error('the request failed')
      }),
    ).rejects.toThrow('the request failed')

    const client = await connectionPool().connect()
    const lost = new Promise((resolve) => client.once('error', resolve))
    await client.query('BEGIN')
    expect((await killed(client)).number).toBe('INV-0001')
    // Another request waits for the number, and gets it when the connection breaks.
    const next = waiting(connectionPool())
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await connectionPool().query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    await lost
    client.release(true)
    expect((await next).number).toBe('INV-0001')
    expect((await last(connectionPool())).number).toBe('INV-0002')
    expect(await numbersOf(account.id)).toEqual(firstNumbers(2))
  })

  test('never changes', async () => {
    const { id } = await buildInvoice(account)
    const where = { accountId_id: { accountId: account.id, id } }
    await expect(database().invoice.update({ where, data: { number: 'INV-0009' } })).rejects.toThrow('final')
  })

  test('is in the subject and the text of the mail that is saved with the invoice', async () => {
    await buildInvoice(account)
    const [mail] = await mailsOf(account.id, 'invoice')
    expect(mail?.subject).toContain('Invoice INV-0001 from')
    expect(mail?.text).toContain('Invoice: INV-0001')
    expect(mail?.html).toContain('>INV-0001<')
  })

  test('is found as it is printed, in any case, and by its digits', async () => {
    await buildInvoice(account)
    const { id } = await buildInvoice(account)
    for (const search of ['INV-0002', 'inv-0002', '0002', 'inv-000']) {
      const { rows } = await invoiceList.page(database(), account.id, {
        sort: 'created',
        descending: true,
        after: null,
        before: null,
        limit: 5,
        search,
        filters: {},
      })
      expect(rows.map((row) => row.id)).toContain(id)
    }
  })
})

describe('the settings of the numbers', () => {
  test('change the invoices to come, and no number that was given', async () => {
    await buildInvoice(account)
    await inOrmTransaction((tx) => changeNumbering(tx, account.id, { prefix: '2026/', next: 120 }))
    await buildInvoice(account)
    await inOrmTransaction((tx) => changeNumbering(tx, account.id, { prefix: '', next: 10_000 }))
    await buildInvoice(account)
    expect(await numbersOf(account.id)).toEqual(['10000', '2026/0120', 'INV-0001'])
  })

  test('never go back, whatever the prefix', async () => {
    await buildInvoice(account)
    for (const prefix of ['INV-', 'NEW-']) {
      await expect(changeNumbering(database(), account.id, { prefix, next: 1 })).rejects.toMatchObject({
        code: 'invoice_number_used',
        details: { next: 2 },
      })
    }
    expect((await buildInvoice(account)).number).toBe('INV-0002')
  })

  test('print a number as the database does', async () => {
    for (const fields of [
      { prefix: 'INV-', next: 1 },
      { prefix: '', next: 12_345 },
      { prefix: 'A', next: 9999 },
    ]) {
      const [row] = await database().$queryRaw<{ number: string }[]>`
        SELECT invoice_number(${fields.prefix}, ${fields.next}::int) AS number`
      expect(row?.number).toBe(invoiceNumber(fields))
    }
  })

  test('are read and saved on the settings page, for the mode alone, and recorded', async () => {
    const { call } = await signedIn(vendor.id)
    const path = '/api/dashboard/settings/invoice-numbers'
    expect(await call(getNumbering, 'GET', path)).toMatchObject({ body: { prefix: 'INV-', next: 1 } })
    const body = { prefix: 'A-', next: 7 }
    expect(await call(setNumbering, 'POST', path, body)).toMatchObject({ status: 200, body })
    expect((await buildInvoice(account)).number).toBe('A-0007')
    expect((await findNumbering(database(), vendor.live.id)).prefix).toBe('INV-')
    expect(await call(setNumbering, 'POST', path, { ...body, next: 7 })).toMatchObject({
      status: 409,
      body: { error: 'The next number must be at least 8' },
    })
    for (const prefix of ['INV-1', 'a b', 'x'.repeat(17), 'é-']) {
      expect(await call(setNumbering, 'POST', path, { prefix, next: 9 })).toMatchObject({ status: 400 })
    }
    const events = await database().auditEvent.findMany({ where: { vendorId: vendor.id } })
    expect(events.map(({ action, detail }) => [action, detail])).toContainEqual([
      'invoice_numbers.changed',
      'Next invoice: A-0007',
    ])
  })
})

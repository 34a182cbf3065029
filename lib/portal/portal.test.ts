import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { changeCustomer, findCustomer, markCustomerArchived } from '@/lib/customers/customer'
import { findOrAddSelf } from '@/lib/customers/self'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { jointReturnUrl, portalUrl } from '@/lib/http/links'
import { newId } from '@/lib/ids'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import { mailsOf, onlyMail } from '@/lib/mail/mail.fixture'
import { readMail } from '@/lib/mail/mail-list'
import { issueCredit } from '@/lib/payments/credit-invoice'
import { recordOutsidePayment } from '@/lib/payments/outside-payment'
import { readPaymentPage } from '@/lib/payments/payment-page'
import { makeRefund } from '@/lib/payments/refund-invoice'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { payAtSandbox } from '@/lib/test-mode/sandbox-checkout'
import { setClock } from '@/lib/time/clock'
import { UTC } from '@/lib/time/zone'
import { zoneOf } from '@/lib/time/zone-names'
import { setCustomerMail } from '@/lib/vendors/account'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildCustomer, buildInvoice, buildLiveApproval, buildVendor } from '@/prisma/seed/builders'
import {
  choosePortalLanguage,
  enterBillingDetails,
  leavePortal,
  portalStatementPdf,
  requestPortalLink,
  returnFromJointCheckout,
  startJointCheckout,
  usePortalLink,
} from './api'
import { changedSince, choiceOf, readChoice } from './invoice-choice'
import { sendCustomerPortalLink, switchPortal } from './portal-dashboard'
import { forgetPortalLinks } from './portal-link'
import { readJointReceipt, readPortalInvoices } from './portal-page'
import { readPortalStatement } from './portal-statement'
import { canOpenPortal, readPortal } from './read-portal'

let vendor: Awaited<ReturnType<typeof buildVendor>>
let email: string
let customerId: string
let key: string

const keyOf = (accountId: string) => portalUrl(accountId).split('/').at(-1) ?? ''

beforeEach(async () => {
  Object.assign(env, { RATE_LIMIT_ADDRESS: 0 })
  vendor = await buildVendor({ name: 'Corner Bakery' })
  email = `ada-${newId()}@example.com`
  customerId = (await buildCustomer(vendor.test, { name: 'Ada', email })).id
  key = keyOf(vendor.test.id)
})
afterEach(() => setClock(null))

const form = (path: string, fields: Record<string, string> = {}, cookie = '', headers = {}) =>
  new Request(`${env.PUBLIC_URL}/api/pay/portal/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    body: new URLSearchParams(fields),
  })

const placeOf = (answer: Response) => [answer.status, answer.headers.get('location')]

async function askFor(address: string, portal = key, headers = {}) {
  return placeOf(await ask(requestPortalLink, form(`${portal}/link`, { email: address }, '', headers)))
}

/** The token in the latest mail with a link. */
async function mailedToken(accountId = vendor.test.id): Promise<string> {
  const mail = (await mailsOf(accountId, 'portal_link')).at(-1)
  return /\/open\/(ptl_\w{32})/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Uses a link as its page's button does; the cookie is empty if the link opens nothing. */
async function open(token: string, portal = key) {
  const answer = await ask(usePortalLink, form(`${portal}/open/${token}`))
  const cookies = answer.headers.getSetCookie()
  return { place: placeOf(answer), cookies, cookie: cookies[0]?.split(';')[0] ?? '' }
}

/** Asks for a link and opens the portal with it. */
async function enter(): Promise<string> {
  await askFor(email)
  return (await open(await mailedToken())).cookie
}

const customerIn = async (cookie: string, portal = key) =>
  (await readPortal(portal, new Headers({ cookie })))?.customer?.id ?? null

describe('a link into the portal', () => {
  test('is mailed to the customer who asks, and opens the portal to that customer', async () => {
    expect(await askFor(`  ${email.toUpperCase()} `)).toEqual([303, `${portalUrl(vendor.test.id)}?sent`])
    const mail = await onlyMail(vendor.test.id, 'portal_link')
    expect(mail).toMatchObject({ recipient: email, subject: '[Test] Your invoices from Corner Bakery' })
    const { place, cookies, cookie } = await open(await mailedToken())
    expect(place).toEqual([303, portalUrl(vendor.test.id)])
    expect(cookies.map((each) => each.replace(/=\w+;/, '=…;'))).toEqual([
      `counterfoil-portal=…; Path=/portal/${key}; Max-Age=43200; HttpOnly; SameSite=Lax`,
      `counterfoil-portal=…; Path=/api/pay/portal/${key}; Max-Age=43200; HttpOnly; SameSite=Lax`,
    ])
    expect(await customerIn(cookie)).toBe(customerId)
  })

  test('works once, also when its button is pressed twice at the same moment', async () => {
    await askFor(email)
    const token = await mailedToken()
    const portal = { key, accountId: vendor.test.id, vendorId: vendor.id, mode: 'test' as const, zone: UTC }
    // Looking is no use.
    expect(await canOpenPortal(portal, token)).toBe(true)
    const tries = await Promise.all([open(token), open(token), open(token)])
    expect(tries.filter(({ cookie }) => cookie !== '')).toHaveLength(1)
    expect(await canOpenPortal(portal, token)).toBe(false)
    expect((await open(token)).place).toEqual([303, `${portalUrl(vendor.test.id)}?problem=link`])
  })

  test('is valid for 30 minutes, and the session for 12 hours', async () => {
    const start = Date.now()
    await askFor(email)
    const late = await mailedToken()
    setClock(() => new Date(start + 31 * 60_000))
    expect((await open(late)).cookie).toBe('')
    setClock(() => new Date(start))
    const cookie = await enter()
    setClock(() => new Date(start + 11.9 * 3_600_000))
    expect(await customerIn(cookie)).toBe(customerId)
    setClock(() => new Date(start + 12.1 * 3_600_000))
    expect(await customerIn(cookie)).toBeNull()
    await forgetPortalLinks(100)
    expect(await database().portalLink.count({ where: { accountId: vendor.test.id } })).toBe(0)
  })

  test('is answered in the same way whether or not the address is known, and mailed to known ones only', async () => {
    const answers = []
    for (const address of [email, 'nobody@example.com', vendor.test.vendorName])
      answers.push(await askFor(address))
    const place = `${portalUrl(vendor.test.id)}?sent`
    expect(answers).toEqual([
      [303, place],
      [303, place],
      [303, `${portalUrl(vendor.test.id)}?problem=email`],
    ])
    expect((await mailsOf(vendor.test.id, 'portal_link')).map(({ recipient }) => recipient)).toEqual([email])
  })

  test('is mailed to a customer five times an hour at most, and the answer stays the same', async () => {
    for (let count = 0; count < 7; count += 1) {
      expect(await askFor(email)).toEqual([303, `${portalUrl(vendor.test.id)}?sent`])
    }
    expect(await mailsOf(vendor.test.id, 'portal_link')).toHaveLength(5)
  })

  test('is limited per client: after too many tries the page says so', async () => {
    env.RATE_LIMIT_ADDRESS = 1
    await askFor('nobody@example.com')
    expect(await askFor(email)).toEqual([303, `/portal/${key}?problem=too_many`])
    expect(await mailsOf(vendor.test.id, 'portal_link')).toEqual([])
  })

  test('is refused to a page of another site', async () => {
    expect((await askFor(email, key, { origin: 'https://evil.example' }))[0]).toBe(403)
    expect(await mailsOf(vendor.test.id, 'portal_link')).toEqual([])
  })

  test('is in the language of the page, and is sent while emails to customers are off', async () => {
    await inOrmTransaction((tx) => setCustomerMail(tx, vendor.test.id, false))
    await askFor(email, key, { 'accept-language': 'de' })
    expect(await onlyMail(vendor.test.id, 'portal_link')).toMatchObject({
      subject: '[Test] Ihre Rechnungen von Corner Bakery',
      note: 'Test mode sends email only to your own address',
    })
  })

  test('and its session are stored as hashes alone', async () => {
    const cookie = await enter()
    const token = await mailedToken()
    await askFor(email)
    const rows = await connectionPool().query<{ text: string }>(
      'SELECT link::text AS text FROM portal_links AS link WHERE account_id = $1',
      [vendor.test.id],
    )
    expect(rows.rows).toHaveLength(2)
    const text = JSON.stringify(rows.rows)
    for (const secret of [token, await mailedToken(), cookie.split('=')[1] ?? '']) {
      expect(secret.length).toBeGreaterThan(31)
      expect(text).not.toContain(secret.slice(-20))
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  test('is hidden from who reads the vendor’s mailbox once it is on its way to the customer', async () => {
    await askFor(email)
    const kept = await onlyMail(vendor.test.id, 'portal_link')
    expect((await readMail(vendor.test.id, kept.id))?.text).toContain(await mailedToken())
    // Test mode sends mail to the vendor's own address only.
    const own = await database().vendor.findUniqueOrThrow({ where: { id: vendor.id } })
    await buildCustomer(vendor.test, { email: own.email })
    await askFor(own.email)
    const sent = (await mailsOf(vendor.test.id, 'portal_link')).at(-1)
    expect(sent?.status).toBe('PENDING')
    const mail = await readMail(vendor.test.id, sent?.id ?? '')
    expect(`${mail?.text} ${mail?.html}`).not.toContain(await mailedToken())
    expect(mail?.text).toContain(`/portal/${key}/open/ptl_…`)
  })
})

describe('a session of the portal', () => {
  test('shows its customer’s invoices, and nobody else’s', async () => {
    const mine = await buildInvoice(vendor.test, { customer: { id: customerId } })
    await buildInvoice(vendor.test)
    const other = await buildVendor()
    await buildInvoice(other.test, { customer: { email } })
    const cookie = await enter()
    const opened = await readPortal(key, new Headers({ cookie }))
    const of = {
      accountId: opened?.portal.accountId ?? '',
      customerId: opened?.customer?.id ?? '',
      zone: UTC,
    }
    expect((await readPortalInvoices(of)).open.map(({ id }) => id)).toEqual([mine.id])
    // Also by an id of another customer as the cursor.
    const foreign = await buildInvoice(vendor.test)
    const page = await readPortalInvoices(of, { olderThan: foreign.id })
    expect(page.closed).toEqual([])
  })

  test('opens no other portal: not of the other mode, and not of another vendor, with the same email', async () => {
    await buildLiveApproval(vendor.id)
    const other = await buildVendor()
    await buildCustomer(vendor.live, { email })
    await buildCustomer(other.test, { email })
    await askFor(email)
    const token = await mailedToken()
    for (const portal of [keyOf(vendor.live.id), keyOf(other.test.id)]) {
      expect((await open(token, portal)).cookie).toBe('')
    }
    const { cookie } = await open(token)
    expect(await customerIn(cookie)).toBe(customerId)
    for (const portal of [keyOf(vendor.live.id), keyOf(other.test.id)]) {
      expect(await customerIn(cookie, portal)).toBeNull()
      const answer = await ask(enterBillingDetails, form(`${portal}/details`, { city: 'Rome' }, cookie))
      expect(answer.headers.get('location')).toMatch(/\?problem=ended$/)
    }
    expect(await mailsOf(vendor.live.id, 'portal_link')).toEqual([])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['its customer is archived', () => markCustomerArchived(connectionPool(), vendor.test.id, customerId)],
    [
      'the customer gets another email',
      () =>
        inOrmTransaction((tx) =>
          changeCustomer(tx, vendor.test.id, customerId, { email: `new-${newId()}@example.com` }),
        ),
    ],
    [
      'the vendor is banned',
      () => inOrmTransaction((tx) => markVendorBanned(tx, vendor.id, null, anOperator)),
    ],
    [
      'the vendor turns the portal off',
      async () =>
        (await signedIn(vendor.id)).call(switchPortal, 'POST', '/api/dashboard/settings/portal', {
          isOn: false,
        }),
    ],
  ])('ends at once when %s, and so do links', async (_, end) => {
    const cookie = await enter()
    await askFor(email)
    const token = await mailedToken()
    await end()
    expect(await customerIn(cookie)).toBeNull()
    expect((await open(token)).cookie).toBe('')
    const before = (await mailsOf(vendor.test.id, 'portal_link')).length
    await askFor(email)
    expect(await mailsOf(vendor.test.id, 'portal_link')).toHaveLength(before)
  })

  test('ends when the customer leaves', async () => {
    const cookie = await enter()
    const answer = await ask(leavePortal, form(`${key}/leave`, {}, cookie))
    expect(placeOf(answer)).toEqual([303, portalUrl(vendor.test.id)])
    expect(answer.headers.getSetCookie().every((each) => each.includes('Max-Age=0'))).toBe(true)
    expect(await customerIn(cookie)).toBeNull()
  })

  test('is opened by nothing that was made up, and is no link', async () => {
    const cookie = await enter()
    const session = cookie.split('=')[1] ?? ''
    for (const forgery of [
      '',
      'x',
      session.slice(1),
      `${session}x`,
      `ptl_${session}`,
      "' OR 1=1 --",
      '\u0000',
    ]) {
      expect((await open(encodeURIComponent(forgery) || 'x')).cookie).toBe('')
      const header = { get: (name: string) => (name === 'cookie' ? `counterfoil-portal=${forgery}` : null) }
      expect((await readPortal(key, header))?.customer ?? null).toBeNull()
    }
    for (const portal of ['x', '0'.repeat(22), 'z'.repeat(22), '%00', '../..', newId()]) {
      expect(await readPortal(portal, new Headers({ cookie }))).toBeNull()
      expect(
        (await ask(requestPortalLink, form(`${encodeURIComponent(portal)}/link`, { email }))).status,
      ).toBe(404)
    }
  })

  test('is never of the vendor itself, who is a customer without an email', async () => {
    await findOrAddSelf(connectionPool(), vendor.test.id)
    for (const address of [
      '',
      ' ',
      (await database().vendor.findUniqueOrThrow({ where: { id: vendor.id } })).email,
    ]) {
      await askFor(address)
    }
    expect(await mailsOf(vendor.test.id, 'portal_link')).toEqual([])
  })

  test('remembers the language that the customer chooses, and returns to pages of the portal only', async () => {
    const cookie = await enter()
    const choose = async (page: string) => {
      const answer = await ask(
        choosePortalLanguage,
        form(`${key}/language`, { language: 'ar', page }, cookie),
      )
      return answer.headers.get('location')
    }
    expect(await choose('details')).toBe(`${portalUrl(vendor.test.id)}/details`)
    for (const page of ['//evil.example', '../../pay', 'open/../..', 'https://evil.example']) {
      expect(await choose(page)).toBe(portalUrl(vendor.test.id))
    }
    const where = { accountId_id: { accountId: vendor.test.id, id: customerId } }
    expect((await database().customer.findUniqueOrThrow({ where })).locale).toBe('ar')
  })
})

describe('the invoices', () => {
  const mine = (amountMinor = 10_000n) =>
    buildInvoice(vendor.test, { customer: { id: customerId }, amountMinor })
  const of = () => ({ accountId: vendor.test.id, customerId, zone: UTC })
  const credit = (invoiceId: string, amountMinor: bigint | null = null) =>
    inOrmTransaction((tx) =>
      issueCredit(
        tx,
        { accountId: vendor.test.id, invoiceId },
        { amountMinor, items: null, note: null, mailsCustomer: false },
      ),
    )
  const pay = (invoiceId: string) =>
    inOrmTransaction((tx) =>
      recordTestPayment(tx, { accountId: vendor.test.id, invoiceId }, paymentProviderFor('test')),
    )

  test('are open until they are paid, with what is left, and never voided', async () => {
    const [open, part, paid, voided] = [await mine(), await mine(), await mine(), await mine()]
    await inOrmTransaction((tx) =>
      recordOutsidePayment(
        tx,
        { accountId: vendor.test.id, invoiceId: part.id },
        {
          amountMinor: 4_320n,
          method: 'cash',
          receivedOn: new Date('2026-01-02T00:00:00Z'),
          reference: null,
          mailsReceipt: false,
        },
      ),
    )
    await pay(paid.id)
    await inOrmTransaction((tx) => markInvoiceVoid(tx, { accountId: vendor.test.id, invoiceId: voided.id }))
    const page = await readPortalInvoices(of())
    expect(page.open.map(({ id, amountDue, isReduced }) => [id, amountDue.amount, isReduced])).toEqual([
      [open.id, '103.20', false],
      [part.id, '60.00', true],
    ])
    expect([page.openCount, page.due]).toEqual([2, [{ amount: '163.20', currency: 'USD' }]])
    expect(page.closed.map(({ id, total }) => [id, total.amount])).toEqual([[paid.id, '103.20']])
    expect(page.hasCredited).toBe(false)
    expect(page.closed[0]?.receipt).toEqual({
      number: `${paid.number}-R1`,
      paidWith: { name: 'card', last4: null },
      amount: null,
    })
    const pages = await Promise.all([...page.open, ...page.closed].map(({ token }) => readPaymentPage(token)))
    expect(pages.map((each) => each?.portalUrl)).toEqual(Array(3).fill(portalUrl(vendor.test.id)))
  })

  test('that were credited have their credit notes, and those without anything left are among the paid ones', async () => {
    const [part, whole, paid] = [await mine(), await mine(), await mine()]
    await credit(part.id, 4_000n)
    await credit(whole.id, 2_500n)
    await pay(paid.id)
    await credit(whole.id)
    const { open, closed, hasCredited, due } = await readPortalInvoices(of())
    const notesOf = ({ creditNotes }: { creditNotes: (typeof closed)[number]['creditNotes'] }) =>
      creditNotes.map(({ number, amount, isRefund }) => [number, amount.amount, isRefund])
    expect(open.map((each) => [each.id, each.amountDue.amount, each.isReduced, notesOf(each)])).toEqual([
      [part.id, '61.92', true, [[`${part.number}-CN1`, '41.28', false]]],
    ])
    expect(due).toEqual([{ amount: '61.92', currency: 'USD' }])
    expect(closed.map((each) => [each.id, each.closedBy, notesOf(each)])).toEqual([
      [
        whole.id,
        'credit',
        [
          [`${whole.number}-CN1`, '25.80', false],
          [`${whole.number}-CN2`, '77.40', false],
        ],
      ],
      [paid.id, 'payment', []],
    ])
    expect(closed[0]).toMatchObject({ total: { amount: '103.20' }, receipt: null })
    expect(hasCredited).toBe(true)
    const statement = await readPortalStatement(of(), null)
    const [usd] = statement.currencies
    const credits = usd?.lines.filter(({ kind }) => kind === 'credit_note')
    expect(credits?.map(({ number, charged, paid }) => [number, charged?.amount, paid])).toEqual([
      [`${part.number}-CN1`, '-41.28', null],
      [`${whole.number}-CN1`, '-25.80', null],
      [`${whole.number}-CN2`, '-77.40', null],
    ])
    expect(usd?.closing.amount).toBe('61.92')
  })

  test('with nothing left to pay are listed twenty at a time, each once', async () => {
    const ids: string[] = []
    for (let count = 0; count < 23; count += 1) {
      const { id } = await mine()
      await (count % 3 === 0 ? credit(id) : pay(id))
      ids.unshift(id)
    }
    const first = await readPortalInvoices(of())
    const second = await readPortalInvoices(of(), { olderThan: first.olderThan })
    expect(first.closed).toHaveLength(20)
    expect([...first.closed, ...second.closed].map(({ id }) => id)).toEqual(ids)
    expect(second.olderThan).toBeNull()
  })

  test('are overdue and paid on the days of the vendor’s time zone', async () => {
    const dueDate = new Date('2026-03-10T00:00:00Z')
    await buildInvoice(vendor.test, { customer: { id: customerId }, dueDate })
    // The eleventh has begun in Auckland, and not yet in New York.
    setClock(() => new Date('2026-03-10T12:00:00Z'))
    await pay((await mine()).id)
    const seenIn = async (name: string) => {
      const { open, closed } = await readPortalInvoices({ ...of(), zone: zoneOf(name) })
      return [open.map(({ isOverdue }) => isOverdue), closed.map(({ closedOn }) => closedOn)]
    }
    expect(await seenIn('Pacific/Auckland')).toEqual([[true], ['2026-03-11']])
    expect(await seenIn('America/New_York')).toEqual([[false], ['2026-03-10']])
  })

  test('are in a statement as a PDF in the language that is asked for, for who has opened the portal', async () => {
    const invoice = await mine()
    await pay(invoice.id)
    const year = new Date().getUTCFullYear()
    const get = (query: string, cookie = '') => {
      const url = `https://pay.example.com/api/pay/portal/${key}/statement.pdf?${query}`
      return ask(portalStatementPdf, new Request(url, { headers: cookie ? { cookie } : {} }))
    }
    expect(placeOf(await get(`year=${year}`))).toEqual([303, `${portalUrl(vendor.test.id)}?problem=ended`])
    const cookie = await enter()
    const answer = await get(`year=${year}&lang=de`, cookie)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const [page] = await pagesOf(new Uint8Array(await answer.arrayBuffer()))
    for (const words of [`Kontoauszug ${year}`, `Rechnung ${invoice.number}`, '103,20', 'Endsaldo'])
      expect(page).toContain(words)
    for (const query of ['year=1999', 'year=x', 'lang=xx', `year=${year}&lang=ja`, `year=${year}&lang=ar`])
      expect((await get(query, cookie)).status, query).toBe(200)
    expect((await get(`year=${year}`, cookie.replace(/.(?=;|$)/, 'x'))).status).toBe(303)
  })

  test('add up to a statement whose balance follows invoice, payment and credit note', async () => {
    const invoice = await mine()
    await pay(invoice.id)
    const refund = { invoiceId: invoice.id, amountMinor: 2_500n, note: null }
    await makeRefund(vendor.test.id, refund, { claim: null, requestId: newId() })
    await mine(5_000n)
    const year = new Date().getUTCFullYear()
    const statement = await readPortalStatement(of(), year)
    expect([statement.year, statement.years]).toEqual([year, [year]])
    const [usd, ...others] = statement.currencies
    expect(others).toEqual([])
    const lines = usd?.lines.map(({ kind, charged, paid }) => [kind, charged?.amount, paid?.amount])
    expect(lines?.toSorted()).toEqual([
      ['credit_note', '-25.00', '-25.00'],
      ['invoice', '103.20', undefined],
      ['invoice', '51.75', undefined],
      ['payment', undefined, '103.20'],
    ])
    expect([usd?.broughtForward.amount, usd?.closing.amount]).toEqual(['0.00', '51.75'])
    const [paid] = (await readPortalInvoices(of())).closed
    expect(paid?.creditNotes).toMatchObject([{ amount: { amount: '25.00' } }])
    // Next year begins with what is left.
    setClock(() => new Date(Date.UTC(year + 1, 5, 1)))
    await mine()
    const next = (await readPortalStatement(of(), null)).currencies[0]
    expect([next?.broughtForward.amount, next?.closing.amount, next?.lines.length]).toEqual([
      '51.75',
      '154.95',
      1,
    ])
  })
})

describe('several invoices at once', () => {
  let cookie: string
  let mine: Awaited<ReturnType<typeof buildInvoice>>[]
  const page = () => portalUrl(vendor.test.id)

  beforeEach(async () => {
    cookie = await enter()
    mine = []
    for (const amountMinor of [10_000n, 5_000n, 2_500n]) {
      mine.push(await buildInvoice(vendor.test, { amountMinor, customer: { id: customerId } }))
    }
  })

  /** Sends the form with what the page names, or with other values. */
  async function pay(choices: string[], as = cookie) {
    const fields = choices.map((each): [string, string] => ['invoice', each])
    const request = form(`${key}/checkout`, {}, as)
    const body = new URLSearchParams(fields)
    return placeOf(await ask(startJointCheckout, new Request(request, { body })))
  }
  const choices = async () => (await readPortalInvoices(of())).open.map(({ choice }) => choice)
  const of = () => ({ accountId: vendor.test.id, customerId, zone: UTC })
  /** Pays on the sandbox's page, and goes on where it leads. */
  async function payOnPage(location: string | null | undefined) {
    const sessionReference = (location ?? '').split('/').at(-1) ?? ''
    await payAtSandbox({ key: newId(), sessionReference, cardNumber: '4242424242424242' })
    return comeBack()
  }
  async function comeBack() {
    const { id } = await database().jointCheckout.findFirstOrThrow({ where: { accountId: vendor.test.id } })
    const url = jointReturnUrl(vendor.test.id, id)
    return placeOf(await ask(returnFromJointCheckout, new Request(url, { headers: { cookie } })))
  }

  test('lead to one page of the provider, and back to their receipts', async () => {
    const [status, location] = await pay(await choices())
    expect([status, String(location)]).toEqual([303, expect.stringContaining('/sandbox/checkout/')])
    // Left without paying: the selection is kept.
    expect(await comeBack()).toEqual([303, expect.stringMatching(/\?problem=canceled(&invoice=[^&]+){3}$/)])
    const [, receipt] = await payOnPage(String(location))
    expect(receipt).toMatch(/\/portal\/\w{22}\/paid\/\w{22}$/)
    const read = await readJointReceipt(of(), String(receipt).split('/').at(-1) ?? '')
    expect(read).toMatchObject({ total: { amount: '180.98', currency: 'USD' }, returned: null })
    expect(read?.paid.map(({ number }) => number)).toEqual(mine.map(({ number }) => number))
    const paidWith = { name: 'Visa', last4: '4242' }
    expect(read?.paid.map(({ receipt }) => receipt)).toEqual(
      mine.map(({ number }) => ({ number: `${number}-R1`, paidWith, amount: null })),
    )
    expect((await readPortalInvoices(of())).open).toEqual([])
    // Nobody else reads it.
    const { id: other } = await buildCustomer(vendor.test)
    const elsewhere = { accountId: vendor.test.id, customerId: other }
    expect(await readJointReceipt(elsewhere, String(receipt).split('/').at(-1) ?? '')).toBeNull()
    expect(await readJointReceipt(of(), 'x')).toBeNull()
  })

  test('that are sent again after they were paid, from a page of before, lead to their receipts', async () => {
    const before = await choices()
    const [, location] = await pay(before)
    const [, receipt] = await payOnPage(String(location))
    expect(await pay(before)).toEqual([303, receipt])
  })

  test('that are named with an amount of nothing are ignored', async () => {
    const [first] = mine
    const named = choiceOf({ invoiceId: first?.id ?? '', amountMinor: 0n })
    expect(readChoice(new URLSearchParams([['invoice', named]]))).toEqual([])
    expect(await pay([named])).toEqual([303, `${page()}?problem=nothing`])
  })

  test('of which one was paid meanwhile are not charged, and the page says which', async () => {
    const before = await choices()
    const [first] = mine
    const invoiceId = first?.id ?? ''
    await inOrmTransaction((tx) =>
      recordTestPayment(tx, { accountId: vendor.test.id, invoiceId }, paymentProviderFor('test')),
    )
    const [status, location] = await pay(before)
    expect([status, String(location)]).toEqual([303, expect.stringContaining(`${page()}?problem=changed&`)])
    const selected = readChoice(new URL(String(location)).searchParams)
    expect(selected).toHaveLength(3)
    expect(await changedSince(of(), selected)).toEqual([first?.number])
    expect(await database().jointCheckout.count({ where: { accountId: vendor.test.id } })).toBe(0)
  })

  test('that came through after one was paid say what goes back', async () => {
    const [, location] = await pay(await choices())
    const [first] = mine
    const invoiceId = first?.id ?? ''
    await inOrmTransaction((tx) =>
      recordTestPayment(tx, { accountId: vendor.test.id, invoiceId }, paymentProviderFor('test')),
    )
    const [, receipt] = await payOnPage(String(location))
    expect(await readJointReceipt(of(), String(receipt).split('/').at(-1) ?? '')).toMatchObject({
      total: { amount: '77.78' },
      returned: { numbers: [first?.number], amount: { amount: '103.20' } },
    })
  })

  test('are none, too many, or one, which leads to its payment page', async () => {
    const problem = (name: string) => [303, expect.stringContaining(`${page()}?problem=${name}`)]
    expect(await pay([])).toEqual(problem('nothing'))
    const strange = ['', 'x', `${'z'.repeat(22)}.1`, `${(await choices())[0]}x`, '\u0000', "' OR 1=1"]
    expect(await pay(strange)).toEqual(problem('nothing'))
    const many = Array.from({ length: 51 }, () => choiceOf({ invoiceId: newId(), amountMinor: 1n }))
    expect(await pay(many)).toEqual(problem('limit'))
    expect(await pay(many.slice(0, 50))).toEqual(problem('changed'))
    const [one = ''] = await choices()
    expect(await pay([one, one])).toEqual([303, expect.stringMatching(/\/pay\/\w{44}$/)])
  })

  test('are the customer’s own, and take a session', async () => {
    const another = await buildInvoice(vendor.test, { amountMinor: 10_000n })
    const theirs = choiceOf({ invoiceId: another.id, amountMinor: 10_320n })
    const changed = [303, expect.stringContaining('?problem=changed')]
    expect(await pay([theirs])).toEqual(changed)
    expect(await pay([theirs, ...(await choices())])).toEqual(changed)
    expect(await pay([...(await choices()), theirs])).toEqual(changed)
    expect(await pay(await choices(), '')).toEqual([303, `${page()}?problem=ended`])
    const unknown = jointReturnUrl(vendor.test.id, newId())
    expect((await ask(returnFromJointCheckout, new Request(unknown, { headers: { cookie } }))).status).toBe(
      404,
    )
  })
})

describe('billing details', () => {
  const FIELDS = {
    address_line1: '1 Main Street',
    address_line2: '',
    city: 'Rome',
    state: '',
    zip: '00184',
    country: 'IT',
    tax_id: 'IT 00743110157',
    phone: '+39 06 1234567',
  }
  const save = async (fields: Partial<typeof FIELDS>, cookie: string) =>
    placeOf(await ask(enterBillingDetails, form(`${key}/details`, { ...FIELDS, ...fields }, cookie)))
  const stored = () => findCustomer(connectionPool(), vendor.test.id, customerId)
  const acts = () => database().auditEvent.findMany({ where: { vendorId: vendor.id, subjectId: customerId } })

  test('are changed by the customer, recorded, and on invoices that are issued from then on', async () => {
    const before = await buildInvoice(vendor.test, { customer: { id: customerId } })
    expect(await save({}, await enter())).toEqual([303, `${portalUrl(vendor.test.id)}?saved`])
    expect(await stored()).toMatchObject({
      addressLine1: '1 Main Street',
      city: 'Rome',
      country: 'IT',
      taxId: 'IT 00743110157',
      phone: '+39 06 1234567',
    })
    expect(await acts()).toMatchObject([
      {
        action: 'customer.details_entered',
        memberId: null,
        detail: 'Ada: address line 1, city, zip, country, tax id, phone',
      },
    ])
    const after = await buildInvoice(vendor.test, { customer: { id: customerId } })
    const billed = await database().invoice.findMany({
      where: { accountId: vendor.test.id },
      orderBy: { id: 'asc' },
    })
    expect(billed.map(({ id, billedTo }) => [id, (billedTo as { taxId: string | null }).taxId])).toEqual([
      [before.id, null],
      [after.id, 'IT 00743110157'],
    ])
  })

  test('leave name, email and what else the vendor keeps as they are, whatever is sent', async () => {
    const cookie = await enter()
    const extra = {
      ...FIELDS,
      name: 'Eve',
      email: 'eve@example.com',
      external_id: 'x',
      group: 'VIP',
      archived_at: '1',
    }
    await ask(enterBillingDetails, form(`${key}/details`, extra, cookie))
    expect(await stored()).toMatchObject({
      name: 'Ada',
      email,
      externalId: null,
      group: null,
      archivedAt: null,
    })
  })

  test('come back for a second look at a tax ID that looks mistyped, saved as it is', async () => {
    const cookie = await enter()
    const mistyped = { tax_id: 'IT 00743110158' }
    expect(await save(mistyped, cookie)).toEqual([303, `${portalUrl(vendor.test.id)}/details?saved`])
    expect(await stored()).toMatchObject({ taxId: mistyped.tax_id })
    expect(await save(mistyped, cookie)).toEqual([303, `${portalUrl(vendor.test.id)}?saved`])
  })

  test('keep the tax ID of a customer under reverse charge', async () => {
    const reverseCharge = { taxTreatment: 'reverse_charge', taxId: FIELDS.tax_id } as const
    await inOrmTransaction((tx) => changeCustomer(tx, vendor.test.id, customerId, reverseCharge))
    expect(await save({ tax_id: '' }, await enter())).toEqual([
      303,
      `${portalUrl(vendor.test.id)}/details?problem=text`,
    ])
    expect(await stored()).toMatchObject({ city: null, taxId: FIELDS.tax_id })
  })

  test('that did not change are not recorded', async () => {
    const cookie = await enter()
    await save({}, cookie)
    await save({}, cookie)
    expect(await acts()).toHaveLength(1)
  })

  test.each([
    { city: 'x'.repeat(256) },
    { tax_id: 'x'.repeat(65) },
    { city: '\u0000' },
    { address_line1: 'a\nb' },
    { zip: '\u202e1' },
    { country: 'Atlantis' },
    { phone: 'ask Ada' },
    { phone: '1'.repeat(41) },
  ])('are refused with %o', async (fields) => {
    expect(await save(fields, await enter())).toEqual([
      303,
      `${portalUrl(vendor.test.id)}/details?problem=text`,
    ])
    expect(await stored()).toMatchObject({ city: null, taxId: null })
    expect(await acts()).toEqual([])
  })

  test('keep a country in the vendor’s own words', async () => {
    await inOrmTransaction((tx) => changeCustomer(tx, vendor.test.id, customerId, { country: 'Scotland' }))
    expect(await save({ country: 'Scotland' }, await enter())).toEqual([
      303,
      `${portalUrl(vendor.test.id)}?saved`,
    ])
  })

  test('need a session', async () => {
    expect(await save({}, '')).toEqual([303, `${portalUrl(vendor.test.id)}?problem=ended`])
    expect(await stored()).toMatchObject({ city: null })
  })
})

describe('the vendor', () => {
  const send = async (id: string) =>
    (await signedIn(vendor.id)).call(
      sendCustomerPortalLink,
      'POST',
      `/api/dashboard/customers/${id}/portal-link`,
    )

  test('sends a customer a link, which is recorded', async () => {
    expect((await send(customerId)).status).toBe(200)
    expect((await open(await mailedToken())).cookie).not.toBe('')
    const where = { vendorId: vendor.id, subjectId: customerId, action: 'customer.portal_link_sent' }
    expect(await database().auditEvent.count({ where })).toBe(1)
  })

  test('sends none to an archived customer, to another vendor’s, or while the portal is off', async () => {
    const other = await buildCustomer((await buildVendor()).test)
    expect((await send(other.id)).status).toBe(404)
    await database().vendor.update({ where: { id: vendor.id }, data: { hasPortal: false } })
    expect((await send(customerId)).status).toBe(404)
    await database().vendor.update({ where: { id: vendor.id }, data: { hasPortal: true } })
    await inTransaction((tx) => markCustomerArchived(tx, vendor.test.id, customerId))
    expect((await send(customerId)).status).toBe(404)
    expect(await mailsOf(vendor.test.id, 'portal_link')).toEqual([])
  })
})

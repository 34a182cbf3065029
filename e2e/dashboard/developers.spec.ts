import { execFileSync } from 'node:child_process'
import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import {
  browseAsNewVendor,
  generateKey,
  type Invoice,
  operate,
  post,
  startReceiver,
} from '../fixtures/journey'
import type { Service } from '../fixtures/service'

/** A paid invoice with a webhook, and its API key. */
async function paidInvoice(page: Page, service: Service, webhookUrl: string): Promise<string> {
  await browseAsNewVendor(page)
  const key = await generateKey(page, 'My server')
  const { invoice } = await post<{ invoice: Invoice }>(service, '/invoice', {
    api_key: key,
    email: 'ada@example.com',
    amount: 100,
    webhook_url: webhookUrl,
  })
  await operate('invoice mark-paid', { invoice: invoice.id })
  return key
}

test('a failed webhook is redelivered from its page, which shows what was sent and answered', async ({
  page,
  service,
}) => {
  const answer = { status: 500 }
  const receiver = await startReceiver(answer)
  try {
    await paidInvoice(page, service, `${receiver.url}/hook`)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    await page.goto('/developers/webhooks')
    await expect(page.getByRole('row', { name: /hook/ })).toContainText('HTTP 500')
    await page.getByRole('link', { name: 'Paid' }).click()
    await expect(page.getByRole('heading', { name: 'Webhook delivery' })).toBeVisible()
    await expect(page.getByText('HTTP 500').first()).toBeVisible()

    answer.status = 200
    await page.getByRole('button', { name: 'Redeliver' }).click()
    await expect(page.getByText('Delivered', { exact: true })).toBeVisible()
    const { headers, body } = receiver.received.at(-1) ?? { headers: {} as Record<string, unknown>, body: '' }
    await expect(page.getByText(String(headers['webhook-signature'])).first()).toBeVisible()
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    await expect(page.getByText(signed).first()).toBeVisible()
  } finally {
    receiver.close()
  }
})

test('everything that failed since a time is redelivered at once, after a count', async ({
  page,
  service,
}) => {
  const answer = { status: 410 }
  const receiver = await startReceiver(answer)
  try {
    const key = await paidInvoice(page, service, `${receiver.url}/hook`)
    const { invoice } = await post<{ invoice: Invoice }>(service, '/invoice', {
      api_key: key,
      email: 'grace@example.com',
      amount: 5,
      webhook_url: `${receiver.url}/hook`,
    })
    await operate('invoice mark-paid', { invoice: invoice.id })
    await page.goto('/developers/webhooks')
    await expect(page.getByText('Failed', { exact: true })).toHaveCount(2)

    answer.status = 200
    await page.getByRole('button', { name: 'Redeliver failed' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('2 deliveries have failed since then')
    await dialog.getByRole('button', { name: 'Redeliver 2' }).click()
    await expect(page.getByText('2 deliveries queued').first()).toBeVisible()
    await expect(page.getByText('Delivered', { exact: true })).toHaveCount(2)
  } finally {
    receiver.close()
  }
})

test('a test event shows the receiver’s answer, and is marked as a test', async ({ page }) => {
  const receiver = await startReceiver()
  try {
    await browseAsNewVendor(page)
    await page.goto('/developers/webhooks')
    await page.getByRole('button', { name: 'Send test event' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill('not a url')
    await dialog.getByRole('button', { name: 'Send test event' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Enter a URL')
    await dialog.getByLabel('URL').fill(`${receiver.url}/test`)
    await dialog.getByRole('button', { name: 'Send test event' }).click()
    await expect(dialog.getByText('HTTP 200')).toBeVisible()
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ invoice: { status: 'Paid' } })
    expect(receiver.received[0]?.headers).toMatchObject({ 'webhook-sequence': '0' })
    await dialog.getByRole('link', { name: 'View delivery' }).click()
    await expect(page.getByText('None: this is a test event')).toBeVisible()
  } finally {
    receiver.close()
  }
})

test('an endpoint is added with its types and a secret that is shown once, edited, rotated, disabled and deleted', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  await page.goto('/developers/webhooks')
  const card = page.getByRole('region', { name: 'Webhook endpoints' })
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('https://shop.example.com/hooks')
  await dialog.getByLabel('Description').fill('The shop')
  await dialog.getByLabel('Only some types').check()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one event type')
  await dialog.getByLabel('invoice.paid').check()
  await dialog.getByLabel('payout.failed').check()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  const secret = dialog.getByText(/^whsec_[\w+/=]+$/)
  await expect(secret).toBeVisible()
  const first = (await secret.textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(card).toContainText('invoice.paid, payout.failed')
  await expect(card).toContainText('The shop')
  await expect(page.getByText(first)).toBeHidden()

  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for endpoint https://shop.example.com/hooks' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Edit endpoint')
  await dialog.getByLabel('All, and those that are added later').check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(card).toContainText('All events')
  await act('Rotate secret')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
  await expect(secret).toBeVisible()
  expect(await secret.textContent()).not.toBe(first)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(card).toContainText('Also signed with the previous secret until')
  await act('Disable endpoint')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable endpoint' }).click()
  await expect(card).toContainText('Disabled')
  await act('Delete endpoint')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).click()
  await expect(card).toContainText('No endpoints yet')
})

test('the request log shows a call with its key redacted, as a curl command that works', async ({
  page,
  service,
}) => {
  await browseAsNewVendor(page)
  const key = await generateKey(page, 'My server')
  await post(service, '/customer', { api_key: key, name: 'Ada Lovelace', email: 'ada@example.com' })
  // The log is written a moment after the answer.
  await expect(async () => {
    await page.goto('/developers/requests')
    await expect(page.getByRole('row', { name: /\/api\/v2\/customer/ })).toContainText('201', {
      timeout: 500,
    })
  }).toPass()
  await page.getByRole('link', { name: /\/api\/v2\/customer/ }).click()
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible()
  await expect(page.getByText('[redacted]').first()).toBeVisible()
  expect(await page.content()).not.toContain(key)

  const command = (await page.locator('pre').filter({ hasText: /^curl/ }).textContent()) ?? ''
  expect(command).toContain('$API_KEY')
  const repeated = execFileSync('sh', ['-c', `${command} -s`], {
    encoding: 'utf8',
    env: { ...process.env, API_KEY: key },
  })
  expect(JSON.parse(repeated)).toEqual({ error: 'Customer with this email already exists' })

  await expect(async () => {
    await page.goto('/developers/requests?status=4xx')
    await expect(page.getByRole('row', { name: /\/api\/v2\/customer/ })).toContainText('409', {
      timeout: 500,
    })
  }).toPass()
})

test("another vendor's event and request are not found", async ({ page, service, openElsewhere }) => {
  const receiver = await startReceiver()
  const stranger = await openElsewhere()
  try {
    await paidInvoice(page, service, `${receiver.url}/hook`)
    const addresses: string[] = []
    for (const list of ['/developers/webhooks', '/developers/requests']) {
      await expect(async () => {
        await page.goto(list)
        const link = page.locator(`tbody a[href^="${list}/"]`).first()
        addresses.push((await link.getAttribute('href', { timeout: 500 })) ?? '')
      }).toPass()
    }
    await browseAsNewVendor(stranger)
    for (const address of addresses) {
      await stranger.goto(address)
      await expect(stranger.getByRole('heading', { name: /not found/i })).toBeVisible()
    }
  } finally {
    receiver.close()
  }
})

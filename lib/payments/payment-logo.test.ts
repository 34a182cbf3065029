import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { ask } from '@/lib/http/ask.fixture'
import { paymentToken } from '@/lib/http/links'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { paymentLogo } from './api'
import { readPaymentPage } from './payment-page'

const BYTES = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])
const DIGEST = 'ab'.repeat(32)

async function payable(): Promise<{ vendorId: string; token: string }> {
  const { id, test } = await buildVendor()
  const { payToken } = await buildInvoice(test)
  return { vendorId: id, token: paymentToken(test.id, payToken) }
}

const get = (path: string) => ask(paymentLogo, new Request(`https://pay.example.com${path}`))

test('the payment page shows the vendor’s logo and colour, at a URL that never goes stale', async () => {
  const { vendorId, token } = await payable()
  await database().vendor.update({ where: { id: vendorId }, data: { brandColor: '#e8590c' } })
  const logo = { vendorId, mediaType: 'image/png', bytes: BYTES, digest: DIGEST, createdAt: new Date() }
  await database().vendorLogo.create({ data: logo })
  const logoPath = `/api/pay/${token}/logo?v=${DIGEST}`
  expect((await readPaymentPage(token))?.vendor).toMatchObject({ color: '#e8590c', logoPath })

  const answer = await get(logoPath)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(BYTES)

  const old = await get(`/api/pay/${token}/logo?v=before`)
  expect(old.headers.get('cache-control')).toBe('no-cache')
})

test('a vendor without a logo has no image, and neither has an unknown link', async () => {
  const { token } = await payable()
  expect((await readPaymentPage(token))?.vendor).toMatchObject({ color: null, logoPath: null })
  expect((await get(`/api/pay/${token}/logo`)).status).toBe(404)
  expect((await get('/api/pay/nothing/logo')).status).toBe(404)
})

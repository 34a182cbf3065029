import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { custom, object } from '@/lib/http/fields'
import { jsonFields, orderedBody } from '@/lib/http/input'
import type { BodyValue } from '@/lib/http/json-body'
import { operation } from '@/lib/http/operation'
import { refuse } from '@/lib/http/refusals'
import { tenantTurns } from '@/lib/http/tenant-turns'
import { brandingView, deleteLogo, findLogo, readBranding, saveBranding, saveLogo } from './branding'
import { brandingFields } from './branding-fields'
import { decodePicture } from './decode-picture'
import { findSellerFields, saveSeller } from './seller'
import { sellerFields } from './seller-fields'

const SELLER_PATH = '/api/dashboard/settings/seller'

export const getSeller = operation({
  method: 'GET',
  path: SELLER_PATH,
  summary: 'Read the seller details on invoices',
  tag: 'Branding',
  access: session('read'),
  answers: { 200: sellerFields },
}).handle(async ({ vendor }) => ({ status: 200, body: await findSellerFields(database(), vendor.id) }))

export const setSeller = operation({
  method: 'POST',
  path: SELLER_PATH,
  summary: 'Set the seller details on invoices',
  tag: 'Branding',
  access: session('settings.write'),
  body: jsonFields(sellerFields),
  answers: { 200: sellerFields },
}).handle(async ({ vendor, by, input: fields }) => {
  await inOrmTransaction((tx) => saveSeller(tx, { ...by, fields }))
  return { status: 200, body: await findSellerFields(database(), vendor.id) }
})

const PATH = '/api/dashboard/settings/branding'

/** A logo of 256 KB is 350 KB in base64. The limit is higher, so that the refusal can name the real one. */
const MAX_BYTES = 512 * 1024

export const getBranding = operation({
  method: 'GET',
  path: PATH,
  summary: 'Read the branding',
  tag: 'Branding',
  access: session('read'),
  answers: { 200: brandingView },
}).handle(async ({ vendor }) => ({ status: 200, body: await readBranding(vendor.id) }))

export const setBranding = operation({
  method: 'POST',
  path: PATH,
  summary: 'Set the brand color and the language of emails',
  tag: 'Branding',
  access: session('settings.write'),
  body: jsonFields(brandingFields),
  answers: { 200: brandingView },
}).handle(async ({ vendor, by, input: { color, locale } }) => {
  await inOrmTransaction((tx) => saveBranding(tx, { ...by, color: color || null, locale }))
  return { status: 200, body: await readBranding(vendor.id) }
})

export const getLogo = operation({
  method: 'GET',
  path: `${PATH}/logo`,
  summary: 'Read the logo',
  description: 'For the settings pages. Payment pages have the logo at an address of their own.',
  tag: 'Branding',
  access: session('read'),
  answers: { 200: { contentType: 'image/*', description: 'The stored picture' } },
  errors: ['not_found'],
}).handle(async ({ vendor }) => {
  const logo = (await findLogo(database(), vendor.id)) ?? refuse('not_found')
  return {
    status: 200,
    content: new Uint8Array(logo.bytes),
    contentType: logo.mediaType,
    filename: 'logo',
    disposition: 'inline',
  }
})

/** A decoder takes up to 400 MB, and a hostile picture seconds. */
const inTurn = tenantTurns({ atOnce: 2, atOncePerTenant: 1, waitingPerTenant: 5 })

export const setLogo = operation({
  method: 'POST',
  path: `${PATH}/logo`,
  summary: 'Upload a logo',
  tag: 'Branding',
  access: session('settings.write'),
  body: orderedBody(
    object({
      base64: custom(z.base64(), bytesOf, 'logo_not_a_picture').describe('A PNG, JPEG or WebP picture.'),
    }),
    { maximumBytes: MAX_BYTES },
  ),
  answers: { 200: brandingView },
  errors: ['logo_not_a_picture', 'logo_too_large', 'rate_limited'],
}).handle(async ({ vendor, by, input: { base64: bytes }, onDisconnect }) => {
  const picture = await inTurn({ tenantId: vendor.id, onDisconnect }, () => decodePicture(bytes))
  await inOrmTransaction((tx) => saveLogo(tx, { ...by, picture }))
  return { status: 200, body: await readBranding(vendor.id) }
})

export const removeLogo = operation({
  method: 'DELETE',
  path: `${PATH}/logo`,
  summary: 'Remove the logo',
  tag: 'Branding',
  access: session('settings.write'),
  answers: { 200: brandingView },
}).handle(async ({ vendor, by }) => {
  await inOrmTransaction((tx) => deleteLogo(tx, by))
  return { status: 200, body: await readBranding(vendor.id) }
})

function bytesOf(base64: BodyValue | undefined): Uint8Array<ArrayBuffer> | null {
  if (typeof base64 !== 'string' || !/^[0-9A-Za-z+/]+={0,2}$/.test(base64)) return null
  return Uint8Array.from(Buffer.from(base64, 'base64'))
}

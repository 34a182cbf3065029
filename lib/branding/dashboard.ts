import { sessionRead, sessionWrite } from '@/lib/api/dashboard/session-operation'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { checkFields } from '@/lib/http/fields'
import { Refusal } from '@/lib/http/refusals'
import {
  findLogo,
  setLogo as putLogo,
  readBranding,
  removeLogo as remove,
  setBranding as set,
} from './branding'
import { brandingFields } from './branding-fields'

const PATH = '/api/dashboard/settings/branding'

/** A logo of 256 KB is 350 KB in base64. The limit is higher, so that the refusal can say what is wrong. */
const MAXIMUM_BYTES = 512 * 1024

export const getBranding = sessionRead(PATH, async ({ vendor }) => ({
  status: 200,
  body: await readBranding(vendor.id),
}))

/** Sets the colour and the language of mail to customers. */
export const setBranding = sessionWrite(PATH, async ({ vendor, address, body }) => {
  const { color, locale } = checkFields(brandingFields, body)
  const given = { vendorId: vendor.id, address, color: color || null, locale }
  await inTransaction((tx) => set(tx, given))
  return { status: 200, body: await readBranding(vendor.id) }
})

/** The logo for the settings pages; payment pages use a public URL. */
export const getLogo = sessionRead(`${PATH}/logo`, async ({ vendor }) => {
  const logo = await findLogo(database(), vendor.id)
  if (!logo) throw new Refusal('not_found')
  return {
    status: 200,
    content: new Uint8Array(logo.bytes),
    contentType: logo.mediaType,
    filename: 'logo',
    disposition: 'inline',
  }
})

/** Replaces the logo with a base64-encoded image. */
export const setLogo = sessionWrite(
  `${PATH}/logo`,
  async ({ vendor, address, body }) => {
    const bytes = bytesOf(body.base64)
    await inTransaction((tx) => putLogo(tx, { vendorId: vendor.id, address, bytes }))
    return { status: 200, body: await readBranding(vendor.id) }
  },
  { maximumBytes: MAXIMUM_BYTES },
)

export const removeLogo = sessionWrite(`${PATH}/logo`, async ({ vendor, address }) => {
  await inTransaction((tx) => remove(tx, { vendorId: vendor.id, address }))
  return { status: 200, body: await readBranding(vendor.id) }
})

function bytesOf(base64: unknown): Uint8Array<ArrayBuffer> {
  if (typeof base64 !== 'string' || !/^[0-9A-Za-z+/]+={0,2}$/.test(base64)) {
    throw new DomainError('logo_not_a_picture')
  }
  return Uint8Array.from(Buffer.from(base64, 'base64'))
}

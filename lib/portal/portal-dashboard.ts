import { z } from 'zod'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { session } from '@/lib/auth/session-access'
import { findBranding } from '@/lib/branding/branding'
import { findActiveCustomer } from '@/lib/customers/customer'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { takePortalLink } from '@/lib/http/rate-limit'
import { Refusal, refuse } from '@/lib/http/refusals'
import { setVendorSettings } from '@/lib/vendors/manage-vendor'
import { sendPortalLink } from './portal-link'

export const sendCustomerPortalLink = operation({
  method: 'POST',
  path: '/api/dashboard/customers/{id}/portal-link',
  summary: 'Send a customer a link into the portal',
  tag: 'Customers',
  access: session('customers.write'),
  answers: {
    200: z.object({
      keptBecause: z.string().nullable().describe('Why it stays in the mailbox; null if it will be sent.'),
    }),
  },
  errors: ['customer_not_found', 'not_found', 'rate_limited'],
}).handle(async ({ vendor, account, audit, params, requestId }) => {
  const keptBecause = await inOrmTransaction(async (tx) => {
    const customer = await findActiveCustomer(tx, account.id, params.id)
    if (!(await findBranding(tx, vendor.id)).hasPortal) refuse('not_found')
    const limit = await takePortalLink(customer.id)
    if (!limit.ok) {
      throw new Refusal('rate_limited', null, { 'Retry-After': String(limit.retryAfterSeconds) })
    }
    const detail = `${customer.name} (${customer.email})`
    await audit(tx, { action: 'customer.portal_link_sent', subjectId: customer.id, detail })
    return sendPortalLink(tx, account.id, customer, { locale: null, requestId })
  })
  const noServer = env.SMTP_URL ? null : 'No mail server is set up'
  return { status: 200, body: { keptBecause: keptBecause ?? noServer } }
})

const portalSetting = z.object({ isOn: z.boolean('isOn must be true or false') })

export const switchPortal = operation({
  method: 'POST',
  path: '/api/dashboard/settings/portal',
  summary: 'Turn the customer portal on or off',
  description: 'Of both modes. Off ends every open one at once.',
  tag: 'Branding',
  access: session('settings.write'),
  body: jsonFields(portalSetting),
  answers: { 200: portalSetting },
}).handle(async ({ vendor, by, input: { isOn } }) => {
  await inOrmTransaction(async (tx) => {
    await setVendorSettings(tx, vendor.id, { hasPortal: isOn })
    await recordAuditEvent(tx, { ...by, action: 'portal.switched', detail: isOn ? 'On' : 'Off' })
  })
  return { status: 200, body: { isOn } }
})

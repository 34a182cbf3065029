import { beforeEach, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { withdrawLiveMode } from '@/lib/vendors/live-approval'
import { buildLiveApproval, buildVendor } from '@/prisma/seed/builders'
import { dashboardApi } from './dashboard'

const REFUSAL = 'Live mode is off for this vendor until an operator approves it'

/** The writes of a vendor in live mode without approval, each group with its reason. */
const ALLOWED = {
  'people prove who they are, and keep their own sign-in': [
    'changeEmail',
    'changeName',
    'changePassword',
    'confirmTotp',
    'createView',
    'cancelEmailChange',
    'addPasskey',
    'removePasskey',
    'renamePasskey',
    'requestPasskeyAgain',
    'startPasskey',
    'resendEmailChange',
    'disableTotp',
    'prove',
    'removeView',
    'renewRecoveryCodes',
    'revokeOtherSessions',
    'revokeSession',
    'sendConfirmation',
    'startTotp',
  ],
  'the team is the vendor’s, in both modes': [
    'changeRole',
    'inviteMember',
    'readmitMember',
    'removeMember',
    'revokeInvitation',
    'transferOwnership',
  ],
  'papers and limits are prepared before the first live invoice': [
    'changeDefaultTaxRate',
    'createTaxRate',
    'removeLogo',
    'removeTaxRate',
    'restoreTaxRate',
    'setBranding',
    'setFeePayer',
    'setTimeZone',
    'setLogo',
    'setNumbering',
    'setOwnAccount',
    'setPayoutApproval',
    'setPayoutProof',
    'setReminderSettings',
    'setSeller',
    'setTaxPrices',
    'switchAttachments',
    'switchCustomerMail',
    'switchPortal',
    'switchViews',
  ],
  'shutting somebody out never waits': ['revokeApiKey'],
} as const satisfies Record<string, readonly string[]>

const WRITES = Object.entries(dashboardApi).filter(
  ([, { access, method }]) => access.kind === 'session' && method !== 'GET',
)

let vendor: Awaited<ReturnType<typeof buildVendor>>

beforeEach(async () => {
  vendor = await buildVendor()
})

/** The status and error that a write gets in live mode; the error is null for an answer that is not JSON. */
async function attempt(name: string, body: object = {}): Promise<{ status: number; error: unknown }> {
  const operation = dashboardApi[name]
  if (!operation) throw new Error(`There is no operation ${name}`)
  // A session each: some operations end them.
  const member = await signedIn(vendor.id)
  const path = operation.path.replaceAll(/\{\w+\}/g, member.id)
  const init = { method: operation.method, body: JSON.stringify(body) }
  const response = await member.ask(operation, `${path}?mode=live`, init)
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, error: isJson ? (await response.json()).error : null }
}

test('in live mode without approval a vendor writes nothing but what is known here, with a reason', async () => {
  const writable: string[] = []
  for (const [name] of WRITES) {
    const { status, error } = await attempt(name)
    if (status !== 403 || error !== REFUSAL) writable.push(name)
  }
  expect(writable.sort()).toEqual(Object.values(ALLOWED).flat().sort())
})

test('a customer is created in live mode while the vendor is approved, neither before nor after', async () => {
  const create = (email: string) => attempt('createCustomer', { name: 'Mary', email })
  expect(await create('before@example.com')).toEqual({ status: 403, error: REFUSAL })
  await buildLiveApproval(vendor.id)
  expect((await create('during@example.com')).status).toBe(201)
  await inOrmTransaction((tx) => withdrawLiveMode(tx, vendor.id, anOperator))
  expect(await create('after@example.com')).toEqual({ status: 403, error: REFUSAL })
  const customers = await database().customer.findMany({ where: { accountId: vendor.live.id } })
  expect(customers.map(({ email }) => email)).toEqual(['during@example.com'])
})

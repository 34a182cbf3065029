import { beforeAll, describe, expect, test } from 'vitest'
import { may, PERMISSIONS, ROLES, type Role } from '@/lib/auth/permissions'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { GIVEN_ROLES } from '@/lib/sign-in/team-fields'
import { buildMember, buildVendor } from '@/prisma/seed/builders'
import { dashboardApi } from './dashboard'

const REFUSAL = 'Your role doesn’t allow this. Ask the owner or an admin of your team'

const OF_MEMBERS = Object.entries(dashboardApi).filter(([, { access }]) => access.kind === 'session')

const members: Partial<Record<Role, string>> = {}

beforeAll(async () => {
  const { id } = await buildVendor()
  members.owner = id
  for (const role of GIVEN_ROLES) {
    members[role] = await buildMember(id, role)
  }
})

/** The operations that refuse a role because of what it is. */
async function refusedTo(role: Role): Promise<string[]> {
  const refused: string[] = []
  for (const [name, operation] of OF_MEMBERS) {
    // A session each: some operations end them.
    const member = await signedIn(members[role] ?? '')
    const path = operation.path.replaceAll(/\{\w+\}/g, member.id)
    const init = operation.method === 'GET' ? {} : { method: operation.method, body: '{}' }
    const response = await member.ask(operation, path, init)
    const body = response.headers.get('content-type')?.includes('json') ? await response.json() : null
    if (response.status === 403 && body?.error === REFUSAL) refused.push(name)
  }
  return refused
}

test('every operation for members names the permission it needs', () => {
  for (const [name, { access }] of OF_MEMBERS) expect(PERMISSIONS, name).toContain(access.permission)
})

describe.each(Object.keys(ROLES) as Role[])('a member with the role %s', (role) => {
  test('is refused exactly the operations whose permission the role lacks', async () => {
    const lacking = OF_MEMBERS.filter(
      ([, { access }]) => !PERMISSIONS.some((name) => name === access.permission && may(role, name)),
    )
    expect(await refusedTo(role)).toEqual(lacking.map(([name]) => name))
  })
})

const needing = (role: Role) =>
  OF_MEMBERS.filter(([, { access }]) =>
    PERMISSIONS.some((name) => name === access.permission && may(role, name)),
  )

test('an accountant reads the audit log, and nothing of the developers', () => {
  const names = needing('accountant').map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['listAuditEvents', 'listInvoices']))
  for (const [name, { access }] of needing('accountant')) {
    expect(['self', 'read', 'settings.read', 'audit.read'], name).toContain(access.permission)
  }
})

test('finance pays and invoices, and sees neither keys nor secrets', () => {
  const names = needing('finance').map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['requestPayout', 'addBankAccount', 'sendInvoiceDraft']))
  for (const secret of [
    'listApiKeys',
    'generateApiKey',
    'revealSigningSecret',
    'listAuditEvents',
    'setPayoutProof',
  ])
    expect(names).not.toContain(secret)
})

test.each(['accountant', 'read_only'] as const)('the role %s changes nothing but the own sign-in', (role) => {
  const writes = needing(role).filter(([, { method }]) => method !== 'GET')
  for (const [name, { access }] of writes) expect(access.permission, name).toBe('self')
})

test('the owner may do everything', () => expect(needing('owner')).toEqual(OF_MEMBERS))

import { z } from 'zod'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  passkeyCreation,
  passkeyRequest,
  setPasskeyName,
  verifyNewPasskey,
} from '@/lib/auth/passkeys'
import { provenSession, requireProof, session, sessionEvenIfBanned } from '@/lib/auth/session-access'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { nothing } from '@/lib/http/schemas'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { passkeyNameFields } from './credentials'
import { passkeyRegistration } from './passkey-fields'

const PATH = '/api/dashboard/settings/passkeys'
const TAG = 'Passkeys'

/** Goes to the browser as it is: the names and values are those of the Web Authentication API. */
const optionsOfBrowser = z.looseObject({ challenge: z.string() })

export const requestPasskey = operation({
  method: 'POST',
  path: '/api/dashboard/passkey-request',
  summary: 'Ask for a passkey to sign in with',
  description:
    'Answers what the browser’s `navigator.credentials.get` takes. Its challenge works once, for 5 minutes.',
  tag: TAG,
  access: anyone({ limit: 'passkey', tooMany: 'too_many_attempts' }),
  answers: { 200: z.object({ options: optionsOfBrowser }) },
}).handle(async () => ({ status: 200, body: { options: { ...(await passkeyRequest(null)) } } }))

export const requestPasskeyAgain = operation({
  method: 'POST',
  path: `${PATH}/request`,
  summary: 'Ask for one of the member’s passkeys, to prove who is there',
  description: 'Null without one. The answer goes to the proof.',
  tag: TAG,
  access: sessionEvenIfBanned('self'),
  answers: { 200: z.object({ options: optionsOfBrowser.nullable() }) },
}).handle(async ({ vendor }) => {
  const passkeys = await listPasskeys(database(), vendor.memberId)
  return {
    status: 200,
    body: { options: passkeys.length > 0 ? { ...(await passkeyRequest(vendor)) } : null },
  }
})

export const startPasskey = operation({
  method: 'POST',
  path: `${PATH}/creation`,
  summary: 'Start adding a passkey',
  description: 'Answers what the browser’s `navigator.credentials.create` takes.',
  tag: TAG,
  access: provenSession('self'),
  answers: { 200: z.object({ options: optionsOfBrowser }) },
}).handle(async ({ vendor }) => ({ status: 200, body: { options: { ...(await passkeyCreation(vendor)) } } }))

export const addPasskey = operation({
  method: 'POST',
  path: PATH,
  summary: 'Add a passkey',
  tag: TAG,
  access: provenSession('self'),
  body: jsonFields(passkeyNameFields.extend({ passkey: passkeyRegistration })),
  answers: { 201: z.object({ id: z.string() }) },
  errors: ['passkey_refused', 'too_many_passkeys', 'passkey_known'],
}).handle(async ({ vendor, clientAddress: address, input: { name, passkey: answer } }) => {
  const { memberId } = vendor
  const passkey = await verifyNewPasskey(answer, vendor)
  const id = await inOrmTransaction(async (tx) => {
    const added = await insertPasskey(tx, { memberId, address, name, passkey })
    await mailSecurityNotice(tx, memberId, { what: 'passkeyAdded', passkey: name })
    return added
  })
  return { status: 201, body: { id } }
})

export const renamePasskey = operation({
  method: 'POST',
  path: `${PATH}/{id}`,
  summary: 'Rename a passkey',
  tag: TAG,
  access: session('self'),
  body: jsonFields(passkeyNameFields),
  answers: { 200: nothing },
  errors: ['passkey_not_found'],
}).handle(async ({ vendor: { memberId }, clientAddress: address, params: { id }, input: { name } }) => {
  await inOrmTransaction((tx) => setPasskeyName(tx, { memberId, address, id, name }))
  return { status: 200, body: {} }
})

export const removePasskey = operation({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Remove a passkey',
  description: 'It signs nobody in any more. The password stays, so the member can always sign in.',
  tag: TAG,
  access: sessionEvenIfBanned('self'),
  answers: { 200: nothing },
  errors: ['password_needed', 'code_needed', 'passkey_not_found'],
}).handle(async ({ vendor, clientAddress: address, params: { id } }) => {
  requireProof(vendor)
  const { memberId } = vendor
  await inOrmTransaction(async (tx) => {
    const passkey = await deletePasskey(tx, { memberId, address, id })
    await mailSecurityNotice(tx, memberId, { what: 'passkeyRemoved', passkey })
  })
  return { status: 200, body: {} }
})

import { requireProof, session } from '@/lib/auth/session-access'
import { findOwnAccount, ownAccountDetail, saveOwnAccount } from '@/lib/branding/own-account'
import { ownAccountFields } from '@/lib/branding/own-account-fields'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { mailVendorNotice } from '@/lib/mail/security-mail'

const PATH = '/api/dashboard/settings/own-account'

export const getOwnAccount = operation({
  method: 'GET',
  path: PATH,
  summary: 'Read the bank account on invoices',
  tag: 'Branding',
  access: session('settings.write'),
  answers: { 200: ownAccountFields },
}).handle(async ({ vendor }) => ({ status: 200, body: await findOwnAccount(database(), vendor.id) }))

/** Customers send money there: it takes a session that was proven lately, and the owner is told. */
export const setOwnAccount = operation({
  method: 'POST',
  path: PATH,
  summary: 'Set the bank account on invoices',
  description:
    'Customers see it on every invoice that is not paid. It takes a session that was proven lately, and the owner gets an email.',
  tag: 'Branding',
  access: session('settings.write'),
  body: jsonFields(ownAccountFields),
  answers: { 200: ownAccountFields },
  errors: ['password_needed', 'code_needed'],
}).handle(async ({ vendor, by, input: fields }) => {
  requireProof(vendor)
  await inOrmTransaction(async (tx) => {
    await saveOwnAccount(tx, { ...by, fields })
    const event = {
      what: 'ownAccountChanged',
      person: by.member.name,
      bankAccount: ownAccountDetail(fields),
    } as const
    await mailVendorNotice(tx, vendor.id, event, by.member.id)
  })
  return { status: 200, body: await findOwnAccount(database(), vendor.id) }
})

import { z } from 'zod'
import { provenSession, session } from '@/lib/auth/session-access'
import { inOrmTransaction } from '@/lib/db/transaction'
import { operation } from '@/lib/http/operation'
import { moment } from '@/lib/http/schemas'
import { mailVendorNotice } from '@/lib/mail/security-mail'
import { DAY_MS } from '@/lib/time/units'
import { openAccountNumber } from './account-number'
import {
  findBankAccount,
  labelOf,
  markBankAccountArchived,
  markBankAccountConfirmed,
  markBankAccountUnarchived,
  saveBankAccount,
} from './bank-account'
import { bankAccountBody } from './bank-account-body'
import { issueBankAccountLink } from './bank-account-link'

export const addBankAccount = operation({
  method: 'POST',
  path: '/api/dashboard/customers/{id}/bank-accounts',
  summary: 'Add a bank account',
  tag: 'Bank accounts',
  access: provenSession('payouts.write'),
  body: bankAccountBody,
  answers: { 201: z.object({ id: z.uuid() }) },
  errors: ['customer_not_found'],
}).handle(async ({ vendor, account, audit, params, input, requestId }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const bankAccount = await saveBankAccount(tx, account.id, params.id, input, { requestId })
    const detail = labelOf(bankAccount)
    await audit(tx, { action: 'bank_account.added', subjectId: bankAccount.id, detail })
    // An account of test mode gets no money. One that a program adds is in the request log.
    if (account.mode === 'live') {
      const event = { what: 'bankAccountAdded', bankAccount: detail } as const
      await mailVendorNotice(tx, account.vendorId, event, vendor.memberId)
    }
    return bankAccount
  })
  return { status: 201, body: { id } }
})

export const revealBankAccount = operation({
  method: 'POST',
  path: '/api/dashboard/bank-accounts/{id}/reveal',
  summary: 'Reveal an account number',
  description: 'Answers the whole account number and records in the audit log that it was shown.',
  tag: 'Bank accounts',
  access: provenSession('payouts.write'),
  answers: { 200: z.object({ account_number: z.string() }) },
  errors: ['bank_account_not_found'],
}).handle(async ({ account, audit, params }) => {
  const accountNumber = await inOrmTransaction(async (tx) => {
    const bankAccount = await findBankAccount(tx, account.id, params.id)
    const detail = labelOf(bankAccount)
    await audit(tx, { action: 'bank_account.revealed', subjectId: bankAccount.id, detail })
    return openAccountNumber(bankAccount)
  })
  return { status: 200, body: { account_number: accountNumber } }
})

const PATH = '/api/dashboard/customers/{id}/bank-accounts/{bank_account_id}'

export const archiveBankAccount = operation({
  method: 'POST',
  path: `${PATH}/archive`,
  summary: 'Archive a bank account',
  tag: 'Bank accounts',
  access: session('payouts.write'),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: ['customer_not_found', 'bank_account_not_found'],
}).handle(async ({ account, audit, params }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const bankAccount = await markBankAccountArchived(tx, account.id, params.id, params.bank_account_id)
    const detail = labelOf(bankAccount)
    await audit(tx, { action: 'bank_account.archived', subjectId: bankAccount.id, detail })
    return bankAccount
  })
  return { status: 200, body: { id } }
})

export const unarchiveBankAccount = operation({
  method: 'POST',
  path: `${PATH}/unarchive`,
  summary: 'Take a bank account out of the archive',
  description: 'It takes payouts again, so this asks for the same proof as adding one.',
  tag: 'Bank accounts',
  access: provenSession('payouts.write'),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: ['customer_not_found', 'bank_account_not_found'],
}).handle(async ({ account, audit, params }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const bankAccount = await markBankAccountUnarchived(tx, account.id, params.id, params.bank_account_id)
    const detail = labelOf(bankAccount)
    await audit(tx, { action: 'bank_account.unarchived', subjectId: bankAccount.id, detail })
    return bankAccount
  })
  return { status: 200, body: { id } }
})

export const confirmBankAccount = operation({
  method: 'POST',
  path: `${PATH}/confirm`,
  summary: 'Confirm a bank account',
  description:
    'Says that an account is the customer’s. One that came through a link takes no payouts from the dashboard in its first 24 hours before somebody has said so.',
  tag: 'Bank accounts',
  access: session('payouts.write'),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: ['customer_not_found', 'bank_account_not_found'],
}).handle(async ({ account, audit, params }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const bankAccount = await markBankAccountConfirmed(tx, account.id, params.id, params.bank_account_id)
    const detail = labelOf(bankAccount)
    await audit(tx, { action: 'bank_account.confirmed', subjectId: bankAccount.id, detail })
    return bankAccount
  })
  return { status: 200, body: { id } }
})

const LINK_VALID_DAYS = 7

export const requestBankDetails = operation({
  method: 'POST',
  path: '/api/dashboard/customers/{id}/bank-account-link',
  summary: 'Request bank details',
  description: 'Creates a link for seven days, on whose page the customer enters a bank account, once.',
  tag: 'Bank accounts',
  access: provenSession('payouts.write'),
  answers: { 201: z.object({ url: z.string(), expiresAt: moment }) },
  errors: ['customer_not_found'],
}).handle(async ({ account, audit, params }) => {
  const { url, expiresAt } = await inOrmTransaction(async (tx) => {
    const terms = { validMs: LINK_VALID_DAYS * DAY_MS, redirectUrl: null }
    const link = await issueBankAccountLink(tx, account.id, params.id, terms)
    const { id, name } = link.customer
    await audit(tx, { action: 'bank_account.requested', subjectId: id, detail: name })
    return link
  })
  return { status: 201, body: { url, expiresAt: expiresAt.toISOString() } }
})

import { afterEach, expect, test } from 'vitest'
import { issueBankAccountLink } from '@/lib/bank-accounts/bank-account-link'
import { readBankDetailsPage } from '@/lib/bank-accounts/bank-details-page'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { env } from '@/lib/env'
import { paymentToken, portalUrl } from '@/lib/http/links'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { findPayableInvoice } from '@/lib/payments/payable-invoice'
import { readPaymentPage } from '@/lib/payments/payment-page'
import { readPortal } from '@/lib/portal/read-portal'
import { renderProofPdf } from '@/lib/proofs/proof-pdf'
import { readProof } from '@/lib/proofs/read-proof'
import { buildCustomer, buildInvoice, buildLiveApproval, buildVendor } from '@/prisma/seed/builders'
import { readDocumentFacts } from './invoice-document'
import { readInvoiceTerms } from './invoice-terms'

const lastSegment = (url: string) => url.split('/').at(-1) ?? ''

afterEach(() => void Object.assign(env, { PROVIDERS: 'real' }))

test.each([
  ['real', false],
  ['rehearsal', true],
] as const)('all that live mode shows, with PROVIDERS=%s: marked is %s', async (PROVIDERS, isMarked) => {
  Object.assign(env, { PROVIDERS })
  const { id } = await buildVendor()
  const account = await buildLiveApproval(id)
  const { id: invoiceId, payToken } = await buildInvoice(account)
  const token = paymentToken(account.id, payToken)
  const page = await readPaymentPage(token)
  expect(page?.isRealMoney).toBe(!isMarked)
  expect((await readInvoiceTerms(account, undefined)).preview.isRealMoney).toBe(!isMarked)
  const portal = await readPortal(lastSegment(portalUrl(account.id)), new Headers())
  expect(portal?.face.isRealMoney).toBe(!isMarked)
  const { id: customerId } = await buildCustomer(account)
  const terms = { validMs: 60_000, redirectUrl: null }
  const { url } = await issueBankAccountLink(connectionPool(), account.id, customerId, terms)
  expect((await readBankDetailsPage(lastSegment(url)))?.isRealMoney).toBe(!isMarked)
  const facts = await inOrmTransaction(async (tx) =>
    readDocumentFacts(tx, await findPayableInvoice(tx, token), 'en'),
  )
  expect(facts.isTest).toBe(isMarked)
  const [proof = ''] = await pagesOf(await renderProofPdf(await readProof(account, 'payment', invoiceId)))
  expect(proof.split('\n').includes('TEST')).toBe(isMarked)
  expect(proof.includes('(no real money)')).toBe(isMarked)
  const [mail] = await mailsOf(account.id)
  expect(mail?.subject.startsWith('[Test] ')).toBe(isMarked)
  expect(mail?.text.includes('no real money moves')).toBe(isMarked)
})

import { publicLogo } from '@/lib/branding/branding'
import { rememberLocale } from '@/lib/customers/customer'
import { connectionPool, database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { localeCookie, readLocaleChoice } from '@/lib/http/buyer-locale'
import { formBody } from '@/lib/http/input'
import { bankDetailsUrl } from '@/lib/http/links'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { refuse } from '@/lib/http/refusals'
import { redirectAnswer, seeOther } from '@/lib/http/same-origin'
import { addBankAccountByLink, findBankAccountLink } from './bank-account-link'
import { checkBankDetails, forgetInputCookie, inputCookie, readBankDetailsForm } from './bank-details-form'

/* The page on which a payee enters a bank account. */

const TAG = 'Payment pages'
const PATH = '/api/pay/bank-details/{token}'
const params = { token: 'The last segment of the link.' }

export const enterBankDetails = operation({
  method: 'POST',
  path: PATH,
  summary: 'Enter bank details',
  description:
    'The form of the page, a plain one. Leads back to the page, which says what is wrong, or what is next.',
  tag: TAG,
  params,
  access: anyone({ limit: 'pay' }),
  body: formBody(readBankDetailsForm),
  answers: { 303: redirectAnswer },
  errors: ['not_found', 'bank_account_link_closed'],
  // A person is waiting: the page says why the link takes no account.
  refused: ({ code }, { params: { token = '' } }) => {
    if (code === 'rate_limited') return seeOther(`${bankDetailsUrl(token)}?problem=too_many`)
    return code === 'bank_account_link_closed' ? seeOther(bankDetailsUrl(token)) : null
  },
}).handle(async ({ params: { token }, input, logged, requestId, clientAddress }) => {
  const link = (await findBankAccountLink(connectionPool(), token)) ?? refuse('not_found')
  logged.accountId = link.accountId
  const checked = checkBankDetails(input, link.customer.email)
  if ('problem' in checked) {
    return seeOther(`${bankDetailsUrl(token)}?problem=${checked.problem}`, inputCookie(token, input.fields))
  }
  await inTransaction((tx) => addBankAccountByLink(tx, token, checked, { requestId, address: clientAddress }))
  return seeOther(bankDetailsUrl(token), forgetInputCookie(token))
})

export const chooseBankDetailsLanguage = operation({
  method: 'POST',
  path: `${PATH}/language`,
  summary: 'Choose the language',
  description: 'The language switch of the page, a plain form. Mail to the customer uses it from then on.',
  tag: TAG,
  params,
  access: anyone({ limit: 'pay' }),
  body: formBody(readLocaleChoice),
  answers: { 303: redirectAnswer },
  errors: ['invalid_input', 'not_found'],
}).handle(async ({ params: { token }, input: locale, logged }) => {
  const link = (await findBankAccountLink(connectionPool(), token)) ?? refuse('not_found')
  logged.accountId = link.accountId
  await rememberLocale(database(), { accountId: link.accountId, customerId: link.customer.id }, locale)
  return seeOther(bankDetailsUrl(token), localeCookie(locale))
})

export const bankDetailsLogo = operation({
  method: 'GET',
  path: `${PATH}/logo`,
  summary: 'Read the vendor’s logo',
  description: 'The page’s URL contains the image’s digest, so that it never goes stale.',
  tag: TAG,
  params,
  access: anyone(),
  answers: { 200: { contentType: 'image/*', description: 'The stored picture' } },
  errors: ['not_found'],
}).handle(async ({ search, params: { token }, logged }) => {
  const link = (await findBankAccountLink(connectionPool(), token)) ?? refuse('not_found')
  logged.accountId = link.accountId
  return publicLogo(link.vendorId, search)
})

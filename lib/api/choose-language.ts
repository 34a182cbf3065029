import { localeCookie } from '@/lib/buyer-locale'
import { inTransaction } from '@/lib/db/transaction'
import { rememberLocale } from '@/lib/domain/customers/remember-locale'
import { findPayableInvoice } from '@/lib/domain/payments/find-payable-invoice'
import { isLocale } from '@/lib/locale'
import { RequestError } from './errors'
import { operation } from './operation'
import { limitAddress } from './rate-limit'
import { readBytes } from './read-json-body'
import { refuseOtherOrigins } from './same-origin'
import { seeOther } from './see-other'

/**
 * The language switch of the buyer's pages, a plain form. It is a POST because it changes something: mail
 * to the customer is in that language from then on.
 */
export const chooseLanguage = operation('/api/pay/:token/language', async ({ request, params, logged }) => {
  refuseOtherOrigins(request)
  await limitAddress(request.headers, 'pay')
  const fields = new URLSearchParams((await readBytes(request)).toString('utf8'))
  const locale = fields.get('language')
  if (!isLocale(locale)) throw new RequestError(400, 'language must be one of ours')
  const token = params.token ?? ''
  await inTransaction(async (tx) => {
    const { invoice } = await findPayableInvoice(tx, token)
    logged.accountId = invoice.accountId
    await rememberLocale(tx, invoice, locale)
  })
  const page = fields.get('page') === 'thank-you' ? 'thank-you' : 'pay'
  return seeOther(`/${page}/${token}`, localeCookie(locale))
})

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { BuyerFrame } from '@/components/pay/buyer-frame'
import { UnknownInvoice } from '@/components/pay/payment-notices'
import { Receipt } from '@/components/pay/receipt'
import { payTextsIn } from '@/components/pay/texts/texts'
import { buyerLocale } from '@/lib/http/buyer-locale'
import { answerNotFound } from '@/lib/http/served-request'
import { readPaymentPage } from '@/lib/payments/payment-page'

export default async function ThankYouPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const locale = buyerLocale(await headers())
  const page = await readPaymentPage(token, { locale })
  if (!page) {
    answerNotFound()
    return <UnknownInvoice locale={locale} />
  }
  if (!page.receipt) redirect(`/pay/${token}`)
  const texts = payTextsIn(locale)
  const frame = { page, locale, texts }
  return (
    <BuyerFrame {...frame} title={texts.titles.thanks({ vendor: page.vendor.name })} name="thank-you">
      <Receipt {...frame} title={texts.receipt.thanks} receipt={page.receipt} />
    </BuyerFrame>
  )
}

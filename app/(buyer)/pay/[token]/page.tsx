import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { BuyerFrame, type BuyerPage } from '@/components/pay/buyer-frame'
import { CardPayment } from '@/components/pay/card-payment'
import { HostedCheckout } from '@/components/pay/hosted-checkout'
import { KeepCurrent } from '@/components/pay/keep-current'
import { Processing } from '@/components/pay/processing'
import { Receipt } from '@/components/pay/receipt'
import { payTextsIn } from '@/components/pay/texts/texts'
import { Notice } from '@/components/ui/notice'
import { type PaymentFormMemory, recallForm } from '@/lib/api/payment-form-memory'
import { readPaymentPage } from '@/lib/api/read-payment-page'
import { buyerLocale } from '@/lib/buyer-locale'

type PayPageProps = {
  params: Promise<{ token: string }>
  searchParams: Promise<{ unavailable?: string | string[] }>
}

const LOOK_AGAIN_MS = 3000

export default async function PayPage({ params, searchParams }: PayPageProps) {
  const { token } = await params
  const page = await readPaymentPage(token)
  if (!page) notFound()
  const request = await headers()
  const locale = buyerLocale(request)
  const texts = payTextsIn(locale)
  const { titles } = texts
  const vendor = page.vendor.name
  return (
    <BuyerFrame
      page={page}
      locale={locale}
      texts={texts}
      title={page.receipt ? titles.paid({ vendor }) : titles.pay({ vendor })}
      name="pay"
    >
      <KeepCurrent everyMs={page.state === 'processing' ? LOOK_AGAIN_MS : null} />
      <NextStep
        page={page}
        locale={locale}
        texts={texts}
        memory={recallForm(token, request)}
        isUnavailable={(await searchParams).unavailable !== undefined}
      />
    </BuyerFrame>
  )
}

type NextStepProps = BuyerPage & { memory: PaymentFormMemory | null; isUnavailable: boolean }

function NextStep({ memory, isUnavailable, ...given }: NextStepProps) {
  const { page, texts } = given
  const vendor = page.vendor.name
  if (page.receipt) return <Receipt {...given} title={texts.receipt.paid} receipt={page.receipt} />
  switch (page.state) {
    case 'processing':
      return <Processing path={`/pay/${page.token}`} texts={texts.processing} />
    case 'hosted':
      return (
        <>
          <Overdue {...given} />
          <HostedCheckout {...given} isUnavailable={isUnavailable} />
        </>
      )
    case 'card':
      return (
        <>
          <Overdue {...given} />
          <CardPayment {...given} memory={memory} />
        </>
      )
    default:
      return (
        <Notice kind="warning" title={texts.closed.title}>
          {page.state === 'banned' ? texts.closed.banned({ vendor }) : texts.closed.unavailable({ vendor })}
        </Notice>
      )
  }
}

function Overdue({ page, texts }: BuyerPage) {
  if (!page.isOverdue) return null
  return (
    <Notice kind="warning" title={texts.overdue.title} className="mb-5">
      {texts.overdue.body}
    </Notice>
  )
}

import { headers } from 'next/headers'
import { BuyerFrame, type BuyerPage } from '@/components/pay/buyer-frame'
import { HostedCheckout } from '@/components/pay/hosted-checkout'
import { ForgetNote, KeepCurrent, NoteView } from '@/components/pay/keep-current'
import { ClosedNotice, Processing, UnknownInvoice } from '@/components/pay/payment-notices'
import { Receipt } from '@/components/pay/receipt'
import { payTextsIn } from '@/components/pay/texts/texts'
import { TransferDetails } from '@/components/pay/transfer-details'
import { Notice } from '@/components/ui/notice'
import { buyerLocale } from '@/lib/http/buyer-locale'
import { answerNotFound } from '@/lib/http/served-request'
import { readPaymentPage } from '@/lib/payments/payment-page'

type PayPageProps = {
  params: Promise<{ token: string }>
  searchParams: Promise<Partial<Record<'unavailable' | 'processing' | 'canceled', string | string[]>>>
}

const REFRESH_MS = 3000

export default async function PayPage({ params, searchParams }: PayPageProps) {
  const { token } = await params
  const { unavailable, processing, canceled } = await searchParams
  const locale = buyerLocale(await headers())
  const page = await readPaymentPage(token, { providerReportsPending: processing !== undefined, locale })
  if (!page) {
    answerNotFound()
    return <UnknownInvoice locale={locale} />
  }
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
      <KeepCurrent everyMs={page.status === 'processing' ? REFRESH_MS : null} />
      {page.notesViews && <NoteView token={token} />}
      {canceled !== undefined && <ForgetNote name="canceled" />}
      <NextStep
        page={page}
        locale={locale}
        texts={texts}
        unavailable={unavailable === undefined ? null : unavailable === 'too_many' ? 'too_many' : 'down'}
        isCanceled={canceled !== undefined}
      />
    </BuyerFrame>
  )
}

type NextStepProps = BuyerPage & {
  unavailable: 'down' | 'too_many' | null
  /** The buyer came back from the provider's page without paying. */
  isCanceled: boolean
}

function NextStep({ unavailable, isCanceled, ...buyerPage }: NextStepProps) {
  const { page, texts } = buyerPage
  if (page.receipt) return <Receipt {...buyerPage} title={texts.receipt.paid} receipt={page.receipt} />
  switch (page.status) {
    case 'processing':
      return <Processing path={`/pay/${page.token}?processing`} texts={texts.processing} />
    case 'payable':
      return (
        <>
          <Overdue {...buyerPage} />
          <HostedCheckout {...buyerPage} unavailable={unavailable} isCanceled={isCanceled} />
          <Transfer {...buyerPage} />
        </>
      )
    default:
      return (
        <>
          <ClosedNotice {...buyerPage} />
          <Transfer {...buyerPage} />
        </>
      )
  }
}

function Transfer({ page, texts }: BuyerPage) {
  return page.transfer && <TransferDetails transfer={page.transfer} page={page} texts={texts} />
}

function Overdue({ page, texts }: BuyerPage) {
  if (!page.isOverdue) return null
  return (
    <Notice kind="warning" title={texts.overdue.title} className="mb-5">
      {texts.overdue.body}
    </Notice>
  )
}

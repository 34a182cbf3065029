import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { BuyerFrame } from '@/components/pay/buyer-frame'
import { CardForm } from '@/components/pay/card-form'
import { HostedCheckout } from '@/components/pay/hosted-checkout'
import { InvoiceSummary } from '@/components/pay/invoice-summary'
import { Receipt } from '@/components/pay/receipt'
import { WaitingForOutcome } from '@/components/pay/waiting-for-outcome'
import { Notice } from '@/components/ui/notice'
import { type PaymentPageView, readPaymentPage } from '@/lib/api/read-payment-page'

export const metadata: Metadata = { title: 'Pay an invoice' }

type PayPageProps = {
  params: Promise<{ token: string }>
  searchParams: Promise<{ unavailable?: string | string[] }>
}

export default async function PayPage({ params, searchParams }: PayPageProps) {
  const page = await readPaymentPage((await params).token)
  if (!page) notFound()
  return (
    <BuyerFrame mode={page.mode} isDone={page.receipt !== null} summary={<InvoiceSummary page={page} />}>
      <NextStep page={page} isUnavailable={(await searchParams).unavailable !== undefined} />
    </BuyerFrame>
  )
}

function NextStep({ page, isUnavailable }: { page: PaymentPageView; isUnavailable: boolean }) {
  if (page.receipt) return <Receipt title="This invoice is paid" page={page} receipt={page.receipt} />
  switch (page.state) {
    case 'processing':
      return <WaitingForOutcome />
    case 'hosted':
      return <HostedCheckout token={page.token} total={page.total} isUnavailable={isUnavailable} />
    case 'card':
      return <CardForm token={page.token} total={page.total} isSandbox={page.mode === 'test'} />
    default:
      return (
        <Notice kind="warning" title="This invoice can’t be paid at the moment">
          {page.vendorName} is not taking payments. Ask them how to go on; you have not been charged.
        </Notice>
      )
  }
}

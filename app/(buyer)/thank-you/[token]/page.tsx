import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { BuyerFrame } from '@/components/pay/buyer-frame'
import { InvoiceSummary } from '@/components/pay/invoice-summary'
import { Receipt } from '@/components/pay/receipt'
import { readPaymentPage } from '@/lib/api/read-payment-page'

export const metadata: Metadata = { title: 'Thank you' }

export default async function ThankYouPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const page = await readPaymentPage(token)
  if (!page) notFound()
  if (!page.receipt) redirect(`/pay/${token}`)
  return (
    <BuyerFrame mode={page.mode} isDone={page.receipt !== null} summary={<InvoiceSummary page={page} />}>
      <Receipt title="Thank you" page={page} receipt={page.receipt} />
    </BuyerFrame>
  )
}

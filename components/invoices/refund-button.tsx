'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { MoneyValue } from '@/components/ui/money'
import type { InvoiceView } from '@/lib/invoices/queries'
import { Button } from '../ui/button'

const RefundDialog = dynamic(() => import('./refund-dialog').then((module) => module.RefundDialog), {
  // Without `ssr: false` the page would be hidden while this loads, and the button would lose the focus.
  ssr: false,
})

/** Refunds a paid invoice, in whole or in part, after a confirmation. */
export function RefundButton({ invoice, refundable }: { invoice: InvoiceView; refundable: MoneyValue }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Refund
      </Button>
      {isAsking && (
        <RefundDialog invoice={invoice} refundable={refundable} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

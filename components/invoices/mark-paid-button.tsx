'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { InvoiceRow } from '@/lib/invoices/invoice-row'
import { Button } from '../ui/button'

const MarkPaidDialog = dynamic(() => import('./mark-paid-dialog').then((module) => module.MarkPaidDialog), {
  // Waits for itself alone: the page would else be hidden meanwhile, and the button lose the focus.
  ssr: false,
})

type MarkPaidButtonProps = { invoice: InvoiceRow; size?: 'small' | 'medium' }

/** Marks a test invoice as paid, once that is confirmed. */
export function MarkPaidButton({ invoice, size = 'small' }: MarkPaidButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        aria-label={`Mark the invoice of ${invoice.customerName} as paid`}
        onClick={() => setAsking(true)}
      >
        Mark as paid
      </Button>
      {isAsking && <MarkPaidDialog invoice={invoice} onClose={() => setAsking(false)} />}
    </>
  )
}

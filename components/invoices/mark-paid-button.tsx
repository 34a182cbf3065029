'use client'

import { useState } from 'react'
import type { InvoiceRow } from '@/lib/invoices/invoice-row'
import { Button } from '../ui/button'
import { lateDialog } from '../ui/late-dialog'

const MarkPaidDialog = lateDialog(() => import('./mark-paid-dialog').then((module) => module.MarkPaidDialog))

/** Marks a test invoice as paid after a confirmation. */
export function MarkPaidButton({ invoice }: { invoice: InvoiceRow }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Mark as paid: the invoice of ${invoice.customerName}`}
        onClick={() => setAsking(true)}
      >
        Mark as paid
      </Button>
      {isAsking && <MarkPaidDialog invoice={invoice} onClose={() => setAsking(false)} />}
    </>
  )
}

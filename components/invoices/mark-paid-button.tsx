'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { InvoiceRow } from '@/lib/api/dashboard/present-invoice-row'
import { useMarkInvoicePaid } from '@/lib/client/invoices'
import { failureMessage } from '@/lib/client/request'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Money } from '../ui/money'
import { useToast } from '../ui/toast'

type MarkPaidButtonProps = { invoice: InvoiceRow; size?: 'small' | 'medium' }

/** Marks a test invoice as paid, once that is confirmed. */
export function MarkPaidButton({ invoice, size = 'small' }: MarkPaidButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const mark = useMarkInvoicePaid()
  const router = useRouter()
  const toast = useToast()
  const confirm = () =>
    mark.mutate(invoice.id, {
      onSuccess: () => {
        setAsking(false)
        toast('The invoice is marked as paid')
        // For the pages that don't read through a query.
        router.refresh()
      },
    })
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
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Mark this test invoice as paid?"
        action="Mark as paid"
        pending={mark.isPending}
        error={mark.error && failureMessage(mark.error)}
        onConfirm={confirm}
      >
        <Money value={invoice.total} className="font-medium text-foreground" /> of {invoice.customerName}{' '}
        counts as paid by card: the wallet is credited and the webhook is sent. This can’t be undone.
      </ConfirmDialog>
    </>
  )
}

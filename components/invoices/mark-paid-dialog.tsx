'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import type { InvoiceRow } from '@/lib/invoices/invoice-row'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Money } from '../ui/money'
import { useToast } from '../ui/toast'
import { useMarkInvoicePaid } from './invoice-queries'

export function MarkPaidDialog({ invoice, onClose }: { invoice: InvoiceRow; onClose: () => void }) {
  const mark = useMarkInvoicePaid()
  const router = useRouter()
  const toast = useToast()
  const [isRefreshing, startRefresh] = useTransition()
  const confirm = useDialogAction(async () => {
    await mark.mutateAsync(invoice.id)
    toast('Invoice marked as paid')
    startRefresh(() => {
      // Refreshes the pages that don't read through a query. The dialog stays until they are drawn: otherwise
      // the focus would return to the button that opened it, which is about to disappear.
      router.refresh()
      onClose()
    })
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Mark this test invoice as paid?"
      action="Mark as paid"
      variant="primary"
      pending={mark.isPending || isRefreshing}
      error={mark.error && failureMessage(mark.error)}
      onConfirm={confirm}
    >
      <Money value={invoice.total} className="font-medium text-foreground" /> from {invoice.customerName} will
      count as paid by card: your wallet is credited and the webhook is sent. This can’t be undone.
    </ConfirmDialog>
  )
}

'use client'

import { FileCode } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-dialog'
import type { InvoiceView } from '@/lib/payments/queries'

const EInvoiceDialog = lateDialog(() => import('./e-invoice-dialog').then((module) => module.EInvoiceDialog))

/** Opens the e-invoices of an invoice. */
export function EInvoiceButton({ invoice }: { invoice: InvoiceView }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        <FileCode aria-hidden className="size-4" />
        E-invoice
      </Button>
      {isOpen && <EInvoiceDialog invoice={invoice} onClose={() => setIsOpen(false)} />}
    </>
  )
}

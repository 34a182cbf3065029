'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-dialog'
import type { CustomerView } from '@/lib/home/customer-overview'

const RequestBankDetailsDialog = lateDialog(() =>
  import('./request-bank-details-dialog').then((module) => module.RequestBankDetailsDialog),
)

/** Lets the customer enter their own bank account. */
export function RequestBankDetails({ customer }: { customer: CustomerView }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        Request bank details
      </Button>
      {isOpen && <RequestBankDetailsDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  )
}

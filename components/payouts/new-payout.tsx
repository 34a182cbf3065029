'use client'

import { useState } from 'react'
import type { NewPayoutView } from '@/lib/api/dashboard/read-new-payout'
import { CustomerPicker } from './customer-picker'
import { PayoutForm } from './payout-form'
import { type PayoutStage, PayoutStages } from './payout-stages'

/** Customer, bank account, amount, review: the customer is in the address, the rest in the form. */
export function NewPayout({ view }: { view: NewPayoutView }) {
  const { customer } = view
  const [stage, setStage] = useState<PayoutStage>(customer ? 'account' : 'customer')
  return (
    <div className="max-w-2xl space-y-6">
      <PayoutStages current={stage} />
      {customer ? (
        <PayoutForm view={{ ...view, customer }} onStage={setStage} />
      ) : (
        <CustomerPicker mode={view.mode} />
      )}
    </div>
  )
}

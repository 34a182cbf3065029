'use client'

import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { feeTerms } from '@/components/invoices/use-invoice-form'
import { Field, Select } from '@/components/ui/field'
import { formatMoney } from '@/components/ui/money'
import { useToast } from '@/components/ui/toast'
import { invoiceFee } from '@/lib/invoices/amounts'
import { type FormFee, feeScheduleOf } from '@/lib/invoices/invoice-fields'
import { formatDecimal } from '@/lib/money/decimals'
import { SettingsForm } from './settings-form'
import { useSetFeePayer } from './settings-queries'

export type FeePayerFormProps = {
  fee: FormFee & { returnsFee: boolean }
  isReadOnly: boolean
}

/** US cents. */
const EXAMPLE_MINOR = 10_000n

/** Whether the vendor's customers pay the fee on top, or the vendor out of what it receives. */
export function FeePayerForm({ fee, isReadOnly }: FeePayerFormProps) {
  const set = useSetFeePayer()
  const toast = useToast()
  const [paysFee, setPaysFee] = useState(fee.paysFee)
  const submit = useSingleFlight(async () => {
    try {
      await set.mutateAsync({ payer: paysFee ? 'vendor' : 'customer' })
      toast(paysFee ? 'You pay the fee' : 'Your customers pay the fee')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  const schedule = feeScheduleOf({ ...fee, paysFee })
  const { feeAmountMinor, vendorFeeMinor } = invoiceFee(EXAMPLE_MINOR, 'USD', schedule)
  const dollars = (minor: bigint) => formatMoney({ amount: formatDecimal(minor, 2), currency: 'USD' })
  return (
    <SettingsForm
      title="Fee"
      description={`The fee is ${feeTerms('USD', fee)}, and is taken when a card pays. ${fee.returnsFee ? 'A refund gives it back to the one who paid it.' : 'A refund doesn’t give it back.'} Existing invoices keep theirs. Scheduled and recurring invoices use the setting on the day they are sent.`}
      action="Save"
      refusal={set.error && failureMessage(set.error)}
      pending={set.isPending}
      disabled={isReadOnly}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        label="Who pays the fee"
        hint={`On an invoice of ${dollars(EXAMPLE_MINOR)}, your customer pays ${dollars(EXAMPLE_MINOR + feeAmountMinor)} and you receive ${dollars(EXAMPLE_MINOR - vendorFeeMinor)}`}
      >
        {(control) => (
          <Select
            {...control}
            value={paysFee ? 'vendor' : 'customer'}
            onChange={(event) => setPaysFee(event.target.value === 'vendor')}
          >
            <option value="customer">My customers</option>
            <option value="vendor">I do</option>
          </Select>
        )}
      </Field>
    </SettingsForm>
  )
}

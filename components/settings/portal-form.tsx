'use client'

import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { CopyButton } from '@/components/ui/copy-button'
import { Checkbox } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { SettingsForm } from './settings-form'
import { useSwitchPortal } from './settings-queries'

export type PortalFormProps = {
  portal: {
    isOn: boolean
    /** The portal’s address in the dashboard’s mode. */
    url: string
  }
  isReadOnly: boolean
}

/** Whether customers can see all their invoices in one place, and where that is. */
export function PortalForm({ portal, isReadOnly }: PortalFormProps) {
  const set = useSwitchPortal()
  const toast = useToast()
  const [isOn, setOn] = useState(portal.isOn)
  const submit = useSingleFlight(async () => {
    try {
      await set.mutateAsync({ isOn })
      toast(isOn ? 'Customer portal turned on' : 'Customer portal turned off')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <SettingsForm
      title="Customer portal"
      description="Where a customer sees all their invoices, receipts and credit notes, and keeps their address up to date. They need no account: a link is emailed to them. The payment page leads there too."
      action="Save"
      refusal={set.error && failureMessage(set.error)}
      pending={set.isPending}
      disabled={isReadOnly}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label className="flex items-center gap-2">
        <Checkbox checked={isOn} onChange={(event) => setOn(event.target.checked)} />
        Customers can see their invoices
      </label>
      {isOn && (
        <p className="flex items-center gap-1 text-[0.8125rem]">
          <span className="wrap-anywhere min-w-0 text-muted-foreground">{portal.url}</span>
          <CopyButton text={portal.url} what="portal link" />
        </p>
      )}
    </SettingsForm>
  )
}

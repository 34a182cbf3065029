'use client'

import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { CopyButton } from '@/components/ui/copy-button'
import { Checkbox } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import { SettingsForm } from './settings-form'
import { useSwitchAttachments, useSwitchPortal, useSwitchViews } from './settings-queries'

type SwitchFormProps = {
  title: string
  description: string
  label: string
  isOn: boolean
  set: UseMutationResult<unknown, Error, { isOn: boolean }>
  isReadOnly: boolean
  /** Shown while it is on. */
  children?: ReactNode
}

/** One thing that is on or off. */
function SwitchForm({
  title,
  description,
  label,
  isOn: initial,
  set,
  isReadOnly,
  children,
}: SwitchFormProps) {
  const toast = useToast()
  const [isOn, setOn] = useState(initial)
  const submit = useSingleFlight(async () => {
    try {
      await set.mutateAsync({ isOn })
      toast(`${title}: ${isOn ? 'on' : 'off'}`)
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <SettingsForm
      title={title}
      description={description}
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
        {label}
      </label>
      {isOn && children}
    </SettingsForm>
  )
}

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
  return (
    <SwitchForm
      title="Customer portal"
      description="Where a customer sees all their invoices, receipts and credit notes, and keeps their address up to date. They need no account: a link is emailed to them. The payment page leads there too."
      label="Customers can see their invoices"
      isOn={portal.isOn}
      set={useSwitchPortal()}
      isReadOnly={isReadOnly}
    >
      <p className="flex items-center gap-1 text-[0.8125rem]">
        <span className="wrap-anywhere min-w-0 text-muted-foreground">{portal.url}</span>
        <CopyButton text={portal.url} what="portal link" />
      </p>
    </SwitchForm>
  )
}

/** Whether mails bring their document. */
export function AttachmentsForm({ attachesPdf, isReadOnly }: { attachesPdf: boolean; isReadOnly: boolean }) {
  return (
    <SwitchForm
      title="PDFs in emails"
      description="Emails with an invoice, a receipt or a credit note have it attached as a PDF. They have a link to it in any case."
      label="Attach the PDF"
      isOn={attachesPdf}
      set={useSwitchAttachments()}
      isReadOnly={isReadOnly}
    />
  )
}

/** Whether it is noted that a customer has opened an invoice. */
export function ViewsForm({ notesViews, isReadOnly }: { notesViews: boolean; isReadOnly: boolean }) {
  return (
    <SwitchForm
      title="Opened invoices"
      description="An invoice’s history says when your customer first opened its payment page or downloaded its PDF, and when last. Nothing else is kept, and the emails have no tracking pixels."
      label="Note when customers open an invoice"
      isOn={notesViews}
      set={useSwitchViews()}
      isReadOnly={isReadOnly}
    />
  )
}

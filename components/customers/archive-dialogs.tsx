'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import type { BankAccountRow } from '@/lib/bank-accounts/bank-account'
import type { CustomerView } from '@/lib/home/customer-overview'
import { useArchive } from './customer-queries'

type DialogProps = { customer: CustomerView; onClose: () => void }

export function ArchiveCustomerDialog({ customer, onClose }: DialogProps) {
  const { id, mode, name, archivedAt } = customer
  const about = { mode, path: id, onClose }
  if (archivedAt !== null) {
    return (
      <ArchiveDialog {...about} act="unarchive" title={`Unarchive ${name}?`} what="customer">
        The customer takes invoices and payouts again.
      </ArchiveDialog>
    )
  }
  return (
    <ArchiveDialog {...about} act="archive" title={`Archive ${name}?`} what="customer">
      No new invoices and payouts from now on. Scheduled payouts are not sent, and recurring invoices stop.
      Open invoices can still be paid, and the history stays. You can undo this.
    </ArchiveDialog>
  )
}

export function ArchiveBankAccountDialog({
  customer,
  bankAccount,
  isArchived,
  onClose,
}: DialogProps & { bankAccount: BankAccountRow; isArchived: boolean }) {
  const { id, bankName, last4, holder } = bankAccount
  const about = { mode: customer.mode, path: `${customer.id}/bank-accounts/${id}`, onClose }
  const account = `${bankName} •••• ${last4}`
  if (isArchived) {
    return (
      <ArchiveDialog {...about} act="unarchive" title={`Unarchive ${account}?`} what="bank account">
        Payouts can go to this account of {holder} again.
      </ArchiveDialog>
    )
  }
  return (
    <ArchiveDialog {...about} act="archive" title={`Archive ${account}?`} what="bank account">
      This account of {holder} takes no new payouts from now on, and scheduled payouts to it are not sent.
      Payouts that were sent stay as they are. You can undo this.
    </ArchiveDialog>
  )
}

type ArchiveDialogProps = {
  mode: Mode
  /** Follows that of the customers. */
  path: string
  act: 'archive' | 'unarchive'
  what: 'customer' | 'bank account'
  title: string
  onClose: () => void
  children: ReactNode
}

function ArchiveDialog({ mode, path, act, what, title, onClose, children }: ArchiveDialogProps) {
  const router = useRouter()
  const toast = useToast()
  const send = useArchive(mode, path, act)
  const isArchiving = act === 'archive'
  const confirm = useDialogAction(async () => {
    await send.mutateAsync()
    toast(`${what === 'customer' ? 'Customer' : 'Bank account'} ${isArchiving ? 'archived' : 'unarchived'}`)
    onClose()
    router.refresh()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      action={`${isArchiving ? 'Archive' : 'Unarchive'} ${what}`}
      variant={isArchiving ? 'danger' : 'primary'}
      pending={send.isPending}
      error={send.error && failureMessage(send.error)}
      onConfirm={confirm}
    >
      {children}
    </ConfirmDialog>
  )
}

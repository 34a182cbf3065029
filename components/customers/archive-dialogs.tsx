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
import { useRecordAct } from './customer-queries'

type DialogProps = { customer: CustomerView; onClose: () => void }

export function ArchiveCustomerDialog({ customer, onClose }: DialogProps) {
  const { id, mode, name, archivedAt } = customer
  const about = { mode, path: id, onClose }
  if (archivedAt !== null) {
    return (
      <ActDialog {...about} act="unarchive" title={`Unarchive ${name}?`} what="customer">
        The customer takes invoices and payouts again.
      </ActDialog>
    )
  }
  return (
    <ActDialog {...about} act="archive" title={`Archive ${name}?`} what="customer">
      No new invoices and payouts from now on. Scheduled payouts are not sent, and recurring invoices and
      payouts stop. Open invoices can still be paid, and the history stays. You can undo this.
    </ActDialog>
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
      <ActDialog {...about} act="unarchive" title={`Unarchive ${account}?`} what="bank account">
        Payouts can go to this account of {holder} again.
      </ActDialog>
    )
  }
  return (
    <ActDialog {...about} act="archive" title={`Archive ${account}?`} what="bank account">
      This account of {holder} takes no new payouts from now on, scheduled payouts to it are not sent, and
      recurring ones stop. Payouts that were sent stay as they are. You can undo this.
    </ActDialog>
  )
}

/** Asks for the second look that payouts to a new account from a link need. */
export function ConfirmBankAccountDialog({
  customer,
  bankAccount,
  onClose,
}: DialogProps & { bankAccount: BankAccountRow }) {
  const { id, bankName, last4, holder } = bankAccount
  const about = { mode: customer.mode, path: `${customer.id}/bank-accounts/${id}`, onClose }
  return (
    <ActDialog {...about} act="confirm" title={`Confirm ${bankName} •••• ${last4}?`} what="bank account">
      It was entered through a link. Ask {holder}, by another way than the one by which you sent the link,
      whether it is theirs. Then payouts can go to it.
    </ActDialog>
  )
}

type ActDialogProps = {
  mode: Mode
  /** Follows that of the customers. */
  path: string
  act: 'archive' | 'unarchive' | 'confirm'
  what: 'customer' | 'bank account'
  title: string
  onClose: () => void
  children: ReactNode
}

const VERB = { archive: 'Archive', unarchive: 'Unarchive', confirm: 'Confirm' }
const DONE = { archive: 'archived', unarchive: 'unarchived', confirm: 'confirmed' }

function ActDialog({ mode, path, act, what, title, onClose, children }: ActDialogProps) {
  const router = useRouter()
  const toast = useToast()
  const send = useRecordAct(mode, path, act)
  const confirm = useDialogAction(async () => {
    await send.mutateAsync()
    toast(`${what === 'customer' ? 'Customer' : 'Bank account'} ${DONE[act]}`)
    onClose()
    router.refresh()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      action={`${VERB[act]} ${what}`}
      variant={act === 'archive' ? 'danger' : 'primary'}
      pending={send.isPending}
      error={send.error && failureMessage(send.error)}
      onConfirm={confirm}
    >
      {children}
    </ConfirmDialog>
  )
}

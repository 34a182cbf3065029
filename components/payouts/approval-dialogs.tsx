'use client'

import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field, TextArea } from '@/components/ui/field'
import { formatMoney } from '@/components/ui/money'
import { useToast } from '@/components/ui/toast'
import type { ApprovalView } from '@/lib/payouts/approval-view'
import { useCancelApproval, useRejectPayout } from './approval-queries'

type ApprovalDialogProps = { approval: ApprovalView; onClose: () => void }

/** Rejects a payout that somebody else requested, with a reason if there is one to tell. */
export function RejectDialog({ approval, onClose }: ApprovalDialogProps) {
  const reject = useRejectPayout(approval)
  const toast = useToast()
  const { register, handleSubmit } = useForm({ defaultValues: { reason: '' } })
  const submit = useDialogAction(async (fields: { reason: string }) => {
    await reject.mutateAsync(fields)
    toast('Payout rejected')
    onClose()
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Reject this payout?"
      description={`${formatMoney(approval.amount)} to ${approval.customer.name} is not sent.`}
    >
      <DialogForm
        onSubmit={handleSubmit(submit)}
        error={reject.error && failureMessage(reject.error)}
        onCancel={onClose}
        cancel="Back"
        action="Reject payout"
        variant="danger"
        pending={reject.isPending}
      >
        <Field label="Reason" hint={`Optional. ${approval.requestedBy} reads it by email.`}>
          {(control) => <TextArea {...control} {...register('reason')} rows={3} maxLength={500} />}
        </Field>
      </DialogForm>
    </Dialog>
  )
}

/** Takes a payout back that its reader requested. */
export function CancelDialog({ approval, onClose }: ApprovalDialogProps) {
  const cancel = useCancelApproval(approval)
  const toast = useToast()
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Cancel this request?"
      action="Cancel request"
      cancel="Back"
      pending={cancel.isPending}
      error={cancel.error && failureMessage(cancel.error)}
      onConfirm={() =>
        cancel.mutate(undefined, {
          onSuccess: () => {
            toast('Request canceled')
            onClose()
          },
        })
      }
    >
      {formatMoney(approval.amount)} to {approval.customer.name} can’t be approved any more.
    </ConfirmDialog>
  )
}

'use client'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useDialogAction } from '@/components/forms/send-once'
import { classNames } from '@/components/ui/class-names'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { CONTROL_STYLE, Field } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import type { OperatorVendorView } from '@/lib/operator/vendor-view'
import { type BanFields, banFields } from '@/lib/vendors/vendor-terms-fields'
import { useChangeVendor } from './operator-queries'

type BanDialogProps = { vendor: OperatorVendorView; open: boolean; onClose: () => void }

/** Asks for a reason before banning a vendor. */
export function BanDialog({ vendor, open, onClose }: BanDialogProps) {
  const change = useChangeVendor(vendor.id)
  const toast = useToast()
  const { register, handleSubmit, reset, formState } = useForm<BanFields>({
    resolver: schemaResolver(banFields),
    defaultValues: { reason: '' },
  })
  const close = () => {
    change.reset()
    reset()
    onClose()
  }
  const submit = useDialogAction(async (body: BanFields) => {
    await change.mutateAsync({ what: 'ban', body })
    toast(`${vendor.name} banned`)
    close()
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={`Ban ${vendor.name}?`}
      description="Its API writes are refused, its invoices can’t be paid and it can’t pay out. It can still sign in and read."
    >
      <DialogForm
        onSubmit={handleSubmit(submit)}
        error={change.error && failureMessage(change.error)}
        onCancel={close}
        action="Ban vendor"
        variant="danger"
        pending={change.isPending}
      >
        <Field label="Reason" hint="Shown to the vendor" error={formState.errors.reason?.message}>
          {(control) => (
            <textarea
              {...control}
              {...register('reason')}
              rows={3}
              maxLength={1000}
              className={classNames(CONTROL_STYLE, 'py-2')}
            />
          )}
        </Field>
      </DialogForm>
    </Dialog>
  )
}

type UnbanDialogProps = { vendor: OperatorVendorView; open: boolean; onClose: () => void }

export function UnbanDialog({ vendor, open, onClose }: UnbanDialogProps) {
  const change = useChangeVendor(vendor.id)
  const toast = useToast()
  const close = () => {
    change.reset()
    onClose()
  }
  const confirm = () => {
    const onSuccess = () => {
      toast(`Ban of ${vendor.name} lifted`)
      close()
    }
    change.mutate({ what: 'unban', body: {} }, { onSuccess })
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={`Lift the ban of ${vendor.name}?`}
      action="Lift ban"
      pending={change.isPending}
      error={change.error && failureMessage(change.error)}
      onConfirm={confirm}
    >
      Its API keys, payment links and payouts work again immediately.
    </ConfirmDialog>
  )
}

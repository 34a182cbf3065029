'use client'

import { useForm } from 'react-hook-form'
import type { OperatorVendorView } from '@/lib/api/dashboard/operator/read-vendor'
import { useChangeVendor } from '@/lib/client/operator'
import { failureMessage } from '@/lib/client/request'
import { schemaResolver } from '@/lib/client/schema-resolver'
import { useSingleFlight } from '@/lib/client/use-single-flight'
import { type BanFields, banFields } from '@/lib/vendor-terms-fields'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { Dialog, DialogActions } from '../ui/dialog'
import { Field } from '../ui/field'
import { CONTROL_STYLE } from '../ui/input'
import { Notice } from '../ui/notice'
import { useToast } from '../ui/toast'

type BanDialogProps = { vendor: OperatorVendorView; open: boolean; onClose: () => void }

/** Asks for the reason before a vendor is shut out. */
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
  const submit = useSingleFlight(async (body: BanFields) => {
    try {
      await change.mutateAsync({ what: 'ban', body })
      toast(`${vendor.name} is banned`)
      close()
    } catch {
      // The mutation's own state shows what was refused.
    }
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={`Ban ${vendor.name}?`}
      description="Its API requests that change anything are refused from then on, no invoice of it can be paid, and no payout made. It can still sign in and look."
    >
      <form method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-4">
        {change.error && (
          <Notice kind="danger" role="alert">
            {failureMessage(change.error)}
          </Notice>
        )}
        <Field label="Reason" hint="The vendor is shown it." error={formState.errors.reason?.message}>
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
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={change.isPending}>
            Ban vendor
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

'use client'

import type { OperatorVendorView } from '@/lib/api/dashboard/operator/read-vendor'
import { useChangeVendor } from '@/lib/client/operator'
import { failureMessage } from '@/lib/client/request'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { useToast } from '../ui/toast'

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
      toast(`The ban of ${vendor.name} is lifted`)
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
      Its API keys, payment links and payouts work again at once.
    </ConfirmDialog>
  )
}

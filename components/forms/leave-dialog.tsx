'use client'
import { useEffect, useState } from 'react'
import { LateConfirmDialog } from '@/components/ui/late-dialog'
import { askToLeaveBy } from './unsaved-guard'

/** Asks whether to leave a form with unsaved changes. */
export function LeaveDialog() {
  const [answer, setAnswer] = useState<((leaves: boolean) => void) | null>(null)
  useEffect(() => askToLeaveBy(() => new Promise<boolean>((settle) => setAnswer(() => settle))), [])
  if (!answer) return null
  const close = (leaves: boolean) => {
    setAnswer(null)
    answer(leaves)
  }
  return (
    <LateConfirmDialog
      open
      onOpenChange={() => close(false)}
      title="Leave this page?"
      cancel="Keep editing"
      action="Leave page"
      pending={false}
      error={null}
      onConfirm={() => close(true)}
    >
      Your changes are not saved.
    </LateConfirmDialog>
  )
}

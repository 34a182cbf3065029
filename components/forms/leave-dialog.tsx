'use client'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { askToLeaveBy } from './unsaved-guard'

// Rarely opened, so not part of a page's first load.
const ConfirmDialog = dynamic(
  () => import('@/components/ui/confirm-dialog').then((module) => module.ConfirmDialog),
  {
    ssr: false,
  },
)

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
    <ConfirmDialog
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
    </ConfirmDialog>
  )
}

'use client'

import { CircleStop, Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { LateConfirmDialog } from '@/components/ui/late-dialog'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { Timestamp } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import type { RecurringView } from '@/lib/recurring/queries'
import { type RecurringAct, useActOnRecurring } from './recurring-queries'

const QUESTIONS: Record<RecurringAct, { title: string; action: string; toast: string }> = {
  pause: {
    title: 'Pause this recurring invoice?',
    action: 'Pause recurring invoice',
    toast: 'Recurring invoice paused',
  },
  resume: {
    title: 'Resume this recurring invoice?',
    action: 'Resume recurring invoice',
    toast: 'Recurring invoice resumed',
  },
  end: {
    title: 'End this recurring invoice?',
    action: 'End recurring invoice',
    toast: 'Recurring invoice ended',
  },
  delete: {
    title: 'Delete this recurring invoice?',
    action: 'Delete recurring invoice',
    toast: 'Recurring invoice deleted',
  },
}

/** The menu of a series, and the dialog that confirms each action. */
export function RecurringActions({ series }: { series: RecurringView }) {
  const [question, setQuestion] = useState<RecurringAct | null>(null)
  const router = useRouter()
  const toast = useToast()
  const act = useActOnRecurring(series.mode, series.id)
  const confirm = useDialogAction(async (action: RecurringAct) => {
    await act.mutateAsync(action)
    toast(QUESTIONS[action].toast)
    if (action === 'delete') router.push('/invoices/recurring')
    else setQuestion(null)
  })
  const entry = (text: string, icon: ReactNode, of: RecurringAct): MenuEntry => ({
    kind: 'action',
    text,
    icon,
    isDangerous: of === 'end' || of === 'delete',
    onSelect: () => {
      act.reset()
      setQuestion(of)
    },
  })
  const isEnded = series.status === 'ENDED'
  const entries: MenuEntry[] = [
    ...(isEnded
      ? []
      : [
          {
            kind: 'action' as const,
            text: 'Edit',
            icon: <Pencil aria-hidden className="size-4" />,
            onSelect: () => router.push(`/invoices/recurring/${series.id}/edit`),
          },
          series.status === 'ACTIVE'
            ? entry('Pause', <Pause aria-hidden className="size-4" />, 'pause')
            : entry('Resume', <Play aria-hidden className="size-4" />, 'resume'),
          entry('End', <CircleStop aria-hidden className="size-4" />, 'end'),
        ]),
    ...(series.periodCount === 0
      ? [entry('Delete', <Trash2 aria-hidden className="size-4" />, 'delete')]
      : []),
  ]
  if (entries.length === 0) return null
  return (
    <>
      <Menu
        trigger={
          <Button variant="secondary" size="icon" aria-label="Actions">
            <Ellipsis aria-hidden className="size-4" />
          </Button>
        }
        entries={entries}
      />
      {question && (
        <LateConfirmDialog
          open
          onOpenChange={() => setQuestion(null)}
          title={QUESTIONS[question].title}
          action={QUESTIONS[question].action}
          variant={question === 'pause' || question === 'resume' ? 'primary' : 'danger'}
          pending={act.isPending || (question === 'delete' && act.isSuccess)}
          error={act.error && failureMessage(act.error)}
          onConfirm={() => confirm(question)}
        >
          {consequence(question, series)}
        </LateConfirmDialog>
      )}
    </>
  )
}

function consequence(act: RecurringAct, { resumesOn }: RecurringView): ReactNode {
  switch (act) {
    case 'pause':
      return 'Invoices that would be due until you resume it are skipped.'
    case 'resume':
      return resumesOn ? (
        <>
          The next invoice is issued on <Timestamp at={resumesOn} />. Those missed until now are skipped.
        </>
      ) : (
        'Its last day has passed. Change its end first.'
      )
    case 'end':
      return 'No more invoices are issued. Those issued so far stay as they are. This can’t be undone.'
    case 'delete':
      return 'It has issued no invoice. This can’t be undone.'
  }
}

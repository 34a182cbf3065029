'use client'

import { CircleStop, Ellipsis, Pause, Pencil, Play } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { LateConfirmDialog } from '@/components/ui/late-dialog'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { Timestamp } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import type { RecurringPayoutView } from '@/lib/payouts/recurring-payout-view'
import { type RecurringPayoutAct, useActOnRecurringPayout } from './recurring-payout-queries'

const QUESTIONS: Record<RecurringPayoutAct, { title: string; action: string; toast: string }> = {
  pause: {
    title: 'Pause this recurring payout?',
    action: 'Pause recurring payout',
    toast: 'Recurring payout paused',
  },
  resume: {
    title: 'Resume this recurring payout?',
    action: 'Resume recurring payout',
    toast: 'Recurring payout resumed',
  },
  end: {
    title: 'End this recurring payout?',
    action: 'End recurring payout',
    toast: 'Recurring payout ended',
  },
}

/** The menu of a series of payouts, and the dialog that confirms each action. */
export function RecurringPayoutActions({ series }: { series: RecurringPayoutView }) {
  const [question, setQuestion] = useState<RecurringPayoutAct | null>(null)
  const router = useRouter()
  const toast = useToast()
  const act = useActOnRecurringPayout(series.mode, series.id)
  const confirm = useDialogAction(async (action: RecurringPayoutAct) => {
    await act.mutateAsync(action)
    toast(QUESTIONS[action].toast)
    setQuestion(null)
  })
  if (series.status === 'ENDED') return null
  const entry = (text: string, icon: ReactNode, of: RecurringPayoutAct): MenuEntry => ({
    kind: 'action',
    text,
    icon,
    isDangerous: of === 'end',
    onSelect: () => {
      act.reset()
      setQuestion(of)
    },
  })
  const entries: MenuEntry[] = [
    {
      kind: 'action',
      text: 'Edit',
      icon: <Pencil aria-hidden className="size-4" />,
      onSelect: () => router.push(`/payouts/recurring/${series.id}/edit`),
    },
    series.status === 'ACTIVE'
      ? entry('Pause', <Pause aria-hidden className="size-4" />, 'pause')
      : entry('Resume', <Play aria-hidden className="size-4" />, 'resume'),
    entry('End', <CircleStop aria-hidden className="size-4" />, 'end'),
  ]
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
          variant={question === 'end' ? 'danger' : 'primary'}
          pending={act.isPending}
          error={act.error && failureMessage(act.error)}
          onConfirm={() => confirm(question)}
        >
          {consequence(question, series)}
        </LateConfirmDialog>
      )}
    </>
  )
}

function consequence(act: RecurringPayoutAct, { resumesOn }: RecurringPayoutView): ReactNode {
  switch (act) {
    case 'pause':
      return 'Payouts that would be due until you resume it are skipped.'
    case 'resume':
      return resumesOn ? (
        <>
          The next payout is sent on <Timestamp at={resumesOn} />, in your name. Those missed until now are
          skipped.
        </>
      ) : (
        'Its last day has passed. Change its end first.'
      )
    case 'end':
      return 'No more payouts are sent. Those so far stay as they are, also if they still wait for approval. This can’t be undone.'
  }
}

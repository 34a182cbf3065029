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
import type { SeriesView } from '@/lib/series/series-view'
import { type SeriesAct, type SeriesKind, seriesPage, useActOnSeries } from './series-queries'

const ACTS: Record<SeriesAct, { verb: string; past: string; Icon: typeof Pause }> = {
  pause: { verb: 'Pause', past: 'paused', Icon: Pause },
  resume: { verb: 'Resume', past: 'resumed', Icon: Play },
  end: { verb: 'End', past: 'ended', Icon: CircleStop },
  delete: { verb: 'Delete', past: 'deleted', Icon: Trash2 },
}

type SeriesActionsProps = { kind: SeriesKind; series: SeriesView }

/** The menu of a series, and the dialog that confirms each action. */
export function SeriesActions({ kind, series }: SeriesActionsProps) {
  const [question, setQuestion] = useState<SeriesAct | null>(null)
  const router = useRouter()
  const toast = useToast()
  const act = useActOnSeries(kind, series)
  const confirm = useDialogAction(async (action: SeriesAct) => {
    await act.mutateAsync(action)
    toast(`Recurring ${kind} ${ACTS[action].past}`)
    if (action === 'delete') router.push(seriesPage(kind))
    else setQuestion(null)
  })
  const entry = (of: SeriesAct): MenuEntry => {
    const { verb, Icon } = ACTS[of]
    return {
      kind: 'action',
      text: verb,
      icon: <Icon aria-hidden className="size-4" />,
      isDangerous: isForGood(of),
      onSelect: () => {
        act.reset()
        setQuestion(of)
      },
    }
  }
  const edit: MenuEntry = {
    kind: 'action',
    text: 'Edit',
    icon: <Pencil aria-hidden className="size-4" />,
    onSelect: () => router.push(`${seriesPage(kind)}/${series.id}/edit`),
  }
  const entries: MenuEntry[] = [
    ...(series.status === 'ENDED'
      ? []
      : [edit, entry(series.status === 'ACTIVE' ? 'pause' : 'resume'), entry('end')]),
    ...(kind === 'invoice' && series.periodCount === 0 ? [entry('delete')] : []),
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
          title={`${ACTS[question].verb} this recurring ${kind}?`}
          action={`${ACTS[question].verb} recurring ${kind}`}
          variant={isForGood(question) ? 'danger' : 'primary'}
          pending={act.isPending || (question === 'delete' && act.isSuccess)}
          error={act.error && failureMessage(act.error)}
          onConfirm={() => confirm(question)}
        >
          {consequence(kind, question, series)}
        </LateConfirmDialog>
      )}
    </>
  )
}

function isForGood(act: SeriesAct): boolean {
  return act === 'end' || act === 'delete'
}

function consequence(kind: SeriesKind, act: SeriesAct, { resumesOn }: SeriesView): ReactNode {
  switch (act) {
    case 'pause':
      return `${kind === 'invoice' ? 'Invoices' : 'Payouts'} that would be due until you resume it are skipped.`
    case 'resume':
      return resumesOn ? (
        <>
          The next {kind} is {kind === 'invoice' ? 'issued' : 'sent'} on <Timestamp at={resumesOn} />
          {kind === 'payout' && ', in your name'}. Those missed until now are skipped.
        </>
      ) : (
        'Its last day has passed. Change its end first.'
      )
    case 'end':
      return kind === 'invoice'
        ? 'No more invoices are issued. Those issued so far stay as they are. This can’t be undone.'
        : 'No more payouts are sent. Those so far stay as they are, also if they still wait for approval. This can’t be undone.'
    case 'delete':
      return 'It has issued no invoice. This can’t be undone.'
  }
}

'use client'

import { Scale } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { Input, Select } from '@/components/ui/field'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { ReconciliationView } from '@/lib/reconciliation/reconciliation-dashboard'
import { Button } from '../ui/button'
import { Card } from '../ui/card'
import { Field } from '../ui/field'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { useReconcile } from './operator-queries'
import { ReconciliationReport } from './reconciliation-report'

type ReconciliationPanelProps = {
  /** Initial date, `YYYY-MM-DD`. */
  date: string
  mode: Mode
  /** The latest date that can be chosen. */
  today: string
}

/** Compares one day of one mode with the providers' records, on demand. */
export function ReconciliationPanel(props: ReconciliationPanelProps) {
  const [date, setDate] = useState(props.date)
  const [mode, setMode] = useState(props.mode)
  const reconcile = useReconcile()
  // The form shows the refusal from the mutation's state.
  const compare = useSingleFlight((input: { date: string; mode: Mode }) =>
    reconcile.mutateAsync(input).catch(() => undefined),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    window.history.replaceState(null, '', `?date=${date}&of=${mode}`)
    compare({ date, mode })
  }
  return (
    <div className="space-y-6">
      <PageHeader
        title="Reconciliation"
        description="Compares one day of the providers’ records with our payments, refunds, disputes, payouts and ledger entries. It changes nothing."
      />
      <Card aria-label="What to compare">
        <form method="get" onSubmit={submit} className="flex flex-wrap items-end gap-3 p-4 sm:p-5">
          <Field label="Day (UTC)" className="w-44">
            {(control) => (
              <Input
                {...control}
                type="date"
                name="date"
                required
                max={props.today}
                value={date}
                onChange={({ target }) => setDate(target.value)}
              />
            )}
          </Field>
          <Field label="Mode" className="w-32">
            {(control) => (
              <Select
                {...control}
                name="of"
                value={mode}
                onChange={({ target }) => setMode(target.value === 'live' ? 'live' : 'test')}
              >
                <option value="live">Live</option>
                <option value="test">Test</option>
              </Select>
            )}
          </Field>
          <Button type="submit" pending={reconcile.isPending}>
            Compare
          </Button>
        </form>
      </Card>
      {reconcile.error && (
        <Notice kind="danger" title="The comparison didn’t run" role="alert">
          {failureMessage(reconcile.error)}
        </Notice>
      )}
      {!reconcile.error && <Outcome view={reconcile.data} isAsking={reconcile.isPending} />}
    </div>
  )
}

function Outcome({ view, isAsking }: { view: ReconciliationView | undefined; isAsking: boolean }) {
  if (view && !isAsking) return <ReconciliationReport view={view} />
  return (
    <Card aria-label="Result" aria-busy={isAsking}>
      <EmptyState Icon={Scale} title={isAsking ? 'Asking the providers…' : 'Nothing compared yet'}>
        {isAsking
          ? 'A busy day takes a while.'
          : 'Choose a day and a mode. Differences between the two sides are listed here.'}
      </EmptyState>
    </Card>
  )
}

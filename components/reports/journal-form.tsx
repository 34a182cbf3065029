'use client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonStyle } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { useDayFromToday } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import { journalRange } from '@/lib/reports/journal-range'
import { FIRST_DAY } from '@/lib/reports/month'

/** Downloads the journal of a range of days, at first those of the page's month. */
export function JournalForm({ mode, firstDay, lastDay }: { mode: Mode; firstDay: string; lastDay: string }) {
  const today = useDayFromToday()(0)
  const [from, setFrom] = useState(firstDay)
  const [to, setTo] = useState(lastDay < today ? lastDay : today)
  const [isAsked, setAsked] = useState(false)
  const range = journalRange(from, to, today)
  const fault = 'fault' in range ? range.fault : undefined
  const icon = <Download aria-hidden className="size-4" />
  return (
    <Card aria-labelledby="journal" className="print:hidden">
      <CardHeader
        id="journal"
        title="Journal"
        description={
          <>
            Every invoice, credit note, payment, refund, dispute, payout and fee as double entries in a CSV
            file, for your bookkeeping program.{' '}
            <Link href="/docs/reports" className="underline underline-offset-4">
              What the columns mean
            </Link>
          </>
        }
      />
      <div className="flex flex-wrap items-start gap-3 px-4 pb-4 sm:px-5">
        <Field label="First day" className="w-36 sm:w-40">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={from}
              min={FIRST_DAY}
              max={today}
              onChange={({ target }) => setFrom(target.value)}
            />
          )}
        </Field>
        <Field label="Last day" className="w-36 sm:w-40" error={isAsked ? fault : undefined}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={to}
              min={FIRST_DAY}
              max={today}
              onChange={({ target }) => setTo(target.value)}
            />
          )}
        </Field>
        <div className="sm:pt-6.5">
          {fault ? (
            <Button variant="secondary" onClick={() => setAsked(true)}>
              {icon}
              Download journal
            </Button>
          ) : (
            <a
              href={`/api/dashboard/reports/journal.csv?${new URLSearchParams({ mode, from, to })}`}
              download
              className={buttonStyle({ variant: 'secondary' })}
            >
              {icon}
              Download journal
            </a>
          )}
        </div>
      </div>
    </Card>
  )
}

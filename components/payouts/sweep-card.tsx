'use client'

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage, requestJson } from '@/components/browser/request'
import { BankAccountName } from '@/components/customers/bank-account-name'
import { asNumber, DAY_OF_MONTH_OPTIONS } from '@/components/forms/schedule-fields'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useDialogAction, useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { SeriesStatusBadge } from '@/components/series/series-list'
import { Button } from '@/components/ui/button'
import { Card, CardHeader, Description, DescriptionList } from '@/components/ui/card'
import { Field, Input, Select } from '@/components/ui/field'
import { LateConfirmDialog } from '@/components/ui/late-dialog'
import { formatMoney, Money } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { Timeline } from '@/components/ui/timeline'
import { Timestamp, useZoneWords } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import type { WithdrawalAccountRow } from '@/lib/bank-accounts/withdrawal-accounts-page'
import type { SweepView } from '@/lib/payouts/sweep'
import { type SweepFields, sweepFields } from '@/lib/payouts/sweep-fields'
import { amountOf } from './payout-amount'
import { ScheduleStatus } from './scheduled-payouts'

const PATH = '/api/dashboard/sweep'

const sweepQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'sweep'],
    queryFn: ({ signal }) => requestJson<{ sweep: SweepView | null }>(`${PATH}?mode=${mode}`, { signal }),
  })

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type SweepCardProps = {
  mode: Mode
  initial: SweepView | null
  bankAccounts: WithdrawalAccountRow[]
  isOwner: boolean
}

/** The automatic withdrawals: how they are set up, and what they did. */
export function SweepCard({ mode, initial, bankAccounts, isOwner }: SweepCardProps) {
  const { data } = useQuery({ ...sweepQuery(mode), initialData: { sweep: initial } })
  const [isEditing, setEditing] = useState(false)
  const { sweep } = data
  const accounts = bankAccounts.filter(({ waitsUntil }) => waitsUntil === null)
  if (!sweep && (!isOwner || accounts.length === 0)) return null
  return (
    <Card aria-labelledby="sweep" className="overflow-hidden">
      <CardHeader
        id="sweep"
        title="Automatic withdrawals"
        description="Sends what is in your wallet to your bank account on the days that you choose"
        action={sweep && <SeriesStatusBadge status={sweep.status} />}
      />
      {sweep?.problem && (
        <div className="px-4 pb-4 sm:px-5">
          <Notice kind="danger" title="Stopped">
            {sweep.problem}
          </Notice>
        </div>
      )}
      {sweep && !isEditing && <Facts sweep={sweep} />}
      {isEditing && (
        <SweepForm mode={mode} sweep={sweep} accounts={accounts} onClose={() => setEditing(false)} />
      )}
      {!isEditing && (
        <div className="flex flex-wrap gap-2 px-4 pb-5 sm:px-5">
          {isOwner && accounts.length > 0 && (
            <Button variant="secondary" onClick={() => setEditing(true)}>
              {sweep ? 'Edit' : 'Set up automatic withdrawals'}
            </Button>
          )}
          {sweep && <SweepActs mode={mode} sweep={sweep} isOwner={isOwner} />}
        </div>
      )}
      {sweep && !isEditing && <History sweep={sweep} />}
    </Card>
  )
}

function Facts({ sweep }: { sweep: SweepView }) {
  const zone = useZoneWords()
  const { schedule, nextOn, bankName, last4, fields, requestedBy } = sweep
  return (
    <DescriptionList>
      <Description term="Days">{schedule}</Description>
      <Description term="Next withdrawal">
        {nextOn ? (
          <>
            <Timestamp at={nextOn} />, when the day begins in {zone}
          </>
        ) : (
          'None'
        )}
      </Description>
      <Description term="Bank account">
        <BankAccountName bankName={bankName} last4={last4} />
      </Description>
      <Description term="Stays in the wallet">{formatMoney(amountOf(fields.keep))}</Description>
      <Description term="Sends at least">{formatMoney(amountOf(fields.least))}</Description>
      <Description term="Set up by">{requestedBy}</Description>
    </DescriptionList>
  )
}

type SweepFormProps = {
  mode: Mode
  sweep: SweepView | null
  accounts: WithdrawalAccountRow[]
  onClose: () => void
}

function SweepForm({ mode, sweep, accounts, onClose }: SweepFormProps) {
  const client = useQueryClient()
  const toast = useToast()
  const isHydrated = useHydrated()
  const zone = useZoneWords()
  const [first] = accounts
  const { register, watch, handleSubmit, formState } = useForm<SweepFields>({
    resolver: schemaResolver(sweepFields),
    defaultValues: sweep?.fields ?? {
      bankAccountId: first?.id ?? '',
      unit: 'week',
      weekday: 5,
      dayOfMonth: 1,
      keep: '0.00',
      least: '1.00',
    },
  })
  const { errors, isDirty } = formState
  const save = useMutation({
    mutationFn: (fields: SweepFields) =>
      requestJson<{ sweep: SweepView | null }>(`${PATH}?mode=${mode}`, {
        method: 'POST',
        body: { ...fields, revision: sweep?.revision ?? null },
      }),
    onSuccess: (answer) => client.setQueryData(sweepQuery(mode).queryKey, answer),
  })
  useUnsavedGuard(isDirty && !save.isSuccess)
  const submit = useSingleFlight(async (fields: SweepFields) => {
    try {
      await save.mutateAsync(fields)
      toast(sweep ? 'Automatic withdrawals changed' : 'Automatic withdrawals set up')
      onClose()
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  const money = (name: 'keep' | 'least') => ({
    ...register(name),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 20,
    className: 'tabular text-right',
  })
  return (
    <form method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-4 px-4 pb-5 sm:px-5">
      {save.error && (
        <Notice kind="danger" role="alert" title="Automatic withdrawals not saved">
          {failureMessage(save.error)}
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Bank account" error={errors.bankAccountId?.message} className="sm:col-span-2">
          {(control) => (
            <Select {...control} {...register('bankAccountId')}>
              {accounts.map(({ id, bankName, last4 }) => (
                <option key={id} value={id}>
                  {bankName}, ending in {last4}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="How often" hint={`Sent at the start of the day in ${zone}, from tomorrow`}>
          {(control) => (
            <Select {...control} {...register('unit')}>
              <option value="day">Every day</option>
              <option value="week">Every week</option>
              <option value="month">Every month</option>
            </Select>
          )}
        </Field>
        {watch('unit') === 'week' && (
          <Field label="Day of the week">
            {(control) => (
              <Select {...control} {...register('weekday', asNumber)}>
                {WEEKDAYS.map((name, index) => (
                  <option key={name} value={index + 1}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {watch('unit') === 'month' && (
          <Field label="Day of the month" hint="In shorter months, the last day">
            {(control) => (
              <Select {...control} {...register('dayOfMonth', asNumber)}>
                {DAY_OF_MONTH_OPTIONS}
              </Select>
            )}
          </Field>
        )}
        <Field
          label="Keep in the wallet, in USD"
          hint="Payouts that are due before the next withdrawal stay too"
          error={errors.keep?.message}
          className="sm:col-start-1"
        >
          {(control) => <Input {...control} {...money('keep')} />}
        </Field>
        <Field
          label="Send at least, in USD"
          hint="Smaller amounts wait for the next withdrawal"
          error={errors.least?.message}
        >
          {(control) => <Input {...control} {...money('least')} />}
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={save.isPending} disabled={!isHydrated}>
          {sweep ? 'Save changes' : 'Set up withdrawals'}
        </Button>
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type Act = 'pause' | 'resume' | 'end'

const ACTS: Record<Act, { verb: string; past: string }> = {
  pause: { verb: 'Pause', past: 'paused' },
  resume: { verb: 'Resume', past: 'resumed' },
  end: { verb: 'End', past: 'ended' },
}

/** Everybody who pays out may pause; only the owner resumes and ends. */
function SweepActs({ mode, sweep, isOwner }: { mode: Mode; sweep: SweepView; isOwner: boolean }) {
  const [question, setQuestion] = useState<Act | null>(null)
  const client = useQueryClient()
  const toast = useToast()
  const act = useMutation({
    mutationFn: (of: Act) => requestJson(`${PATH}/${of}?mode=${mode}`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })
  const confirm = useDialogAction(async (of: Act) => {
    await act.mutateAsync(of)
    toast(`Automatic withdrawals ${ACTS[of].past}`)
    setQuestion(null)
  })
  const acts: Act[] = [
    ...(sweep.status === 'ACTIVE' ? (['pause'] as const) : isOwner ? (['resume'] as const) : []),
    ...(isOwner ? (['end'] as const) : []),
  ]
  return (
    <>
      {acts.map((of) => (
        <Button
          key={of}
          variant="secondary"
          onClick={() => {
            act.reset()
            setQuestion(of)
          }}
        >
          {ACTS[of].verb}
        </Button>
      ))}
      {question && (
        <LateConfirmDialog
          open
          onOpenChange={() => setQuestion(null)}
          title={`${ACTS[question].verb} automatic withdrawals?`}
          action={`${ACTS[question].verb} withdrawals`}
          variant={question === 'end' ? 'danger' : 'primary'}
          pending={act.isPending}
          error={act.error && failureMessage(act.error)}
          onConfirm={() => confirm(question)}
        >
          {question === 'pause' &&
            'Withdrawals due while paused are skipped. The money stays in your wallet.'}
          {question === 'resume' && sweep.resumesOn && (
            <>
              The next withdrawal is on <Timestamp at={sweep.resumesOn} />, in your name.
            </>
          )}
          {question === 'end' &&
            'No more automatic withdrawals are made. Existing ones are unaffected, including those awaiting approval.'}
        </LateConfirmDialog>
      )}
    </>
  )
}

function History({ sweep: { payouts, timeline } }: { sweep: SweepView }) {
  return (
    <>
      {payouts.length > 0 && (
        <ul className="border-t" aria-label="Latest withdrawals">
          {payouts.map((payout) => (
            <li key={payout.id} className="flex items-center justify-between gap-3 px-4 py-2.5 sm:px-5">
              <span className="min-w-0">
                <Timestamp at={payout.periodOn ?? payout.day} />
                {payout.reason && <span className="block text-[0.8125rem] text-danger">{payout.reason}</span>}
              </span>
              <span className="flex items-center gap-3">
                <ScheduleStatus row={payout} />
                <Money value={payout.amount} className="font-medium" />
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="border-t pt-4">
        <Timeline steps={timeline} />
      </div>
    </>
  )
}

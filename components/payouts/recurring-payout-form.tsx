'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { EndFields, PeriodFields, SchedulePreview } from '@/components/forms/schedule-fields'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useDialogAction, useHydrated } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { useSaveSeries } from '@/components/series/series-queries'
import { Button, buttonStyle } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field, Input } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { formatMoney } from '@/components/ui/money'
import { Timestamp, useZoneWords } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import type { BankAccountRow } from '@/lib/bank-accounts/bank-account'
import { type RecurringPayoutFields, recurringPayoutFields } from '@/lib/payouts/recurring-payout-fields'
import { formatIsoDate } from '@/lib/time/dates'
import { periodDay, scheduleInWords } from '@/lib/time/schedule'
import { type ScheduleFields, scheduleOf } from '@/lib/time/schedule-fields'
import { amountOf, readingOf, takesTwo } from './payout-amount'
import { AccountChoice } from './payout-fields'
import { NoBankAccounts, type PayableView } from './payout-form'

type RecurringPayoutFormProps = {
  view: PayableView
  fields: RecurringPayoutFields
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  earliestOn: string
  /** The series being edited; without it the form is of a new one. */
  series?: { id: string; revision: number; periodCount: number; isPaused: boolean } | undefined
}

export function RecurringPayoutForm(props: RecurringPayoutFormProps) {
  const { view, fields } = props
  const { customer } = view
  const account = customer.bankAccounts.find(({ id }) => id === fields.bankAccountId)
  const [first] = customer.bankAccounts
  if (!first) return <NoBankAccounts customer={customer} />
  // The account of a series may be archived.
  return <Form {...props} fields={{ ...fields, bankAccountId: (account ?? first).id }} />
}

/** A new series names its customer. */
type SavedFields = RecurringPayoutFields & { customerId?: string }

function Form({ view, fields, earliestOn, series }: RecurringPayoutFormProps) {
  const { customer, limit } = view
  const [order, setOrder] = useState<RecurringPayoutFields | null>(null)
  const router = useRouter()
  const toast = useToast()
  const isHydrated = useHydrated()
  const zone = useZoneWords()
  const save = useSaveSeries<SavedFields>('payout', view.mode, series)
  const form = useForm<RecurringPayoutFields>({
    resolver: schemaResolver(recurringPayoutFields),
    defaultValues: fields,
  })
  const { register, watch, setValue, formState, handleSubmit } = form
  const { errors, isDirty } = formState
  useUnsavedGuard(isDirty && !save.isSuccess)
  const confirm = useDialogAction(async (confirmed: RecurringPayoutFields) => {
    const { id } = await save.mutateAsync(series ? confirmed : { ...confirmed, customerId: customer.id })
    toast(series ? 'Recurring payout changed' : 'Recurring payout created')
    router.push(`/payouts/recurring/${id}`)
  })
  const ask = (valid: RecurringPayoutFields) => {
    save.reset()
    setOrder(valid)
  }
  const pastCount = series?.periodCount ?? 0
  // The form has all fields of a schedule; its type does not say so, since it also takes others.
  const schedule = form as unknown as UseFormReturn<ScheduleFields>
  const part = { form: schedule, what: 'payout', pastCount, earliestOn } as const
  const account = customer.bankAccounts.find(({ id }) => id === order?.bankAccountId)
  return (
    <form data-narrow method="post" noValidate onSubmit={handleSubmit(ask)} className="space-y-6">
      <Card aria-labelledby="account" className="overflow-hidden">
        <CardHeader
          id="account"
          title={`To ${customer.name}`}
          description={customer.email === customer.name ? undefined : customer.email}
          action={
            !series && (
              <Link href="/payouts/recurring/new" className="text-[0.8125rem] underline underline-offset-4">
                Change customer
              </Link>
            )
          }
        />
        <AccountChoice
          accounts={customer.bankAccounts}
          selection={watch('bankAccountId')}
          onChoose={(id) => setValue('bankAccountId', id, { shouldDirty: true })}
        />
      </Card>
      <Card aria-labelledby="amount">
        <CardHeader
          id="amount"
          title="Amount and schedule"
          description={`Days begin at midnight in ${zone}`}
        />
        <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5">
          <Field
            label="Amount in USD"
            hint={readingOf(watch('amount')) ?? `Of each payout, at most ${formatMoney(limit)}`}
            error={errors.amount?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...register('amount')}
                inputMode="decimal"
                placeholder="0.00"
                autoComplete="off"
                maxLength={20}
                className="tabular text-right"
              />
            )}
          </Field>
          <Field
            label="Reference"
            hint="Optional. In the metadata of each payout."
            error={errors.reference?.message}
          >
            {(control) => (
              <Input {...control} {...register('reference')} maxLength={500} autoComplete="off" />
            )}
          </Field>
          <PeriodFields {...part} />
          <EndFields {...part} past="made" />
          <SchedulePreview {...part} />
        </div>
      </Card>
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button type="submit" disabled={!isHydrated}>
          {series ? 'Save changes' : 'Create recurring payout'}
        </Button>
        <Link
          href={series ? `/payouts/recurring/${series.id}` : '/payouts/recurring'}
          className={buttonStyle({ variant: 'secondary' })}
        >
          Cancel
        </Link>
      </div>
      {order && account && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setOrder(null)}
          title={`Pay ${formatMoney(amountOf(order.amount))} to ${customer.name}?`}
          action={series ? 'Save changes' : 'Create recurring payout'}
          variant="primary"
          pending={save.isPending || save.isSuccess}
          error={save.error && failureMessage(save.error)}
          onConfirm={() => confirm(order)}
        >
          <Consequence view={view} account={account} order={order} earliestOn={earliestOn} series={series} />
        </ConfirmDialog>
      )}
    </form>
  )
}

type ConsequenceProps = Omit<RecurringPayoutFormProps, 'fields'> & {
  account: BankAccountRow
  order: RecurringPayoutFields
}

/** Shows amount, days and bank account before the user confirms them. */
function Consequence({ view, account, order, earliestOn, series }: ConsequenceProps) {
  const { schedule } = scheduleOf(order)
  const zone = useZoneWords()
  const first = formatIsoDate(periodDay(schedule, 0))
  return (
    <>
      {scheduleInWords(schedule)}, to {account.bankName}, ending in {account.last4}.{' '}
      {series?.isPaused ? (
        'It stays paused until somebody resumes it.'
      ) : !series && first === earliestOn ? (
        'The first payout is sent at once.'
      ) : (
        <>
          The {series ? 'next' : 'first'} payout is sent on <Timestamp at={first} />, when the day begins in{' '}
          {zone}.
        </>
      )}{' '}
      Nothing is reserved.
      {takesTwo(order.amount, view) &&
        ` Payouts of ${formatMoney(view.approvalFrom)} or more need a second person, so each one waits for approval.`}
    </>
  )
}

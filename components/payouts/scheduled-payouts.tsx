'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useRef, useState } from 'react'
import { failureMessage, requestJson } from '@/components/browser/request'
import { BankAccountName } from '@/components/customers/bank-account-name'
import { useHydrated } from '@/components/forms/send-once'
import { Badge } from '@/components/ui/badge'
import { Button, buttonStyle } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field, Select } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { formatMoney, Money } from '@/components/ui/money'
import { EmptyState } from '@/components/ui/notice'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { Timestamp, useZoneWords } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import { plainDecimal } from '@/lib/money/decimals'
import type { ScheduledPayoutRow, ScheduledPayoutsView } from '@/lib/payouts/scheduled-payouts'
import { SCHEDULED_PAYOUT_STATUSES } from '@/lib/payouts/status'
import { ApprovalWait } from './approval-wait'
import { typingProblem } from './payout-amount'
import { PayoutAmountField, PayoutDayField, useFirstDay } from './payout-fields'
import { SCHEDULED_PATH, scheduledPayoutsQuery } from './payout-queries'
import { PayoutStatusBadge } from './payout-table'

type ScheduledPayoutsProps = {
  mode: Mode
  first: ScheduledPayoutsView
  canPay: boolean
  /** The reader. */
  memberId: string
  /** The time from which the reader may approve; null: now, or never. */
  approvesFrom: string | null
}

export function ScheduledPayouts({ mode, first, canPay, memberId, approvesFrom }: ScheduledPayoutsProps) {
  const { data } = useQuery({ ...scheduledPayoutsQuery(mode), initialData: first })
  const [rowToChange, setRowToChange] = useState<ScheduledPayoutRow | null>(null)
  const [rowToCancel, setRowToCancel] = useState<ScheduledPayoutRow | null>(null)
  const [rowToApprove, setRowToApprove] = useState<ScheduledPayoutRow | null>(null)
  const actions: Actions | null = canPay
    ? {
        memberId,
        approvesFrom,
        onChange: setRowToChange,
        onCancel: setRowToCancel,
        onApprove: setRowToApprove,
      }
    : null
  return (
    <div className="space-y-6">
      <Card aria-labelledby="upcoming" className="overflow-hidden">
        <CardHeader id="upcoming" title="Upcoming" />
        {approvesFrom && data.upcoming.some((row) => isForOther(row, memberId)) && (
          <div className="px-4 pb-3 sm:px-5">
            <ApprovalWait from={approvesFrom} />
          </div>
        )}
        {data.upcoming.length > 0 ? (
          <ScheduleTable label="Upcoming" rows={data.upcoming} actions={actions} />
        ) : (
          <EmptyState
            Icon={CalendarClock}
            title={`No ${mode} payouts are scheduled`}
            action={
              canPay && (
                <Link href="/payouts/new" className={buttonStyle()}>
                  New payout
                </Link>
              )
            }
          >
            Choose a day in the form of a new payout. Nothing is reserved before that day.
          </EmptyState>
        )}
      </Card>
      {data.past.length > 0 && (
        <Card aria-labelledby="past" className="overflow-hidden">
          <CardHeader id="past" title="Past" description="The latest 50" />
          <ScheduleTable label="Past" rows={data.past} actions={actions} />
        </Card>
      )}
      {rowToChange && <ChangeDialog mode={mode} row={rowToChange} onClose={() => setRowToChange(null)} />}
      {rowToCancel && (
        <CancelDialog
          mode={mode}
          row={rowToCancel}
          memberId={memberId}
          onClose={() => setRowToCancel(null)}
        />
      )}
      {rowToApprove && <ApproveDialog mode={mode} row={rowToApprove} onClose={() => setRowToApprove(null)} />}
    </div>
  )
}

type Actions = {
  memberId: string
  approvesFrom: string | null
  onChange: (row: ScheduledPayoutRow) => void
  onCancel: (row: ScheduledPayoutRow) => void
  onApprove: (row: ScheduledPayoutRow) => void
}

/** A payout that waits for the approval of somebody else than the member. */
function isForOther(row: ScheduledPayoutRow, memberId: string): boolean {
  return row.status === 'HELD' && row.memberId !== memberId
}

type ScheduleTableProps = { label: string; rows: ScheduledPayoutRow[]; actions: Actions | null }

function ScheduleTable({ label, rows, actions }: ScheduleTableProps) {
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>Customer</HeadCell>
        <HeadCell className="hidden sm:table-cell">Day</HeadCell>
        <HeadCell className="hidden sm:table-cell">Status</HeadCell>
        <HeadCell className="text-right">Amount</HeadCell>
        {actions && (
          <HeadCell className="hidden sm:table-cell">
            <span className="sr-only">Actions</span>
          </HeadCell>
        )}
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell className="w-full min-w-24 max-w-0 sm:min-w-40">
              <Link
                href={`/customers/${row.customer.id}`}
                className="block truncate font-medium hover:underline"
              >
                {row.customer.name}
              </Link>
              <span className="block text-[0.8125rem] text-muted-foreground">
                <BankAccountName bankName={row.bankName} last4={row.last4} />
              </span>
              {row.seriesId && (
                <Link
                  href={`/payouts/recurring/${row.seriesId}`}
                  className="block text-[0.8125rem] text-muted-foreground hover:underline"
                >
                  Recurring payout
                </Link>
              )}
              <span className="block text-[0.8125rem] sm:hidden">
                <Timestamp at={row.day} />
              </span>
              <span className="mt-1 block sm:hidden">
                <ScheduleStatus row={row} />
              </span>
              {row.reason && <span className="block text-[0.8125rem] text-danger">{row.reason}</span>}
              {row.status === 'HELD' && row.isLate && (
                <span className="block text-[0.8125rem] text-muted-foreground">
                  Its day has passed: it is sent as soon as somebody approves it
                </span>
              )}
              {row.approvedBy && (
                <span className="block text-[0.8125rem] text-muted-foreground">
                  Approved by {row.approvedBy}
                </span>
              )}
              {actions && (
                <span className="mt-1 block sm:hidden">
                  <RowActions row={row} {...actions} />
                </span>
              )}
            </Cell>
            <Cell className="hidden max-w-44 sm:table-cell">
              <Timestamp at={row.day} />
              <span className="block truncate text-[0.8125rem] text-muted-foreground">
                by {row.scheduledBy}
              </span>
            </Cell>
            <Cell className="hidden sm:table-cell">
              <ScheduleStatus row={row} />
            </Cell>
            <Cell className="text-right">
              <Money value={row.amount} className="font-medium" />
            </Cell>
            {actions && (
              <Cell className="hidden sm:table-cell">
                <RowActions row={row} {...actions} />
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function RowActions({
  row,
  memberId,
  approvesFrom,
  onChange,
  onCancel,
  onApprove,
}: { row: ScheduledPayoutRow } & Actions) {
  const isHydrated = useHydrated()
  if (row.status === 'SENT' || row.status === 'CANCELED') return null
  const what = `payout of ${formatMoney(row.amount)} to ${row.customer.name}`
  const change = row.status === 'REFUSED' ? 'Schedule again' : 'Change'
  const cancel = isForOther(row, memberId) ? 'Decline' : 'Cancel'
  return (
    <span className="flex flex-wrap gap-1 sm:flex-nowrap sm:justify-end">
      {isForOther(row, memberId) && !approvesFrom && (
        <Button
          size="small"
          disabled={!isHydrated}
          aria-label={`Approve: ${what}`}
          onClick={() => onApprove(row)}
        >
          Approve
        </Button>
      )}
      <Button
        variant="secondary"
        size="small"
        disabled={!isHydrated}
        aria-label={`${change}: ${what}`}
        onClick={() => onChange(row)}
      >
        {change}
      </Button>
      <Button
        variant="ghost"
        size="small"
        disabled={!isHydrated}
        aria-label={`${cancel}: ${what}`}
        onClick={() => onCancel(row)}
      >
        {cancel}
      </Button>
    </span>
  )
}

/** Until it is sent, what it waits for; then the status of its payout. */
export function ScheduleStatus({ row: { status, payoutId, payoutStatus } }: { row: ScheduledPayoutRow }) {
  if (payoutId && payoutStatus) {
    return (
      <Link href={`/payouts/${payoutId}`} className="hover:underline">
        <PayoutStatusBadge status={payoutStatus} />
      </Link>
    )
  }
  const words = SCHEDULED_PAYOUT_STATUSES[status]
  return words ? <Badge tone={words.tone}>{words.displayStatus}</Badge> : null
}

type Change = { bank_account_id: string; amount: string; day: string }

/** Changes, approves or cancels a scheduled payout. Whether it was refused or not, the page then shows it as it is. */
function useChangeSchedule(mode: Mode, id: string, step: '' | '/approve' | '/cancel') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change | null) =>
      requestJson<ScheduledPayoutsView>(`${SCHEDULED_PATH}/${id}${step}?mode=${mode}`, {
        method: 'POST',
        ...(change ? { body: change } : {}),
      }),
    onSuccess: (view) => client.setQueryData(scheduledPayoutsQuery(mode).queryKey, view),
    onError: () => client.invalidateQueries({ queryKey: [mode] }),
  })
}

type DialogProps = { mode: Mode; row: ScheduledPayoutRow; onClose: () => void }

function ChangeDialog({ mode, row, onClose }: DialogProps) {
  const isAgain = row.status === 'REFUSED'
  const firstDay = useFirstDay()
  const zone = useZoneWords()
  const [bankAccountId, setBankAccountId] = useState(row.bankAccountId)
  const [amount, setAmount] = useState(row.amount.amount)
  const [day, setDay] = useState(isAgain ? firstDay : row.day)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const change = useChangeSchedule(mode, row.id, '')
  const toast = useToast()
  const save = () =>
    change.mutate(
      { bank_account_id: bankAccountId, amount: plainDecimal(amount), day },
      {
        onSuccess: () => {
          toast(isAgain ? 'Payout scheduled' : 'Scheduled payout changed')
          onClose()
        },
      },
    )
  const submit = () => {
    const problem = typingProblem(amount)
    setProblem(problem)
    if (problem) input.current?.focus()
    else if (!change.isPending) save()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isAgain ? 'Schedule again' : 'Change scheduled payout'}
      description={`To ${row.customer.name}`}
    >
      <DialogForm
        onSubmit={submit}
        error={change.error && failureMessage(change.error)}
        onCancel={onClose}
        action={isAgain ? 'Schedule payout' : 'Save'}
        pending={change.isPending}
      >
        <Field label="Bank account">
          {(control) => (
            <Select
              {...control}
              value={bankAccountId}
              onChange={({ target }) => setBankAccountId(target.value)}
            >
              {row.bankAccounts.map(({ id, bankName, last4 }) => (
                <option key={id} value={id}>
                  {bankName}, ending in {last4}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <PayoutAmountField
          input={input}
          value={amount}
          onChange={(text) => {
            setAmount(text)
            setProblem(null)
          }}
          problem={problem}
        />
        <PayoutDayField value={day} onChange={setDay} hint={`It is sent when this day begins in ${zone}`} />
      </DialogForm>
    </Dialog>
  )
}

/** Approves a payout as its row shows it: one that was changed meanwhile is refused. */
function ApproveDialog({ mode, row, onClose }: DialogProps) {
  const approve = useChangeSchedule(mode, row.id, '/approve')
  const toast = useToast()
  const zone = useZoneWords()
  const current = { bank_account_id: row.bankAccountId, amount: row.amount.amount, day: row.day }
  const confirm = () =>
    approve.mutate(current, {
      onSuccess: () => {
        toast('Payout approved')
        onClose()
      },
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Approve ${formatMoney(row.amount)} to ${row.customer.name}?`}
      action={row.isLate ? 'Approve and pay' : 'Approve payout'}
      pending={approve.isPending || approve.isSuccess}
      error={approve.error && failureMessage(approve.error)}
      onConfirm={confirm}
    >
      To {row.bankName}, ending in {row.last4}.{' '}
      {row.isLate ? (
        'It is sent at once.'
      ) : (
        <>
          It is sent on <Timestamp at={row.day} />, when the day begins in {zone}.
        </>
      )}
    </ConfirmDialog>
  )
}

function CancelDialog({ mode, row, memberId, onClose }: DialogProps & { memberId: string }) {
  const cancel = useChangeSchedule(mode, row.id, '/cancel')
  const toast = useToast()
  const isDeclined = isForOther(row, memberId)
  const confirm = () =>
    cancel.mutate(null, {
      onSuccess: () => {
        toast(isDeclined ? 'Scheduled payout declined' : 'Scheduled payout canceled')
        onClose()
      },
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isDeclined ? 'Decline this scheduled payout?' : 'Cancel this scheduled payout?'}
      action={isDeclined ? 'Decline payout' : 'Cancel payout'}
      cancel="Keep it"
      pending={cancel.isPending || cancel.isSuccess}
      error={cancel.error && failureMessage(cancel.error)}
      onConfirm={confirm}
    >
      {formatMoney(row.amount)} to {row.customer.name} won’t be sent.
      {isDeclined && ` ${row.scheduledBy} is told by email.`}
    </ConfirmDialog>
  )
}

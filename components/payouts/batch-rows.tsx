'use client'
import { type MouseEvent, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { BankAccountName } from '@/components/customers/bank-account-name'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field, Input, Select } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Cell, HeadCell, Row, Table, TableHead } from '@/components/ui/table'
import { useToast } from '@/components/ui/toast'
import type { BatchRowView, BatchView } from '@/lib/payouts/batch-view'
import { BATCH_ROW_STATUSES } from '@/lib/payouts/status'
import { useChangeRow } from './batch-queries'
import { readingOf } from './payout-amount'

const ORDER = Object.keys(BATCH_ROW_STATUSES) as BatchRowView['status'][]
const SHOWN = 100

/** The button that pays the valid rows, beside the table. */
export const PAY_BUTTON_ID = 'pay-rows'

/** The rows of a batch, those that need somebody first. */
export function BatchRows({ batch, isReadOnly }: { batch: BatchView; isReadOnly: boolean }) {
  const [status, setStatus] = useState<'' | BatchRowView['status']>('')
  const [isAll, setAll] = useState(false)
  const [selection, setSelection] = useState<BatchRowView | null>(null)
  const rows = batch.rows
    .filter((row) => status === '' || row.status === status)
    .sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || a.line - b.line)
  const visibleRows = isAll ? rows : rows.slice(0, SHOWN)
  const canChange = !isReadOnly && batch.status !== 'discarded'
  return (
    <Card aria-labelledby="rows" className="overflow-hidden">
      <CardHeader
        id="rows"
        title="Rows"
        action={
          <Select
            aria-label="Status"
            value={status}
            onChange={({ target }) => setStatus(target.value as typeof status)}
          >
            <option value="">All {batch.rows.length} rows</option>
            {ORDER.filter((each) => batch.counts[each] > 0).map((each) => (
              <option key={each} value={each}>
                {BATCH_ROW_STATUSES[each].displayStatus} ({batch.counts[each]})
              </option>
            ))}
          </Select>
        }
      />
      <Table label="Rows">
        <TableHead>
          <HeadCell className="hidden sm:table-cell">Line</HeadCell>
          <HeadCell>Recipient</HeadCell>
          <HeadCell className="hidden md:table-cell">Bank account</HeadCell>
          <HeadCell className="hidden lg:table-cell">Reference</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell className="text-right">Amount</HeadCell>
          {canChange && (
            <HeadCell className="hidden sm:table-cell">
              <span className="sr-only">Actions</span>
            </HeadCell>
          )}
        </TableHead>
        <tbody>
          {visibleRows.map((row) => (
            <RowLine key={row.id} row={row} {...(canChange ? { batch, onCorrect: setSelection } : {})} />
          ))}
        </tbody>
      </Table>
      {rows.length > visibleRows.length && (
        <div className="border-t px-4 py-3 sm:px-5">
          <Button variant="secondary" size="small" onClick={() => setAll(true)}>
            Show all {rows.length} rows
          </Button>
        </div>
      )}
      {selection && <CorrectDialog batch={batch} row={selection} onClose={() => setSelection(null)} />}
    </Card>
  )
}

type RowLineProps = { row: BatchRowView; batch?: BatchView; onCorrect?: (row: BatchRowView) => void }

function RowLine({ row, batch, onCorrect }: RowLineProps) {
  const { line, status, recipient, customer, bankAccount, to, reference, amount, pays, problem, payoutId } =
    row
  const isChangeable = batch && onCorrect && (status === 'bad' || status === 'failed')
  const actions = isChangeable && (
    <span className="flex flex-wrap gap-1 sm:flex-nowrap sm:justify-end">
      <Button
        variant="secondary"
        size="small"
        aria-label={`Fix line ${line}`}
        data-correct={line}
        onClick={() => onCorrect(row)}
      >
        Fix
      </Button>
      {status === 'bad' && <RemoveButton batch={batch} row={row} />}
    </span>
  )
  return (
    <Row>
      <Cell className="tabular hidden text-muted-foreground sm:table-cell">{line}</Cell>
      <Cell className="w-full min-w-28 max-w-0">
        {customer ? (
          <Link
            href={`/customers/${customer.id}`}
            className="block truncate font-medium underline-offset-4 hover:underline"
          >
            {customer.name}
          </Link>
        ) : (
          <span className="block truncate font-medium">{recipient || 'Nobody'}</span>
        )}
        {problem && <span className="block text-[0.8125rem] text-danger">{problem}</span>}
        {actions && <span className="mt-1 block sm:hidden">{actions}</span>}
      </Cell>
      <Cell className="hidden max-w-48 md:table-cell">
        {to ? (
          <BankAccountName bankName={to.bankName} last4={to.last4} />
        ) : (
          <span className="block truncate">{bankAccount}</span>
        )}
      </Cell>
      <Cell className="hidden max-w-40 truncate lg:table-cell">{reference}</Cell>
      <Cell>
        {payoutId ? (
          <Link href={`/payouts/${payoutId}`} className="hover:underline">
            <RowStatusBadge status={status} />
          </Link>
        ) : (
          <RowStatusBadge status={status} />
        )}
      </Cell>
      <Cell className="max-w-32 truncate text-right">
        {pays ? <Money value={pays} className="font-medium" /> : amount}
      </Cell>
      {batch && <Cell className="hidden sm:table-cell">{actions}</Cell>}
    </Row>
  )
}

function RowStatusBadge({ status }: Pick<BatchRowView, 'status'>) {
  const { tone, displayStatus } = BATCH_ROW_STATUSES[status]
  return <Badge tone={tone}>{displayStatus}</Badge>
}

function RemoveButton({ batch, row }: { batch: BatchView; row: BatchRowView }) {
  const change = useChangeRow(batch)
  const toast = useToast()
  const remove = ({ currentTarget }: MouseEvent) => {
    const table = currentTarget.closest('section')
    change.mutate(
      { rowId: row.id, cells: null },
      {
        onSuccess: () => {
          toast('Row removed')
          // The focused button disappears, so focus the table: Tab then reaches the next row.
          table?.focus({ preventScroll: true })
        },
        onError: (error) => toast(failureMessage(error)),
      },
    )
  }
  return (
    <Button
      variant="ghost"
      size="small"
      aria-label={`Remove line ${row.line}`}
      pending={change.isPending}
      onClick={remove}
    >
      Remove
    </Button>
  )
}

/** Where to go on once a row is fixed: the next one that needs it, one above it, or the button that pays. */
function nextStepAfter({ line }: BatchRowView): HTMLElement | null {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-correct]')]
  // Each row has a button for small screens and one for others.
  const visibleButtons = buttons.filter((button) => button.offsetParent !== null)
  const next = visibleButtons.find((button) => Number(button.dataset.correct) > line) ?? visibleButtons[0]
  return next ?? document.getElementById(PAY_BUTTON_ID)
}

type CorrectDialogProps = { batch: BatchView; row: BatchRowView; onClose: () => void }

function CorrectDialog({ batch, row, onClose }: CorrectDialogProps) {
  const [cells, setCells] = useState({
    recipient: row.recipient,
    bankAccount: row.bankAccount,
    amount: row.amount,
    reference: row.reference,
  })
  const change = useChangeRow(batch)
  const toast = useToast()
  const save = () =>
    change.mutate(
      { rowId: row.id, cells },
      {
        onSuccess: () => {
          toast('Row fixed')
          onClose()
        },
      },
    )
  const field = (name: keyof typeof cells, label: string, hint?: string) => (
    <Field label={label} hint={hint}>
      {(control) => (
        <Input
          {...control}
          value={cells[name]}
          onChange={({ target }) => setCells({ ...cells, [name]: target.value })}
          maxLength={name === 'reference' ? 500 : 255}
          autoComplete="off"
        />
      )}
    </Field>
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Fix line ${row.line}`}
      description={row.problem}
      focusNext={() => nextStepAfter(row)}
    >
      <DialogForm
        onSubmit={() => !change.isPending && save()}
        error={change.error && failureMessage(change.error)}
        onCancel={onClose}
        action="Save"
        pending={change.isPending}
      >
        {field('recipient', 'Recipient', 'A customer’s email or ID')}
        {field(
          'bankAccount',
          'Bank account',
          'Its last 4 digits or ID; empty for customers with one account',
        )}
        {field('amount', 'Amount in USD', readingOf(cells.amount))}
        {field('reference', 'Reference', 'Optional')}
      </DialogForm>
    </Dialog>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction, useHydrated } from '@/components/forms/send-once'
import { ModeBadge } from '@/components/ui/badge'
import { Button, buttonStyle } from '@/components/ui/button'
import { Card, CardHeader, Description, DescriptionList } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Link } from '@/components/ui/link'
import { formatMoney, Money } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Timestamp } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import type { BatchView } from '@/lib/payouts/batch-view'
import { ApprovalWait } from './approval-wait'
import { BatchStatusBadge } from './batch-list'
import { batchFileUrl, batchQuery, useDecideOnBatch, usePayBatch, useStopBatch } from './batch-queries'
import { BatchRows, PAY_BUTTON_ID } from './batch-rows'

type BatchDetailsProps = {
  initial: BatchView
  isReadOnly: boolean
  /** The reader. */
  memberId: string
  /** The time from which the reader may approve; null: now, or never. */
  approvesFrom: string | null
}

/** A batch from upload to outcome. Everything is in the database, so a reload changes nothing. */
export function BatchDetails({ initial, isReadOnly, memberId, approvesFrom }: BatchDetailsProps) {
  const { data: batch } = useQuery({ ...batchQuery(initial.mode, initial.id), initialData: initial })
  const { name, status, earlier, uploadedBy, apiKey, createdAt } = batch
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/payouts/batches">Batches</BackLink>
        <PageHeader
          title={name}
          description={
            <>
              {apiKey === null ? `Uploaded by ${uploadedBy}` : `Created by the API key “${apiKey}”`},{' '}
              <Timestamp at={createdAt} />
            </>
          }
          badge={
            <>
              <BatchStatusBadge status={status} />
              <ModeBadge mode={batch.mode} />
            </>
          }
          action={
            <a href={batchFileUrl(batch)} download className={buttonStyle({ variant: 'secondary' })}>
              Download CSV
            </a>
          }
        />
      </div>
      {earlier && (status === 'draft' || status === 'running') && (
        <Notice kind="warning" title="This file was paid before">
          <Link href={`/payouts/batches/${earlier.id}`} className="underline underline-offset-4">
            View the batch
          </Link>{' '}
          that was uploaded <Timestamp at={earlier.createdAt} />.
        </Notice>
      )}
      {apiKey !== null && status === 'draft' && (
        <Notice kind="warning" title="This batch needs two people">
          A program created it, and its sum needs two people of your team: one confirms it here, and another
          approves it. Nothing is sent until then.
        </Notice>
      )}
      {batch.held.count > 0 && (
        <ApprovalCard
          batch={batch}
          canDecide={!isReadOnly}
          isOwn={batch.held.memberId === memberId}
          approvesFrom={approvesFrom}
        />
      )}
      <Summary batch={batch} isReadOnly={isReadOnly} />
      <BatchRows batch={batch} isReadOnly={isReadOnly} />
    </div>
  )
}

type ApprovalCardProps = { batch: BatchView; canDecide: boolean; isOwn: boolean; approvesFrom: string | null }

/** Payouts that one person has confirmed, and what the second one decides. */
function ApprovalCard({ batch, canDecide, isOwn, approvesFrom }: ApprovalCardProps) {
  const { held, approvalFrom } = batch
  const [snapshot, setSnapshot] = useState<BatchView | null>(null)
  const isHydrated = useHydrated()
  const decide = useDecideOnBatch(batch)
  const toast = useToast()
  const conclude = useDialogAction(async (isApproved: boolean, version: BatchView) => {
    await decide.mutateAsync({ isApproved, batch: version })
    toast(isApproved ? 'Batch approved' : 'Batch sent back')
    setSnapshot(null)
  })
  return (
    <Notice
      kind="warning"
      title={`${formatMoney(held.sum)} in ${payoutsOf(held.count)} needs a second person`}
    >
      <p>
        {held.by} confirmed the batch.{' '}
        {approvalFrom ? `Batches of ${formatMoney(approvalFrom)} or more wait` : 'It waits'} for another
        owner, admin or finance member of your team. Nothing is sent until then.
      </p>
      {decide.error && !snapshot && <p role="alert">{failureMessage(decide.error)}</p>}
      {canDecide && !isOwn && approvesFrom && <ApprovalWait from={approvesFrom} />}
      {canDecide && (
        <div className="mt-3 flex flex-wrap gap-2">
          {!isOwn && !approvesFrom && (
            <Button size="small" disabled={!isHydrated} onClick={() => setSnapshot(batch)}>
              Approve {formatMoney(held.sum)}
            </Button>
          )}
          <Button
            size="small"
            variant="secondary"
            disabled={!isHydrated}
            pending={decide.isPending && !snapshot}
            onClick={() => conclude(false, batch)}
          >
            {isOwn ? 'Take back' : 'Send back'}
          </Button>
        </div>
      )}
      {snapshot && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && setSnapshot(null)}
          title={`Approve ${formatMoney(snapshot.held.sum)} in ${payoutsOf(snapshot.held.count)}?`}
          action="Approve and pay"
          variant="primary"
          pending={decide.isPending}
          error={decide.error && failureMessage(decide.error)}
          onConfirm={() => conclude(true, snapshot)}
        >
          <Sending batch={snapshot} />
        </ConfirmDialog>
      )}
    </Notice>
  )
}

type DialogName = 'new' | 'failed' | 'stop'

function Summary({ batch, isReadOnly }: { batch: BatchView; isReadOnly: boolean }) {
  const [request, setRequest] = useState<DialogName | null>(null)
  const isHydrated = useHydrated()
  const { status, counts, failed } = batch
  const isOpen = status !== 'discarded' && !isReadOnly
  const canStop = status === 'draft' || counts.waiting > 0
  const hasActions = isOpen && (batch.new.count > 0 || failed.count > 0 || canStop)
  return (
    <Card aria-labelledby="summary">
      <CardHeader id="summary" title="Summary" />
      {status === 'running' && <Progress batch={batch} />}
      <DescriptionList>
        {batch.sendOn !== null && (
          <Description term="Send on">
            <Timestamp at={batch.sendOn} />
          </Description>
        )}
        {batch.new.count > 0 && (
          <>
            <Description term="To pay">
              <Money value={batch.new.sum} className="font-semibold text-base" /> in{' '}
              {payoutsOf(batch.new.count)}
            </Description>
            <Description term="Fees">None</Description>
          </>
        )}
        {counts.bad > 0 && <Description term="Needs fixing">{rowsOf(counts.bad)}</Description>}
        {(status === 'running' || status === 'done' || counts.paid > 0) && (
          <Description term="Paid">
            <Money value={batch.paid} className="font-semibold text-base" /> in {payoutsOf(counts.paid)}
          </Description>
        )}
        {failed.count > 0 && (
          <Description term="Failed">
            <Money value={failed.sum} /> in {payoutsOf(failed.count)}. Nothing was paid for them.
          </Description>
        )}
        {counts.returned > 0 && (
          <Description term="Returned">
            {payoutsOf(counts.returned)}: the bank sent the money back
          </Description>
        )}
        {counts.stopped > 0 && <Description term="Not sent">{payoutsOf(counts.stopped)}</Description>}
        {isOpen && (
          <>
            <Description term="Available now">
              <Money value={batch.available} />
            </Description>
            <Description term="Remaining today">
              <Money value={batch.leftToday} />
            </Description>
          </>
        )}
      </DescriptionList>
      {hasActions && (
        <div className="flex flex-col gap-2 px-4 pb-5 sm:flex-row sm:px-5">
          {batch.new.count > 0 && (
            <Button id={PAY_BUTTON_ID} disabled={!isHydrated} onClick={() => setRequest('new')}>
              {counts.bad > 0
                ? `Pay ${batch.new.count === 1 ? '1 valid row' : `${batch.new.count} valid rows`}`
                : `Pay ${formatMoney(batch.new.sum)} in ${payoutsOf(batch.new.count)}`}
            </Button>
          )}
          {failed.count > 0 && (
            <Button
              disabled={!isHydrated}
              variant={batch.new.count > 0 ? 'secondary' : 'primary'}
              onClick={() => setRequest('failed')}
            >
              Try {payoutsOf(failed.count, 'failed')} again
            </Button>
          )}
          {canStop && (
            <Button disabled={!isHydrated} variant="secondary" onClick={() => setRequest('stop')}>
              {status === 'draft' ? 'Discard batch' : 'Stop the rest'}
            </Button>
          )}
        </div>
      )}
      {request === 'stop' && <StopDialog batch={batch} onClose={() => setRequest(null)} />}
      {(request === 'new' || request === 'failed') && (
        <PayDialog batch={batch} selection={request} onClose={() => setRequest(null)} />
      )}
    </Card>
  )
}

function Progress({ batch: { counts } }: { batch: BatchView }) {
  const ended = counts.paid + counts.failed + counts.returned
  const all = ended + counts.waiting + counts.processing
  return (
    <div className="space-y-1.5 px-4 pb-4 sm:px-5">
      <progress value={ended} max={all} aria-label="Payouts done" className="h-2 w-full accent-accent" />
      <p role="status" className="text-[0.8125rem] text-muted-foreground">
        {ended} of {payoutsOf(all)} done. You can leave this page: the payouts go on.
      </p>
    </div>
  )
}

type PayDialogProps = { batch: BatchView; selection: 'new' | 'failed'; onClose: () => void }

/** The last step before money moves. It confirms what it showed when it was opened. */
function PayDialog({ batch, selection, onClose }: PayDialogProps) {
  const [snapshot] = useState(batch)
  const { count, sum } = snapshot[selection]
  const badRowCount = snapshot.counts.bad
  const pay = usePayBatch(snapshot)
  const toast = useToast()
  const confirm = useDialogAction(async () => {
    await pay.mutateAsync({ selection, batch: snapshot })
    toast(`${payoutsOf(count)} confirmed`)
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Pay ${formatMoney(sum)} in ${payoutsOf(count)}?`}
      action={`Pay ${formatMoney(sum)}`}
      variant="primary"
      pending={pay.isPending || pay.isSuccess}
      error={pay.error && failureMessage(pay.error)}
      onConfirm={confirm}
    >
      <p>
        <Sending batch={snapshot} />
      </p>
      {selection === 'new' && badRowCount > 0 && (
        <p className="mt-2">
          {rowsOf(badRowCount)} with a problem won’t be paid. You can correct and pay them later.
        </p>
      )}
    </ConfirmDialog>
  )
}

/** The consequences of a confirmation or an approval. */
function Sending({ batch: { sendOn } }: { batch: BatchView }) {
  if (sendOn === null || new Date(sendOn) <= new Date())
    return 'Each is sent at once and can’t be taken back.'
  return (
    <>
      They are sent on <Timestamp at={sendOn} />, when the day begins in UTC. Until then, you can stop the
      batch.
    </>
  )
}

function StopDialog({ batch, onClose }: { batch: BatchView; onClose: () => void }) {
  const isDraft = batch.status === 'draft'
  const stop = useStopBatch(batch)
  const toast = useToast()
  const confirm = useDialogAction(async () => {
    await stop.mutateAsync()
    toast(isDraft ? 'Batch discarded' : 'Batch stopped')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isDraft ? 'Discard this batch?' : 'Stop the rest of this batch?'}
      action={isDraft ? 'Discard batch' : 'Stop the rest'}
      pending={stop.isPending || stop.isSuccess}
      error={stop.error && failureMessage(stop.error)}
      onConfirm={confirm}
    >
      {isDraft ? 'Nothing was paid from it.' : 'Payouts that were sent already are not affected.'}
    </ConfirmDialog>
  )
}

function payoutsOf(count: number, kind = ''): string {
  const noun = count === 1 ? 'payout' : 'payouts'
  return [count, kind, noun].filter((word) => word !== '').join(' ')
}

function rowsOf(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}

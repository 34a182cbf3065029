'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { BankAccountDetails } from '@/components/customers/bank-account-name'
import { useSingleFlight } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { Card, CardHeader, Description, DescriptionList, MetadataDescription } from '@/components/ui/card'
import { CopyableId } from '@/components/ui/copy-button'
import { lateDialog } from '@/components/ui/late-dialog'
import { Link } from '@/components/ui/link'
import { formatMoney, Money } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { Timeline } from '@/components/ui/timeline'
import { Timestamp } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import type { ApprovalView } from '@/lib/payouts/approval-view'
import { ApprovalStatusBadge } from './approval-list'
import { approvalQuery, useApprovePayout } from './approval-queries'
import { ApprovalWait } from './approval-wait'
import { PayoutHeader } from './payout-header'

// Without `ssr: false` the page would be hidden while one loads, and the button would lose the focus.
const RejectDialog = lateDialog(() => import('./approval-dialogs').then((module) => module.RejectDialog))
const CancelDialog = lateDialog(() => import('./approval-dialogs').then((module) => module.CancelDialog))

type PayoutApprovalProps = {
  initial: ApprovalView
  isReadOnly: boolean
  /** The time from which the reader may approve; null: now, or never. */
  approvesFrom: string | null
}

/** A payout that needs a second person's approval: the facts to decide on, and the decision. */
export function PayoutApproval({ initial, isReadOnly, approvesFrom }: PayoutApprovalProps) {
  const { data: approval } = useQuery({ ...approvalQuery(initial.mode, initial.id), initialData: initial })
  const { status } = approval
  return (
    <div className="space-y-6">
      <PayoutHeader payout={approval} badge={<ApprovalStatusBadge status={status} />} />
      <ApprovalDetails approval={approval} isReadOnly={isReadOnly} approvesFrom={approvesFrom} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card aria-labelledby="details">
          <CardHeader id="details" title="Details" />
          <Details approval={approval} />
        </Card>
        <Card aria-labelledby="timeline">
          <CardHeader id="timeline" title="Timeline" />
          <Timeline steps={stepsOf(approval)} />
        </Card>
      </div>
    </div>
  )
}

/** The status of the approval, and the actions open to the reader. */
function ApprovalDetails({
  approval,
  isReadOnly,
  approvesFrom,
}: { approval: ApprovalView } & Omit<PayoutApprovalProps, 'initial'>) {
  const { status, isOwn, requestedBy, decidedBy, reason, payoutId, expiresAt, approvers } = approval
  switch (status) {
    case 'WAITING':
      return isOwn ? (
        <Waiting
          title="Somebody else has to approve this payout"
          actions={!isReadOnly && <Cancel approval={approval} />}
        >
          {approvers > 0
            ? 'Every owner, admin and finance member of your team was told by email.'
            : 'Nobody else in your team has a role that approves payouts: owner, admin or finance.'}{' '}
          Nothing is sent or on hold until then. The request expires <Timestamp at={expiresAt} />.
        </Waiting>
      ) : (
        <Waiting
          title={`${requestedBy} requested this payout`}
          actions={!isReadOnly && <Decision approval={approval} approvesFrom={approvesFrom} />}
        >
          Compare the customer, the bank account and the amount with what you know. The request expires{' '}
          <Timestamp at={expiresAt} />.
        </Waiting>
      )
    case 'APPROVED':
      return (
        <Notice kind="success" title={`Approved by ${decidedBy}`}>
          <Link href={`/payouts/${payoutId}`} className="underline underline-offset-4">
            View payout
          </Link>
        </Notice>
      )
    case 'REJECTED':
      return (
        <Notice kind="danger" title={`Rejected by ${decidedBy}`}>
          {reason ?? 'Nothing was sent.'}
        </Notice>
      )
    case 'CANCELED':
      return (
        <Notice title={reason ? `Canceled by ${decidedBy}` : 'Canceled by the person who requested it'}>
          {reason && `${reason}. `}Nothing was sent.
        </Notice>
      )
    case 'EXPIRED':
      return (
        <Notice kind="warning" title="Nobody decided in time">
          Nothing was sent. Request the payout again if it is still needed.
        </Notice>
      )
  }
}

type WaitingProps = { title: string; children: ReactNode; actions: ReactNode }

function Waiting({ title, children, actions }: WaitingProps) {
  return (
    <div className="space-y-4">
      <Notice kind="info" title={title}>
        {children}
      </Notice>
      {actions}
    </div>
  )
}

/** Approves, which pays at once, or rejects. If the service refuses, the page says why and the request stays open. */
function Decision({ approval, approvesFrom }: { approval: ApprovalView; approvesFrom: string | null }) {
  const approve = useApprovePayout(approval)
  const router = useRouter()
  const toast = useToast()
  const [isRejecting, setRejecting] = useState(false)
  const submit = useSingleFlight(async () => {
    try {
      const { payout } = await approve.mutateAsync()
      toast('Payout approved')
      router.push(`/payouts/${payout.id}`)
    } catch {
      // The page shows the refusal from the mutation's state.
    }
  })
  return (
    <div className="space-y-4">
      {approve.error && (
        <Notice kind="danger" role="alert" title="Not approved">
          {failureMessage(approve.error)}
        </Notice>
      )}
      {approvesFrom && <ApprovalWait from={approvesFrom} />}
      <div className="flex flex-col gap-2 sm:flex-row">
        {!approvesFrom && (
          <Button pending={approve.isPending} onClick={submit}>
            Approve and pay {formatMoney(approval.amount)}
          </Button>
        )}
        <Button variant="secondary" disabled={approve.isPending} onClick={() => setRejecting(true)}>
          Reject
        </Button>
      </div>
      {isRejecting && <RejectDialog approval={approval} onClose={() => setRejecting(false)} />}
    </div>
  )
}

function Cancel({ approval }: { approval: ApprovalView }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Cancel request
      </Button>
      {isAsking && <CancelDialog approval={approval} onClose={() => setAsking(false)} />}
    </>
  )
}

function Details({ approval }: { approval: ApprovalView }) {
  const { bankAccount, customer } = approval
  return (
    <DescriptionList>
      <Description term="Amount">
        <Money value={approval.amount} className="font-semibold" />
      </Description>
      <Description term="Fee">None</Description>
      <Description term="Customer">
        {customer.name}
        {customer.email !== customer.name && (
          <span className="block break-words text-[0.8125rem] text-muted-foreground">{customer.email}</span>
        )}
      </Description>
      <Description term="Bank account">
        <BankAccountDetails account={bankAccount} />
        <span className="block text-[0.8125rem] text-muted-foreground">
          Added <Timestamp at={bankAccount.createdAt} />
        </span>
      </Description>
      <Description term="Requested by">{approval.requestedBy}</Description>
      <Description term="Requested">
        <Timestamp at={approval.requestedAt} />
      </Description>
      {approval.status === 'WAITING' && (
        <>
          <Description term="Available now">
            <Money value={approval.available} />
          </Description>
          <Description term="Remaining today">
            <Money value={approval.leftToday} />
          </Description>
        </>
      )}
      <Description term="Request ID">
        <CopyableId id={approval.id} what="request ID" />
      </Description>
      <MetadataDescription pairs={approval.metadata} />
    </DescriptionList>
  )
}

const ENDS = {
  APPROVED: { title: 'Approved', status: 'done' },
  REJECTED: { title: 'Rejected', status: 'failed' },
  CANCELED: { title: 'Canceled', status: 'failed' },
  EXPIRED: { title: 'Expired', status: 'failed' },
} as const

function stepsOf(approval: ApprovalView) {
  const { status, requestedBy, requestedAt, decidedBy, decidedAt, expiresAt } = approval
  const end =
    status === 'WAITING'
      ? { title: 'Waiting for approval', detail: null, at: null, status: 'waiting' as const }
      : {
          ...ENDS[status],
          detail: decidedBy && `By ${decidedBy}`,
          at: status === 'EXPIRED' ? expiresAt : decidedAt,
        }
  return [{ title: 'Requested', detail: `By ${requestedBy}`, at: requestedAt, status: 'done' as const }, end]
}

'use client'

import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import type { OperatorVendorView } from '@/lib/operator/vendor-view'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { Card, CardHeader, Description, DescriptionList } from '../ui/card'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Notice } from '../ui/notice'
import { useToast } from '../ui/toast'
import { useChangeVendor } from './operator-queries'

type LiveModeCardProps = { vendor: OperatorVendorView; canChange: boolean }

/** A vendor's permission to do business in live mode, and the operator's decision about it. */
export function LiveModeCard({ vendor, canChange }: LiveModeCardProps) {
  const change = useChangeVendor(vendor.id)
  const toast = useToast()
  const [isSuspending, setSuspending] = useState(false)
  const approve = () => {
    const onSuccess = () => toast(`Live mode of ${vendor.name} approved`)
    change.mutate({ what: 'approve-live', body: {} }, { onSuccess })
  }
  const stopAsking = () => {
    change.reset()
    setSuspending(false)
  }
  const suspend = () => {
    const onSuccess = () => {
      toast(`Live mode of ${vendor.name} suspended`)
      stopAsking()
    }
    change.mutate({ what: 'suspend-live', body: {} }, { onSuccess })
  }
  const isReady = vendor.isEmailConfirmed && vendor.hasSecondFactor
  const decision = vendor.isLiveApproved ? (
    <Button variant="secondary" onClick={() => setSuspending(true)}>
      Suspend live mode
    </Button>
  ) : (
    <Button pending={change.isPending} disabled={!isReady} className="disabled:opacity-60" onClick={approve}>
      Approve live mode
    </Button>
  )
  return (
    <Card aria-labelledby="live-mode">
      <CardHeader
        id="live-mode"
        title="Live mode"
        description="Approval needs a confirmed email and two-step sign-in."
        action={canChange && decision}
      />
      {change.error && !isSuspending && (
        <Notice kind="danger" role="alert" className="mx-4 mb-4 sm:mx-5">
          {failureMessage(change.error)}
        </Notice>
      )}
      <DescriptionList>
        <Description term="Email">
          <YesOrNo isGood={vendor.isEmailConfirmed} yes="Confirmed" no="Not confirmed" />
        </Description>
        <Description term="Two-step sign-in">
          <YesOrNo isGood={vendor.hasSecondFactor} yes="On" no="Off" />
        </Description>
        <Description term="Approval">
          <YesOrNo isGood={vendor.isLiveApproved} yes="Approved" no="Not approved" />
        </Description>
      </DescriptionList>
      <ConfirmDialog
        open={isSuspending}
        onOpenChange={(isOpen) => !isOpen && stopAsking()}
        title={`Suspend live mode of ${vendor.name}?`}
        action="Suspend live mode"
        pending={change.isPending}
        error={change.error && failureMessage(change.error)}
        onConfirm={suspend}
      >
        Live keys are refused, invoices can’t be paid and nothing is paid out. Test mode keeps working, and
        payments and payouts already under way are completed.
      </ConfirmDialog>
    </Card>
  )
}

function YesOrNo({ isGood, yes, no }: { isGood: boolean; yes: string; no: string }) {
  return <Badge tone={isGood ? 'success' : 'warning'}>{isGood ? yes : no}</Badge>
}

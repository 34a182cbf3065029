'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordField } from '@/components/auth/credential-fields'
import { failureMessage, RequestFailure } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input } from '@/components/ui/field'
import { lateDialog } from '@/components/ui/late-dialog'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Timestamp } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import {
  type ChangePasswordFields,
  changePasswordFields,
  type PayoutApprovalFields,
  type PayoutProofFields,
  payoutApprovalFields,
  payoutProofFields,
} from '@/lib/sign-in/credentials'
import type { SecurityView } from '@/lib/sign-in/security'
import { PasskeyCard } from './passkey-card'
import { SessionList } from './session-list'
import { BESIDE_TITLE, SettingsForm } from './settings-form'
import { securityQuery, useChangePassword, useSetPayoutApproval, useSetPayoutProof } from './settings-queries'

type SecurityPanelProps = {
  initial: SecurityView
  isReadOnly: boolean
  /** True if the reader may change settings of the whole account. */
  maySet: boolean
  isOwner: boolean
  isOperator: boolean
}

export function SecurityPanel({ initial, isReadOnly, maySet, isOwner, isOperator }: SecurityPanelProps) {
  const { data } = useQuery({ ...securityQuery, initialData: initial })
  return (
    <div className="space-y-6">
      <PageHeader
        title="Security"
        description="Your password, passkeys, two-step sign-in, payout confirmation and approval, and active sessions."
      />
      {isOperator && !data.totpSince && (
        <Notice kind="warning" title="Operators need two-step sign-in">
          Set it up below. Until then, you can’t open the operator pages.
        </Notice>
      )}
      {!isReadOnly && <ChangePasswordForm />}
      <PasskeyCard passkeys={data.passkeys} isReadOnly={isReadOnly} />
      <TotpCard since={data.totpSince} recoveryCodesLeft={data.recoveryCodesLeft} isReadOnly={isReadOnly} />
      <PayoutProofForm key={data.payoutProofAbove} above={data.payoutProofAbove} disabled={!maySet} />
      <PayoutApprovalForm key={data.payoutApproval.from} approval={data.payoutApproval} disabled={!isOwner} />
      <SessionList sessions={data.sessions} isReadOnly={isReadOnly} />
    </div>
  )
}

function ChangePasswordForm() {
  const change = useChangePassword()
  const toast = useToast()
  const { register, handleSubmit, setError, reset, formState } = useForm<ChangePasswordFields>({
    resolver: schemaResolver(changePasswordFields),
    defaultValues: { password: '', next: '' },
  })
  useUnsavedGuard(formState.isDirty)
  const isWrongPassword = change.error instanceof RequestFailure && change.error.status === 403
  const submit = useSingleFlight(async (fields: ChangePasswordFields) => {
    try {
      await change.mutateAsync(fields)
      reset()
      toast('Password changed. Other sessions signed out')
    } catch (error) {
      if (error instanceof RequestFailure && error.status === 403) {
        setError('password', { message: error.message }, { shouldFocus: true })
      }
    }
  })
  return (
    <SettingsForm
      title="Password"
      description="Changing it signs out your other sessions."
      action="Change password"
      refusal={change.error && !isWrongPassword ? failureMessage(change.error) : null}
      pending={change.isPending}
      onSubmit={handleSubmit(submit)}
    >
      <PasswordField
        label="Current password"
        error={formState.errors.password?.message}
        autoComplete="current-password"
        register={() => register('password')}
      />
      <PasswordField
        label="New password"
        hint="At least 10 characters"
        error={formState.errors.next?.message}
        autoComplete="new-password"
        register={() => register('next')}
      />
    </SettingsForm>
  )
}

/** Above which amount a payout asks for the password or a code again. */
function PayoutProofForm({ above, disabled }: { above: string | null; disabled: boolean }) {
  const change = useSetPayoutProof()
  const toast = useToast()
  const { register, handleSubmit, formState } = useForm<PayoutProofFields>({
    resolver: schemaResolver(payoutProofFields),
    defaultValues: { above: above ?? '' },
  })
  useUnsavedGuard(formState.isDirty)
  const submit = useSingleFlight(async (fields: PayoutProofFields) => {
    try {
      await change.mutateAsync(fields)
      toast('Payout confirmation updated')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <SettingsForm
      title="Payout confirmation"
      description="Larger payouts from the dashboard ask for your password or a code again, unless you entered one in the last 15 minutes."
      action="Save"
      refusal={change.error && failureMessage(change.error)}
      pending={change.isPending}
      disabled={disabled}
      onSubmit={handleSubmit(submit)}
    >
      <Field label="Ask above (USD)" hint="Leave empty to never ask" error={formState.errors.above?.message}>
        {(control) => <Input {...control} {...register('above')} inputMode="decimal" maxLength={12} />}
      </Field>
    </SettingsForm>
  )
}

type PayoutApprovalFormProps = { approval: SecurityView['payoutApproval']; disabled: boolean }

/** The amount from which a payout needs a second person's approval. */
function PayoutApprovalForm({ approval, disabled }: PayoutApprovalFormProps) {
  const change = useSetPayoutApproval()
  const toast = useToast()
  const { register, handleSubmit, formState } = useForm<PayoutApprovalFields>({
    resolver: schemaResolver(payoutApprovalFields),
    defaultValues: { from: approval.from ?? '' },
  })
  useUnsavedGuard(formState.isDirty)
  const submit = useSingleFlight(async (fields: PayoutApprovalFields) => {
    try {
      await change.mutateAsync(fields)
      toast('Payout approval updated')
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <SettingsForm
      title="Payout approval"
      description="Payouts of this amount or more wait until a second person approves them, in test mode too. API keys can’t send them. Only the owner can change this, and every owner and admin is notified by email."
      action="Save"
      refusal={change.error && failureMessage(change.error)}
      pending={change.isPending}
      disabled={disabled}
      onSubmit={handleSubmit(submit)}
    >
      <Field
        label="Approval from (USD)"
        hint={`Leave empty for no approval. ${approversOf(approval.approvers)}`}
        error={formState.errors.from?.message}
      >
        {(control) => <Input {...control} {...register('from')} inputMode="decimal" maxLength={12} />}
      </Field>
    </SettingsForm>
  )
}

function approversOf(count: number): string {
  return count === 1
    ? 'You’re the only person who can approve, so invite someone first'
    : `${count} people can approve: the owner, admins and finance`
}

// Rarely opened, so not part of the page's first load. Without `ssr: false` the page would be hidden while
// one loads, and lose the focus.
const EnableTotpDialog = lateDialog(() =>
  import('./enable-totp-dialog').then((module) => module.EnableTotpDialog),
)
const SecondStepDialog = lateDialog(() =>
  import('./second-step-dialog').then((module) => module.SecondStepDialog),
)

const FEW_CODES = 3

type TotpCardProps = {
  /** The time at which two-step sign-in was turned on; null while it is off. */
  since: string | null
  recoveryCodesLeft: number
  isReadOnly: boolean
}

/** Two-step sign-in: its state and actions. */
function TotpCard({ since, recoveryCodesLeft, isReadOnly }: TotpCardProps) {
  const [open, setOpen] = useState<'enable' | 'disable' | 'renew' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card aria-labelledby="totp" className="@container">
      <div className={BESIDE_TITLE}>
        <CardHeader
          id="totp"
          title="Two-step sign-in"
          description="Asks for a code from an app on your phone after your password."
          action={<Badge tone={since ? 'success' : 'neutral'}>{since ? 'On' : 'Off'}</Badge>}
        />
        <div className="space-y-4 px-4 pb-4 sm:px-5 sm:pb-5 @3xl:pt-4">
          {since && (
            <p className="text-muted-foreground">
              Turned on <Timestamp at={since} />. {codesLeft(recoveryCodesLeft)}.
            </p>
          )}
          {since && recoveryCodesLeft < FEW_CODES && (
            <Notice kind="warning" title="You’re running out of recovery codes">
              They let you sign in without your phone. Generate ten new ones.
            </Notice>
          )}
          {!isReadOnly && (
            <div className="flex flex-wrap gap-2">
              {since ? (
                <>
                  <Button variant="secondary" onClick={() => setOpen('renew')}>
                    New recovery codes
                  </Button>
                  <Button variant="secondary" onClick={() => setOpen('disable')}>
                    Turn off
                  </Button>
                </>
              ) : (
                <Button onClick={() => setOpen('enable')}>Set up</Button>
              )}
            </div>
          )}
        </div>
      </div>
      {open === 'enable' && <EnableTotpDialog onClose={close} />}
      {(open === 'disable' || open === 'renew') && <SecondStepDialog purpose={open} onClose={close} />}
    </Card>
  )
}

function codesLeft(count: number): string {
  if (count === 1) return 'One recovery code left'
  return `${count === 0 ? 'No' : count} recovery codes left`
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { PasswordField } from '@/components/auth/credential-fields'
import { failureMessage, RequestFailure } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Description, DescriptionList } from '@/components/ui/card'
import { Input, Select } from '@/components/ui/field'
import {
  type ChangeEmailFields,
  type ChangeNameFields,
  changeEmailFields,
  changeNameFields,
  type TimeZoneFields,
  timeZoneFields,
} from '@/lib/sign-in/credentials'
import type { ProfileView } from '@/lib/sign-in/profile'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { CopyableId } from '../ui/copy-button'
import { Field } from '../ui/field'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { Timestamp } from '../ui/timestamp'
import { useToast } from '../ui/toast'
import { SettingsForm } from './settings-form'
import {
  profileQuery,
  useCancelEmailChange,
  useChangeEmail,
  useChangeName,
  useResendEmailChange,
  useSetTimeZone,
} from './settings-queries'

type ProfilePanelProps = {
  initial: ProfileView
  /** The zones that can be chosen. */
  zones: string[]
  isReadOnly: boolean
  mayRename: boolean
}

export function ProfilePanel({ initial, zones, isReadOnly, mayRename }: ProfilePanelProps) {
  const { data } = useQuery({ ...profileQuery, initialData: initial })
  return (
    <div className="space-y-6">
      <PageHeader title="Profile" description="Your business name, time zone and sign-in email." />
      <NameForm name={data.name} isReadOnly={!mayRename} />
      <TimeZoneForm timeZone={data.timeZone} zones={zones} isReadOnly={!mayRename} />
      <EmailForm profile={data} isReadOnly={isReadOnly} />
      <Card aria-labelledby="account">
        <CardHeader id="account" title="Account" />
        <DescriptionList>
          <Description term="Vendor ID">
            <CopyableId id={data.vendorId} what="vendor ID" />
          </Description>
          <Description term="Created">
            <Timestamp at={data.createdAt} />
          </Description>
        </DescriptionList>
      </Card>
    </div>
  )
}

function NameForm({ name, isReadOnly }: { name: string; isReadOnly: boolean }) {
  const change = useChangeName()
  const toast = useToast()
  const router = useRouter()
  const { register, handleSubmit, reset, formState } = useForm<ChangeNameFields>({
    resolver: schemaResolver(changeNameFields),
    defaultValues: { name },
  })
  useUnsavedGuard(formState.isDirty)
  const submit = useSingleFlight(async (fields: ChangeNameFields) => {
    try {
      await change.mutateAsync(fields)
      reset(fields)
      toast('Business name changed')
      // The layout around the page shows the name too.
      router.refresh()
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <SettingsForm
      title="Business name"
      description="Shown to your customers on invoices, on the payment page and in emails."
      action="Save"
      refusal={change.error && failureMessage(change.error)}
      pending={change.isPending}
      disabled={isReadOnly}
      onSubmit={handleSubmit(submit)}
    >
      <Field label="Name" error={formState.errors.name?.message}>
        {(control) => (
          <Input {...control} {...register('name')} autoComplete="organization" maxLength={255} />
        )}
      </Field>
    </SettingsForm>
  )
}

type TimeZoneFormProps = { timeZone: string; zones: string[]; isReadOnly: boolean }

function TimeZoneForm({ timeZone, zones, isReadOnly }: TimeZoneFormProps) {
  const change = useSetTimeZone()
  const toast = useToast()
  const router = useRouter()
  const { register, handleSubmit, reset, formState } = useForm<TimeZoneFields>({
    resolver: schemaResolver(timeZoneFields),
    defaultValues: { timeZone },
  })
  useUnsavedGuard(formState.isDirty)
  const submit = useSingleFlight(async (fields: TimeZoneFields) => {
    try {
      await change.mutateAsync(fields)
      reset(fields)
      toast('Time zone changed')
      // Every page shows its days in it.
      router.refresh()
    } catch {
      // The form shows the refusal from the mutation's state.
    }
  })
  return (
    <SettingsForm
      title="Time zone"
      description="For the dates on your dashboard and documents. The API uses UTC."
      action="Save"
      refusal={change.error && failureMessage(change.error)}
      pending={change.isPending}
      disabled={isReadOnly}
      onSubmit={handleSubmit(submit)}
    >
      <Field label="Time zone" error={formState.errors.timeZone?.message}>
        {(control) => (
          <Select {...control} {...register('timeZone')}>
            {zones.map((name) => (
              <option key={name} value={name}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </SettingsForm>
  )
}

function EmailForm({ profile, isReadOnly }: { profile: ProfileView; isReadOnly: boolean }) {
  const { email, isEmailConfirmed, pendingEmail } = profile
  const change = useChangeEmail()
  const toast = useToast()
  const { register, handleSubmit, setError, reset, formState } = useForm<ChangeEmailFields>({
    resolver: schemaResolver(changeEmailFields),
    defaultValues: { email: '', password: '' },
  })
  useUnsavedGuard(formState.isDirty)
  const status = change.error instanceof RequestFailure ? change.error.status : 0
  const isOfField = status === 403 || status === 409
  const submit = useSingleFlight(async (fields: ChangeEmailFields) => {
    try {
      await change.mutateAsync(fields)
      reset()
      toast(`Link sent to ${fields.email}`)
    } catch (error) {
      if (!(error instanceof RequestFailure)) return
      if (error.status === 403) setError('password', { message: error.message }, { shouldFocus: true })
      if (error.status === 409) {
        setError('email', { message: 'Somebody signs in with this email already' }, { shouldFocus: true })
      }
    }
  })
  return (
    <SettingsForm
      title="Email"
      description={
        <>
          You sign in with <span className="break-all font-medium text-foreground">{email}</span>{' '}
          <Badge tone={isEmailConfirmed ? 'success' : 'warning'}>
            {isEmailConfirmed ? 'Confirmed' : 'Not confirmed'}
          </Badge>
        </>
      }
      action="Change email"
      refusal={change.error && !isOfField ? failureMessage(change.error) : null}
      pending={change.isPending}
      disabled={isReadOnly}
      onSubmit={handleSubmit(submit)}
    >
      {pendingEmail && <PendingEmail {...pendingEmail} isReadOnly={isReadOnly} />}
      {!isReadOnly && (
        <>
          <Field
            label="New email"
            hint="It counts once you open the link that we send there"
            error={formState.errors.email?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...register('email')}
                type="email"
                autoComplete="email"
                maxLength={254}
                spellCheck={false}
              />
            )}
          </Field>
          <PasswordField
            label="Password"
            error={formState.errors.password?.message}
            autoComplete="current-password"
            register={() => register('password')}
          />
        </>
      )}
    </SettingsForm>
  )
}

type PendingEmailProps = NonNullable<ProfileView['pendingEmail']> & { isReadOnly: boolean }

/** An email that is not the member's yet: another link to it, or none at all. */
function PendingEmail({ email, requestedAt, isReadOnly }: PendingEmailProps) {
  const resend = useResendEmailChange()
  const cancel = useCancelEmailChange()
  const toast = useToast()
  const error = resend.error ?? cancel.error
  return (
    <Notice kind="info" title="Confirm your new email">
      <p>
        Open the link we sent to <span className="break-all font-medium">{email}</span>, requested{' '}
        <Timestamp at={requestedAt} />. Until then, you sign in with your current email.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {!isReadOnly && (
          <Button
            variant="secondary"
            size="small"
            pending={resend.isPending}
            onClick={() => resend.mutate(undefined, { onSuccess: () => toast(`Link sent to ${email}`) })}
          >
            Resend
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          pending={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onSuccess: () => toast('Email change canceled') })}
        >
          Cancel change
        </Button>
      </div>
      {error && <p role="alert">{failureMessage(error)}</p>}
    </Notice>
  )
}

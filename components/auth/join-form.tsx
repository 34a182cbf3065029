'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { type JoinFields, joinFields } from '@/lib/sign-in/team-fields'
import { NeedsScript } from './auth-notices'
import { joinTeam, signIn } from './auth-requests'
import { PasswordField } from './credential-fields'

type JoinFormProps = { homePath: string; token: string; email: string }

/** Takes the name and password of an invited person, and signs it in. */
export function JoinForm({ homePath, token, email }: JoinFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const isHydrated = useHydrated()
  const { register, handleSubmit, formState } = useForm<JoinFields>({ resolver: schemaResolver(joinFields) })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const submit = useSingleFlight(async (fields: JoinFields) => {
    setRefusal(null)
    try {
      await joinTeam({ ...fields, token })
    } catch (error) {
      setRefusal(failureMessage(error))
      return
    }
    // The membership exists now. If the sign-in fails, the person tries again on the sign-in page.
    const next = await signIn({ email, password: fields.password }).then(
      () => homePath,
      () => '/sign-in',
    )
    window.location.assign(next)
  })
  return (
    <form method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-4">
      {refusal && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Field label="Your name" hint="Shown to your team" error={errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} autoComplete="name" maxLength={255} />}
      </Field>
      <Field label="Email">
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            value={email}
            readOnly
            className="read-only:bg-muted read-only:text-muted-foreground"
          />
        )}
      </Field>
      <PasswordField
        label="Password"
        hint="At least 10 characters"
        error={errors.password?.message}
        autoComplete="new-password"
        register={() => register('password')}
      />
      <Button
        type="submit"
        pending={isSubmitting || (isSubmitSuccessful && !refusal)}
        disabled={!isHydrated}
        className="mt-2 h-10 w-full"
      >
        Join the team
      </Button>
      <NeedsScript />
    </form>
  )
}

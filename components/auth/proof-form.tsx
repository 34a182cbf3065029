'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ProofKind } from '@/components/browser/proof'
import { failureMessage, requestJson } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { type ProofFields, proofFields } from '@/lib/sign-in/credentials'
import { CodeInput, PasswordField } from './credential-fields'

const TEXTS = {
  password: { title: 'Enter your password', description: 'We ask again before this step.' },
  code: { title: 'Enter a code', description: 'We ask again before this step.' },
}

export function ProofForm({ kind, onClose }: { kind: ProofKind; onClose: (isProven: boolean) => void }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const { register, handleSubmit, setFocus, formState } = useForm<ProofFields>({
    resolver: schemaResolver<ProofFields>(
      proofFields.required(kind === 'code' ? { code: true } : { password: true }),
    ),
  })
  const { errors, isSubmitting } = formState
  const submit = useSingleFlight(async (fields: ProofFields) => {
    setRefusal(null)
    try {
      await requestJson('/api/dashboard/settings/proof?mode=test', { method: 'POST', body: fields })
      onClose(true)
    } catch (error) {
      setRefusal(failureMessage(error))
      setFocus(kind)
    }
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose(false)} {...TEXTS[kind]}>
      <DialogForm
        onSubmit={handleSubmit(submit)}
        error={refusal}
        onCancel={() => onClose(false)}
        action="Continue"
        pending={isSubmitting}
      >
        {kind === 'code' ? (
          <Field
            label="Code"
            hint="From your authenticator app, or a recovery code"
            error={errors.code?.message}
          >
            {(control) => <CodeInput {...control} {...register('code')} />}
          </Field>
        ) : (
          <PasswordField
            label="Password"
            error={errors.password?.message}
            autoComplete="current-password"
            register={() => register('password')}
          />
        )}
      </DialogForm>
    </Dialog>
  )
}

'use client'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ProofKind } from '@/components/browser/proof'
import { failureMessage, requestJson } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { type ProofFields, proofFields } from '@/lib/sign-in/credentials'
import { CodeInput, PasswordField } from './credential-fields'
import type { PasskeyRequest } from './passkey-ceremony'

const TEXTS = {
  password: { title: 'Enter your password', description: 'We ask again before this step.' },
  code: { title: 'Enter a code', description: 'We ask again before this step.' },
}

const sendProof = (body: object) =>
  requestJson('/api/dashboard/settings/proof?mode=test', { method: 'POST', body })

/** What the browser needs to ask for one of the member's passkeys; null where there is none or it can't. */
async function passkeyRequest(): Promise<PasskeyRequest | null> {
  if (!('PublicKeyCredential' in window)) return null
  const path = '/api/dashboard/settings/passkeys/request?mode=test'
  return (await requestJson<{ options: PasskeyRequest | null }>(path, { method: 'POST', body: {} })).options
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
      await sendProof(fields)
      onClose(true)
    } catch (error) {
      setRefusal(failureMessage(error))
      setFocus(kind)
    }
  })
  const [hasPasskey, setHasPasskey] = useState(false)
  useEffect(() => {
    // Without an answer the form stays as it was: the password or the code is enough.
    passkeyRequest().then(
      (options) => setHasPasskey(options !== null),
      () => undefined,
    )
  }, [])
  const [isAsking, setAsking] = useState(false)
  const givePasskey = useSingleFlight(async () => {
    setRefusal(null)
    setAsking(true)
    try {
      const { askForPasskey } = await import('./passkey-ceremony')
      const options = await passkeyRequest()
      if (!options) return setHasPasskey(false)
      await sendProof({ passkey: await askForPasskey(options) })
      onClose(true)
    } catch (error) {
      setRefusal(failureMessage(error))
    } finally {
      setAsking(false)
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
        {hasPasskey && (
          <Button variant="secondary" className="w-full" pending={isAsking} onClick={() => givePasskey()}>
            Use a passkey
          </Button>
        )}
      </DialogForm>
    </Dialog>
  )
}

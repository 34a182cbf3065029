'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { describeUserAgent } from '@/lib/audit/describe-user-agent'
import { type PasskeyNameFields, passkeyNameFields } from '@/lib/sign-in/credentials'
import type { PasskeyRow } from '@/lib/sign-in/security'
import { Dialog, DialogForm } from '../ui/dialog'
import { Field, Input } from '../ui/field'
import { useToast } from '../ui/toast'
import { useAddPasskey, useRenamePasskey } from './settings-queries'

type PasskeyDialogProps = {
  /** The passkey to rename; absent: a new one is added. */
  passkey?: PasskeyRow
  onClose: () => void
}

/** Names a passkey, and for a new one has the browser create it. */
export function PasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const add = useAddPasskey()
  const rename = useRenamePasskey()
  const toast = useToast()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<PasskeyNameFields>({
    resolver: schemaResolver(passkeyNameFields),
    defaultValues: { name: passkey?.name ?? describeUserAgent(navigator.userAgent) },
  })
  const submit = useSingleFlight(async ({ name }: PasskeyNameFields) => {
    setRefusal(null)
    try {
      await (passkey ? rename.mutateAsync({ id: passkey.id, name }) : add.mutateAsync({ name }))
      toast(passkey ? 'Passkey renamed' : 'Passkey added')
      onClose()
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={passkey ? 'Rename passkey' : 'Add a passkey'}
      {...(passkey ? {} : { description: 'Your browser then asks where to save it.' })}
    >
      <DialogForm
        onSubmit={handleSubmit(submit)}
        error={refusal}
        onCancel={onClose}
        action={passkey ? 'Save' : 'Continue'}
        pending={add.isPending || rename.isPending}
      >
        <Field
          label="Name"
          hint="The device or password manager that keeps it"
          error={formState.errors.name?.message}
        >
          {(control) => <Input {...control} {...register('name')} maxLength={60} autoFocus />}
        </Field>
      </DialogForm>
    </Dialog>
  )
}

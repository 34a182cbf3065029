'use client'

import { type FormEvent, useState } from 'react'
import type { Mode } from '@/lib/auth/mode'
import { type NewApiKey, useGenerateApiKey } from '@/lib/client/api-keys'
import { failureMessage } from '@/lib/client/request'
import { useSingleFlight } from '@/lib/client/use-single-flight'
import { Button } from '../ui/button'
import { Dialog, DialogActions } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { Notice } from '../ui/notice'
import { Select } from '../ui/select'
import { GeneratedKey } from './generated-key'

const EXPIRIES = [
  { days: null, label: 'Never' },
  { days: 7, label: 'In 7 days' },
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In 1 year' },
]

type GenerateKeyDialogProps = { mode: Mode; open: boolean; onClose: () => void }

/** Asks for the key's name, then shows the key. Once it is made, only its own button closes the window. */
export function GenerateKeyDialog({ mode, open, onClose }: GenerateKeyDialogProps) {
  const generate = useGenerateApiKey(mode)
  const key = generate.data?.key
  // What it refuses is shown from the mutation's own state.
  const submit = useSingleFlight((given: NewApiKey) => generate.mutateAsync(given).catch(() => undefined))
  const close = () => {
    // Forgotten here too: closing the window is the last that is seen of it.
    generate.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={key ? 'Save your key' : `Generate a ${mode} key`}
      sticky={key !== undefined || generate.isPending}
    >
      {key ? (
        <GeneratedKey apiKey={key} onDone={close} />
      ) : (
        <KeyForm
          pending={generate.isPending}
          refusal={generate.error && failureMessage(generate.error)}
          onSubmit={submit}
          onCancel={close}
        />
      )}
    </Dialog>
  )
}

type KeyFormProps = {
  pending: boolean
  refusal: string | null
  onSubmit: (key: NewApiKey) => void
  onCancel: () => void
}

function KeyForm({ pending, refusal, onSubmit, onCancel }: KeyFormProps) {
  const [nameError, setNameError] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const name = String(data.get('name') ?? '').trim()
    setNameError(name ? undefined : 'Give the key a name, such as where it is used.')
    if (!name) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    const days = String(data.get('expiry') ?? '')
    onSubmit({ name, expiresInDays: days ? Number(days) : null })
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4">
      {refusal && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Field label="Name" hint="So that you know it again: where is it used?" error={nameError}>
        {(control) => (
          <Input
            {...control}
            name="name"
            maxLength={255}
            placeholder="Production server"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Expires">
        {(control) => (
          <Select {...control} name="expiry">
            {EXPIRIES.map(({ days, label }) => (
              <option key={label} value={days ?? ''}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={pending}>
          Generate key
        </Button>
      </DialogActions>
    </form>
  )
}

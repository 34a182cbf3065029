'use client'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog, DialogActions, DialogForm } from '@/components/ui/dialog'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { endOfLastDay, KEY_LIVES } from '@/lib/api-keys/api-key-expiry'
import { API_KEY_SCOPES, type Scope } from '@/lib/api-keys/api-key-limits'
import type { Mode } from '@/lib/auth/mode'
import { type NewApiKey, useGenerateApiKey } from './api-key-queries'

type GenerateKeyDialogProps = { mode: Mode; scopes: readonly Scope[]; open: boolean; onClose: () => void }

/** Asks for the key's name, then shows the key. After that only the Done button closes the dialog. */
export function GenerateKeyDialog({ mode, scopes, open, onClose }: GenerateKeyDialogProps) {
  const generate = useGenerateApiKey(mode)
  const key = generate.data?.key
  const submit = useDialogAction((newKey: NewApiKey) => generate.mutateAsync(newKey))
  const close = () => {
    // Drop the key from memory too: it must not outlive the dialog.
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
          scopes={scopes}
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
  /** The scopes that the reader's role may give. */
  scopes: readonly Scope[]
  pending: boolean
  refusal: string | null
  onSubmit: (key: NewApiKey) => void
  onCancel: () => void
}

/** The option that asks for an expiry date. */
const ON_A_DATE = 'date'

/** The fields in their order on the form, by their error. */
const FIELDS = [
  ['name', 'name'],
  ['lastDay', 'last_day'],
  ['scopes', 'scope'],
] as const

const PERMISSIONS = {
  read: ['Read', 'Customers, bank accounts and invoice status'],
  invoices: ['Invoices', 'Create customers and invoices'],
  payouts: ['Payouts', 'Add bank accounts and pay out'],
  webhooks: ['Webhooks', 'Add, change and delete webhook endpoints'],
} as const

/** The key's scopes; all are selected at first. */
function Permissions({ scopes, error }: { scopes: readonly Scope[]; error: string | undefined }) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 block font-medium text-[0.8125rem]">Permissions</legend>
      <div className="space-y-2">
        {scopes.map((scope) => (
          <label key={scope} className="flex items-start gap-2.5">
            <Checkbox name="scope" value={scope} defaultChecked className="mt-0.5" />
            <span>
              {PERMISSIONS[scope][0]}
              <span className="block text-[0.8125rem] text-muted-foreground">{PERMISSIONS[scope][1]}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1.5 text-[0.8125rem] text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function KeyForm({ scopes: own, pending, refusal, onSubmit, onCancel }: KeyFormProps) {
  const [errors, setErrors] = useState<{
    name?: string
    lastDay?: string
    scopes?: string
    addresses?: string
  }>({})
  const [life, setLife] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const data = new FormData(form)
    const name = String(data.get('name') ?? '').trim()
    const lastDay = life === ON_A_DATE ? String(data.get('last_day') ?? '') : null
    const scopes = API_KEY_SCOPES.filter((scope) => data.getAll('scope').includes(scope))
    const allowedAddresses = String(data.get('addresses') ?? '')
    const problems = {
      ...(name ? {} : { name: 'Enter a name, such as the server that uses the key' }),
      ...(lastDay === null || endOfLastDay(lastDay, new Date())
        ? {}
        : { lastDay: 'Choose a date from today to ten years from now' }),
      ...(scopes.length > 0 ? {} : { scopes: 'Choose at least one permission' }),
    }
    setErrors(problems)
    const [wrong] = FIELDS.filter(([error]) => error in problems)
    if (wrong) {
      form.querySelector<HTMLElement>(`[name=${wrong[1]}]`)?.focus()
      return
    }
    const expiresInDays = life && lastDay === null ? Number(life) : null
    onSubmit({ name, lastDay, expiresInDays, scopes, allowedAddresses })
  }
  return (
    <DialogForm onSubmit={submit} error={refusal} onCancel={onCancel} action="Generate key" pending={pending}>
      <Field label="Name" hint="A label to recognise this key by" error={errors.name}>
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
          <Select {...control} value={life} onChange={(event) => setLife(event.target.value)}>
            {KEY_LIVES.map(({ days, label }) => (
              <option key={label} value={days ?? ''}>
                {label}
              </option>
            ))}
            <option value={ON_A_DATE}>On a date…</option>
          </Select>
        )}
      </Field>
      {life === ON_A_DATE && (
        <Field
          label="Last valid day"
          hint="The key expires at the end of that day (UTC)"
          error={errors.lastDay}
        >
          {(control) => <Input {...control} name="last_day" type="date" />}
        </Field>
      )}
      <Permissions scopes={own} error={errors.scopes} />
      <Field
        label="IP addresses (optional)"
        hint="Only these may use the key, such as 203.0.113.7, 10.0.0.0/8"
      >
        {(control) => (
          <Input {...control} name="addresses" maxLength={2000} autoComplete="off" spellCheck={false} />
        )}
      </Field>
    </DialogForm>
  )
}

type GeneratedKeyProps = { apiKey: string; note?: ReactNode; onDone: () => void }

/** Shows the key, once. */
export function GeneratedKey({ apiKey, note, onDone }: GeneratedKeyProps) {
  return (
    <div className="space-y-4">
      <Notice kind="warning" role="alert" title="This key is shown only once">
        Copy it now and store it somewhere safe. If you lose it, generate a new key and revoke this one.
      </Notice>
      <div className="space-y-1.5">
        <p id="generated-key" className="font-medium text-[0.8125rem]">
          API key
        </p>
        <output
          aria-labelledby="generated-key"
          data-testid="api-key"
          className="block select-all break-all rounded-lg border bg-muted/60 px-3 py-2.5 font-mono text-[0.8125rem] leading-5"
        >
          {apiKey}
        </output>
      </div>
      {note && <p className="text-[0.8125rem] text-muted-foreground">{note}</p>}
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
        <CopyButton text={apiKey} what="API key" withLabel variant="primary" />
      </DialogActions>
    </div>
  )
}

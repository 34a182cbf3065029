'use client'

import { type FormEvent, useState } from 'react'
import { EVENT_TYPES, type EventType } from '@/lib/events/event-types'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { DialogForm } from '../ui/dialog'
import { Checkbox, Field, Input, Radio } from '../ui/field'

export type EndpointInput = { url: string; description: string | null; eventTypes: EventType[] | null }

type EndpointFormProps = {
  initial?: EndpointInput
  action: string
  isPending: boolean
  refusal: string | null
  onSubmit: (input: EndpointInput) => void
  onCancel: () => void
}

type Problems = { url?: string; types?: string }

/** The fields of a webhook endpoint. */
export function EndpointForm({ initial, action, isPending, refusal, onSubmit, onCancel }: EndpointFormProps) {
  const [problems, setProblems] = useState<Problems>({})
  const [takesAll, setTakesAll] = useState(!initial?.eventTypes)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const data = new FormData(form)
    const url = String(data.get('url') ?? '').trim()
    const types = EVENT_TYPES.filter((type) => data.getAll('type').includes(type))
    const wrong: Problems = {
      ...(isWebUrl(url) ? {} : { url: 'Enter a URL that starts with https:// or http://' }),
      ...(takesAll || types.length > 0 ? {} : { types: 'Choose at least one event type' }),
    }
    setProblems(wrong)
    if (wrong.url || wrong.types) {
      form.querySelector<HTMLElement>(wrong.url ? '[name=url]' : '[name=type]')?.focus()
      return
    }
    const description = String(data.get('description') ?? '').trim() || null
    onSubmit({ url, description, eventTypes: takesAll ? null : types })
  }
  return (
    <DialogForm onSubmit={submit} error={refusal} onCancel={onCancel} action={action} pending={isPending}>
      <Field label="URL" error={problems.url}>
        {(control) => (
          <Input
            {...control}
            name="url"
            type="url"
            inputMode="url"
            defaultValue={initial?.url}
            maxLength={URL_LENGTH}
            autoComplete="off"
            placeholder="https://example.com/webhooks"
          />
        )}
      </Field>
      <Field label="Description (optional)" hint="What receives the events">
        {(control) => (
          <Input
            {...control}
            name="description"
            defaultValue={initial?.description ?? ''}
            maxLength={255}
            autoComplete="off"
          />
        )}
      </Field>
      <fieldset className="space-y-2">
        <legend className="mb-1.5 font-medium text-[0.8125rem]">Events</legend>
        <label className="flex items-center gap-2.5">
          <Radio name="takes" checked={takesAll} onChange={() => setTakesAll(true)} />
          All, and those that are added later
        </label>
        <label className="flex items-center gap-2.5">
          <Radio name="takes" checked={!takesAll} onChange={() => setTakesAll(false)} />
          Only some types
        </label>
        {!takesAll && <EventTypes initial={initial?.eventTypes ?? []} problem={problems.types} />}
      </fieldset>
    </DialogForm>
  )
}

function EventTypes({ initial, problem }: { initial: EventType[]; problem: string | undefined }) {
  return (
    <div className="pl-6.5">
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {EVENT_TYPES.map((type) => (
          <label key={type} className="flex items-center gap-2.5">
            <Checkbox name="type" value={type} defaultChecked={initial.includes(type)} />
            <code className="text-[0.8125rem]">{type}</code>
          </label>
        ))}
      </div>
      {problem && (
        <p role="alert" className="mt-1.5 text-[0.8125rem] text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

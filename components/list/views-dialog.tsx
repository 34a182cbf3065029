'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { failureMessage, requestJson } from '@/components/browser/request'
import type { SavedViews, ViewedList } from '@/lib/lists/saved-views'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Field, Input } from '../ui/field'
import { Notice } from '../ui/notice'

type ViewsDialogProps = {
  list: ViewedList
  /** The list’s query string as it is shown now. */
  search: string
  onOpen: (search: string) => void
  onClose: () => void
}

const PATH = '/api/dashboard/views'

/** A person's saved views of a list: opens one, deletes one, and saves what is shown. */
export function ViewsDialog({ list, search, onOpen, onClose }: ViewsDialogProps) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const queryKey = ['views', list]
  const { data, error } = useQuery({
    queryKey,
    // Views are a person's, but every dashboard operation takes a mode.
    queryFn: ({ signal }) => requestJson<SavedViews>(`${PATH}?mode=test&list=${list}`, { signal }),
  })
  const save = useMutation({
    mutationFn: () =>
      requestJson<SavedViews>(`${PATH}?mode=test`, { method: 'POST', body: { list, name, query: search } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved)
      setName('')
    },
  })
  const remove = useMutation({
    mutationFn: (id: string) => requestJson(`${PATH}/${id}?mode=test`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const failure = error ?? save.error ?? remove.error
  return (
    <Dialog open onOpenChange={onClose} title="Saved views" description="Only you see them.">
      {failure && (
        <Notice kind="danger" role="alert" className="mb-4">
          {failureMessage(failure)}
        </Notice>
      )}
      {data && data.views.length > 0 && (
        <ul className="mb-4 divide-y border-y">
          {data.views.map(({ id, name: title, query }) => (
            <li key={id} className="flex items-center gap-2 py-1">
              <button
                type="button"
                onClick={() => onOpen(query)}
                className="min-w-0 flex-1 truncate rounded py-1.5 text-left font-medium hover:underline"
              >
                {title}
              </button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Delete ${title}`}
                onClick={() => remove.mutate(id)}
              >
                <Trash2 aria-hidden className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="flex items-end gap-2">
        <Field label="Save this view as" className="min-w-0 flex-1">
          {(control) => (
            <Input
              {...control}
              maxLength={60}
              required
              placeholder="Overdue in euros"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Button type="submit" pending={save.isPending}>
          Save
        </Button>
      </form>
    </Dialog>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ChangeEvent, type DragEvent, useDeferredValue, useRef, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { customerSearchQuery } from '@/components/customers/customer-queries'
import { useHydrated } from '@/components/forms/send-once'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Button, buttonStyle } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Field, Input, TextArea } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import { useUploadBatch } from './batch-queries'

const TEMPLATE = `recipient,bank account,amount,reference
ada@example.com,,"1,250.00",May
mary@example.com,6789,12.50,INV-0042
`

const EXAMPLE = `ada@example.com, 1250.00
mary@example.com, 12.50`

const MATCHES = 6

/** A batch begins as a file, as pasted rows, or as picked customers. Nothing is paid before its rows were looked at. */
export function NewBatch({ mode }: { mode: Mode }) {
  const router = useRouter()
  const isReady = useHydrated()
  const chooser = useRef<HTMLInputElement>(null)
  const [isDropTarget, setDropTarget] = useState(false)
  const upload = useUploadBatch(mode)
  const send = (file: { name: string; text: () => Promise<string> }) =>
    upload.mutate(file, { onSuccess: ({ id }) => router.push(`/payouts/batches/${id}`) })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Allows choosing the same file again once it is corrected.
    target.value = ''
    if (file) send(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDropTarget(false)
    const file = event.dataTransfer.files[0]
    if (file && isReady && !isBusy) send(file)
  }
  const isBusy = upload.isPending || upload.isSuccess
  return (
    <Card aria-labelledby="new-batch">
      <CardHeader
        id="new-batch"
        title="New batch"
        description="Up to 1,000 rows and 512 KB. You see every row and the sum first: nothing is paid before you confirm."
      />
      <div className="space-y-5 px-4 pb-5 sm:px-5">
        {upload.error && (
          <Notice kind="danger" role="alert">
            {failureMessage(upload.error)}
          </Notice>
        )}
        <section
          aria-label="CSV file"
          onDragOver={(event) => {
            event.preventDefault()
            setDropTarget(true)
          }}
          onDragLeave={() => setDropTarget(false)}
          onDrop={drop}
          className={classNames(
            'flex flex-wrap items-center justify-between gap-3 rounded-lg border border-dashed p-4',
            isDropTarget && 'border-accent bg-muted',
          )}
        >
          <p className="min-w-0 max-w-[56ch] flex-1 basis-64 text-muted-foreground">
            Drop a CSV file here. A recipient is a customer’s email or ID. A bank account is its last 4 digits
            or ID, and can stay empty for customers with one account. A reference is optional.
          </p>
          <input
            ref={chooser}
            type="file"
            accept=".csv,text/csv,text/plain"
            aria-label="CSV file"
            onChange={choose}
            className="sr-only"
            tabIndex={-1}
          />
          <div className="flex flex-wrap gap-2">
            <a
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(TEMPLATE)}`}
              download="payouts.csv"
              className={buttonStyle({ variant: 'secondary' })}
            >
              Download a template
            </a>
            <Button pending={isBusy} disabled={!isReady} onClick={() => chooser.current?.click()}>
              Choose a file
            </Button>
          </div>
        </section>
        <PastedRows mode={mode} isBusy={isBusy} onSend={send} />
      </div>
    </Card>
  )
}

type PastedRowsProps = {
  mode: Mode
  isBusy: boolean
  onSend: (file: { name: string; text: () => Promise<string> }) => void
}

/** Rows from a spreadsheet, or typed; a picked customer begins a row. */
function PastedRows({ mode, isBusy, onSend }: PastedRowsProps) {
  const isReady = useHydrated()
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  const name = useDeferredValue(search.trim())
  const { data } = useQuery({ ...customerSearchQuery(mode, name), enabled: name !== '' })
  const matches = name === '' ? [] : (data?.rows.slice(0, MATCHES) ?? [])
  useUnsavedGuard(text.trim() !== '' && !isBusy)
  const begin = (email: string) => {
    const rows = `${text.trimEnd()}${text.trim() ? '\n' : ''}${email}, `
    setText(rows)
    setSearch('')
    // Once the field has the row.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(rows.length, rows.length)
    })
  }
  return (
    <div className="space-y-3">
      <Field
        label="Or type or paste rows"
        hint="Recipient and amount; or recipient, bank account, amount and reference, as copied from a spreadsheet."
      >
        {(control) => (
          <TextArea
            {...control}
            ref={area}
            rows={5}
            spellCheck={false}
            placeholder={EXAMPLE}
            value={text}
            readOnly={!isReady}
            onChange={({ target }) => setText(target.value)}
            className="font-mono"
          />
        )}
      </Field>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="relative min-w-0 flex-1 basis-64 sm:max-w-80">
          <Field label="Add a customer">
            {(control) => (
              <Input
                {...control}
                type="search"
                autoComplete="off"
                placeholder="Name or email"
                maxLength={200}
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
            )}
          </Field>
          {matches.length > 0 && (
            <ul
              aria-label="Customers"
              className="absolute z-20 mt-1 w-full overflow-hidden rounded-lg border bg-surface shadow-float"
            >
              {matches.map(({ id, name, email }) => (
                <li key={id}>
                  <button
                    type="button"
                    onClick={() => begin(email)}
                    className="flex w-full flex-col px-3 py-2 text-left hover:bg-muted focus-visible:bg-muted"
                  >
                    <span className="truncate font-medium">{name}</span>
                    <span className="truncate text-[0.8125rem] text-muted-foreground">{email}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <Button
          variant="secondary"
          pending={isBusy}
          disabled={!isReady || text.trim() === ''}
          onClick={() => onSend({ name: 'Pasted rows', text: async () => text })}
        >
          Check the rows
        </Button>
      </div>
    </div>
  )
}

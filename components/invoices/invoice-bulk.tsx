'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { failureMessage, requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { InvoiceRow } from '@/lib/invoices/invoice-row'
import { Button } from '../ui/button'
import { Dialog, DialogActions } from '../ui/dialog'
import { Notice } from '../ui/notice'

type BulkAction = 'send' | 'void'

type InvoiceBulkDialogProps = {
  mode: Mode
  action: BulkAction
  invoices: InvoiceRow[]
  onClose: () => void
  /** Called when the dialog closes after the action. */
  onDone: () => void
}

type Results = { results: { id: string; isDone: boolean; message: string | null }[] }

const WORDS = {
  send: {
    title: 'Send invoices again',
    question: 'Each customer gets an email with the payment link.',
    button: 'Send',
    done: 'Sent',
  },
  void: {
    title: 'Void invoices',
    question: 'Nobody can pay them any more. This can’t be undone.',
    button: 'Void',
    done: 'Voided',
  },
}

/** `2 invoices`, `1 paid invoice`; null for none. */
function countPhrase(count: number, noun = 'invoice'): string | null {
  return count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** A sentence about the chosen invoices that can neither be sent nor voided. */
function exceptions(
  invoices: Pick<InvoiceRow, 'status'>[],
  status: InvoiceRow['status'],
  word: string,
): string[] {
  const number = invoices.filter((invoice) => invoice.status === status).length
  const count = countPhrase(number, `${word} invoice`)
  return count ? [`${count} ${number === 1 ? 'stays as it is' : 'stay as they are'}.`] : []
}

/** The invoices that can be sent or voided, null for none, and the dialog's sentences about all of the chosen. */
export function bulkWords(invoices: Pick<InvoiceRow, 'status'>[], question: string) {
  const count = countPhrase(invoices.filter(({ status }) => status !== 'PAID' && status !== 'VOIDED').length)
  const sentences = [
    ...(count ? [`${count}. ${question}`] : []),
    ...exceptions(invoices, 'PAID', 'paid'),
    ...exceptions(invoices, 'VOIDED', 'voided'),
  ]
  return { count, sentences: sentences.join(' ') }
}

/** Asks before several invoices are sent or voided, and then says row by row what became of each. */
export function InvoiceBulkDialog({ mode, action, invoices, onClose, onDone }: InvoiceBulkDialogProps) {
  const client = useQueryClient()
  const [results, setResults] = useState<Results['results'] | null>(null)
  const { title, question, button, done } = WORDS[action]
  const run = useMutation({
    mutationFn: () =>
      requestJson<Results>(`/api/dashboard/invoices/bulk?mode=${mode}`, {
        method: 'POST',
        body: { action, ids: invoices.map(({ id }) => id) },
      }),
    onSuccess: async (answer) => {
      setResults(answer.results)
      await client.invalidateQueries({ queryKey: [mode] })
    },
  })
  // Paid and voided ones are in the request too: their results say what they are by then.
  const { count, sentences } = bulkWords(invoices, question)
  if (!results) {
    return (
      <Dialog open onOpenChange={onClose} title={title} description={sentences}>
        {run.error && (
          <Notice kind="danger" role="alert">
            {failureMessage(run.error)}
          </Notice>
        )}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          {count && (
            <Button
              variant={action === 'void' ? 'danger' : 'primary'}
              pending={run.isPending}
              onClick={() => run.mutate()}
            >
              {button} {count}
            </Button>
          )}
        </DialogActions>
      </Dialog>
    )
  }
  const doneCount = results.filter(({ isDone }) => isDone).length
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={title}
      description={`${doneCount} of ${results.length} done${doneCount < results.length ? '. The others stay as they are.' : ''}`}
    >
      <ul aria-label="Results" className="max-h-80 divide-y overflow-y-auto border-y">
        {results.map(({ id, isDone, message }) => {
          const Icon = isDone ? Check : X
          return (
            <li key={id} className="flex items-start gap-2 py-2">
              <Icon
                aria-hidden
                className={isDone ? 'mt-0.5 size-4 text-success' : 'mt-0.5 size-4 text-danger'}
              />
              <span className="min-w-0 flex-1">
                <span className="tabular font-medium">
                  {invoices.find((invoice) => invoice.id === id)?.number}
                </span>{' '}
                {isDone ? done : 'Not done'}
                {message && <span className="block text-[0.8125rem] text-muted-foreground">{message}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <DialogActions>
        <Button onClick={onDone}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}

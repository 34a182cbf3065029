'use client'

import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { failureMessage, RequestFailure, requestJson } from '@/components/browser/request'
import { newUuid } from '@/components/forms/send-once'
import type { savedFields } from '@/lib/invoices/invoice-fields'
import type { InboxView } from '@/lib/webhooks/inbox-dashboard'

const POLL_MS = 1500
/** The first attempt comes at once; the queue's next one would be seconds later. */
const WATCHED_MS = 60_000
const PATH = '/api/dashboard/webhook-inbox?mode=test'

/** The form of an invoice, filled in; written out, so that this page needs none of the form's code. */
const INVOICE: z.input<typeof savedFields> = {
  customer: { id: null, email: 'buyer@example.com', name: 'buyer@example.com' },
  kind: 'amount',
  items: [{ title: '', quantity: '1', price: '' }],
  amount: '25',
  currency: 'USD',
  dueDate: '',
  redirectUrl: '',
  webhookUrl: '',
}

export type Step = 'none' | 'creating' | 'created' | 'paying' | 'waiting' | 'arrived' | 'late'

/** The inbox, and the steps from an invoice to its webhook. */
export function useInbox() {
  const [inbox, setInbox] = useState<InboxView | null>(null)
  const [step, setStep] = useState<Step>('none')
  const [invoiceId, setInvoiceId] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSignedOut, setSignedOut] = useState(false)

  const attempt = useCallback(async (work: () => Promise<void>) => {
    setProblem(null)
    try {
      await work()
      return true
    } catch (error) {
      if (error instanceof RequestFailure && error.status === 401) setSignedOut(true)
      else setProblem(failureMessage(error))
      return false
    }
  }, [])
  const read = useCallback(() => attempt(async () => setInbox(await requestJson<InboxView>(PATH))), [attempt])
  useEffect(() => {
    void read()
  }, [read])

  const hasArrived = inbox?.deliveries.some(({ body }) => invoiceId !== null && body.includes(invoiceId))
  useEffect(() => {
    if (step !== 'waiting') return
    if (hasArrived) return setStep('arrived')
    const poll = setInterval(() => {
      // Nobody looks at a hidden tab.
      if (!document.hidden) void read()
    }, POLL_MS)
    const end = setTimeout(() => setStep('late'), WATCHED_MS)
    return () => {
      clearInterval(poll)
      clearTimeout(end)
    }
  }, [step, hasArrived, read])

  const create = async () => {
    setStep('creating')
    const isCreated = await attempt(async () => {
      const path = `/api/dashboard/invoice-drafts/${newUuid()}/send?mode=test`
      const fields = { ...INVOICE, webhookUrl: inbox?.url ?? '' }
      const invoice = await requestJson<{ id: string }>(path, {
        method: 'POST',
        body: { version: 0, fields },
      })
      setInvoiceId(invoice.id)
    })
    setStep(isCreated ? 'created' : 'none')
  }
  const pay = async () => {
    setStep('paying')
    const isPaid = await attempt(async () => {
      await requestJson(`/api/dashboard/invoices/${invoiceId}/mark-paid?mode=test`, { method: 'POST' })
    })
    setStep(isPaid ? 'waiting' : 'created')
  }
  const clear = () =>
    attempt(async () => {
      await requestJson(PATH, { method: 'DELETE' })
      await read()
    })
  return { inbox, step, invoiceId, problem, isSignedOut, read, create, pay, clear }
}

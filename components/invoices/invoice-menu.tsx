'use client'

import {
  Banknote,
  Bell,
  CircleCheck,
  CircleSlash,
  CircleX,
  Copy,
  Ellipsis,
  FileMinus,
  Mail,
  Pencil,
  Undo2,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { mayLeave } from '@/components/forms/unsaved-guard'
import { RecordActions } from '@/components/shell/record-actions'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-dialog'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { InvoiceView } from '@/lib/payments/queries'
import { useDuplicate } from './draft-queries'
import { type InvoiceAct, useInvoiceAct } from './invoice-queries'

const loadDialogs = () => import('./invoice-dialogs')

// Without `ssr: false` the page would be hidden while these load, and the button would lose the focus.
const DIALOGS = {
  send: lateDialog(() => loadDialogs().then((module) => module.SendDialog)),
  void: lateDialog(() => loadDialogs().then((module) => module.VoidDialog)),
  uncollectible: lateDialog(() => loadDialogs().then((module) => module.UncollectibleDialog)),
  recordPayment: lateDialog(() =>
    import('./record-payment-dialog').then((module) => module.RecordPaymentDialog),
  ),
  markPaid: lateDialog(() => import('./mark-paid-dialog').then((module) => module.MarkPaidDialog)),
}

const CreditDialog = lateDialog(() => import('./credit-dialog').then((module) => module.CreditDialog))
const RefundDialog = lateDialog(() => import('./refund-dialog').then((module) => module.RefundDialog))

type InvoiceMenuProps = {
  invoice: InvoiceView
  mayWrite: boolean
  mayRefund: boolean
}

/** Everything that can be done with an invoice. Shows nothing to somebody who may do none of it. */
export function InvoiceMenu({ invoice, mayWrite, mayRefund }: InvoiceMenuProps) {
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | 'refund' | 'credit' | null>(null)
  const router = useRouter()
  const toast = useToast()
  const duplicate = useDuplicate(invoice.mode)
  const act = useInvoiceAct(invoice.mode, invoice.id)
  const run = useSingleFlight(async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      toast(failureMessage(error))
    }
  })
  const copy = () =>
    run(async () => {
      const { id } = await duplicate.mutateAsync({ kind: 'invoices', id: invoice.id })
      toast('Draft created')
      router.push(`/invoices/drafts/${id}`)
    })
  const change = (input: InvoiceAct, message: string) =>
    run(async () => {
      await act.mutateAsync(input)
      toast(message)
    })
  const { status, remindersOn, isUncollectible } = invoice
  const isUnpaid = status !== 'PAID' && status !== 'VOIDED'
  const edit = async () => {
    if (await mayLeave()) router.push(`/invoices/${invoice.id}/edit`)
  }
  const entries: (MenuEntry | false)[] = [
    mayWrite && isUnpaid && action('Edit', Pencil, edit),
    mayWrite && isUnpaid && action('Send again', Mail, () => setDialog('send')),
    mayWrite &&
      isUnpaid && {
        kind: 'toggle',
        text: 'Email reminders',
        icon: <Bell aria-hidden className="size-4" />,
        isOn: remindersOn,
        onChange: (isOn) =>
          change(
            { path: 'reminders', body: { isOn } },
            isOn ? 'Reminders turned on' : 'Reminders turned off',
          ),
      },
    mayWrite && isUnpaid && action('Record a payment', Banknote, () => setDialog('recordPayment')),
    mayWrite &&
      isUnpaid &&
      invoice.mode === 'test' &&
      action('Mark as paid', CircleCheck, () => setDialog('markPaid')),
    mayWrite && invoice.creditable !== null && action('Credit', FileMinus, () => setDialog('credit')),
    mayRefund && invoice.refundable !== null && action('Refund', Undo2, () => setDialog('refund')),
    mayWrite && action('Duplicate', Copy, copy),
    mayWrite &&
      status === 'UNPAID' &&
      (isUncollectible
        ? action('Undo uncollectible', CircleSlash, () =>
            change({ path: 'uncollectible', body: { isUncollectible: false } }, 'Invoice is overdue again'),
          )
        : action('Mark as uncollectible', CircleSlash, () => setDialog('uncollectible'))),
    mayWrite &&
      isUnpaid &&
      invoice.credited === null && { ...action('Void', CircleX, () => setDialog('void')), isDangerous: true },
  ]
  const visibleEntries = entries.filter((entry) => entry !== false)
  const close = () => setDialog(null)
  const Dialog = dialog && dialog !== 'refund' && dialog !== 'credit' ? DIALOGS[dialog] : null
  const actions = visibleEntries.flatMap((entry) =>
    entry.kind === 'action' ? [{ text: entry.text, onSelect: entry.onSelect }] : [],
  )
  const copyLink = status === 'VOIDED' ? [] : [{ text: 'Copy payment link', copies: invoice.paymentLink }]
  const palette = (
    <RecordActions
      title={`Invoice ${invoice.number}`}
      actions={[...copyLink, ...actions]}
      onEdit={mayWrite && isUnpaid ? edit : undefined}
    />
  )
  if (visibleEntries.length === 0) return palette
  return (
    <>
      {palette}
      <Menu
        trigger={
          <Button variant="secondary" size="icon" aria-label="More actions">
            <Ellipsis aria-hidden className="size-4" />
          </Button>
        }
        entries={visibleEntries}
      />
      {Dialog && <Dialog invoice={invoice} onClose={close} />}
      {dialog === 'credit' && invoice.creditable && (
        <CreditDialog invoice={invoice} creditable={invoice.creditable} onClose={close} />
      )}
      {dialog === 'refund' && invoice.refundable && invoice.refundTerms && (
        <RefundDialog
          invoice={invoice}
          refundable={invoice.refundable}
          terms={invoice.refundTerms}
          onClose={close}
        />
      )}
    </>
  )
}

function action(text: string, Icon: typeof Mail, onSelect: () => void) {
  return { kind: 'action' as const, text, icon: <Icon aria-hidden className="size-4" />, onSelect }
}

'use client'

import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import { buttonStyle } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Timestamp } from '@/components/ui/timestamp'
import type { CustomerView } from '@/lib/home/customer-overview'
import { useRequestBankDetails } from './customer-queries'

type DialogProps = { customer: CustomerView; onClose: () => void }

/** Makes the link, and shows it once. */
export function RequestBankDetailsDialog({ customer, onClose }: DialogProps) {
  const request = useRequestBankDetails(customer.mode, customer.id)
  const create = useDialogAction(() => request.mutateAsync())
  const link = request.data
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={link ? 'Link created' : 'Request bank details'}
      description={
        link
          ? 'Send it to the customer only: the first person to open it decides where your payouts go. It is not shown again.'
          : 'Creates a link on whose page the customer enters their own bank account, once. It is valid for 7 days, and you get an email when the account is there.'
      }
    >
      {link ? (
        <div className="space-y-4">
          <CodeBlock code={link.url} what="the link" />
          <p className="text-[0.8125rem] text-muted-foreground">
            Valid until <Timestamp at={link.expiresAt} />
          </p>
          <a href={mailTo(customer.email, link.url)} className={buttonStyle({ variant: 'secondary' })}>
            Write email
          </a>
        </div>
      ) : (
        <DialogForm
          onSubmit={() => create()}
          error={request.error && failureMessage(request.error)}
          onCancel={onClose}
          action="Create link"
          pending={request.isPending}
        />
      )}
    </Dialog>
  )
}

/** In the vendor’s own mail program, so that the customer gets it from an address that they know. */
function mailTo(email: string, url: string): string {
  const body = `Please enter the bank account that you want to be paid on: ${url}`
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Your bank details')}&body=${encodeURIComponent(body)}`
}

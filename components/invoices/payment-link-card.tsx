'use client'

import { ExternalLink } from 'lucide-react'
import dynamic from 'next/dynamic'
import { buttonStyle } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { CopyButton } from '../ui/copy-button'
import { Skeleton } from '../ui/skeleton'

const QrCode = dynamic(() => import('../ui/qr-code').then((module) => module.QrCode), {
  ssr: false,
  loading: () => <Skeleton className="size-32 shrink-0" />,
})

/** Where the buyer pays: to be sent, opened, or scanned from the screen. */
export function PaymentLinkCard({ link, isPaid }: { link: string; isPaid: boolean }) {
  return (
    <Card aria-labelledby="payment-link">
      <CardHeader
        id="payment-link"
        title="Payment link"
        description={isPaid ? 'It shows the receipt now.' : 'Whoever has it can see the invoice and pay it.'}
      />
      <div className="flex flex-wrap gap-4 px-4 pb-4 sm:px-5">
        <QrCode text={link} label="The payment link as a QR code" className="size-32 shrink-0" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="break-all font-mono text-[0.8125rem]">{link}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <CopyButton text={link} what="payment link" withLabel variant="secondary" />
            <a href={link} target="_blank" rel="noreferrer" className={buttonStyle({ variant: 'secondary' })}>
              <ExternalLink aria-hidden className="size-4" />
              Open
              <span className="sr-only"> the payment page in a new tab</span>
            </a>
          </div>
        </div>
      </div>
    </Card>
  )
}

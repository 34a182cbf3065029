import { Link2Off } from 'lucide-react'
import { BuyerFooter } from '@/components/pay/buyer-frame'
import { EmptyState } from '@/components/ui/empty-state'

export default function PaymentLinkNotFound() {
  return (
    <div className="flex min-h-dvh flex-col">
      <title>Payment link not found</title>
      <main className="flex flex-1 items-center justify-center px-4">
        <EmptyState Icon={Link2Off} title={<h1 className="text-base">This payment link leads nowhere</h1>}>
          The address is not complete, or the invoice does not exist. Ask whoever sent it for the link again.
          You have not been charged.
        </EmptyState>
      </main>
      <BuyerFooter />
    </div>
  )
}

import { FileCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { Card } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readProvableMonths } from '@/lib/proofs/proof-page'

export const metadata: Metadata = { title: 'Proofs' }

export default async function ProofsPage() {
  await requireVendor('read')
  const { id, mode } = await currentAccount()
  const months = await readProvableMonths(id)
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/wallet">Wallet</BackLink>
        <PageHeader
          title="Proofs"
          description="A month with every movement of money, signed for your auditor. Single payments and payouts have theirs on their own pages."
        />
      </div>
      <Card aria-label="Months">
        {months.length === 0 ? (
          <EmptyState Icon={FileCheck} title={`No ${mode} transactions yet`}>
            The first month has a proof as soon as money has moved.
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {months.map((month) => (
              <li key={month}>
                <Link href={`/wallet/proofs/${month}`} className="block px-4 py-3 hover:bg-muted/50 sm:px-5">
                  {inWords(month)}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

const MONTH_NAMES = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `November 2026` */
function inWords(month: string): string {
  return MONTH_NAMES.format(new Date(`${month}-01T00:00:00Z`))
}

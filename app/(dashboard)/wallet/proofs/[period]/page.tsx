import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ProofPanel } from '@/components/proofs/proof-panel'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readProofPage } from '@/lib/proofs/proof-page'
import { periodOf } from '@/lib/proofs/read-proof'

type PeriodPageProps = { params: Promise<{ period: string }> }

export async function generateMetadata({ params }: PeriodPageProps): Promise<Metadata> {
  return { title: `Proof of ${(await params).period}` }
}

export default async function PeriodProofPage({ params }: PeriodPageProps) {
  const { period } = await params
  const { id: vendorId } = await requireVendor('read')
  const { mode } = await currentAccount()
  const page = periodOf(period) && (await readProofPage({ vendorId, mode, kind: 'month', id: period }))
  if (!page) notFound()
  const back = { href: '/wallet/proofs', text: 'Proofs' }
  if ('proof' in page) return <ProofPanel proof={page.proof} id={period} back={back} />
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href={back.href}>{back.text}</BackLink>
        <PageHeader title={`Proof: ${period}`} />
      </div>
      <Notice kind="warning">{page.refused.charAt(0).toUpperCase() + page.refused.slice(1)}.</Notice>
    </div>
  )
}

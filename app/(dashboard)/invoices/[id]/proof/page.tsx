import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { foundInvoice } from '@/app/(dashboard)/found-records'
import { ProofPanel } from '@/components/proofs/proof-panel'
import { requireVendor } from '@/lib/auth/session'
import { readProofPage } from '@/lib/proofs/proof-page'

export const metadata: Metadata = { title: 'Proof of a payment' }

export default async function PaymentProofPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const { id: vendorId } = await requireVendor('read')
  const { mode, number } = await foundInvoice(vendorId, id)
  const page = await readProofPage({ vendorId, mode, kind: 'payment', id })
  if (!page || 'refused' in page) notFound()
  return <ProofPanel proof={page.proof} id={id} back={{ href: `/invoices/${id}`, text: number }} />
}

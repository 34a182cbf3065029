import { redirect } from 'next/navigation'
import { KeepCurrent } from '@/components/pay/keep-current'
import { Processing } from '@/components/pay/payment-notices'
import { JointReceipt } from '@/components/portal/joint-receipt'
import { PortalCard, PortalFrame, UnknownPortal } from '@/components/portal/portal-frame'
import { answerNotFound } from '@/lib/http/served-request'
import { readJointReceipt } from '@/lib/portal/portal-page'
import { readPortalRequest } from '../../portal-request'

type PageProps = {
  params: Promise<{ portal: string; checkout: string }>
  searchParams: Promise<{ processing?: string | string[] }>
}

const REFRESH_MS = 5000

/** After the payment of several invoices at once. */
export default async function JointReceiptPage({ params, searchParams }: PageProps) {
  const { portal: key, checkout } = await params
  const { processing } = await searchParams
  const { locale, texts, opened } = await readPortalRequest(key)
  if (!opened) return <UnknownPortal texts={texts} />
  const { portal, face, customer } = opened
  if (!customer) redirect(`/portal/${key}?problem=ended`)
  const receipt = await readJointReceipt({ accountId: portal.accountId, customerId: customer.id }, checkout)
  if (!receipt) {
    answerNotFound()
    return <UnknownPortal texts={texts} />
  }
  const isPaid = receipt.paid.length > 0 || receipt.returned !== null
  if (!isPaid && processing === undefined) redirect(`/portal/${key}`)
  return (
    <PortalFrame face={face} locale={locale} texts={texts} page={`paid/${checkout}`} email={customer.email}>
      <KeepCurrent everyMs={isPaid ? null : REFRESH_MS} />
      {isPaid ? (
        <JointReceipt receipt={receipt} face={face} locale={locale} texts={texts} />
      ) : (
        <PortalCard>
          <Processing path={`/portal/${key}/paid/${checkout}?processing`} texts={texts.processing} />
        </PortalCard>
      )}
    </PortalFrame>
  )
}

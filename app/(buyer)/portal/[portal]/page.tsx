import { AskForLink, PORTAL_PROBLEMS } from '@/components/portal/ask-for-link'
import { PortalFrame, UnknownPortal } from '@/components/portal/portal-frame'
import { OpenInvoices, PaidInvoices } from '@/components/portal/portal-invoices'
import { Notice } from '@/components/ui/notice'
import { readPortalInvoices } from '@/lib/portal/portal-page'
import { readPortalRequest } from './portal-request'

type PageProps = {
  params: Promise<{ portal: string }>
  searchParams: Promise<Partial<Record<'sent' | 'saved' | 'problem' | 'before', string | string[]>>>
}

export default async function PortalPage({ params, searchParams }: PageProps) {
  const { portal: key } = await params
  const { sent, saved, problem, before } = await searchParams
  const { locale, texts, opened } = await readPortalRequest(key)
  if (!opened) return <UnknownPortal texts={texts} />
  const { portal, face, customer } = opened
  const shared = { face, locale, texts }
  if (!customer) {
    const why = PORTAL_PROBLEMS.find((each) => each === problem) ?? null
    return <AskForLink {...shared} isSent={sent !== undefined && why === null} problem={why} />
  }
  const olderThan = typeof before === 'string' ? before : null
  const of = { accountId: portal.accountId, customerId: customer.id, zone: portal.zone }
  const invoices = await readPortalInvoices(of, { olderThan })
  return (
    <PortalFrame {...shared} page="" email={customer.email}>
      <h1 className="sr-only">{texts.portal.title({ vendor: face.vendor.name })}</h1>
      {saved !== undefined && (
        <Notice kind="success" role="status">
          {texts.portal.details.saved}
        </Notice>
      )}
      {olderThan === null && <OpenInvoices invoices={invoices} locale={locale} texts={texts} />}
      <PaidInvoices
        invoices={invoices}
        locale={locale}
        texts={texts}
        url={face.url}
        isFirstPage={olderThan === null}
      />
    </PortalFrame>
  )
}

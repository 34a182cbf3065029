import { ForgetNote, KeepCurrent } from '@/components/pay/keep-current'
import { AskForLink, PORTAL_PROBLEMS } from '@/components/portal/ask-for-link'
import { PortalFrame, UnknownPortal } from '@/components/portal/portal-frame'
import { CheckoutNotice, ClosedInvoices, OpenInvoices } from '@/components/portal/portal-invoices'
import { Notice } from '@/components/ui/notice'
import { CHECKOUT_PROBLEMS, changedSince, readChoice } from '@/lib/portal/invoice-choice'
import { readPortalInvoices } from '@/lib/portal/portal-page'
import { readPortalRequest } from './portal-request'

type Search = Partial<Record<'sent' | 'saved' | 'problem' | 'before' | 'invoice' | 'all', string | string[]>>

type PageProps = { params: Promise<{ portal: string }>; searchParams: Promise<Search> }

export default async function PortalPage({ params, searchParams }: PageProps) {
  const { portal: key } = await params
  const { sent, saved, problem, before, invoice, all } = await searchParams
  const { locale, texts, opened } = await readPortalRequest(key)
  if (!opened) return <UnknownPortal texts={texts} />
  const { portal, face, customer } = opened
  const shared = { face, locale, texts }
  if (!customer) {
    const why = PORTAL_PROBLEMS.find((each) => each === problem) ?? null
    return <AskForLink {...shared} isSent={sent !== undefined && why === null} problem={why} />
  }
  const olderThan = typeof before === 'string' ? before : null
  const of = { accountId: portal.accountId, customerId: customer.id }
  const invoices = await readPortalInvoices({ ...of, zone: portal.zone }, { olderThan })
  const selected = readChoice(new URLSearchParams([invoice ?? []].flat().map((each) => ['invoice', each])))
  const why = CHECKOUT_PROBLEMS.find((each) => each === problem) ?? null
  const changed = why === 'changed' ? await changedSince(of, selected) : []
  const selection = {
    ids: selected.map(({ invoiceId }) => invoiceId),
    all: typeof all === 'string' ? all : null,
  }
  return (
    <PortalFrame {...shared} page="" email={customer.email}>
      <h1 className="sr-only">{texts.portal.title({ vendor: face.vendor.name })}</h1>
      <KeepCurrent everyMs={null} />
      {why && <ForgetNote name="problem" />}
      {saved !== undefined && (
        <Notice kind="success" role="status">
          {texts.portal.details.saved}
        </Notice>
      )}
      {why && (
        <CheckoutNotice problem={why} changed={changed} mostAtOnce={invoices.mostAtOnce} texts={texts} />
      )}
      {olderThan === null && <OpenInvoices invoices={invoices} selection={selection} {...shared} />}
      <ClosedInvoices
        invoices={invoices}
        locale={locale}
        texts={texts}
        url={face.url}
        isFirstPage={olderThan === null}
      />
    </PortalFrame>
  )
}

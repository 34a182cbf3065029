import { redirect } from 'next/navigation'
import { PortalFrame, UnknownPortal } from '@/components/portal/portal-frame'
import { StatementView } from '@/components/portal/statement-view'
import { readPortalStatement } from '@/lib/portal/portal-statement'
import { readPortalRequest } from '../portal-request'

type PageProps = {
  params: Promise<{ portal: string }>
  searchParams: Promise<{ year?: string | string[] }>
}

export default async function PortalStatementPage({ params, searchParams }: PageProps) {
  const { portal: key } = await params
  const { year } = await searchParams
  const { locale, texts, opened } = await readPortalRequest(key)
  if (!opened) return <UnknownPortal texts={texts} />
  const { portal, face, customer } = opened
  if (!customer) redirect(`/portal/${key}?problem=ended`)
  const of = { accountId: portal.accountId, customerId: customer.id }
  const statement = await readPortalStatement(of, typeof year === 'string' ? Number(year) : null)
  return (
    <PortalFrame face={face} locale={locale} texts={texts} page="statement" email={customer.email}>
      <StatementView
        statement={statement}
        name={customer.name}
        url={face.url}
        pdfPath={`/api/pay/portal/${key}/statement.pdf?year=${statement.year}&lang=${locale}`}
        locale={locale}
      />
    </PortalFrame>
  )
}

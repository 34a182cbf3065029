import type { Metadata } from 'next'
import { DraftList } from '@/components/invoices/draft-list'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { draftList } from '@/lib/invoices/draft-list'
import { readFirstList } from '@/lib/lists/list-query'

export const metadata: Metadata = { title: 'Invoice drafts' }

type DraftsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function DraftsPage({ searchParams }: DraftsPageProps) {
  const vendor = await requireVendor('read')
  const account = await currentAccount()
  const first = await readFirstList(await searchParams, (params) =>
    draftList.read(account.id, params, account.zone),
  )
  const canCreate = !isReadOnly(vendor, 'invoices.write')
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/invoices">Invoices</BackLink>
        <PageHeader
          title="Drafts"
          action={
            canCreate && (
              <Link href="/invoices/new" className={buttonStyle()}>
                New invoice
              </Link>
            )
          }
        />
      </div>
      <DraftList key={account.mode} mode={account.mode} first={first} canCreate={canCreate} />
    </div>
  )
}

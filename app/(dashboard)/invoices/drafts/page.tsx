import type { Metadata } from 'next'
import { DraftList } from '@/components/invoices/draft-list'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readDrafts } from '@/lib/invoices/draft-list'
import { readFirstList } from '@/lib/lists/list-query'

export const metadata: Metadata = { title: 'Invoice drafts' }

type DraftsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function DraftsPage({ searchParams }: DraftsPageProps) {
  const vendor = await requireVendor('read')
  const mode = await currentMode()
  const first = await readFirstList(await searchParams, (params) => readDrafts(vendor.id, mode, params))
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/invoices">Invoices</BackLink>
        <PageHeader
          title="Drafts"
          action={
            !isReadOnly(vendor, 'invoices.write') && (
              <Link href="/invoices/new" className={buttonStyle()}>
                New invoice
              </Link>
            )
          }
        />
      </div>
      <DraftList key={mode} mode={mode} first={first} />
    </div>
  )
}

import type { Metadata } from 'next'
import { AuditLogPanel } from '@/components/settings/audit-log-panel'
import { readAuditLog } from '@/lib/audit/audit-list'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'

export const metadata: Metadata = { title: 'Audit log' }

type AuditLogPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AuditLogPage({ searchParams }: AuditLogPageProps) {
  const vendor = await requireVendor('audit.read')
  const first = await readFirstList(await searchParams, (params) =>
    readAuditLog(vendor.id, params, vendor.zone),
  )
  return <AuditLogPanel mode={await currentMode()} first={first} />
}

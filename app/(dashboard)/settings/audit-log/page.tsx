import type { Metadata } from 'next'
import { AuditLogPanel } from '@/components/settings/audit-log-panel'
import { readFirstList } from '@/lib/api/dashboard/list-query'
import { readAuditLog } from '@/lib/api/dashboard/read-audit-log'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Audit log' }

type AuditLogPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function AuditLogPage({ searchParams }: AuditLogPageProps) {
  const vendor = await requireVendor()
  const first = await readFirstList(await searchParams, (params) => readAuditLog(vendor.id, params))
  return <AuditLogPanel mode={await currentMode()} first={first} />
}

import { AuditLogSkeleton } from '@/components/settings/audit-log-panel'

export default function AuditLogLoading() {
  return <AuditLogSkeleton />
}

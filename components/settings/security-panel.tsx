'use client'

import { useQuery } from '@tanstack/react-query'
import type { SecurityView } from '@/lib/api/dashboard/read-security'
import { securityQuery } from '@/lib/client/settings'
import { PageHeader } from '../ui/page-header'
import { ChangePasswordForm } from './change-password-form'
import { SessionList } from './session-list'
import { TotpCard } from './totp-card'

export function SecurityPanel({ initial, isBanned }: { initial: SecurityView; isBanned: boolean }) {
  const { data } = useQuery({ ...securityQuery, initialData: initial })
  return (
    <div className="space-y-6">
      <PageHeader title="Security" description="How you sign in, and where you are signed in." />
      {!isBanned && <ChangePasswordForm />}
      <TotpCard since={data.totpSince} recoveryCodesLeft={data.recoveryCodesLeft} isBanned={isBanned} />
      <SessionList sessions={data.sessions} isBanned={isBanned} />
    </div>
  )
}

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { signOut } from '@/components/auth/auth-requests'
import { requestJson } from '@/components/browser/request'
import { leaveListPage } from '@/components/list/list-address'
import type { Mode } from '@/lib/auth/mode'

/** Sets the mode that the dashboard opens in. */
export async function switchMode(mode: Mode): Promise<void> {
  await requestJson('/api/dashboard/mode', { method: 'POST', body: { mode } })
  leaveListPage()
}

/** Switches the mode and shows the page again in it. */
export function useModeChange(): (mode: Mode) => Promise<void> {
  const router = useRouter()
  return async (mode) => {
    await switchMode(mode)
    startTransition(() => router.refresh())
  }
}

/** Signs out, and loads the sign-in page in full, so that nothing from the session stays in memory. */
export async function leave(): Promise<void> {
  await signOut()
  window.location.assign('/sign-in')
}

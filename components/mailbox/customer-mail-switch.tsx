'use client'

import { useRouter } from 'next/navigation'
import { useId, useTransition } from 'react'
import type { Mode } from '@/lib/auth/mode'
import { switchCustomerMail } from '@/lib/client/mailbox'
import { failureMessage } from '@/lib/client/request'
import { useHydrated } from '@/lib/client/use-hydrated'
import { Switch } from '../ui/switch'
import { useToast } from '../ui/toast'

/** Whether mail to customers goes out: for whoever writes to them by other means. */
export function CustomerMailSwitch({ mode, isOn }: { mode: Mode; isOn: boolean }) {
  const id = useId()
  const router = useRouter()
  const toast = useToast()
  const isHydrated = useHydrated()
  const [isSwitching, startSwitch] = useTransition()
  const change = (next: boolean) => {
    if (isSwitching) return
    startSwitch(async () => {
      try {
        await switchCustomerMail(mode, next)
        router.refresh()
      } catch (error) {
        toast(failureMessage(error))
      }
    })
  }
  return (
    <label
      htmlFor={id}
      className="-mx-2 flex h-9 cursor-pointer items-center gap-2 rounded-lg px-2 font-medium text-[0.8125rem] hover:bg-muted"
    >
      Mail to customers
      <Switch
        id={id}
        tone="accent"
        checked={isOn}
        onChange={change}
        disabled={!isHydrated}
        aria-busy={isSwitching}
      />
    </label>
  )
}

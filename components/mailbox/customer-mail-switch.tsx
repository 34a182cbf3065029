'use client'
import { useRouter } from 'next/navigation'
import { useId, useTransition } from 'react'
import { failureMessage, requestJson } from '@/components/browser/request'
import { useHydrated } from '@/components/forms/send-once'
import { Switch } from '@/components/ui/switch'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'

/** Turns mail to customers on or off; off suits vendors who write to customers by other means. */
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
      Email customers
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

async function switchCustomerMail(mode: Mode, isOn: boolean): Promise<void> {
  await requestJson(`/api/dashboard/mailbox/customer-mail?mode=${mode}`, { method: 'POST', body: { isOn } })
}

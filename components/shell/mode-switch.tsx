'use client'

import { useRouter } from 'next/navigation'
import { Switch } from 'radix-ui'
import { useId, useState, useTransition } from 'react'
import type { Mode } from '@/lib/auth/mode'
import { switchMode } from '@/lib/client/mode'
import { failureMessage } from '@/lib/client/request'
import { useToast } from '../ui/toast'

/** Test or live: which of the vendor's two accounts the dashboard shows. */
export function ModeSwitch({ mode }: { mode: Mode }) {
  const id = useId()
  const router = useRouter()
  const toast = useToast()
  const [isSwitching, setSwitching] = useState(false)
  const [isRefreshing, startRefresh] = useTransition()

  const change = async (isTest: boolean) => {
    if (isSwitching || isRefreshing) return
    setSwitching(true)
    try {
      await switchMode(isTest ? 'test' : 'live')
      startRefresh(() => router.refresh())
    } catch (error) {
      toast(failureMessage(error))
    } finally {
      setSwitching(false)
    }
  }

  return (
    // The label is part of the control: clicking it switches too, and the target is larger.
    <label
      htmlFor={id}
      className="flex h-9 cursor-pointer items-center gap-2 rounded-lg px-2 font-medium text-[0.8125rem] hover:bg-muted"
    >
      <span className="sr-only min-[380px]:not-sr-only">Test mode</span>
      <Switch.Root
        id={id}
        checked={mode === 'test'}
        onCheckedChange={change}
        aria-busy={isSwitching || isRefreshing}
        className="relative h-5 w-9 rounded-full border border-control-border bg-muted data-[state=checked]:border-warning data-[state=checked]:bg-warning"
      >
        <Switch.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-control-border transition-transform data-[state=checked]:translate-x-[1.125rem] data-[state=checked]:bg-surface" />
      </Switch.Root>
    </label>
  )
}

'use client'

import { useRouter } from 'next/navigation'
import { useId, useState, useTransition } from 'react'
import type { Mode } from '@/lib/auth/mode'
import { switchMode } from '@/lib/client/mode'
import { failureMessage } from '@/lib/client/request'
import { mayLeave } from '@/lib/client/use-unsaved-guard'
import { Switch } from '../ui/switch'
import { useToast } from '../ui/toast'

/** Test or live: which of the vendor's two accounts the dashboard shows. */
export function ModeSwitch({ mode }: { mode: Mode }) {
  const id = useId()
  const router = useRouter()
  const toast = useToast()
  const [isSwitching, setSwitching] = useState(false)
  const [isRefreshing, startRefresh] = useTransition()

  const change = async (isTest: boolean) => {
    // A form is for one account: in the other mode the page begins anew.
    if (isSwitching || isRefreshing || !mayLeave()) return
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
      <Switch
        id={id}
        tone="warning"
        checked={mode === 'test'}
        onChange={change}
        aria-busy={isSwitching || isRefreshing}
      />
    </label>
  )
}

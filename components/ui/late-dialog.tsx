'use client'

import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { stayOffline } from '@/components/browser/connection'
import { useToast } from './toast'

type Closable = { onClose: () => void } | { onOpenChange: (open: boolean) => void }

type Code<Props> = {
  load: () => Promise<ComponentType<Props>>
  /** Null until it is fetched. */
  Dialog: ComponentType<Props> | null
}

/**
 * A dialog whose code is fetched when it first opens. Without a network it doesn't open, and the user is told why: the
 * page stays as it is, and the next click tries again. (`next/dynamic` would put an error page in the page's place.)
 */
export function lateDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const code: Code<Props> = { load, Dialog: null }
  return (props) => <Late code={code} props={props} />
}

function Late<Props extends Closable>({ code, props }: { code: Code<Props>; props: Props }) {
  const [Dialog, setDialog] = useState(() => code.Dialog)
  const toast = useToast()
  const close = useEffectEvent((reason?: string) => {
    if ('onClose' in props) props.onClose()
    else props.onOpenChange(false)
    if (reason) toast(reason)
  })
  // Once: the page around may render again, with another `onClose`, while the code is on its way.
  useEffect(() => {
    if (code.Dialog) return
    if (stayOffline()) return close()
    let isOpen = true
    code.load().then(
      (loaded) => {
        code.Dialog = loaded
        // With its effects: the dialog listens to Escape as soon as it is seen.
        if (isOpen) flushSync(() => setDialog(() => loaded))
      },
      () => {
        if (isOpen) close('This couldn’t be loaded. Check your connection and try again')
      },
    )
    return () => {
      isOpen = false
    }
  }, [code])
  return Dialog && <Dialog {...props} />
}

/** Asks before an action, and loads with the first question. */
export const LateConfirmDialog = lateDialog(() =>
  import('./confirm-dialog').then((module) => module.ConfirmDialog),
)

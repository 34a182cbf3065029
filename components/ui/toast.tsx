'use client'

import dynamic from 'next/dynamic'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import type { ToastMessage } from './toast-list'

/** Loaded with the first toast. */
const ToastList = dynamic(() => import('./toast-list').then((module) => module.ToastList), { ssr: false })

const ToastContext = createContext<(text: string) => void>(() => undefined)

/** Confirms a finished action, in a corner and to screen readers. Errors belong beside what failed. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<ToastMessage[]>([])
  const show = useCallback((text: string) => {
    setMessages((visible) => [...visible, { id: (visible.at(-1)?.id ?? 0) + 1, text }])
  }, [])
  const close = (id: number) => setMessages((visible) => visible.filter((message) => message.id !== id))
  return (
    <ToastContext value={show}>
      {children}
      {messages.length > 0 && <ToastList messages={messages} onClose={close} />}
    </ToastContext>
  )
}

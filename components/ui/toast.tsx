'use client'

import { X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { buttonStyle } from './button'
import { classNames } from './class-names'

type Message = { id: number; text: string }

const ToastContext = createContext<(text: string) => void>(() => undefined)

const SHOWN_MS = 6000

/** Says in a corner, and to a screen reader, what has just been done. Errors belong beside what failed. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([])
  const show = useCallback((text: string) => {
    setMessages((shown) => [...shown, { id: (shown.at(-1)?.id ?? 0) + 1, text }])
  }, [])
  const close = (id: number) => setMessages((shown) => shown.filter((message) => message.id !== id))
  return (
    <ToastContext value={show}>
      <Primitive.Provider duration={SHOWN_MS}>
        {children}
        {messages.map((message) => (
          <Primitive.Root
            key={message.id}
            onOpenChange={(open) => !open && close(message.id)}
            className="appear flex items-center gap-3 rounded-xl border bg-surface py-2 pr-2 pl-4 shadow-float"
          >
            <Primitive.Title className="flex-1">{message.text}</Primitive.Title>
            <Primitive.Close
              aria-label="Dismiss"
              className={classNames(buttonStyle({ variant: 'ghost', size: 'icon' }), 'size-8')}
            >
              <X aria-hidden className="size-4" />
            </Primitive.Close>
          </Primitive.Root>
        ))}
        <Primitive.Viewport className="fixed right-4 bottom-4 z-50 flex w-[min(22rem,calc(100vw-2rem))] flex-col gap-2" />
      </Primitive.Provider>
    </ToastContext>
  )
}

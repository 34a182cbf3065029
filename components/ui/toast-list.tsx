'use client'

import * as Primitive from '@radix-ui/react-toast'
import { X } from 'lucide-react'
import { buttonStyle } from './button'
import { classNames } from './class-names'

export type ToastMessage = { id: number; text: string }

const SHOWN_MS = 6000

type ToastListProps = { messages: ToastMessage[]; onClose: (id: number) => void }

export function ToastList({ messages, onClose }: ToastListProps) {
  return (
    <Primitive.Provider duration={SHOWN_MS}>
      {messages.map((message) => (
        <Primitive.Root
          key={message.id}
          onOpenChange={(open) => !open && onClose(message.id)}
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
  )
}

'use client'

import * as Dialog from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { useFocusReturn } from '@/components/ui/dialog'
import { buttonStyle } from '../ui/button'
import { OVERLAY_STYLE } from '../ui/dialog'
import { Logo } from '../ui/logo'
import { Navigation } from './navigation'
import type { Viewer } from './pages'

type NavigationDrawerProps = { viewer: Viewer; onClose: () => void }

/** The navigation as a drawer from the left. */
export function NavigationDrawer({ viewer, onClose }: NavigationDrawerProps) {
  const focusReturn = useFocusReturn()
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={OVERLAY_STYLE} />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] overflow-y-auto border-r bg-surface p-4 shadow-float"
        >
          <div className="mb-6 flex items-center justify-between">
            <Dialog.Title asChild>
              <span>
                <Logo />
              </span>
            </Dialog.Title>
            <Dialog.Close
              aria-label="Close navigation"
              className={buttonStyle({ variant: 'ghost', size: 'icon' })}
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          <Navigation viewer={viewer} onNavigate={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

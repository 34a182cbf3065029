'use client'

import { Menu as MenuIcon, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { buttonStyle } from '../ui/button'
import { classNames } from '../ui/class-names'
import { OVERLAY_STYLE } from '../ui/dialog'
import { Logo } from '../ui/logo'
import { Navigation } from './navigation'

/** The navigation of small screens: a drawer from the left. */
export function MobileNavigation({ isOperator }: { isOperator: boolean }) {
  const [open, setOpen] = useState(false)
  const icon = buttonStyle({ variant: 'ghost', size: 'icon' })
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label="Open navigation" className={classNames(icon, 'lg:hidden')}>
        <MenuIcon aria-hidden className="size-5" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={OVERLAY_STYLE} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] overflow-y-auto border-r bg-surface p-4 shadow-float"
        >
          <div className="mb-6 flex items-center justify-between">
            <Dialog.Title asChild>
              <span>
                <Logo />
              </span>
            </Dialog.Title>
            <Dialog.Close aria-label="Close navigation" className={icon}>
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          <Navigation isOperator={isOperator} onNavigate={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

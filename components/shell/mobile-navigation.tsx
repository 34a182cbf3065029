'use client'

import { Menu as MenuIcon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '../ui/button'

const NavigationDrawer = dynamic(
  () => import('./navigation-drawer').then((module) => module.NavigationDrawer),
  {
    ssr: false,
  },
)

/** Opens the navigation on small screens. */
export function MobileNavigation({ isOperator }: { isOperator: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className="lg:hidden"
      >
        <MenuIcon aria-hidden className="size-5" />
      </Button>
      {isOpen && <NavigationDrawer isOperator={isOperator} onClose={() => setOpen(false)} />}
    </>
  )
}

'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { buttonStyle } from './button'
import { Menu, MenuChoice } from './menu'

const OPTIONS = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden className="size-4" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden className="size-4" /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden className="size-4" /> },
]

export function ThemeMenu() {
  const { theme = 'system', setTheme } = useTheme()
  return (
    <Menu
      trigger={
        <button type="button" aria-label="Theme" className={buttonStyle({ variant: 'ghost', size: 'icon' })}>
          <Sun aria-hidden className="size-4.5 dark:hidden" />
          <Moon aria-hidden className="hidden size-4.5 dark:block" />
        </button>
      }
    >
      <MenuChoice label="Theme" value={theme} onValueChange={setTheme} options={OPTIONS} />
    </Menu>
  )
}

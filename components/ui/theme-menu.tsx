'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { buttonStyle } from './button'
import { Menu } from './menu'

const OPTIONS = [
  { value: 'light', text: 'Light', icon: <Sun aria-hidden className="size-4" /> },
  { value: 'dark', text: 'Dark', icon: <Moon aria-hidden className="size-4" /> },
  { value: 'system', text: 'System', icon: <Monitor aria-hidden className="size-4" /> },
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
      entries={[{ kind: 'choice', label: 'Theme', value: theme, onChange: setTheme, options: OPTIONS }]}
    />
  )
}

'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { buttonStyle } from './button'
import { classNames } from './class-names'
import { Menu } from './menu'

export const THEMES = [
  { value: 'light', text: 'Light', Icon: Sun },
  { value: 'dark', text: 'Dark', Icon: Moon },
  { value: 'system', text: 'System', Icon: Monitor },
]

const OPTIONS = THEMES.map(({ value, text, Icon }) => ({
  value,
  text,
  icon: <Icon aria-hidden className="size-4" />,
}))

export function ThemeMenu() {
  const { theme = 'system', setTheme } = useTheme()
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label="Theme"
          className={classNames(buttonStyle({ variant: 'ghost', size: 'icon' }), 'scripted')}
        >
          <Sun aria-hidden className="size-4.5 dark:hidden" />
          <Moon aria-hidden className="hidden size-4.5 dark:block" />
        </button>
      }
      entries={[{ kind: 'choice', label: 'Theme', value: theme, onChange: setTheme, options: OPTIONS }]}
    />
  )
}

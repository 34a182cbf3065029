'use client'

import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, type Theme, useTheme } from '../shell/theme'
import { buttonStyle } from './button'
import { classNames } from './class-names'
import { Menu } from './menu'

export const THEMES: { value: Theme; text: string; Icon: LucideIcon }[] = [
  { value: 'light', text: 'Light', Icon: Sun },
  { value: 'dark', text: 'Dark', Icon: Moon },
  { value: 'follows-system', text: 'System', Icon: Monitor },
]

const OPTIONS = THEMES.map(({ value, text, Icon }) => ({
  value,
  text,
  icon: <Icon aria-hidden className="size-4" />,
}))

export function ThemeMenu() {
  const theme = useTheme()
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
      entries={[
        {
          kind: 'choice',
          label: 'Theme',
          value: theme,
          onChange: (value) => chooseTheme(value as Theme),
          options: OPTIONS,
        },
      ]}
    />
  )
}

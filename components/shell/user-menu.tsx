'use client'

import { LogOut } from 'lucide-react'
import { failureMessage } from '@/lib/client/request'
import { signOut } from '@/lib/client/sign-in'
import { Menu } from '../ui/menu'
import { useToast } from '../ui/toast'

export function UserMenu({ name, email }: { name: string; email: string }) {
  const toast = useToast()
  const leave = async () => {
    try {
      await signOut()
      // A whole new page: nothing that was read in the session stays in memory.
      window.location.assign('/sign-in')
    } catch (error) {
      toast(failureMessage(error))
    }
  }
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Account of ${name}`}
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-xs"
        >
          {initialsOf(name)}
        </button>
      }
      entries={[
        {
          kind: 'label',
          content: (
            <>
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-[0.8125rem] text-muted-foreground">{email}</span>
            </>
          ),
        },
        {
          kind: 'action',
          text: 'Sign out',
          icon: <LogOut aria-hidden className="size-4 text-muted-foreground" />,
          onSelect: leave,
        },
      ]}
    />
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('')
}

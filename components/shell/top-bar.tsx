'use client'
import { BookOpen, LogOut, MenuIcon, ShieldCheck, UserRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useId, useState, useTransition } from 'react'
import { failureMessage } from '@/components/browser/request'
import { mayLeave } from '@/components/forms/unsaved-guard'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-dialog'
import { Menu } from '@/components/ui/menu'
import { Switch } from '@/components/ui/switch'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import { leave, switchMode } from './account-actions'
import type { Viewer } from './pages'

const loadDrawer = () => import('./navigation-drawer')
const NavigationDrawer = lateDialog(() => loadDrawer().then((module) => module.NavigationDrawer))

/** Opens the navigation on small screens. */
export function MobileNavigation({ viewer }: { viewer: Viewer }) {
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
        onPointerDown={loadDrawer}
        onFocus={loadDrawer}
        className="lg:hidden"
      >
        <MenuIcon aria-hidden className="size-5" />
      </Button>
      {isOpen && <NavigationDrawer viewer={viewer} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Switches the dashboard between the vendor's test and live accounts. */
export function ModeSwitch({ mode }: { mode: Mode }) {
  const id = useId()
  const router = useRouter()
  const toast = useToast()
  const [isSwitching, setSwitching] = useState(false)
  const [isRefreshing, startRefresh] = useTransition()

  const change = async (isTest: boolean) => {
    // A form belongs to one account, so the other mode starts with a fresh page.
    if (isSwitching || isRefreshing || !(await mayLeave())) return
    setSwitching(true)
    try {
      await switchMode(isTest ? 'test' : 'live')
      startRefresh(() => router.refresh())
    } catch (error) {
      toast(failureMessage(error))
    } finally {
      setSwitching(false)
    }
  }

  return (
    // The label is part of the control: it enlarges the target and switches on click too.
    <label
      htmlFor={id}
      className="flex h-9 cursor-pointer items-center gap-2 rounded-lg px-2 font-medium text-[0.8125rem] hover:bg-muted"
    >
      <span className="sr-only min-[380px]:not-sr-only">Test mode</span>
      <Switch
        id={id}
        tone="warning"
        checked={mode === 'test'}
        onChange={change}
        aria-busy={isSwitching || isRefreshing}
      />
    </label>
  )
}

export function UserMenu({ name, email }: { name: string; email: string }) {
  const router = useRouter()
  const toast = useToast()
  const go = async (href: string) => {
    if (await mayLeave()) router.push(href)
  }
  const signOut = async () => {
    try {
      await leave()
    } catch (error) {
      toast(failureMessage(error))
    }
  }
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-xs"
        >
          <span aria-hidden>{initialsOf(name)}</span>
          <span className="sr-only">Account of {name}</span>
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
          text: 'Profile',
          icon: <UserRound aria-hidden className="size-4 text-muted-foreground" />,
          onSelect: () => go('/settings/profile'),
        },
        {
          kind: 'action',
          text: 'Security',
          icon: <ShieldCheck aria-hidden className="size-4 text-muted-foreground" />,
          onSelect: () => go('/settings/security'),
        },
        {
          kind: 'action',
          text: 'Documentation',
          icon: <BookOpen aria-hidden className="size-4 text-muted-foreground" />,
          onSelect: () => go('/docs'),
        },
        {
          kind: 'action',
          text: 'Sign out',
          icon: <LogOut aria-hidden className="size-4 text-muted-foreground" />,
          onSelect: signOut,
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

'use client'

import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useKeys } from '@/components/browser/use-keys'
import { mayLeave } from '@/components/forms/unsaved-guard'
import type { Mode } from '@/lib/auth/mode'
import { sectionsFor, type Viewer } from './pages'

const loadPalette = () => import('./command-palette')
const CommandPalette = dynamic(() => loadPalette().then((module) => module.CommandPalette), { ssr: false })
const KeysDialog = dynamic(() => import('./keys-dialog').then((module) => module.KeysDialog), { ssr: false })

/** The palette, the shortcuts and their list; each loads on first use. */
export function QuickAccess({ mode, viewer }: { mode: Mode; viewer: Viewer }) {
  const router = useRouter()
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const go = async (href: string) => {
    if (await mayLeave()) router.push(href)
  }
  const goes = sectionsFor(viewer).flatMap(({ pages }) =>
    pages.flatMap(({ goKey, href }) => (goKey ? [[`g ${goKey}`, () => go(href)] as const] : [])),
  )
  useKeys({ ...Object.fromEntries(goes), '?': () => setOpen('keys') })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Loads while the fingers are on their way to the second key.
      if (event.key === 'Meta' || event.key === 'Control') void loadPalette()
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOpen((before) => (before === 'palette' ? null : 'palette'))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const close = () => setOpen(null)
  return (
    <>
      <button
        type="button"
        aria-label="Search or jump to"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpen('palette')}
        onPointerEnter={loadPalette}
        onFocus={loadPalette}
        className="flex h-9 items-center gap-2 rounded-lg px-2.5 text-[0.8125rem] text-muted-foreground hover:bg-muted hover:text-foreground sm:border sm:border-control-border/60"
      >
        <Search aria-hidden className="size-4" />
        <span className="hidden sm:inline">Search</span>
        {/* Drawn rather than written: the button’s name need not contain its key. */}
        <kbd aria-hidden className="hidden font-sans text-xs before:content-['⌘K'] sm:inline" />
      </button>
      {open === 'palette' && (
        <CommandPalette {...{ mode, viewer }} onClose={close} onKeys={() => setOpen('keys')} />
      )}
      {open === 'keys' && <KeysDialog viewer={viewer} onClose={close} />}
    </>
  )
}

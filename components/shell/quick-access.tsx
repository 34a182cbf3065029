'use client'

import dynamic from 'next/dynamic'
import { usePathname, useRouter } from 'next/navigation'
import { useCallback, useState } from 'react'
import { useKeys } from '@/components/browser/use-keys'
import { mayLeave } from '@/components/forms/unsaved-guard'
import { lateDialog } from '@/components/ui/late-dialog'
import { SearchButton } from '@/components/ui/search-button'
import type { Mode } from '@/lib/auth/mode'
import { newRecordOn, sectionsFor, type Viewer } from './pages'
import { useOpenRecord } from './record-actions'

const loadPalette = () => import('./command-palette')
const CommandPalette = dynamic(() => loadPalette().then((module) => module.CommandPalette), { ssr: false })
const KeysDialog = lateDialog(() => import('./keys-dialog').then((module) => module.KeysDialog))

/** The palette, the shortcuts and their list. The palette loads once the page is at rest, the list on first use. */
export function QuickAccess({ mode, viewer }: { mode: Mode; viewer: Viewer }) {
  const router = useRouter()
  const path = usePathname()
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const go = async (href: string) => {
    if (await mayLeave()) router.push(href)
  }
  const goes = sectionsFor(viewer).flatMap(({ pages }) =>
    pages.flatMap(({ goKey, href }) => (goKey ? [[`g ${goKey}`, () => go(href)] as const] : [])),
  )
  const create = newRecordOn(path, viewer)
  const onEdit = useOpenRecord()?.onEdit
  useKeys({
    ...Object.fromEntries(goes),
    ...(create && create !== path ? { c: () => go(create) } : {}),
    ...(onEdit ? { e: onEdit } : {}),
    '?': () => setOpen('keys'),
  })
  const openPalette = useCallback((isOpen: boolean) => setOpen(isOpen ? 'palette' : null), [])
  const close = () => setOpen(null)
  return (
    <>
      <SearchButton
        label="Search or jump to"
        shortcuts="Meta+K Control+K"
        isOpen={open === 'palette'}
        onOpenChange={openPalette}
        load={loadPalette}
      />
      {open === 'palette' && (
        <CommandPalette {...{ mode, viewer }} onClose={close} onKeys={() => setOpen('keys')} />
      )}
      {open === 'keys' && <KeysDialog viewer={viewer} onClose={close} />}
    </>
  )
}

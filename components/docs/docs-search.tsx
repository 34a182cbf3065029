'use client'

import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'

const SearchDialog = dynamic(() => import('./search-dialog').then((module) => module.SearchDialog), {
  ssr: false,
})

/** Opens the search by click, ⌘K or `/`. The dialog loads on first use. */
export function DocsSearch() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
      const isSlash = event.key === '/' && !isTyping(event.target)
      if (!isCommand && !isSlash) return
      event.preventDefault()
      setOpen((before) => isSlash || !before)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-label="Search the documentation"
        aria-keyshortcuts="Meta+K Control+K /"
        onClick={() => setOpen(true)}
        className="flex h-9 items-center gap-2 rounded-lg px-2.5 text-[0.8125rem] text-muted-foreground hover:bg-muted hover:text-foreground sm:border sm:border-control-border/60"
      >
        <Search aria-hidden className="size-4" />
        <span className="hidden sm:inline">Search</span>
        {/* Drawn, as in the dashboard: the button’s name need not contain its key. */}
        <kbd aria-hidden className="hidden font-sans text-xs before:content-['⌘K'] sm:inline" />
      </button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

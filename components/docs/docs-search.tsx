'use client'

import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { useKeys } from '@/components/browser/use-keys'
import { SearchButton } from '@/components/ui/search-button'

const loadDialog = () => import('./search-dialog')
const SearchDialog = dynamic(() => loadDialog().then((module) => module.SearchDialog), { ssr: false })

/** Opens the search by click, ⌘K or `/`. The dialog loads once the page is at rest. */
export function DocsSearch() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeys({ '/': () => button.current?.click() })
  return (
    <>
      <SearchButton
        label="Search the documentation"
        shortcuts="Meta+K Control+K /"
        {...{ isOpen, button }}
        onOpenChange={setOpen}
        load={loadDialog}
      />
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  )
}

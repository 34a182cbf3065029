'use client'

import * as Dialog from '@radix-ui/react-dialog'
import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { OVERLAY_STYLE } from '@/components/ui/dialog'
import { useTypedAhead } from '@/components/ui/search-button'
import { findInDocs, loadSearchIndex, type SearchEntry } from './search'

const SHOWN = 12

/** Searches headings, endpoints and errors. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const typedAhead = useTypedAhead()
  const [text, setText] = useState('')
  const [entries, setEntries] = useState<SearchEntry[]>([])
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    loadSearchIndex().then(setEntries, () => setFailed(true))
  }, [])
  const results = findInDocs(entries, text, SHOWN)
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={OVERLAY_STYLE} />
        <Dialog.Content
          {...typedAhead}
          aria-describedby={undefined}
          className="appear fixed inset-x-3 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-2xl border bg-surface shadow-float"
        >
          <Dialog.Title className="sr-only">Search the documentation</Dialog.Title>
          <Command label="Search the documentation" loop shouldFilter={false}>
            <Command.Input
              value={text}
              onValueChange={setText}
              maxLength={200}
              placeholder="Endpoint, error, heading…"
              className="h-12 w-full border-b bg-transparent px-4 text-base outline-none placeholder:text-muted-foreground"
            />
            <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-8 text-center text-muted-foreground">
                {hasFailed
                  ? 'The search could not be loaded. Close it and try again.'
                  : text.trim()
                    ? 'Nothing found'
                    : 'Type an endpoint, an error code or message, or a topic'}
              </Command.Empty>
              {results.map(({ href, title, on }) => (
                <Command.Item
                  key={href}
                  value={href}
                  onSelect={() => {
                    router.push(href)
                    onClose()
                  }}
                  className="flex min-h-10 cursor-default select-none items-center gap-3 rounded-lg px-3 py-1.5 data-[selected=true]:bg-muted"
                >
                  <span className="min-w-0 wrap-anywhere">{title}</span>
                  <span className="ml-auto shrink-0 text-[0.8125rem] text-muted-foreground">{on}</span>
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

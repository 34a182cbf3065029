'use client'

import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react'
import { type FocusReturn, useFocusReturn } from './dialog'

type SearchButtonProps = {
  /** Names the button and the dialog that it opens. */
  label: string
  shortcuts: string
  /** For keys of the page’s own. */
  button?: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Loads the dialog’s code. */
  load: () => Promise<unknown>
}

/** The attribute by which the script of `EarlyClicks` and the dialog find the field for what is typed ahead. */
const TYPED_AHEAD = 'data-typed-ahead'

/** Where the focus was before the field for what is typed ahead took it. */
let opener: HTMLElement | null = null

/**
 * Opens a search by click or ⌘K, Ctrl K. Until the dialog is there, a hidden field has the focus: a browser puts letters
 * into it as they come, so that none is lost, and none runs a shortcut. `useTypedAhead` moves them to the dialog.
 */
export function SearchButton({ label, shortcuts, button, isOpen, onOpenChange, load }: SearchButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  const open = useCallback(() => {
    catchTyping(field.current)
    onOpenChange(true)
  }, [onOpenChange])
  const close = useCallback(() => {
    releaseTyping(field.current)
    onOpenChange(false)
  }, [onOpenChange])
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      if (isOpen) close()
      else open()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOpen, open, close])
  useEffect(() => whenIdle(() => void load().catch(() => {})), [load])
  const endByEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-keyshortcuts={shortcuts}
        onClick={open}
        onPointerEnter={load}
        onFocus={load}
        className="flex h-9 items-center gap-2 rounded-lg px-2.5 text-[0.8125rem] text-muted-foreground hover:bg-muted hover:text-foreground sm:border sm:border-control-border/60"
      >
        <Search aria-hidden className="size-4" />
        <span className="hidden sm:inline">Search</span>
        {/* Drawn rather than written: the button’s name need not contain its key. */}
        <kbd
          aria-hidden
          className="hidden font-sans text-xs before:content-['Ctrl_K'] sm:inline in-[.has-command-key]:before:content-['⌘K']"
        />
      </button>
      {/* Shown by script while it has the focus, never seen: nothing else may reach it. */}
      <input
        {...{ [TYPED_AHEAD]: '' }}
        ref={field}
        hidden
        aria-label={label}
        maxLength={200}
        autoComplete="off"
        tabIndex={-1}
        onKeyDown={endByEscape}
        onBlur={({ currentTarget }) => {
          currentTarget.hidden = true
        }}
        className="sr-only"
      />
    </>
  )
}

/** For the dialog’s content: its field goes on with what was typed while the dialog loaded. */
export function useTypedAhead(): FocusReturn {
  const focusReturn = useFocusReturn()
  return {
    ...focusReturn,
    onOpenAutoFocus: (event) => {
      const ahead = document.querySelector<HTMLInputElement>(`[${TYPED_AHEAD}]`)
      const text = ahead?.value ?? ''
      // The dialog returns the focus to where it was before, not to the hidden field.
      releaseTyping(ahead)
      focusReturn.onOpenAutoFocus(event)
      const content = event.target
      const field = content instanceof Element ? content.querySelector('input') : null
      if (!field) return
      event.preventDefault()
      field.focus()
      if (!text) return
      // As if it were typed here: React hears of it, and the next letter follows it.
      field.setRangeText(text, 0, field.value.length, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
  }
}

function catchTyping(field: HTMLInputElement | null): void {
  const focused = document.activeElement
  if (!field || focused === field) return
  opener = focused instanceof HTMLElement ? focused : null
  field.hidden = false
  field.focus({ preventScroll: true })
}

function releaseTyping(field: HTMLInputElement | null): void {
  if (!field) return
  field.value = ''
  if (document.activeElement === field) {
    field.blur()
    opener?.focus({ preventScroll: true })
  }
  opener = null
}

/** Runs the action once the browser has nothing to do. Returns what calls it off. */
function whenIdle(action: () => void): () => void {
  // Safari has no such callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(action, 1000)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(action)
  return () => cancelIdleCallback(idle)
}

import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { failureMessage, RequestFailure } from '@/components/browser/request'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import type { Mode } from '@/lib/auth/mode'
import type { InvoiceFields } from '@/lib/invoices/invoice-fields'
import { type OpenDraft, useSaveDraft } from './draft-queries'

/** Typing that pauses this long is saved. */
const PAUSE_MS = 1000

/** How far the form is saved. A form that nobody has touched is `untouched`, and no draft. */
type Saving =
  | { status: 'untouched' | 'waiting' | 'saving' | 'saved' }
  | { status: 'failed'; message: string; canTryAgain: boolean }

/**
 * Saves the form as a draft whenever typing pauses, one save at a time, and when the user leaves for another page. The first
 * save makes the draft, and notes it in the page's address.
 */
export function useSelfSavingDraft(mode: Mode, form: UseFormReturn<InvoiceFields>, draft: OpenDraft) {
  const write = useSaveDraft(mode)
  const [saving, setSaving] = useState<Saving>({ status: draft.version === 0 ? 'untouched' : 'saved' })
  const state = useRef({
    version: draft.version,
    savedText: textOf(form.getValues()),
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    /** The save under way, or the last one. */
    running: Promise.resolve(true),
    /** Set once nothing more is saved: it was sent or deleted here, or the page has fallen behind. */
    end: null as 'done' | 'behind' | null,
  }).current

  const saveOnce = async (): Promise<boolean> => {
    const fields = structuredClone(form.getValues())
    const text = textOf(fields)
    if (state.end) return state.end === 'done'
    if (text === state.savedText) {
      setSaving({ status: state.version === 0 ? 'untouched' : 'saved' })
      return true
    }
    setSaving({ status: 'saving' })
    try {
      const { version } = await write.mutateAsync({ draft: { id: draft.id, version: state.version }, fields })
      // The path stays, and with it the page: a reload leads to the draft's own.
      if (state.version === 0) window.history.replaceState(null, '', `?draft=${draft.id}`)
      state.version = version
      state.savedText = text
      setSaving({ status: textOf(form.getValues()) === text ? 'saved' : 'waiting' })
      return true
    } catch (error) {
      // It was changed, sent or deleted elsewhere.
      const isBehind =
        error instanceof RequestFailure && state.version > 0 && [404, 409].includes(error.status)
      if (isBehind) state.end = 'behind'
      setSaving({ status: 'failed', message: failureMessage(error), canTryAgain: !isBehind })
      return false
    }
  }
  /** Saves at once, after the save under way; false if that failed. */
  const saveNow = (): Promise<boolean> => {
    clearTimeout(state.timer)
    state.running = state.running.then(saveOnce)
    return state.running
  }
  const saveSoon = () => {
    clearTimeout(state.timer)
    if (state.end) return
    setSaving({ status: 'waiting' })
    state.timer = setTimeout(saveNow, PAUSE_MS)
  }
  /** Waits for the save under way and starts no other; returns the draft as it is saved then. */
  const hold = async (): Promise<OpenDraft> => {
    clearTimeout(state.timer)
    await state.running
    clearTimeout(state.timer)
    return { id: draft.id, version: state.version }
  }
  /** From here on nothing is saved any more. */
  const end = () => {
    clearTimeout(state.timer)
    state.end = 'done'
    setSaving({ status: 'saved' })
  }

  const changes = useRef(saveSoon)
  changes.current = () => {
    if (textOf(form.getValues()) !== state.savedText) saveSoon()
  }
  useEffect(() => {
    const watching = form.watch(() => changes.current())
    const again = () => changes.current()
    window.addEventListener('online', again)
    return () => {
      watching.unsubscribe()
      window.removeEventListener('online', again)
      clearTimeout(state.timer)
    }
  }, [form, state])
  useUnsavedGuard(saving.status !== 'untouched' && saving.status !== 'saved', saveNow)
  return { saving, saveNow, saveSoon, hold, end }
}

/** Says quietly whether what is typed is saved. */
export function SavingStatus({ saving: { status } }: { saving: Saving }) {
  const text = { untouched: '', waiting: 'Saving…', saving: 'Saving…', saved: 'Saved', failed: 'Not saved' }[
    status
  ]
  return (
    <p role="status" className="text-[0.8125rem] text-muted-foreground">
      {text}
    </p>
  )
}

function textOf(fields: InvoiceFields): string {
  return JSON.stringify(fields)
}

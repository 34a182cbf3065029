import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { failureMessage, NOT_SENT, RequestFailure } from '@/components/browser/request'
import { useUnsavedGuard } from '@/components/forms/unsaved-guard'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { InvoiceFields } from '@/lib/invoices/invoice-fields'
import { type OpenDraft, useSaveDraft } from './draft-queries'

/** Typing that pauses this long is saved. */
const PAUSE_MS = 1000

/** How far the form is saved. A form that nobody has touched is `untouched`, and no draft. */
type Saving =
  | { status: 'untouched' | 'waiting' | 'saving' | 'saved' }
  | { status: 'failed'; message: string; canTryAgain: boolean }

/** The drafts that this document has saved: Back shows their pages as the server had rendered them before. */
const newest = new Map<string, { version: number; fields: InvoiceFields }>()

/** The draft as this document saved it last, or as the page came, whichever is newer. */
export function newestOf<Fields extends InvoiceFields | undefined>(
  draft: OpenDraft,
  fields: Fields,
): { draft: OpenDraft; fields: Fields | InvoiceFields } {
  const own = newest.get(draft.id)
  if (!own || own.version <= draft.version) return { draft, fields }
  return { draft: { id: draft.id, version: own.version }, fields: own.fields }
}

/**
 * Saves the form as a draft whenever typing pauses, one save at a time, and when the user leaves for another page. The first
 * save makes the draft, and notes it in the page's address. `version`: of the draft as it is saved, 0 before the first time.
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
    /** A save that may have come through, since its answer was lost: it is repeated as it was before any other. */
    unanswered: null as InvoiceFields | null,
    /** True while the draft is being sent or deleted. */
    isHeld: false,
    /** Set once nothing more is saved: it was sent or deleted here, or the page has fallen behind. */
    end: null as 'done' | 'behind' | null,
  }).current

  const saveOnce = async (): Promise<boolean> => {
    const isRepeat = state.unanswered !== null
    const fields = state.unanswered ?? structuredClone(form.getValues())
    const text = textOf(fields)
    if (state.end) return state.end === 'done'
    if (!isRepeat && text === state.savedText) {
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
      state.unanswered = null
      newest.set(draft.id, { version, fields })
    } catch (error) {
      const { status = 0, code = null } = error instanceof RequestFailure ? error : {}
      if ((status === 0 && code !== NOT_SENT) || status >= 500) state.unanswered = fields
      // It was changed, sent or deleted elsewhere.
      const isBehind = state.version > 0 && (status === 404 || status === 409)
      if (isBehind) state.end = 'behind'
      setSaving({ status: 'failed', message: failureMessage(error), canTryAgain: !isBehind })
      return false
    }
    const isNewest = textOf(form.getValues()) === text
    if (!isNewest && isRepeat) return saveOnce()
    setSaving({ status: isNewest ? 'saved' : 'waiting' })
    return true
  }
  const queueSave = (): Promise<boolean> => {
    clearTimeout(state.timer)
    state.running = state.running.then(saveOnce)
    return state.running
  }
  /** Saves at once, after the save under way; false if that failed. */
  const saveNow = () => (state.isHeld ? state.running : queueSave())
  const saveSoon = () => {
    clearTimeout(state.timer)
    if (state.end || state.isHeld) return
    setSaving({ status: 'waiting' })
    state.timer = setTimeout(saveNow, PAUSE_MS)
  }
  /** Waits for the save under way and starts no other; returns the draft as it is saved then. */
  const hold = async (): Promise<OpenDraft> => {
    state.isHeld = true
    clearTimeout(state.timer)
    await state.running
    if (state.unanswered) await queueSave()
    return { id: draft.id, version: state.version }
  }
  /** Goes on saving after `hold`, because the draft is still one. */
  const resume = () => {
    state.isHeld = false
    saveSoon()
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
  return { saving, version: state.version, saveNow, hold, resume, end }
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

/** Says why the form could not be saved, and offers to try again where that can help. */
export function SavingFailure({ saving, saveNow }: { saving: Saving; saveNow: () => Promise<boolean> }) {
  if (saving.status !== 'failed') return null
  return (
    <Notice kind="danger" role="alert" title="Draft not saved">
      <p>{saving.message}</p>
      {saving.canTryAgain && (
        <Button variant="secondary" size="small" className="mt-2" onClick={saveNow}>
          Try again
        </Button>
      )}
    </Notice>
  )
}

function textOf(fields: InvoiceFields): string {
  return JSON.stringify(fields)
}

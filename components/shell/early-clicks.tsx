'use client'

import { useEffect } from 'react'

type Control = HTMLButtonElement | HTMLInputElement
type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Runs in the browser, from the page's HTML, until React has hydrated the page. A click on a button or switch would do
 * nothing until then: the control is shown as busy at once, and clicked again as soon as it works. Forms that work
 * without React are left alone. ⌘K or Ctrl K is a click on the search’s button, and what is typed next is for its dialog.
 * React fills the fields of a form with what it knows: what was typed into them meanwhile is entered again after that.
 */
function keepEarlyClicks(hydratedEvent: string): void {
  const patienceMs = 1000
  let press: Control | null = null
  /** Where the focus was before the search’s field took it. */
  let opener: HTMLElement | null = null

  const keep = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null
    const control = target?.closest<Control>('button, input[role=switch]')
    if (!control || control.form?.hasAttribute('action')) return
    // A disabled button gets no click. Most are disabled until React is there.
    if (event.type === 'pointerup' && !control.disabled) return
    keepPress(event, control)
  }

  const keepPress = (event: Event, control: Control) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (press) press.ariaBusy = null
    press = control
    control.ariaBusy = 'true'
  }

  const keepSearch = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
    const field = document.querySelector<HTMLInputElement>('[data-typed-ahead]')
    const button = field?.previousElementSibling
    if (!field || !(button instanceof HTMLButtonElement)) return
    keepPress(event, button)
    if (document.activeElement === field) return
    opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
    field.hidden = false
    field.focus({ preventScroll: true })
  }

  const endSearch = (event: KeyboardEvent) => {
    const field = event.target
    if (
      event.key !== 'Escape' ||
      !(field instanceof HTMLInputElement) ||
      !field.matches('[data-typed-ahead]')
    )
      return
    if (press) press.ariaBusy = null
    press = null
    field.value = ''
    field.blur()
    field.hidden = true
    opener?.focus({ preventScroll: true })
    opener = null
  }

  const repeat = (control: Control, untilMs: number) => {
    // React enables the button of a form in a render of its own.
    if (control.isConnected && control.disabled && performance.now() < untilMs) {
      requestAnimationFrame(() => repeat(control, untilMs))
      return
    }
    control.ariaBusy = null
    // So that the search, which takes the focus again, knows where to return it.
    opener?.focus({ preventScroll: true })
    control.click()
  }

  const entries = new Map<TextField, string | boolean>()

  const keepText = ({ target: field }: Event) => {
    if (!(field instanceof HTMLElement) || !field.matches('input, textarea, select')) return
    if (field.matches('[data-typed-ahead], [type=file]')) return
    const isTicked = field.matches('[type=checkbox], [type=radio]')
    // In the order of the last changes: of two radios, the later one counts.
    entries.delete(field as TextField)
    entries.set(
      field as TextField,
      isTicked ? (field as HTMLInputElement).checked : (field as TextField).value,
    )
  }

  const enterAgain = (value: string | boolean, field: TextField) => {
    if (!field.isConnected) return
    // React takes notice of a value that differs from the last one set through the element itself.
    if (typeof value === 'boolean') {
      ;(field as HTMLInputElement).checked = !value
      field.click()
      return
    }
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
    const isActive = document.activeElement === field
    const [start, end] =
      isActive && 'selectionStart' in field ? [field.selectionStart, field.selectionEnd] : [null, null]
    field.value = value === '' ? ' ' : ''
    setter?.call(field, value)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    // An email's or a number's field has no selection.
    if ('setSelectionRange' in field && start !== null) field.setSelectionRange(start, end)
    // One that was left since must not go on to open its suggestions.
    if (!isActive) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  }

  const types = ['click', 'pointerup']
  for (const type of types) window.addEventListener(type, keep, { capture: true })
  const keys = [keepSearch, endSearch]
  for (const key of keys) window.addEventListener('keydown', key, { capture: true })
  window.addEventListener('input', keepText, { capture: true })
  window.addEventListener(
    hydratedEvent,
    () => {
      for (const type of types) window.removeEventListener(type, keep, { capture: true })
      for (const key of keys) window.removeEventListener('keydown', key, { capture: true })
      window.removeEventListener('input', keepText, { capture: true })
      entries.forEach(enterAgain)
      if (press) repeat(press, performance.now() + patienceMs)
    },
    { once: true },
  )
}

/** Dispatched on `window` once React has hydrated the page. */
const HYDRATED_EVENT = 'counterfoil-hydrated'

/** Keeps clicks, ⌘K and what is typed from before hydration and repeats them after it. */
export function EarlyClicks({ nonce }: { nonce: string | undefined }) {
  return (
    <>
      <script nonce={nonce} suppressHydrationWarning>
        {/* Only the HTML has the text: React leaves it there, so the browser's own bundle goes without. */}
        {typeof window === 'undefined' ? `(${keepEarlyClicks})(${JSON.stringify(HYDRATED_EVENT)})` : ''}
      </script>
      <HydrationSignal />
    </>
  )
}

/** Tells the script that React has hydrated the page. */
export function HydrationSignal() {
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED_EVENT))
  }, [])
  return null
}

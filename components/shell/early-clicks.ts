type Control = HTMLButtonElement | HTMLInputElement

/**
 * Runs in the browser, from the page's HTML, before React does. A click on a button or switch that React has not reached yet
 * would do nothing: the control is shown as busy at once, and clicked again as soon as it works. Forms that work without
 * React are left alone.
 */
function keepEarlyClicks(hydratedEvent: string): void {
  const patienceMs = 1000
  let kept: Control | null = null
  let isHydrated = false
  window.addEventListener(hydratedEvent, () => {
    isHydrated = true
  })
  // React marks each element that it has reached. The mark comes before the page is whole, and clicks work after both.
  const isAlive = (control: Control) =>
    isHydrated && Object.keys(control).some((key) => key.startsWith('__reactFiber$'))

  const keep = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null
    const control = target?.closest<Control>('button, input[role=switch]')
    if (!control || isAlive(control) || control.form?.hasAttribute('action')) return
    // A disabled button gets no click. Most are disabled until React is there.
    if (event.type === 'pointerup' && !control.disabled) return
    event.preventDefault()
    event.stopImmediatePropagation()
    kept = control
    control.ariaBusy = 'true'
    repeat(control, null)
  }

  const repeat = (control: Control, aliveSince: number | null) => {
    const isLate = aliveSince !== null && performance.now() - aliveSince > patienceMs
    if (kept !== control || !control.isConnected || isLate) {
      control.ariaBusy = null
    } else if (isAlive(control) && !control.disabled) {
      kept = null
      control.ariaBusy = null
      control.click()
    } else {
      const since = isAlive(control) ? (aliveSince ?? performance.now()) : null
      requestAnimationFrame(() => repeat(control, since))
    }
  }

  window.addEventListener('click', keep, { capture: true })
  window.addEventListener('pointerup', keep, { capture: true })
}

/** What the page's React says once it has hydrated the page. */
export const HYDRATED_EVENT = 'counterfoil-hydrated'

/** The text of the script. */
export const EARLY_CLICKS = `(${keepEarlyClicks})(${JSON.stringify(HYDRATED_EVENT)})`

/*
 * What survives a reload of the payment page: name and expiry date, in this tab alone and until it is
 * closed. Number and security code are never kept, since whoever gets at the device next could read them.
 */

const KEPT = ['holder', 'expiry']

const keyOf = (token: string) => `counterfoil-pay-${token}`

export function keepFields(token: string, form: HTMLFormElement): void {
  const texts = KEPT.map((name) => [name, inputOf(form, name)?.value ?? ''])
  withStorage((storage) => storage.setItem(keyOf(token), JSON.stringify(Object.fromEntries(texts))))
}

/** Puts what was kept into the fields that are still empty. */
export function restoreFields(token: string, form: HTMLFormElement): void {
  withStorage((storage) => {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(token)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return
    for (const [name, text] of Object.entries(kept)) {
      const input = KEPT.includes(name) ? inputOf(form, name) : null
      if (input && input.value === '' && typeof text === 'string') input.value = text
    }
  })
}

export function forgetFields(token: string): void {
  withStorage((storage) => storage.removeItem(keyOf(token)))
}

/** Browsers refuse the storage by an exception, when it is switched off or full: then nothing is kept. */
function withStorage(work: (storage: Storage) => void): void {
  try {
    work(window.sessionStorage)
  } catch (error) {
    if (!(error instanceof DOMException) && !(error instanceof SyntaxError)) throw error
  }
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : null
}

/** As a ref: the focus goes to what comes in the place of what had it. It needs a `tabIndex`. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

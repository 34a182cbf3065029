/**
 * Delay before a skeleton takes the place of the previous page. Nearly every page comes sooner. Once React has shown
 * a skeleton, it keeps it for 300 ms, so that it doesn't flash: a page that came after 30 would wait for the other
 * 270.
 */
const DELAY_MS = 300

let delay: Promise<void> | null = null

/** Called when the browser starts to go to another page. */
export function startNavigation(): void {
  delay = null
}

/** Resolves when the page has taken long enough for a skeleton: one promise for each navigation. */
export function skeletonDelay(): Promise<void> {
  delay ??= new Promise((resolve) => setTimeout(resolve, DELAY_MS))
  return delay
}

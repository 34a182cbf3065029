import { startNavigation } from './components/shell/skeleton-delay'

/** Next.js calls this when the browser starts to go from one page to another. */
export function onRouterTransitionStart(): void {
  startNavigation()
}

// zod would try whether it may compile code, which the Content-Security-Policy forbids and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

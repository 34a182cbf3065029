import { startNavigation } from './components/ui/skeleton-delay'

/** Next.js calls this when the browser starts to go from one page to another. */
export function onRouterTransitionStart(): void {
  startNavigation()
}

import { classNames } from './class-names'

/** Stands where something will be, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames('animate-pulse rounded-md bg-muted motion-reduce:animate-none', className)}
    />
  )
}

/** Tells those who can't see the skeletons. */
export function LoadingPage({ children }: { children: React.ReactNode }) {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">Loading…</span>
      {children}
    </div>
  )
}

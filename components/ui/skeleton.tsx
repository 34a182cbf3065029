import { classNames } from './class-names'

/** Stands where text or a number will be. Give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames('animate-pulse motion-reduce:animate-none rounded-md bg-muted', className)}
    />
  )
}

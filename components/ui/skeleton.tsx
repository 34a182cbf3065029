import { Card } from './card'
import { classNames } from './class-names'

/** A placeholder of the final size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames('animate-pulse rounded-md bg-muted motion-reduce:animate-none', className)}
    />
  )
}

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3']

/** Lines of text, of different lengths. */
export function SkeletonLines({ lines, className }: { lines: number; className?: string }) {
  return (
    <div className={className}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never move.
        <div key={index} className="flex h-5 items-center">
          <Skeleton className={classNames('h-3', WIDTHS[index % WIDTHS.length])} />
        </div>
      ))}
    </div>
  )
}

/** A card with a title and lines. */
export function CardSkeleton({ lines }: { lines: number }) {
  return (
    <Card className="p-4 sm:px-5">
      <Skeleton className="mb-5 h-5 w-24" />
      <SkeletonLines lines={lines} className="space-y-2.5" />
    </Card>
  )
}

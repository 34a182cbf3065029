import { Card } from './card'
import { classNames } from './class-names'
import { LoadingPage } from './loading-page'

/** A placeholder of the final size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames('animate-pulse rounded-md bg-muted motion-reduce:animate-none', className)}
    />
  )
}

type HeaderSkeletonProps = {
  hasBackLink?: boolean
  hasDescription?: boolean | undefined
  /** Width of the action's placeholder: `w-28`. */
  action?: string | undefined
}

/** The header of a page: back link, title, description and action. */
export function HeaderSkeleton({ hasBackLink, hasDescription, action }: HeaderSkeletonProps) {
  return (
    <div className="space-y-2">
      {hasBackLink && <Skeleton className="h-5 w-20" />}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <div className="flex h-9 items-center">
            <Skeleton className="h-6 w-40" />
          </div>
          {hasDescription && <Skeleton className="mt-1.5 mb-0.5 h-4 w-56" />}
        </div>
        {action && <Skeleton className={classNames('h-9', action)} />}
      </div>
    </div>
  )
}

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3']

type CardSkeletonProps = { lines: number; className?: string }

/** A card with a title and lines; `className` gives it its final height. */
export function CardSkeleton({ lines, className }: CardSkeletonProps) {
  return (
    <Card className={className}>
      <div className="space-y-2.5 px-4 pt-4 pb-4 sm:px-5">
        <Skeleton className="mb-3 h-5 w-24" />
        {Array.from({ length: lines }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never move.
          <div key={index} className="flex h-5 items-center">
            <Skeleton className={classNames('h-3', WIDTHS[index % WIDTHS.length])} />
          </div>
        ))}
      </div>
    </Card>
  )
}

/** A page with a title, a list of details and a payload. */
export function DetailsSkeleton() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasBackLink />
      <CardSkeleton lines={6} />
      <Card className="space-y-3 p-4 sm:p-5">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-64 w-full" />
      </Card>
    </LoadingPage>
  )
}

const CARDS = [1, 2]

/** A page of forms, each in a card. */
export function SettingsSkeleton() {
  return (
    <LoadingPage>
      <HeaderSkeleton hasDescription />
      {CARDS.map((card) => (
        <Card key={card} className="space-y-4 p-4 sm:p-5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-9 w-full max-w-md" />
          <Skeleton className="h-9 w-full max-w-md" />
          <Skeleton className="h-9 w-32" />
        </Card>
      ))}
    </LoadingPage>
  )
}

import { Check, LoaderCircle, X } from 'lucide-react'
import { classNames } from './class-names'
import { Link } from './link'
import { Timestamp } from './timestamp'

type TimelineStep = {
  title: string
  detail: string | null
  /** Null when the time is unknown. */
  at: string | null
  status: 'done' | 'waiting' | 'failed'
  /** The page with more about it. */
  href?: string
}

const STEP_STATUSES = {
  done: { Icon: Check, style: 'bg-success-soft text-success' },
  waiting: { Icon: LoaderCircle, style: 'bg-accent-soft text-accent-text' },
  failed: { Icon: X, style: 'bg-danger-soft text-danger' },
}

/** An object's history, in the order that it is given. */
export function Timeline({ steps }: { steps: TimelineStep[] }) {
  return (
    <ol className="space-y-4 px-4 pb-5 sm:px-5">
      {steps.map(({ title, detail, at, status, href }) => {
        const { Icon, style } = STEP_STATUSES[status]
        return (
          <li key={`${at} ${title} ${detail}`} className="flex gap-3">
            <span
              className={classNames(
                'mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full',
                style,
              )}
            >
              <Icon
                aria-hidden
                className={classNames(
                  'size-3.5',
                  status === 'waiting' && 'animate-spin motion-reduce:animate-none',
                )}
              />
            </span>
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">
                  {href ? (
                    <Link href={href} className="hover:underline">
                      {title}
                    </Link>
                  ) : (
                    title
                  )}
                </span>
                {at && (
                  <span className="text-[0.8125rem] text-muted-foreground">
                    <Timestamp at={at} />
                  </span>
                )}
              </p>
              {detail && <p className="break-words text-[0.8125rem] text-muted-foreground">{detail}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      {...props}
      className={classNames(
        'rounded-xl border bg-surface shadow-card print:break-inside-avoid print:shadow-none',
        className,
      )}
    />
  )
}

type CardHeaderProps = { id?: string; title: string; description?: ReactNode; action?: ReactNode }

/** `id` names the heading, for the card's `aria-labelledby`. */
export function CardHeader({ id, title, description, action }: CardHeaderProps) {
  return (
    <div
      className={classNames(
        'flex flex-wrap justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 sm:px-5',
        description ? 'items-start' : 'items-center',
      )}
    >
      <div className={classNames('min-w-0', description ? 'flex-1 basis-40' : null)}>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {description && <p className="mt-0.5 text-[0.8125rem] text-muted-foreground">{description}</p>}
      </div>
      {action}
    </div>
  )
}

/** Terms beside their descriptions, or above them in a narrow column. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="@container space-y-2.5 px-4 pb-4 sm:px-5">{children}</dl>
}

type DescriptionProps = { term: string; className?: string; children: ReactNode }

export function Description({ term, className, children }: DescriptionProps) {
  return (
    <div className={classNames('@sm:flex @sm:items-baseline @sm:gap-3', className)}>
      <dt className="w-32 shrink-0 text-muted-foreground">{term}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The metadata that the vendor's own program keeps with an object; nothing if there is none. */
export function MetadataDescription({ pairs }: { pairs: [name: string, value: string][] }) {
  if (pairs.length === 0) return null
  return (
    <Description term="Metadata">
      <dl className="space-y-1">
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt className="inline font-mono text-muted-foreground">{name}: </dt>
            <dd className="inline">{value}</dd>
          </div>
        ))}
      </dl>
    </Description>
  )
}

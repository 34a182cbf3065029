import { classNames } from '../ui/class-names'

export type PayoutStage = 'customer' | 'account' | 'review'

const STAGES: { key: PayoutStage; label: string }[] = [
  { key: 'customer', label: 'Customer' },
  { key: 'account', label: 'Account and amount' },
  { key: 'review', label: 'Review' },
]

/** How far the form of a payout is. */
export function PayoutStages({ current }: { current: PayoutStage }) {
  const reached = STAGES.findIndex(({ key }) => key === current)
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem]">
      {STAGES.map(({ key, label }, index) => (
        <li
          key={key}
          aria-current={key === current ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-1.5',
            index > reached ? 'text-muted-foreground' : 'font-medium',
          )}
        >
          <span
            aria-hidden
            className={classNames(
              'tabular flex size-5 items-center justify-center rounded-full text-xs',
              index <= reached ? 'bg-accent text-accent-foreground' : 'bg-muted',
            )}
          >
            {index + 1}
          </span>
          {label}
        </li>
      ))}
    </ol>
  )
}

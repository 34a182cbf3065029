import { buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { CONTROL_STYLE } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import type { HomeView } from '@/lib/home/queries'

const PRESETS = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'Year' },
]

type RangePickerProps = {
  range: HomeView['range']
  /** The last day that can be chosen. */
  today: string
}

/** The period of the page, in its address: links for the usual ones and a plain form for any other. */
export function RangePicker({ range, today }: RangePickerProps) {
  const isUntilToday = range.to === today
  const isPreset = isUntilToday && PRESETS.some(({ days }) => days === range.days)
  return (
    <div className="flex flex-wrap items-start gap-2">
      <nav aria-label="Period" className="flex rounded-lg bg-muted p-0.5">
        {PRESETS.map(({ days, label }) => {
          const isCurrent = isUntilToday && range.days === days
          return (
            <Link
              key={days}
              href={days === 30 ? '/home' : `/home?days=${days}`}
              scroll={false}
              aria-current={isCurrent ? 'true' : undefined}
              className={classNames(
                'rounded-md px-2.5 py-1 text-[0.8125rem]',
                isCurrent
                  ? 'bg-surface font-medium shadow-card'
                  : 'text-muted-foreground hover:text-foreground',
              )}
            >
              {label}
            </Link>
          )
        })}
      </nav>
      <details open={!isPreset} className="min-w-0">
        <summary className="cursor-pointer rounded-md px-1.5 py-1.5 text-[0.8125rem] text-muted-foreground hover:text-foreground">
          Custom
        </summary>
        <form action="/home" className="mt-2 flex items-center gap-2">
          {(['from', 'to'] as const).map((name) => (
            <input
              key={`${name} ${range[name]}`}
              type="date"
              name={name}
              aria-label={name === 'from' ? 'First day' : 'Last day'}
              required
              defaultValue={range[name]}
              min="2000-01-01"
              max={today}
              className={classNames(CONTROL_STYLE, 'h-9 w-auto! min-w-0 max-sm:flex-1 max-sm:px-2')}
            />
          ))}
          <button type="submit" className={buttonStyle({ variant: 'secondary', size: 'small' })}>
            Apply
          </button>
        </form>
      </details>
    </div>
  )
}

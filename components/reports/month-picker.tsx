import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, buttonStyle } from '@/components/ui/button'
import { Select } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { monthInWords } from '@/lib/reports/month'

type MonthPickerProps = {
  month: string
  /** Those that can be chosen, the latest first. */
  months: string[]
}

/** The month of the page, in its address. */
export function MonthPicker({ month, months }: MonthPickerProps) {
  // An older one is shown all the same.
  const offered = months.includes(month) ? months : [...months, month]
  const index = offered.indexOf(month)
  const earlier = offered[index + 1]
  const later = offered[index - 1]
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <Step month={earlier} text="Earlier month" Icon={ChevronLeft} />
      <form action="/reports" className="flex items-center gap-2">
        <div className="w-44">
          <Select key={month} name="month" aria-label="Month" defaultValue={month}>
            {offered.map((name) => (
              <option key={name} value={name}>
                {monthInWords(name)}
              </option>
            ))}
          </Select>
        </div>
        <Button type="submit" variant="secondary">
          Show
        </Button>
      </form>
      <Step month={later} text="Later month" Icon={ChevronRight} />
    </div>
  )
}

type StepProps = { month: string | undefined; text: string; Icon: typeof ChevronLeft }

function Step({ month, text, Icon }: StepProps) {
  if (!month) return null
  return (
    <Link
      href={`/reports?month=${month}`}
      aria-label={`${text}: ${monthInWords(month)}`}
      className={buttonStyle({ variant: 'secondary', size: 'icon' })}
    >
      <Icon aria-hidden className="size-4" />
    </Link>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import { formatNumberIn } from '@/lib/i18n/locale-format'
import type { TabsView } from '@/lib/lists/status-counts'
import { classNames } from '../ui/class-names'
import { formatMoney } from '../ui/money'
import { listUrl } from './list-address'

export type ListTab = { value: string; label: string }

const ALL: ListTab = { value: '', label: 'All' }

type ListTabsProps = {
  label: string
  mode: Mode
  /** The operation that counts the rows of each tab. */
  path: string
  /** The tabs after that of all rows. */
  tabs: ListTab[]
  /** The chosen status; empty for all. */
  status: string
  onChoose: (status: string) => void
}

/** The rows by status, each with its number and sum: of the whole account, whatever else narrows the list. */
export function ListTabs({ label, mode, path, tabs, status, onChoose }: ListTabsProps) {
  const { data } = useQuery({
    queryKey: [mode, 'list-tabs', path],
    queryFn: ({ signal }) => requestJson<TabsView>(listUrl(mode, path, ''), { signal }),
  })
  const nav = useRef<HTMLElement>(null)
  // On a phone the tabs are wider than the screen, and the chosen one may be beyond its edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts change the places of the tabs.
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>(`[value="${status}"]`)
    if (nav.current && tab)
      nav.current.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - nav.current.clientWidth / 2
  }, [status, data])
  return (
    <nav
      ref={nav}
      aria-label={`${label} by status`}
      className="relative flex overflow-x-auto border-b px-1 sm:px-2"
    >
      {[ALL, ...tabs].map(({ value, label: name }) => {
        const total = data?.tabs.find((tab) => tab.value === value)
        const isCurrent = value === status
        return (
          <button
            key={value}
            type="button"
            value={value}
            aria-current={isCurrent ? 'true' : undefined}
            onClick={() => onChoose(value)}
            className={classNames(
              '-mb-px -outline-offset-2 shrink-0 border-b-2 px-3 pt-3 pb-2 text-left sm:min-w-24',
              isCurrent
                ? 'border-accent-text'
                : 'border-transparent text-muted-foreground hover:text-foreground',
            )}
          >
            <span className="flex items-baseline gap-1.5 font-medium">
              {name}
              <span className="tabular font-normal text-[0.8125rem] text-muted-foreground">
                {total && countWords(total)}
              </span>
            </span>
            {/* Keeps its height while the sums load. */}
            <span className="tabular block h-4 whitespace-nowrap text-muted-foreground text-xs">
              {total && sumWords(total.sums)}
            </span>
          </button>
        )
      })}
    </nav>
  )
}

type Tab = TabsView['tabs'][number]

function countWords({ count, isCapped }: Tab): string {
  return `${formatNumberIn('en', String(count))}${isCapped ? '+' : ''}`
}

/** The sum in dollars or else the first currency, and those of others, counted where there are several. */
function sumWords(sums: Tab['sums']): string {
  const first = sums.find(({ currency }) => currency === 'USD') ?? sums[0]
  if (!first) return ''
  const [other, ...more] = sums.filter((sum) => sum !== first)
  if (!other) return formatMoney(first)
  return `${formatMoney(first)} + ${more.length === 0 ? formatMoney(other) : `${more.length + 1} currencies`}`
}

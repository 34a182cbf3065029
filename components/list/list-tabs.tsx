import { useQuery } from '@tanstack/react-query'
import { requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { TabsView } from '@/lib/lists/status-counts'
import { classNames } from '../ui/class-names'
import { formatMoney } from '../ui/money'
import { listUrl } from './list-address'

export type ListTab = { value: string; label: string }

type ListTabsProps = {
  label: string
  mode: Mode
  /** The operation that counts the rows of each tab. */
  path: string
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
  return (
    <nav aria-label={`${label} by status`} className="flex overflow-x-auto border-b px-2 sm:px-3">
      {tabs.map(({ value, label: name }) => {
        const counted = data?.tabs.find((tab) => tab.value === value)
        const isShown = value === status
        return (
          <button
            key={value}
            type="button"
            aria-current={isShown ? 'true' : undefined}
            onClick={() => onChoose(value)}
            className={classNames(
              '-mb-px -outline-offset-2 min-w-24 shrink-0 border-b-2 px-2 pt-3 pb-2 text-left',
              isShown
                ? 'border-accent-text'
                : 'border-transparent text-muted-foreground hover:text-foreground',
            )}
          >
            <span className="flex items-baseline gap-1.5 font-medium">
              {name}
              <span className="tabular font-normal text-[0.8125rem] text-muted-foreground">
                {counted && countWords(counted)}
              </span>
            </span>
            {/* Keeps its height while the sums load. */}
            <span className="tabular block h-4 whitespace-nowrap text-muted-foreground text-xs">
              {counted && sumWords(counted.sums)}
            </span>
          </button>
        )
      })}
    </nav>
  )
}

type Tab = TabsView['tabs'][number]

function countWords({ count, isCapped }: Tab): string {
  return `${count.toLocaleString('en-US')}${isCapped ? '+' : ''}`
}

/** The sum, or the largest by code and how many other currencies there are. */
function sumWords(sums: Tab['sums']): string {
  const first = sums.find(({ currency }) => currency === 'USD') ?? sums[0]
  if (!first) return ''
  return `${formatMoney(first)}${sums.length > 1 ? ` + ${sums.length - 1} more` : ''}`
}

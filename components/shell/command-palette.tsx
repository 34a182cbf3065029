'use client'
import * as Dialog from '@radix-ui/react-dialog'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import {
  ArrowRightLeft,
  ArrowUpRight,
  BookOpen,
  CalendarClock,
  ChevronRight,
  FileCheck,
  FilePen,
  FileUp,
  Keyboard,
  LogOut,
  type LucideIcon,
  Plus,
  ReceiptText,
  Repeat,
  Tag,
  UserRound,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { failureMessage, requestJson } from '@/components/browser/request'
import { findInDocs, loadSearchIndex } from '@/components/docs/search'
import { mayLeave } from '@/components/forms/unsaved-guard'
import { classNames } from '@/components/ui/class-names'
import { writeToClipboard } from '@/components/ui/copy-button'
import { OVERLAY_STYLE } from '@/components/ui/dialog'
import { formatMoney } from '@/components/ui/money'
import { useTypedAhead } from '@/components/ui/search-button'
import { THEMES } from '@/components/ui/theme-menu'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import { may } from '@/lib/auth/permissions'
import type { FoundRecord } from '@/lib/search/search-dashboard'
import { leave, useModeChange } from './account-actions'
import { newRecordsFor, sectionsFor, type Viewer } from './pages'
import { type RecordAction, useOpenRecord } from './record-actions'
import { chooseTheme, useTheme } from './theme'

type CommandPaletteProps = { mode: Mode; viewer: Viewer; onClose: () => void; onKeys: () => void }

const RECORD_ICONS: Record<FoundRecord['kind'], LucideIcon> = {
  invoice: ReceiptText,
  customer: UserRound,
  payout: ArrowUpRight,
}

/** Pages within those of the navigation. */
const INNER_PAGES = [
  { href: '/invoices/drafts', label: 'Invoice drafts', Icon: FilePen },
  { href: '/invoices/recurring', label: 'Recurring invoices', Icon: Repeat },
  { href: '/invoices/items', label: 'Items', Icon: Tag },
  { href: '/payouts/scheduled', label: 'Scheduled payouts', Icon: CalendarClock },
  { href: '/payouts/recurring', label: 'Recurring payouts', Icon: Repeat },
  { href: '/payouts/batches', label: 'Payout batches', Icon: FileUp },
  { href: '/payouts/approvals', label: 'Payout approvals', Icon: UsersRound },
  { href: '/wallet/proofs', label: 'Proofs', Icon: FileCheck },
]

/** The number of documentation results, below the records. */
const DOCS_SHOWN = 5

/** Finds pages, records, actions and the documentation. */
export function CommandPalette({ mode, viewer, onClose, onKeys }: CommandPaletteProps) {
  const router = useRouter()
  const typedAhead = useTypedAhead()
  const toast = useToast()
  const theme = useTheme()
  const switchMode = useModeChange()
  const [text, setText] = useState('')
  // Skips letters while they arrive faster than answers.
  const query = useDeferredValue(text.trim().slice(0, 200))
  const { data } = useQuery(searchQuery(mode, query))
  const { data: docs = [] } = useQuery(docsQuery(query))
  const pages = findInDocs(docs, query, DOCS_SHOWN)
  const records = text.trim() ? (data?.records ?? []) : []
  const record = useOpenRecord()
  const lowerCaseText = text.trim().toLowerCase()
  const names = [
    ...[...newRecordsFor(viewer), ...INNER_PAGES, ...sectionsFor(viewer).flatMap(({ pages }) => pages)].map(
      ({ label }) => label,
    ),
    ...(record?.actions ?? []).map(({ text: name }) => name),
  ]
  const isName = names.some((name) => name.toLowerCase().startsWith(lowerCaseText))
  // Records arrive after the rest of the list. Unless the text begins the name of a page or action, the first record is
  // then chosen in place of a vague match, until the keys move on.
  const top = records[0] && !isName ? `${text} ${records[0].id}`.trim() : undefined
  const [move, setMove] = useState<{ from: string; to: string } | null>(null)
  const selection = top !== undefined && move?.from === top ? move.to : top
  const go = async (href: string) => {
    // Closed first: a user who stays returns to the form, not to the palette.
    onClose()
    if (await mayLeave()) router.push(href)
  }
  const run = async (action: () => Promise<void>) => {
    onClose()
    if (!(await mayLeave())) return
    try {
      await action()
    } catch (error) {
      toast(failureMessage(error))
    }
  }
  const act = async (action: RecordAction) => {
    if ('href' in action) return go(action.href)
    onClose()
    if ('onSelect' in action) action.onSelect()
    else toast((await writeToClipboard(action.copies)) ? 'Copied' : 'Could not copy')
  }
  const otherMode = mode === 'test' ? 'live' : 'test'
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className={OVERLAY_STYLE} />
        <Dialog.Content
          {...typedAhead}
          aria-describedby={undefined}
          className="appear fixed inset-x-3 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-2xl border bg-surface shadow-float"
        >
          <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
          <Command
            label="Search or jump to"
            loop
            {...(top === undefined || selection === undefined
              ? {}
              : { value: selection, onValueChange: (to: string) => setMove({ from: top, to }) })}
          >
            <Command.Input
              value={text}
              onValueChange={setText}
              maxLength={200}
              placeholder="Page, customer, invoice, payout…"
              className="h-12 w-full border-b bg-transparent px-4 text-base outline-none placeholder:text-muted-foreground"
            />
            <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-8 text-center text-muted-foreground">
                Nothing found
              </Command.Empty>
              {records.length > 0 && (
                <Group heading="Records">
                  {records.map((record) => (
                    <Item
                      key={record.id}
                      // The match may be in a field that is not shown here, so cmdk must not filter the
                      // record out.
                      value={`${text} ${record.id}`}
                      Icon={RECORD_ICONS[record.kind]}
                      onSelect={() => go(record.href)}
                    >
                      <span className="truncate">{record.title}</span>
                      <span className="ml-auto shrink-0 text-[0.8125rem] text-muted-foreground">
                        {record.amount && `${formatMoney(record.amount)} · `}
                        {record.detail}
                      </span>
                    </Item>
                  ))}
                </Group>
              )}
              {record && (
                <Group heading={record.title}>
                  {record.actions.map((action) => (
                    <Item
                      key={action.text}
                      value={`${action.text} ${record.title}`}
                      Icon={ChevronRight}
                      onSelect={() => act(action)}
                    >
                      {action.text}
                    </Item>
                  ))}
                </Group>
              )}
              <Group heading="Actions">
                {newRecordsFor(viewer).map(({ href, label }) => (
                  <Item key={href} value={label} Icon={Plus} onSelect={() => go(href)}>
                    {label}
                  </Item>
                ))}
                {mode === 'test' && may(viewer.role, 'invoices.write') && (
                  <Item value="Add test funds" Icon={Wallet} onSelect={() => go('/wallet?add-funds')}>
                    Add test funds
                  </Item>
                )}
              </Group>
              <Group heading="Pages">
                {sectionsFor(viewer).flatMap(({ title, pages }) =>
                  pages.map(({ href, label, Icon }) => (
                    <Item key={href} value={`${label} ${title ?? ''}`} Icon={Icon} onSelect={() => go(href)}>
                      {label}
                    </Item>
                  )),
                )}
                {INNER_PAGES.map(({ href, label, Icon }) => (
                  <Item key={href} value={label} Icon={Icon} onSelect={() => go(href)}>
                    {label}
                  </Item>
                ))}
              </Group>
              <Group heading="More">
                <Item
                  value="Switch to test mode live mode"
                  Icon={ArrowRightLeft}
                  onSelect={() => run(() => switchMode(otherMode))}
                >
                  Switch to {otherMode} mode
                </Item>
                {THEMES.map(({ value, text: label, Icon }) => (
                  <Item
                    key={value}
                    value={`${label} theme`}
                    Icon={Icon}
                    onSelect={() => {
                      chooseTheme(value)
                      onClose()
                    }}
                  >
                    Use {label.toLowerCase()} theme
                    {theme === value && (
                      <span className="ml-auto text-muted-foreground text-xs">Current</span>
                    )}
                  </Item>
                ))}
                <Item value="Sign out" Icon={LogOut} onSelect={() => run(leave)}>
                  Sign out
                </Item>
                <Item value="Show keyboard shortcuts" Icon={Keyboard} onSelect={onKeys}>
                  Show keyboard shortcuts
                </Item>
              </Group>
              {pages.length > 0 && (
                <Group heading="Documentation">
                  {pages.map(({ href, title, on }) => (
                    <Item
                      key={href}
                      // Found by words that may not be shown here, as the records are.
                      value={`${text} ${href}`}
                      Icon={BookOpen}
                      onSelect={() => go(href)}
                    >
                      <span className="truncate">{title}</span>
                      <span className="ml-auto shrink-0 text-[0.8125rem] text-muted-foreground">{on}</span>
                    </Item>
                  ))}
                </Group>
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  )
}

type ItemProps = { value: string; Icon: LucideIcon; onSelect: () => void; children: ReactNode }

function Item({ value, Icon, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className={classNames(
        'flex h-10 cursor-default select-none items-center gap-3 rounded-lg px-3',
        'data-[selected=true]:bg-muted',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      {children}
    </Command.Item>
  )
}

/** The headings, endpoints and errors of the documentation, once something is searched. */
const docsQuery = (text: string) =>
  queryOptions({
    queryKey: ['docs-search'],
    queryFn: loadSearchIndex,
    enabled: text.length > 1,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Records of the account that match the text. */
const searchQuery = (mode: Mode, text: string) =>
  queryOptions({
    queryKey: [mode, 'search', text],
    queryFn: ({ signal }) =>
      requestJson<{ records: FoundRecord[] }>(
        `/api/dashboard/search?mode=${mode}&q=${encodeURIComponent(text)}`,
        { signal },
      ),
    enabled: text.length > 0,
    placeholderData: keepPreviousData,
  })

import {
  Activity,
  ArrowUpRight,
  BadgeCheck,
  BookOpen,
  Braces,
  Building2,
  ChartColumn,
  Code,
  Hash,
  History,
  House,
  KeyRound,
  Landmark,
  type LucideIcon,
  Mail,
  Palette,
  ReceiptText,
  Scale,
  ScrollText,
  Settings,
  ShieldAlert,
  ShieldCheck,
  UserRound,
  Users,
  UsersRound,
  Wallet,
  Webhook,
} from 'lucide-react'
import { may, type Permission, type Role } from '@/lib/auth/permissions'

export type DashboardPage = {
  href: string
  label: string
  Icon: LucideIcon
  /** The key that opens this page after `g`. */
  goKey?: string
  /** The permission that the page needs; without one, everybody may open it. */
  needs?: Permission
}

export type Section = {
  /** Null for the daily work, whose pages are entries themselves. */
  title: string | null
  Icon?: LucideIcon
  isForOperators?: true
  pages: DashboardPage[]
}

/** Every page of the dashboard, for the navigation, the palette and the keyboard shortcuts. */
export const SECTIONS: Section[] = [
  {
    title: null,
    pages: [
      { href: '/home', label: 'Home', Icon: House, goKey: 'h' },
      { href: '/invoices', label: 'Invoices', Icon: ReceiptText, goKey: 'i' },
      { href: '/customers', label: 'Customers', Icon: Users, goKey: 'c' },
      { href: '/payouts', label: 'Payouts', Icon: ArrowUpRight, goKey: 'p' },
      { href: '/disputes', label: 'Disputes', Icon: ShieldAlert },
      { href: '/wallet', label: 'Wallet', Icon: Wallet, goKey: 'w' },
      { href: '/reports', label: 'Reports', Icon: ChartColumn },
    ],
  },
  {
    title: 'Developers',
    Icon: Code,
    pages: [
      {
        href: '/developers/webhooks',
        label: 'Webhooks',
        Icon: Webhook,
        goKey: 'e',
        needs: 'developers.read',
      },
      {
        href: '/developers/requests',
        label: 'Request log',
        Icon: ScrollText,
        goKey: 'r',
        needs: 'developers.read',
      },
      { href: '/settings/api-keys', label: 'API keys', Icon: KeyRound, goKey: 'k', needs: 'keys.manage' },
      { href: '/docs/api', label: 'API reference', Icon: Braces },
      { href: '/docs', label: 'Documentation', Icon: BookOpen, goKey: 'd' },
    ],
  },
  {
    title: 'Settings',
    Icon: Settings,
    pages: [
      { href: '/settings/profile', label: 'Profile', Icon: UserRound, goKey: 's' },
      { href: '/settings/team', label: 'Team', Icon: UsersRound, goKey: 't', needs: 'team.manage' },
      { href: '/settings/branding', label: 'Branding', Icon: Palette, goKey: 'b', needs: 'settings.write' },
      { href: '/settings/invoices', label: 'Invoicing', Icon: Hash, needs: 'settings.read' },
      { href: '/settings/withdrawals', label: 'Withdrawals', Icon: Landmark, needs: 'payouts.write' },
      { href: '/mailbox', label: 'Mailbox', Icon: Mail, goKey: 'm' },
      { href: '/settings/security', label: 'Security', Icon: ShieldCheck },
      { href: '/settings/audit-log', label: 'Audit log', Icon: History, needs: 'audit.read' },
    ],
  },
  {
    title: 'Operator',
    Icon: Building2,
    isForOperators: true,
    pages: [
      { href: '/operator/vendors', label: 'Vendors', Icon: Building2 },
      { href: '/operator/ledger', label: 'Ledger check', Icon: Scale },
      { href: '/operator/reconciliation', label: 'Reconciliation', Icon: BadgeCheck },
      { href: '/operator/money', label: 'Money', Icon: Landmark },
      { href: '/operator/health', label: 'Health', Icon: Activity },
    ],
  },
]

/** The signed-in person, as far as it decides which pages are shown. */
export type Viewer = { role: Role; isOperator: boolean }

/** The pages that a viewer may open. */
export function sectionsFor({ role, isOperator }: Viewer): Section[] {
  return SECTIONS.filter(({ isForOperators }) => !isForOperators || isOperator).map((section) => ({
    ...section,
    pages: section.pages.filter(({ needs }) => !needs || may(role, needs)),
  }))
}

/** The pages on which a record is created, for the palette and the key `c`. */
const NEW_RECORDS = [
  { href: '/invoices/new', label: 'New invoice', needs: 'invoices.write' },
  { href: '/invoices/recurring/new', label: 'New recurring invoice', needs: 'invoices.write' },
  { href: '/invoices/items/new', label: 'New item', needs: 'invoices.write' },
  { href: '/customers/new', label: 'New customer', needs: 'customers.write' },
  { href: '/customers/import', label: 'Import customers', needs: 'customers.write' },
  { href: '/payouts/new', label: 'New payout', needs: 'payouts.write' },
  { href: '/payouts/recurring/new', label: 'New recurring payout', needs: 'payouts.write' },
] as const

export function newRecordsFor({ role }: Viewer): { href: string; label: string }[] {
  return NEW_RECORDS.filter(({ needs }) => may(role, needs))
}

/** Where a record like those of the page is created: an invoice, where the page has none of its own. */
export function newRecordOn(path: string, viewer: Viewer): string | undefined {
  const pages = newRecordsFor(viewer).filter(({ href }) => href.endsWith('/new'))
  const listOf = ({ href }: { href: string }) => href.slice(0, -'/new'.length)
  const own = pages
    .filter((page) => path === listOf(page) || path.startsWith(`${listOf(page)}/`))
    .toSorted((a, b) => b.href.length - a.href.length)
  return (own[0] ?? pages[0])?.href
}

import type { ReactNode } from 'react'
import { NeedsScript } from '@/components/auth/auth-notices'
import { ProofDialog } from '@/components/auth/proof-dialog'
import { LeaveDialog } from '@/components/forms/leave-dialog'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Logo, LogoMark } from '@/components/ui/logo'
import { Notice } from '@/components/ui/notice'
import { ThemeMenu } from '@/components/ui/theme-menu'
import { DatesProvider } from '@/components/ui/timestamp'
import { ToastProvider } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import type { DateOrder } from '@/lib/i18n/date-order'
import type { Zone } from '@/lib/time/zone'
import { ConnectionBand } from './connection-band'
import { Navigation } from './navigation'
import { NoMoneyBand } from './no-money-band'
import type { Viewer } from './pages'
import { QueryProvider } from './query-provider'
import { QuickAccess } from './quick-access'
import { MobileNavigation, ModeSwitch, UserMenu } from './top-bar'

type DashboardShellProps = {
  mode: Mode
  /** True if live mode goes to the providers' test environments. */
  isRehearsal: boolean
  /** The reader's. */
  dateOrder: DateOrder
  vendor: Viewer & { name: string; email: string; isBanned: boolean; banReason: string | null; zone: Zone }
  children: ReactNode
}

export function DashboardShell({ mode, isRehearsal, dateOrder, vendor, children }: DashboardShellProps) {
  const band = mode === 'test' ? 'Test mode' : isRehearsal ? 'Rehearsal' : null
  const viewer = { role: vendor.role, isOperator: vendor.isOperator }
  return (
    <QueryProvider>
      <DatesProvider order={dateOrder} zone={vendor.zone}>
        <ToastProvider>
          <a
            href="#main"
            className="sr-only z-50 rounded-lg bg-surface px-3 py-2 shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
          >
            Skip to content
          </a>
          {/* Band and header are one bar that stays. Of a low window it would take too much: there the band alone stays. */}
          <div className="contents tall:sticky tall:top-0 tall:z-40 tall:block print:hidden!">
            {band !== null && <NoMoneyBand title={band} />}
            <header className="relative z-30 flex h-14 border-b bg-background">
              <div className="hidden w-58 shrink-0 items-center border-r px-3 lg:flex">
                <Link href="/home" className="rounded-lg px-2.5 py-1">
                  <Logo />
                </Link>
              </div>
              <div className="flex min-w-0 flex-1 items-center gap-1 px-3 sm:px-6">
                <MobileNavigation viewer={viewer} />
                <Link href="/home" aria-label="Home" className="rounded-lg p-1.5 lg:hidden">
                  <LogoMark />
                </Link>
                <p className="hidden min-w-0 truncate font-medium lg:block">{vendor.name}</p>
                <div className="ml-auto flex items-center gap-1 sm:gap-2">
                  <QuickAccess mode={mode} viewer={viewer} />
                  <ModeSwitch mode={mode} />
                  <ThemeMenu />
                  <UserMenu name={vendor.name} email={vendor.email} />
                </div>
              </div>
            </header>
            <ConnectionBand />
          </div>
          <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] print:block">
            <aside
              className={classNames(
                'sticky hidden self-start overflow-y-auto border-r px-3 pt-3 lg:block print:hidden',
                band !== null
                  ? 'tall:top-22 top-8 h-[calc(100dvh-5.5rem)]'
                  : 'tall:top-14 top-0 h-[calc(100dvh-3.5rem)]',
              )}
            >
              <Navigation viewer={viewer} />
            </aside>
            {/* Objects and settings have this width, forms a narrower one, and lists, reports and papers a wider one. No page has another
                (docs/decisions/0124-three-widths.md). */}
            <main
              id="main"
              data-mode={mode}
              tabIndex={-1}
              className="mx-auto w-full min-w-0 max-w-5xl px-4 py-6 outline-none sm:px-6 sm:py-8 print:max-w-none print:p-0 has-[[data-narrow]]:max-w-[45rem] xl:has-[[data-wide]]:max-w-[100rem]"
            >
              <p className="hidden pb-4 font-medium print:block">
                {vendor.name}
                {band !== null && ` · ${band}, no real money moves`}
              </p>
              <NeedsScript className="mb-6 print:hidden" />
              {vendor.isBanned && <BannedNotice reason={vendor.banReason} />}
              {children}
            </main>
          </div>
          <ProofDialog />
          <LeaveDialog />
        </ToastProvider>
      </DatesProvider>
    </QueryProvider>
  )
}

function BannedNotice({ reason }: { reason: string | null }) {
  return (
    <Notice kind="danger" title="This vendor account has been banned" className="mb-6">
      You can view everything and revoke API keys, but change nothing else. Invoices can’t be created or paid.
      {reason && <> Reason: {reason}</>}
    </Notice>
  )
}

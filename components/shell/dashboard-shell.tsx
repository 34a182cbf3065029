import type { ReactNode } from 'react'
import { ProofDialog } from '@/components/auth/proof-dialog'
import { LeaveDialog } from '@/components/forms/leave-dialog'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Logo, LogoMark } from '@/components/ui/logo'
import { Notice } from '@/components/ui/notice'
import { ThemeMenu } from '@/components/ui/theme-menu'
import { ToastProvider } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import { Navigation } from './navigation'
import type { Viewer } from './pages'
import { QueryProvider } from './query-provider'
import { QuickAccess } from './quick-access'
import { MobileNavigation, ModeSwitch, UserMenu } from './top-bar'

type DashboardShellProps = {
  mode: Mode
  vendor: Viewer & { name: string; email: string; isBanned: boolean; banReason: string | null }
  children: ReactNode
}

export function DashboardShell({ mode, vendor, children }: DashboardShellProps) {
  const viewer = { role: vendor.role, isOperator: vendor.isOperator }
  return (
    <QueryProvider>
      <ToastProvider>
        <a
          href="#main"
          className="sr-only z-50 rounded-lg bg-surface px-3 py-2 shadow-float focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          Skip to content
        </a>
        {mode === 'test' && <TestBand>no real money moves</TestBand>}
        <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
          <aside
            className={classNames(
              'sticky hidden self-start overflow-y-auto border-r px-3 lg:block',
              mode === 'test' ? 'top-8 h-[calc(100dvh-2rem)]' : 'top-0 h-dvh',
            )}
          >
            <div className="mb-3 flex h-14 items-center">
              <Link href="/home" className="rounded-lg px-2.5 py-1">
                <Logo />
              </Link>
            </div>
            <Navigation viewer={viewer} />
          </aside>
          <div className="min-w-0">
            <header
              className={classNames(
                'z-30 flex h-14 items-center gap-1 border-b bg-background px-3 tall:sticky sm:px-6',
                mode === 'test' ? 'top-8' : 'top-0',
              )}
            >
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
            </header>
            <main
              id="main"
              tabIndex={-1}
              className="mx-auto w-full max-w-5xl px-4 py-6 outline-none sm:px-6 sm:py-8 xl:has-[[data-wide]]:max-w-[100rem]"
            >
              {vendor.isBanned && <BannedNotice reason={vendor.banReason} />}
              {children}
            </main>
          </div>
        </div>
        <ProofDialog />
        <LeaveDialog />
      </ToastProvider>
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

/** At the top of every test-mode page, so that nobody mistakes it for live mode. */
function TestBand({ children }: { children: string }) {
  return (
    <section
      aria-label="Mode"
      data-testid="test-band"
      className="sticky top-0 z-40 flex h-8 items-center justify-center gap-2 whitespace-nowrap bg-test-band px-4 text-center text-[0.8125rem] text-test-band-foreground"
    >
      <p>
        <strong className="font-semibold">Test mode</strong>
        <span aria-hidden> · </span>
        {children}
      </p>
    </section>
  )
}

import Link from 'next/link'
import type { ReactNode } from 'react'
import type { Mode } from '@/lib/auth/mode'
import { classNames } from '../ui/class-names'
import { Logo, LogoMark } from '../ui/logo'
import { Notice } from '../ui/notice'
import { ThemeMenu } from '../ui/theme-menu'
import { ToastProvider } from '../ui/toast'
import { MobileNavigation } from './mobile-navigation'
import { ModeSwitch } from './mode-switch'
import { Navigation } from './navigation'
import { QueryProvider } from './query-provider'
import { QuickAccess } from './quick-access'
import { TestBand } from './test-band'
import { UserMenu } from './user-menu'

type DashboardShellProps = {
  mode: Mode
  vendor: { name: string; email: string; isBanned: boolean; banReason: string | null; isOperator: boolean }
  children: ReactNode
}

export function DashboardShell({ mode, vendor, children }: DashboardShellProps) {
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
            <Navigation isOperator={vendor.isOperator} />
          </aside>
          <div className="min-w-0">
            <header className="flex h-14 items-center gap-1 border-b px-3 sm:px-6">
              <MobileNavigation isOperator={vendor.isOperator} />
              <Link href="/home" aria-label="Home" className="rounded-lg p-1.5 lg:hidden">
                <LogoMark />
              </Link>
              <p className="hidden min-w-0 truncate font-medium lg:block">{vendor.name}</p>
              <div className="ml-auto flex items-center gap-1 sm:gap-2">
                <QuickAccess mode={mode} isOperator={vendor.isOperator} />
                <ModeSwitch mode={mode} />
                <ThemeMenu />
                <UserMenu name={vendor.name} email={vendor.email} />
              </div>
            </header>
            <main
              id="main"
              tabIndex={-1}
              className="mx-auto w-full max-w-5xl px-4 py-6 outline-none sm:px-6 sm:py-8"
            >
              {vendor.isBanned && <BannedNotice reason={vendor.banReason} />}
              {children}
            </main>
          </div>
        </div>
      </ToastProvider>
    </QueryProvider>
  )
}

function BannedNotice({ reason }: { reason: string | null }) {
  return (
    <Notice kind="danger" title="This vendor account has been banned." className="mb-6">
      You can look at everything, but nothing can be changed, and no invoice can be made or paid.
      {reason && <> Reason: {reason}</>}
    </Notice>
  )
}

import type { ReactNode } from 'react'
import type { Mode } from '@/lib/auth/mode'
import { TestBand } from '../shell/test-band'
import { classNames } from '../ui/class-names'
import { LogoMark } from '../ui/logo'
import { ThemeMenu } from '../ui/theme-menu'

type BuyerFrameProps = { mode: Mode; summary: ReactNode; isDone: boolean; children: ReactNode }

/** The buyer's page: the summary, and beside it what there is to do. On a small screen the news comes first. */
export function BuyerFrame({ mode, summary, isDone, children }: BuyerFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      {mode === 'test' && <TestBand>nothing is charged</TestBand>}
      <main className="mx-auto grid w-full max-w-4xl flex-1 content-start gap-8 px-4 py-8 sm:px-6 md:grid-cols-2 md:gap-14 md:py-16">
        {summary}
        <div
          className={classNames(
            'min-w-0 rounded-xl border bg-surface p-4 shadow-card sm:p-6 md:self-start',
            isDone && 'order-first md:order-none',
          )}
        >
          {children}
        </div>
      </main>
      <BuyerFooter />
    </div>
  )
}

export function BuyerFooter() {
  return (
    <footer className="mx-auto flex w-full max-w-4xl items-center justify-between px-4 py-4 text-[0.8125rem] text-muted-foreground sm:px-6">
      <span className="flex items-center gap-2">
        <LogoMark className="size-4" />
        Powered by Counterfoil
      </span>
      <ThemeMenu />
    </footer>
  )
}

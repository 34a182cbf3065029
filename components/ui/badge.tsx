import type { ReactNode } from 'react'
import { classNames } from './class-names'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

const TONES: Record<Tone, string> = {
  neutral: 'bg-muted text-muted-foreground',
  accent: 'bg-accent-soft text-accent-text',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center whitespace-nowrap rounded-md px-1.5 py-0.5 font-medium text-xs',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}

/** The mode of a record on its own page, where the dashboard is in the other one: its band and switch tell its own. */
export function ModeBadge({ mode }: { mode: 'test' | 'live' }) {
  return mode === 'test' ? (
    <span className="inline-flex [[data-mode=test]_&]:hidden">
      <Badge tone="warning">Test mode</Badge>
    </span>
  ) : (
    <span className="inline-flex [[data-mode=live]_&]:hidden">
      <Badge tone="success">Live mode</Badge>
    </span>
  )
}

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

/** The mode of a record on its own page, where the dashboard may be in the other one. */
export function ModeBadge({ mode }: { mode: 'test' | 'live' }) {
  return (
    <Badge tone={mode === 'test' ? 'warning' : 'success'}>
      {mode === 'test' ? 'Test mode' : 'Live mode'}
    </Badge>
  )
}

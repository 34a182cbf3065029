import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

const KINDS = {
  info: { style: 'bg-accent-soft text-accent-text', Icon: Info },
  success: { style: 'bg-success-soft text-success', Icon: CircleCheck },
  warning: { style: 'bg-warning-soft text-warning', Icon: TriangleAlert },
  danger: { style: 'bg-danger-soft text-danger', Icon: CircleAlert },
}

type NoticeProps = {
  kind?: keyof typeof KINDS
  title?: string
  /** `alert` for what just happened: it is announced at once. */
  role?: 'alert' | 'status'
  /** Takes the focus, for a notice that replaces a focused form. */
  takesFocus?: boolean
  className?: string
  children?: ReactNode
}

export function Notice({ kind = 'info', title, role, takesFocus, className, children }: NoticeProps) {
  const { style, Icon } = KINDS[kind]
  return (
    <div
      role={role}
      {...(takesFocus ? { ref: takeFocus, tabIndex: -1 } : {})}
      className={classNames('flex gap-2.5 rounded-lg px-3.5 py-3', style, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={classNames(title && 'mt-0.5')}>{children}</div>}
      </div>
    </div>
  )
}

/** A ref that focuses an element which replaces the focused one. The element needs a `tabIndex`. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

type EmptyStateProps = {
  Icon: LucideIcon
  title: ReactNode
  children: ReactNode
  action?: ReactNode
  /** Another way, below the action. */
  more?: ReactNode
}

/** An empty list: what belongs here, and the next step. */
export function EmptyState({ Icon, title, children, action, more }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-5 pt-8 pb-10 text-center">
      <Icon aria-hidden className="size-6 text-muted-foreground" />
      <div className="mt-3 font-medium">{title}</div>
      <div className="mt-1 w-full max-w-2xl text-balance text-muted-foreground">{children}</div>
      {action && <div className="mt-4">{action}</div>}
      {more && <div className="mt-5 w-full max-w-2xl">{more}</div>}
    </div>
  )
}

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { takeFocus } from './take-focus'

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
  /** For what stands where a form stood, which had the focus. */
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

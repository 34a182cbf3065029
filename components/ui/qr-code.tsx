import { useMemo } from 'react'
import { qrCode } from '@/lib/documents/qr-code'
import { classNames } from './class-names'

const QUIET_MODULES = 4

type QrCodeProps = { text: string; label: string; className?: string }

/** Dark on white in both themes, as cameras need it. Load it after the first paint: it is heavy. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { path, size } = useMemo(() => qrCode(text, QUIET_MODULES), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classNames('rounded-lg border bg-white', className)}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

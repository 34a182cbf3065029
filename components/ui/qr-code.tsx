import { useMemo } from 'react'
import { encode } from 'uqr'
import { classNames } from './class-names'

type QrCodeProps = { text: string; label: string; className?: string }

/** Dark on white in either theme, with the quiet zone around it: what cameras read. Load it after first paint. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 4 })
    const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    return { path: modules.join(''), size }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classNames('rounded-lg border bg-white', className)}
    >
      <path d={path} fill="#000000" />
    </svg>
  )
}

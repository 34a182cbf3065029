import { QrCode } from 'lucide-react'
import { encode } from 'uqr'
import type { PayTexts } from './texts/pay-texts'

/** Scanners want this many empty modules around a code. */
const QUIET_MODULES = 4

/** For somebody at a desk whose card lives in the phone: the page's address to be scanned. */
export function PhoneCode({ address, texts }: { address: string; texts: PayTexts['onPhone'] }) {
  const { data, size } = encode(address, { border: QUIET_MODULES })
  // One path of one-by-one squares: a few kilobytes less than an element for each.
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <details className="group hidden md:block">
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1.5 font-medium text-accent-text underline-offset-2 hover:underline">
        <QrCode aria-hidden className="size-4" />
        {texts.title}
      </summary>
      <div className="mt-2 w-48">
        <svg
          role="img"
          aria-label={texts.picture}
          viewBox={`0 0 ${size} ${size}`}
          shapeRendering="crispEdges"
          className="size-48 rounded-lg bg-white ring-1 ring-border"
        >
          <path d={squares.join('')} fill="#000" />
        </svg>
        <p className="mt-2 text-[0.8125rem] text-muted-foreground">{texts.hint}</p>
      </div>
    </details>
  )
}

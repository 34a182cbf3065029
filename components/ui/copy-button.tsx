'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ButtonStyle, buttonStyle } from './button'
import { classNames } from './class-names'

const CONFIRMATION_MS = 2000

type CopyButtonProps = {
  text: string
  /** Names the copied value in the button's label: "Copy API key". */
  what: string
  /** Shows this label beside the icon, or "Copy" if true. */
  withLabel?: boolean | string
  variant?: ButtonStyle['variant']
  className?: string
}

export function CopyButton({ text, what, withLabel, variant = 'ghost', className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => setOutcome((await writeToClipboard(text)) ? 'copied' : 'failed')
  const Icon = outcome === 'copied' ? Check : Copy
  const label = typeof withLabel === 'string' ? withLabel : 'Copy'
  const word = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Press Ctrl+C' : label
  return (
    <>
      <button
        type="button"
        data-copies=""
        onClick={copy}
        aria-label={`Copy ${what}`}
        className={classNames(
          buttonStyle({ variant, size: withLabel ? 'medium' : 'icon' }),
          !withLabel && 'size-7 rounded-md',
          className,
        )}
      >
        <Icon aria-hidden className={classNames('size-4', outcome === 'copied' && 'text-success')} />
        {withLabel && <span aria-hidden>{word}</span>}
      </button>
      <span role="status" className="sr-only">
        {outcome === 'copied' ? `Copied ${what}` : outcome === 'failed' ? `Could not copy ${what}` : ''}
      </span>
    </>
  )
}

/** An ID with a button that copies it. */
export function CopyableId({ id, what }: { id: string; what: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="wrap-anywhere font-mono text-xs tracking-tight">{id}</span>
      <CopyButton text={id} what={what} className="-my-1.5" />
    </span>
  )
}

/** An ID in little room: its end, which tells it from others, with the whole on hover and in the clipboard. */
export function ShortId({ id, what }: { id: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span title={id} className="font-mono text-[0.8125rem] text-muted-foreground">
        …{id.slice(-8)}
      </span>
      <CopyButton text={id} what={what} className="-my-1.5" />
    </span>
  )
}

/** Browsers deny the clipboard to pages loaded over plain HTTP from another machine. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

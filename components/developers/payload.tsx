import { useId } from 'react'
import { classNames } from '../ui/class-names'
import { CopyButton } from '../ui/copy-button'
import { indentJson } from './curl-command'

type PayloadProps = {
  title: string
  /** The text to copy, byte for byte. */
  text: string
  /** Shows the text exactly as it is copied; otherwise JSON is indented. */
  isExact?: boolean
  /** Keeps line breaks and scrolls sideways. */
  isCode?: boolean
  note?: string
}

/** The full text of a request or an answer. Long texts scroll in their own region. */
export function Payload({ title, text, isExact, isCode, note }: PayloadProps) {
  const id = useId()
  const displayText = isExact ? text : indentJson(text)
  // Indented JSON keeps its line breaks.
  const keepsLines = isCode || displayText !== text
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 id={id} className="font-medium text-[0.8125rem]">
          {title}
        </h3>
        {text && <CopyButton text={text} what={title.toLowerCase()} />}
      </div>
      {text ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          className={classNames(
            'mt-1 max-h-96 overflow-auto rounded-lg border bg-muted/60 px-3.5 py-3 font-mono text-[0.8125rem] leading-5',
            keepsLines ? 'whitespace-pre' : 'whitespace-pre-wrap break-all',
          )}
        >
          {displayText}
        </pre>
      ) : (
        <p className="mt-1 text-[0.8125rem] text-muted-foreground">Empty</p>
      )}
      {note && <p className="mt-1.5 text-[0.8125rem] text-muted-foreground">{note}</p>}
    </section>
  )
}

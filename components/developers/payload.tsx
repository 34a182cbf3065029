import { useId } from 'react'
import { classNames } from '../ui/class-names'
import { CopyButton } from '../ui/copy-button'
import { indentJson } from './curl-command'

type PayloadProps = {
  title: string
  /** What is copied: to the byte as it is. */
  text: string
  /** It is shown as it is copied; otherwise JSON is indented for reading. */
  isExact?: boolean
  /** Its lines are kept, and scroll sideways. */
  isCode?: boolean
  note?: string
}

/** A text of a request or an answer, shown whole; long ones scroll in a window of their own. */
export function Payload({ title, text, isExact, isCode, note }: PayloadProps) {
  const id = useId()
  const shown = isExact ? text : indentJson(text)
  // Lines that were made for reading are not broken again.
  const keepsLines = isCode || shown !== text
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
          tabIndex={0}
          className={classNames(
            'mt-1 max-h-96 overflow-auto rounded-lg border bg-muted/60 px-3.5 py-3 font-mono text-[0.8125rem] leading-5',
            keepsLines ? 'whitespace-pre' : 'whitespace-pre-wrap break-all',
          )}
        >
          {shown}
        </pre>
      ) : (
        <p className="mt-1 text-[0.8125rem] text-muted-foreground">Empty</p>
      )}
      {note && <p className="mt-1.5 text-[0.8125rem] text-muted-foreground">{note}</p>}
    </section>
  )
}

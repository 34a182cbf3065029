import { useId } from 'react'
import { CopyButton } from '../ui/copy-button'
import { indentJson } from './indent-json'

type PayloadProps = {
  title: string
  /** What is copied: to the byte as it is. */
  text: string
  /** It is shown as it is copied; otherwise JSON is indented for reading. */
  isExact?: boolean
  note?: string
}

/** A text of a request or an answer, shown whole; long ones scroll in a window of their own. */
export function Payload({ title, text, isExact, note }: PayloadProps) {
  const id = useId()
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
          className="mt-1 max-h-96 overflow-auto whitespace-pre-wrap break-all rounded-lg border bg-muted/60 px-3.5 py-3 font-mono text-[0.8125rem] leading-5"
        >
          {isExact ? text : indentJson(text)}
        </pre>
      ) : (
        <p className="mt-1 text-[0.8125rem] text-muted-foreground">Empty.</p>
      )}
      {note && <p className="mt-1.5 text-[0.8125rem] text-muted-foreground">{note}</p>}
    </section>
  )
}

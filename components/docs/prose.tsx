import { Children, Fragment, type ReactNode } from 'react'
import { classNames } from '../ui/class-names'

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="break-words rounded bg-muted px-1 py-0.5 font-mono text-[0.8125em] text-foreground">
      {children}
    </code>
  )
}

/** Text with code between backticks. */
export function InlineText({ text }: { text: string }) {
  // The parts at odd places stood between two backticks; a text's parts never change places.
  return text.split('`').map((part, index) => {
    const key = `${index}:${part}`
    return index % 2 === 1 ? <Code key={key}>{part}</Code> : <Fragment key={key}>{part}</Fragment>
  })
}

function withCode(children: ReactNode): ReactNode {
  return Children.map(children, (child) => (typeof child === 'string' ? <InlineText text={child} /> : child))
}

export function Paragraph({ children, className }: { children: ReactNode; className?: string }) {
  return <p className={classNames('max-w-[70ch]', className)}>{withCode(children)}</p>
}

/** A list of sentences, `ordered` where their order says something. */
export function List({ items, ordered = false }: { items: readonly ReactNode[]; ordered?: boolean }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag className={classNames('max-w-[70ch] space-y-1.5 pl-5', ordered ? 'list-decimal' : 'list-disc')}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of a page never change places.
        <li key={index} className="pl-1 marker:text-muted-foreground">
          {withCode(item)}
        </li>
      ))}
    </Tag>
  )
}

export function SubHeading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h3 id={id} className="scroll-mt-6 pt-2 font-semibold text-base">
      {withCode(children)}
    </h3>
  )
}

export const LINK_STYLE = 'font-medium text-accent-text underline underline-offset-2'

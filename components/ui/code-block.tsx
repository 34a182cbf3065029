import { CopyButton } from './copy-button'

/** Code on several lines, with a button that copies all of it. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className="relative rounded-lg border bg-muted/60">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
        tabIndex={0}
        className="overflow-x-auto rounded-lg py-3 pr-12 pl-3.5 font-mono text-[0.8125rem] leading-5"
      >
        <code>{code}</code>
      </pre>
      <CopyButton text={code} what={what} className="absolute top-2 right-2 bg-surface" />
    </div>
  )
}

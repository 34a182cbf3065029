import { CopyButton } from './copy-button'

/** Code on several lines, with a button that copies all of it. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className="flex items-start rounded-lg border bg-muted/60">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto rounded-lg py-3 pl-3.5 font-mono text-[0.8125rem] leading-5"
      >
        <code>{code}</code>
      </pre>
      <CopyButton text={code} what={what} className="m-1" />
    </div>
  )
}

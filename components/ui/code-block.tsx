import { CopyButton } from './copy-button'

type CodeBlockProps = {
  code: string
  what: string
  /** The same code with its colours. */
  children?: React.ReactNode
}

/** Multi-line code with a copy button. */
export function CodeBlock({ code, what, children = code }: CodeBlockProps) {
  return (
    <div className="flex items-start rounded-lg border bg-muted/60">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto rounded-lg py-3 pl-3.5 font-mono text-[0.8125rem] leading-5"
      >
        <code>{children}</code>
      </pre>
      <CopyButton text={code} what={what} className="m-1" />
    </div>
  )
}

/** The command that does the same from the vendor's own code, behind a click. */
export function FromCode({ command }: { command: string }) {
  return (
    <details>
      <summary className="mx-auto w-fit cursor-pointer text-[0.8125rem] text-muted-foreground hover:text-foreground">
        From your code
      </summary>
      <div className="mt-3 text-left">
        <CodeBlock code={command} what="the command" />
      </div>
    </details>
  )
}

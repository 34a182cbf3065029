/** On top of every page that shows test mode, so that nobody takes it for the real thing. */
export function TestBand({ children }: { children: string }) {
  return (
    <section
      aria-label="Mode"
      data-testid="test-band"
      className="sticky top-0 z-40 flex min-h-8 items-center justify-center gap-2 bg-test-band px-4 py-1 text-center text-[0.8125rem] text-test-band-foreground"
    >
      <p>
        <strong className="font-semibold">Test mode</strong>
        <span aria-hidden> · </span>
        {children}
      </p>
    </section>
  )
}

/** At the top of every page of test mode and of a rehearsal, so that nobody mistakes them for live mode. */
export function NoMoneyBand({ title }: { title: string }) {
  return (
    <section
      aria-label="Mode"
      data-testid="test-band"
      className="tall:static sticky top-0 z-40 flex h-8 items-center justify-center gap-2 whitespace-nowrap bg-test-band px-4 text-center text-[0.8125rem] text-test-band-foreground"
    >
      <p>
        <strong className="font-semibold">{title}</strong>
        <span aria-hidden> · </span>
        no real money moves
      </p>
    </section>
  )
}

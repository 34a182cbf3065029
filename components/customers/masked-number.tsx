/** A bank account number, reduced to its last four digits. */
export function MaskedNumber({ last4 }: { last4: string }) {
  return (
    <span className="tabular whitespace-nowrap font-mono text-[0.8125rem]">
      <span aria-hidden>•••• </span>
      <span className="sr-only">ending in </span>
      {last4}
    </span>
  )
}

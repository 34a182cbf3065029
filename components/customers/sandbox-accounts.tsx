const ACCOUNTS = [
  { number: '123456789012', outcome: 'Delivered at once' },
  { number: '000777777771', outcome: 'Processing for a while, then delivered' },
  { number: '000666666661', outcome: 'Delivered, then returned by the bank' },
  { number: '000111111116', outcome: 'Refused: there is no such account' },
  { number: '000111111113', outcome: 'Refused: the account is closed' },
  { number: '000222222227', outcome: 'Refused: the provider is short of funds' },
  { number: '000444444440', outcome: 'Made, but the answer gets lost' },
  { number: '000555555559', outcome: 'Lost on the way: never made' },
]

/** The account numbers of test mode and what a payout to each does; a click puts one into the form. */
export function SandboxAccounts({ onChoose }: { onChoose: (number: string) => void }) {
  return (
    <details className="border-t px-4 py-3 sm:px-5">
      <summary className="cursor-pointer rounded font-medium text-[0.8125rem]">Test account numbers</summary>
      <p className="mt-1 text-[0.8125rem] text-muted-foreground">
        What becomes of a payout to each. Any other number is delivered at once. Click one to use it.
      </p>
      <ul className="-mx-2 mt-2">
        {ACCOUNTS.map(({ number, outcome }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => onChoose(number)}
              className="flex w-full flex-wrap items-center justify-between gap-x-3 rounded-md px-2 py-1.5 text-left text-[0.8125rem] hover:bg-muted"
            >
              <span className="tabular font-mono text-xs leading-5">{number}</span>
              <span className="text-muted-foreground">{outcome}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

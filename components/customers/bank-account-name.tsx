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

type AccountName = { bankName: string; last4: string }

/** A bank account in a cell of a table, where a long name of the bank is cut off. */
export function BankAccountName({ bankName, last4 }: AccountName) {
  return (
    <span className="flex gap-2">
      <span className="truncate">{bankName}</span>
      <MaskedNumber last4={last4} />
    </span>
  )
}

/** A bank account on a page about one payout, with its holder. */
export function BankAccountDetails({
  account,
}: {
  account: AccountName & { holder: string; category: string }
}) {
  return (
    <>
      {account.bankName} <MaskedNumber last4={account.last4} />
      <span className="block text-[0.8125rem] text-muted-foreground">
        {account.holder}, {account.category}
      </span>
    </>
  )
}

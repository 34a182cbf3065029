type OperatorCommand = {
  name: string
  required: readonly string[]
  optional: readonly string[]
  text: string
}

/** Commands that an operator can run beside the service. */
export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'vendor create',
    required: ['email', 'password', 'name'],
    optional: [],
    text: 'Creates a vendor with its two accounts. Answers `vendor_id`.',
  },
  {
    name: 'vendor list',
    required: [],
    optional: [],
    text: 'All vendors with their terms, and whether they are banned.',
  },
  {
    name: 'vendor ban',
    required: ['vendor'],
    optional: ['reason'],
    text: 'Shuts the vendor out of everything but reading, and closes its payment links.',
  },
  { name: 'vendor unban', required: ['vendor'], optional: [], text: 'Lets it in again.' },
  {
    name: 'vendor grant-operator',
    required: ['vendor'],
    optional: [],
    text: 'Shows the vendor the operator’s pages in its dashboard: all vendors, the ledger check, the reconciliation and the health of queue and workers.',
  },
  {
    name: 'vendor revoke-operator',
    required: ['vendor'],
    optional: [],
    text: 'Hides them from it again.',
  },
  {
    name: 'vendor sign-out',
    required: ['vendor'],
    optional: [],
    text: 'Ends every session of the vendor: each is out at its next request. Answers `sessions_ended`.',
  },
  {
    name: 'vendor disable-totp',
    required: ['vendor'],
    optional: [],
    text: 'Switches two-step sign-in off, for a vendor who has lost both the phone and the recovery codes. Make sure of who is asking.',
  },
  {
    name: 'vendor set',
    required: ['vendor'],
    optional: ['payout-limit', 'fee-percent', 'fee-fixed'],
    text: 'Sets the limit of one payout (dollars), and the fee on invoices that are made from now on (percent, dollars).',
  },
  {
    name: 'key create',
    required: ['vendor', 'mode'],
    optional: ['name', 'expires-in'],
    text: 'Creates an API key and shows it once. `--mode` is `test` or `live`, `--expires-in` a time like `90d`, `12h`, `15m`, `30s`. Answers `key_id` and `key`.',
  },
  {
    name: 'key revoke',
    required: ['key-id'],
    optional: [],
    text: 'Ends a key at once.',
  },
  {
    name: 'wallet show',
    required: ['vendor', 'mode'],
    optional: [],
    text: 'What is available in each currency, and what is held for payouts that are not settled.',
  },
  {
    name: 'wallet credit',
    required: ['vendor', 'mode', 'amount', 'currency'],
    optional: ['reason'],
    text: 'Puts money into a wallet, as an entry of the ledger. Answers the wallet as `wallet show` does.',
  },
  {
    name: 'invoice mark-paid',
    required: ['invoice'],
    optional: [],
    text: 'Marks a test invoice as paid, with all that follows from it. An error for one that is paid.',
  },
  {
    name: 'invoice sweep-overdue',
    required: [],
    optional: ['as-of'],
    text: 'Moves overdue invoices to `Unpaid` now; the worker does so every minute. `--as-of` is the day that counts as today. Answers `changed`.',
  },
  {
    name: 'payout reconcile',
    required: [],
    optional: [],
    text: 'Asks the provider about every payout that is not settled, and about delivered ones that are still watched. Answers `settled` and `pending`.',
  },
  {
    name: 'ledger verify',
    required: [],
    optional: [],
    text: 'Adds the whole ledger up and compares it with every balance, invoice and payout. Answers `ok`, `transactions` and `entries`; exit code 1 where anything is off.',
  },
  {
    name: 'ledger reconcile',
    required: ['date'],
    optional: ['mode'],
    text: 'Compares what the providers have of a day (`YYYY-MM-DD`, UTC) with our own books: payments, refunds and payouts, with their ledger entries. `--mode` is `live` unless it says `test`. Answers `matched`, `totals`, `differences` and `in_flight`, which is not settled yet; exit code 1 where anything differs or a provider can’t be asked. It changes nothing.',
  },
  {
    name: 'mail list',
    required: [],
    optional: ['to', 'limit'],
    text: 'All mail, the latest first, with what became of it. `--to` is one address, `--limit` 50 where it is not given and 1000 at most.',
  },
  {
    name: 'mail show',
    required: ['id'],
    optional: [],
    text: 'One mail with its text, for a vendor who can’t get at a link that was mailed: to set a password, for one.',
  },
  {
    name: 'mail remind',
    required: [],
    optional: ['as-of'],
    text: 'Sends the reminders of the day now; the worker does so every hour. `--as-of` is the day that counts as today. Answers `made`.',
  },
  {
    name: 'mail check',
    required: [],
    optional: [],
    text: 'Signs in at the mail server of the settings, and sends nothing. Answers `configured` and `answers`; exit code 1 where the server does not let us in.',
  },
  {
    name: 'providers check',
    required: [],
    optional: [],
    text: 'Asks every provider that is configured whether it answers and takes our keys, by a read that changes nothing: Stripe for the balance, Airwallex for a login and its latest transfers. Answers one object a provider, with `configured`, the names of the `settings` that are set, `answers`, `real_money` (whether it moves any for these keys, where it says so) and `problem`; exit code 1 where one that is configured does not answer.',
  },
]

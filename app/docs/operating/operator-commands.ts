type OperatorCommand = {
  name: string
  required: readonly string[]
  optional: readonly string[]
  text: string
}

/** What an operator can do beside the running service. */
export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'vendor create',
    required: ['email', 'password', 'name'],
    optional: [],
    text: 'Makes a vendor with its two accounts. Answers `vendor_id`.',
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
    name: 'vendor set',
    required: ['vendor'],
    optional: ['payout-limit', 'fee-percent', 'fee-fixed'],
    text: 'Sets the limit of one payout (dollars), and the fee on invoices that are made from now on (percent, dollars).',
  },
  {
    name: 'key create',
    required: ['vendor', 'mode'],
    optional: ['name', 'expires-in'],
    text: 'Makes an API key and shows it, once. `--mode` is `test` or `live`, `--expires-in` a time like `90d`, `12h`, `15m`, `30s`. Answers `key_id` and `key`.',
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
    text: 'Makes overdue invoices `Unpaid` now; the worker does so every minute. `--as-of` is the day that counts as today. Answers `changed`.',
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
]

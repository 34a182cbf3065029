/** Its flags, each with a value; those required are present and not empty. */
export type OperatorCommand = { required: readonly string[]; optional: readonly string[]; text: string }

/** The operator's commands. `bin/admin` runs them, and the docs print their texts. */
export const OPERATOR_COMMANDS = {
  'vendor create': {
    required: ['email', 'password', 'name'],
    optional: [],
    text: 'Creates a vendor with a test and a live account. Prints `vendor_id`.',
  },
  'vendor invite': {
    required: ['email'],
    optional: ['locale'],
    text: 'Emails a link that creates an account for this address, and prints it as `link`. It works once and for 7 days; another invitation replaces it. `--locale` is the language of the email: `en`, `de`, `fr`, `es` or `ar`.',
  },
  'vendor list': {
    required: [],
    optional: [],
    text: 'Lists all vendors with their terms, and whether they are banned.',
  },
  'vendor ban': {
    required: ['vendor'],
    optional: ['reason'],
    text: 'Bans a vendor: it can still read its data, but nothing else, and its payment links are closed.',
  },
  'vendor unban': {
    required: ['vendor'],
    optional: [],
    text: 'Lifts the ban.',
  },
  'vendor approve-live': {
    required: ['vendor'],
    optional: [],
    text: 'Approves the vendor’s live mode, once its email is confirmed and two-step sign-in is on. Until then it has no live keys, payments or payouts.',
  },
  'vendor suspend-live': {
    required: ['vendor'],
    optional: [],
    text: 'Turns live mode off: live keys are refused, invoices can’t be paid and nothing is paid out. What is under way is still settled.',
  },
  'vendor grant-operator': {
    required: ['vendor'],
    optional: [],
    text: 'Adds the operator’s pages to the vendor’s dashboard: vendors, ledger check, reconciliation and health. They open once the vendor has turned on two-step sign-in.',
  },
  'vendor revoke-operator': {
    required: ['vendor'],
    optional: [],
    text: 'Removes the operator’s pages again.',
  },
  'vendor sign-out': {
    required: ['vendor'],
    optional: [],
    text: 'Signs all members of the vendor out everywhere, each session at its next request. Prints `sessions_ended`.',
  },
  'vendor disable-totp': {
    required: ['vendor'],
    optional: [],
    text: 'Turns two-step sign-in off for a vendor’s owner who has lost both phone and recovery codes. Verify who is asking first.',
  },
  'vendor set': {
    required: ['vendor'],
    optional: ['payout-limit', 'daily-limit', 'fee-percent', 'fee-fixed', 'fee-on-refund', 'hold-days'],
    text: 'Sets the limits per payout and per UTC day (dollars; by default a day’s is five times a payout’s), the fee on new invoices (percent and dollars), whether a refund of them lets you `keep` the fee, as by default, or gives it back (`return`), and how many days the money of a paid invoice is on hold in live mode.',
  },
  'key create': {
    required: ['vendor', 'mode'],
    optional: ['name', 'expires-in', 'scopes', 'addresses'],
    text: 'Creates an API key and shows it once. `--mode` is `test` or `live`; `--expires-in` is a duration such as `90d`, `12h`, `15m` or `30s`. `--scopes` are some of `read,invoices,payouts,webhooks`, all by default; `--addresses` are the IP addresses and CIDR blocks that may use the key. Prints `key_id` and `key`.',
  },
  'key revoke': {
    required: ['key-id'],
    optional: [],
    text: 'Revokes a key at once.',
  },
  'webhook-endpoint create': {
    required: ['vendor', 'mode', 'url'],
    optional: ['event-types', 'description'],
    text: 'Adds a webhook endpoint and shows its secret once. `--event-types` are the types that it gets, separated by commas; all by default. Prints `webhook_endpoint_id` and `secret`.',
  },
  'webhook-endpoint rotate-secret': {
    required: ['vendor', 'mode', 'webhook-endpoint-id'],
    optional: ['overlap-hours'],
    text: 'Gives a webhook endpoint a new secret and shows it once. The old one signs too for `--overlap-hours`, 24 by default; 0 if it has leaked. Prints `webhook_endpoint_id` and `secret`.',
  },
  'wallet show': {
    required: ['vendor', 'mode'],
    optional: [],
    text: 'Shows the available balance in each currency, and the amount held for payouts in progress.',
  },
  'wallet credit': {
    required: ['vendor', 'mode', 'amount', 'currency'],
    optional: ['reason'],
    text: 'Adds money to a wallet with a ledger entry. Prints the wallet as `wallet show` does.',
  },
  'invoice mark-paid': {
    required: ['invoice'],
    optional: [],
    text: 'Marks a test invoice as paid, as if the buyer had paid. Fails if it is paid already.',
  },
  'invoice sweep-overdue': {
    required: [],
    optional: ['as-of'],
    text: 'Moves overdue invoices to `Unpaid` now; the worker does this every minute. `--as-of` is the day to use as today. Prints `changed`.',
  },
  'payout settle-unknown': {
    required: ['payout', 'reason'],
    optional: ['transfer'],
    text: 'Ends a payout in progress that the provider has no record of and that is too old to be sent again, after you looked it up at the provider yourself. With `--transfer`, the provider’s id of its transfer, the provider is asked about that, and its answer is booked. Without, you say that no transfer was made: the money goes back to the vendor. `--reason` says what you saw, for the audit log.',
  },
  'payout reconcile': {
    required: [],
    optional: [],
    text: 'Asks the provider about every payout in progress, and about delivered ones that may still be returned. Prints `settled` and `pending`.',
  },
  'ledger verify': {
    required: [],
    optional: [],
    text: 'Adds up the whole ledger, compares it with every balance, invoice and payout, and with its seals: it names each row that was changed, removed or inserted in the database. It compares the seals with this machine’s anchor too. Prints `ok`, `transactions` and `entries`; exits with code 1 if anything differs.',
  },
  'ledger reconcile': {
    required: ['date'],
    optional: ['mode'],
    text: 'Compares the providers’ records of a day (`YYYY-MM-DD`, UTC) with the ledger: payments, refunds, disputes and payouts. `--mode` defaults to `live`. Prints `matched`, `totals`, `differences` and `in_flight` (not settled yet); exits with code 1 if anything differs or a provider can’t be reached. It changes nothing.',
  },
  'ledger export': {
    required: ['format'],
    optional: ['mode', 'vendor'],
    text: 'Prints the ledger as a plain-text accounting journal, of one vendor or all. `--format` is `hledger`, which Ledger reads too; `--mode` defaults to `live`. Not with `--json`. It changes nothing.',
  },
  'audit list': {
    required: [],
    optional: ['vendor', 'limit'],
    text: 'Lists what operators did, on pages and by command, latest first: `action`, `operator` (who), `vendor_id` (null for the whole instance), `detail`, `address`. `--limit` is 1 to 1000 and defaults to 50.',
  },
  'audit verify': {
    required: [],
    optional: [],
    text: 'Compares the audit log with its seals, and names each event that was changed, removed or inserted in the database since. It compares the seals with this machine’s anchor too. Prints `ok`, `events` and `anchored_seal` (the last seal that the anchor knows; null without an anchor); exits with code 1 if anything differs.',
  },
  'seals anchor': {
    required: ['reason'],
    optional: [],
    text: 'Has the anchor of this machine name the last seals of the database, whatever it named before. Run it after an earlier state of the database was put back on purpose; until then the service seals nothing. The audit log records it with the reason. Then verifies ledger and audit log for the health page. Prints for each `stream` the number of the last seal by the anchor `before`, and the `seal` now. Refuses if the record of the last seals was removed or forged.',
  },
  'mail list': {
    required: [],
    optional: ['to', 'limit'],
    text: 'Lists all mail with its delivery status, latest first. `--to` is a recipient’s address; `--limit` is 1 to 1000 and defaults to 50.',
  },
  'mail show': {
    required: ['id'],
    optional: [],
    text: 'Shows one mail with its text, for example when a vendor did not receive the link to reset a password.',
  },
  'mail remind': {
    required: [],
    optional: ['as-of'],
    text: 'Sends today’s reminders now; the worker does this every hour. `--as-of` is the day to use as today. Prints `made`.',
  },
  'mail check': {
    required: [],
    optional: [],
    text: 'Signs in to the mail server without sending anything. Prints `configured` and `answers`; exits with code 1 if the server refuses.',
  },
  'secret-key rotate': {
    required: [],
    optional: [],
    text: 'Replaces the secret key in `DATA_DIR/secret.key`, or takes `SECRET_KEY` as the new one, and encrypts everything stored with it while the service runs. The earlier key stays for what it has hashed, such as API keys. If it is interrupted, run it again. Prints `key_id`, `earlier_key_ids` and `reencrypted`.',
  },
  'secret-key show': {
    required: [],
    optional: [],
    text: 'Shows the ids of the keys, never the keys, and how many values are `waiting` to be encrypted with the current one.',
  },
  'backup create': {
    required: ['to'],
    optional: ['key-file', 'keep'],
    text: 'Backs up the embedded database with the secret key, encrypted, while the service runs. `--to` is a file, or a folder that gets a file named after the time. With `--keep 14`, only the latest 14 backups stay in that folder. Prints `file`, `bytes` and `created_at`.',
  },
  'backup verify': {
    required: ['from'],
    optional: ['key-file'],
    text: 'Reads a backup to its end, which proves that it is whole and unchanged. Needs no service.',
  },
  'backup record': {
    required: [],
    optional: [],
    text: 'Says that the server of `DATABASE_URL` was backed up just now, by its own means: run it at the end of the script that does. The metric `counterfoil_backup_timestamp_seconds` shows it. Prints `backed_up_at`.',
  },
  'backup restore': {
    required: ['from'],
    optional: ['to', 'until', 'log', 'key-file'],
    text: 'Restores a backup into an empty data folder (`DATA_DIR`, or `--to`) and verifies the ledger. The restored folder gets an anchor of its own, at the restored `seals`. With an archived log (`WAL_ARCHIVE_DIR`, or `--log`), `--until` goes on to a time such as `2026-01-31T12:00:00Z`, or to `latest`. Needs no service.',
  },
  'reporting grant': {
    required: ['role'],
    optional: [],
    text: 'Lets a role of PostgreSQL read the views of the schema `reporting`, of all vendors, and nothing else. A role that doesn’t exist is created. With a `DATABASE_URL`, set `DATABASE_OWNER_URL` too. Prints `role`, `created`, and for a new role the `url` with its password, once.',
  },
  'reporting revoke': {
    required: ['role'],
    optional: [],
    text: 'Takes these rights back. A role that `reporting grant` created is `removed`.',
  },
  'money show': {
    required: [],
    optional: [],
    text: 'Says whose money the live providers hold: one object for each provider and currency, with the `lines` of the books, their sum as `books`, what the provider says is `available` and `pending`, and the `difference`; then `places` (the bank and what is on its way), `owners` (what vendors own and owe, and what you earn), `debtors` (the vendors that owe most) and `missing`. Exits with code 1 if wallets promise more than the providers hold, or a provider doesn’t answer.',
  },
  'money move': {
    required: ['from', 'to', 'amount', 'currency'],
    optional: ['note'],
    text: 'Records that you moved your own money to a provider or between two of them: `--from` and `--to` are `bank` or the name of a live provider, such as `stripe`. It moves nothing. Payouts from Stripe to your bank are recorded automatically. Prints `movement_id`.',
  },
  'money undo': {
    required: ['id'],
    optional: [],
    text: 'Takes a movement that `money move` recorded back, by one the other way. Prints `movement_id`.',
  },
  'providers rules': {
    required: [],
    optional: [],
    text: 'Says which provider takes live payments and makes live payouts, in the order in which the rules of `PAYMENT_RULES` and `PAYOUT_RULES` are tried: `kind`, `provider`, `title` with the networks that a rule names, and `when`.',
  },
  'providers check': {
    required: [],
    optional: [],
    text: 'Checks that every configured provider answers and accepts our keys. At Stripe it also checks that the key may read what the service reads, and that a webhook endpoint sends the events that the service needs to `PUBLIC_URL/api/providers/stripe`, in its API version; at Airwallex it reads the latest transfers. It changes nothing. Prints one object for each provider: `configured`, the names of the `settings` that are set, `answers`, `real_money` (whether these keys move real money, if the provider says so), `missing` (what the account still lacks) and `problem`. Exits with code 1 if a configured provider does not answer or something is missing.',
  },
} as const satisfies Record<string, OperatorCommand>

export type CommandName = keyof typeof OPERATOR_COMMANDS

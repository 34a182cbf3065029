-- What analysts read: views in a schema of their own, for roles that may read nothing else (lib/db/reporting-role.ts).
-- They run with the rights of their owner. The comments are the documentation: /docs/reporting prints them.

CREATE SCHEMA reporting;

-- Decimals by ISO 4217. A test compares every currency with lib/money/currencies.ts.
CREATE FUNCTION reporting.major(amount_minor bigint, currency text) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE
    WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
                      'XAF', 'XOF', 'XPF') THEN amount_minor::numeric
    WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN round(amount_minor::numeric / 1000, 3)
    WHEN currency IN ('CLF', 'UYW') THEN round(amount_minor::numeric / 10000, 4)
    ELSE round(amount_minor::numeric / 100, 2)
  END
$$;

CREATE VIEW reporting.invoices AS
SELECT account.vendor_id,
       account.mode::text AS mode,
       invoice.id AS invoice_id,
       invoice.number,
       invoice.reference,
       invoice.customer_id,
       customer.external_id AS customer_external_id,
       CASE invoice.status
         WHEN 'CREATED' THEN 'Invoice Created'
         WHEN 'PAID' THEN 'Paid'
         WHEN 'UNPAID' THEN 'Unpaid'
         WHEN 'FAILED' THEN 'Failed'
         WHEN 'VOIDED' THEN 'Voided'
       END AS status,
       invoice.currency::text AS currency,
       reporting.major(invoice.total_minor, invoice.currency::text) AS amount,
       invoice.total_minor AS amount_minor,
       reporting.major(invoice.base_amount_minor, invoice.currency::text) AS base_amount,
       invoice.base_amount_minor,
       reporting.major(invoice.fee_amount_minor, invoice.currency::text) AS fee,
       invoice.fee_amount_minor AS fee_minor,
       reporting.major(tax.amount_minor, invoice.currency::text) AS tax,
       tax.amount_minor AS tax_minor,
       reporting.major(refunded.amount_minor, invoice.currency::text) AS refunded,
       refunded.amount_minor AS refunded_minor,
       invoice.created_at,
       invoice.due_date AS due_on,
       invoice.paid_at,
       invoice.voided_at,
       invoice.uncollectible_at
  FROM invoices AS invoice
  JOIN accounts AS account ON account.id = invoice.account_id
  JOIN customers AS customer
    ON customer.account_id = invoice.account_id AND customer.id = invoice.customer_id
 CROSS JOIN LATERAL (
   SELECT coalesce(sum(item.tax_minor), 0)::bigint AS amount_minor FROM invoice_items AS item
    WHERE item.account_id = invoice.account_id AND item.invoice_id = invoice.id) AS tax
 CROSS JOIN LATERAL (
   SELECT coalesce(sum(refund.amount_minor), 0)::bigint AS amount_minor FROM refunds AS refund
    WHERE refund.account_id = invoice.account_id AND refund.invoice_id = invoice.id
      AND refund.status = 'SUCCEEDED') AS refunded;

COMMENT ON VIEW reporting.invoices IS 'A row for each invoice.';
COMMENT ON COLUMN reporting.invoices.vendor_id IS 'The vendor; `vendor list` has the names.';
COMMENT ON COLUMN reporting.invoices.mode IS '`test` or `live`.';
COMMENT ON COLUMN reporting.invoices.invoice_id IS 'The invoice’s id in the API.';
COMMENT ON COLUMN reporting.invoices.number IS 'As it is printed, such as `INV-0042`; unique for a vendor and mode.';
COMMENT ON COLUMN reporting.invoices.reference IS 'The vendor’s own number of it, if any.';
COMMENT ON COLUMN reporting.invoices.customer_id IS 'The customer’s id in the API.';
COMMENT ON COLUMN reporting.invoices.customer_external_id IS 'The vendor’s own id of the customer, if any.';
COMMENT ON COLUMN reporting.invoices.status IS '`Invoice Created`, `Paid`, `Unpaid` or `Failed`, as in the API, or `Voided`.';
COMMENT ON COLUMN reporting.invoices.currency IS 'Three capital letters (ISO 4217).';
COMMENT ON COLUMN reporting.invoices.amount IS 'What the buyer pays, in major units: `base_amount` and `fee`.';
COMMENT ON COLUMN reporting.invoices.amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.base_amount IS 'The vendor’s part, in major units, with taxes and after discounts.';
COMMENT ON COLUMN reporting.invoices.base_amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.fee IS 'The platform’s fee, in major units.';
COMMENT ON COLUMN reporting.invoices.fee_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.tax IS 'The taxes contained in `base_amount`, in major units.';
COMMENT ON COLUMN reporting.invoices.tax_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.refunded IS 'What the buyer got back by successful refunds, in major units.';
COMMENT ON COLUMN reporting.invoices.refunded_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.created_at IS 'When it was created.';
COMMENT ON COLUMN reporting.invoices.due_on IS 'The day on which it is due.';
COMMENT ON COLUMN reporting.invoices.paid_at IS 'When it was paid; null if it isn’t.';
COMMENT ON COLUMN reporting.invoices.voided_at IS 'When it was voided; null if it isn’t.';
COMMENT ON COLUMN reporting.invoices.uncollectible_at IS 'When it was written off as uncollectible; null if it isn’t.';

CREATE VIEW reporting.payments AS
SELECT account.vendor_id,
       account.mode::text AS mode,
       payment.id AS payment_id,
       payment.invoice_id,
       payment.status::text AS status,
       payment.currency::text AS currency,
       reporting.major(payment.amount_minor, payment.currency::text) AS amount,
       payment.amount_minor,
       payment.provider,
       payment.provider_reference,
       payment.created_at,
       payment.settled_at
  FROM payments AS payment
  JOIN accounts AS account ON account.id = payment.account_id;

COMMENT ON VIEW reporting.payments IS 'A row for each payment that a provider took, or that was marked by hand in test mode.';
COMMENT ON COLUMN reporting.payments.vendor_id IS 'The vendor.';
COMMENT ON COLUMN reporting.payments.mode IS '`test` or `live`.';
COMMENT ON COLUMN reporting.payments.payment_id IS 'The `transaction_id` of the API.';
COMMENT ON COLUMN reporting.payments.invoice_id IS 'The invoice that it pays.';
COMMENT ON COLUMN reporting.payments.status IS '`SUCCEEDED`; or `REFUNDING`, then `REFUNDED`, for a second payment of an invoice, which goes back.';
COMMENT ON COLUMN reporting.payments.currency IS 'Three capital letters (ISO 4217).';
COMMENT ON COLUMN reporting.payments.amount IS 'What the buyer paid, in major units.';
COMMENT ON COLUMN reporting.payments.amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.payments.provider IS 'Who took it.';
COMMENT ON COLUMN reporting.payments.provider_reference IS 'The provider’s id of it, if it has one.';
COMMENT ON COLUMN reporting.payments.created_at IS 'When it was recorded.';
COMMENT ON COLUMN reporting.payments.settled_at IS 'When its outcome was recorded.';

CREATE VIEW reporting.refunds AS
SELECT account.vendor_id,
       account.mode::text AS mode,
       refund.id AS refund_id,
       refund.invoice_id,
       refund.payment_id,
       refund.status::text AS status,
       refund.currency::text AS currency,
       reporting.major(refund.amount_minor, refund.currency::text) AS amount,
       refund.amount_minor,
       reporting.major(refund.base_minor, refund.currency::text) AS base_amount,
       refund.base_minor AS base_amount_minor,
       refund.failure_reason,
       refund.provider,
       refund.provider_reference,
       refund.created_at,
       refund.settled_at
  FROM refunds AS refund
  JOIN accounts AS account ON account.id = refund.account_id;

COMMENT ON VIEW reporting.refunds IS 'A row for each refund of a paid invoice.';
COMMENT ON COLUMN reporting.refunds.vendor_id IS 'The vendor.';
COMMENT ON COLUMN reporting.refunds.mode IS '`test` or `live`.';
COMMENT ON COLUMN reporting.refunds.refund_id IS 'The refund’s id in the API.';
COMMENT ON COLUMN reporting.refunds.invoice_id IS 'The invoice that was paid.';
COMMENT ON COLUMN reporting.refunds.payment_id IS 'The payment that goes back.';
COMMENT ON COLUMN reporting.refunds.status IS '`PENDING`, `SUCCEEDED` or `FAILED`.';
COMMENT ON COLUMN reporting.refunds.currency IS 'Three capital letters (ISO 4217).';
COMMENT ON COLUMN reporting.refunds.amount IS 'What the buyer gets back, in major units.';
COMMENT ON COLUMN reporting.refunds.amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.refunds.base_amount IS 'The part that the vendor’s wallet pays, in major units; the rest is the platform’s.';
COMMENT ON COLUMN reporting.refunds.base_amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.refunds.failure_reason IS 'The provider’s word for a failure; null if there is none.';
COMMENT ON COLUMN reporting.refunds.provider IS 'Who refunds it.';
COMMENT ON COLUMN reporting.refunds.provider_reference IS 'The provider’s id of it, once it has answered.';
COMMENT ON COLUMN reporting.refunds.created_at IS 'When it was asked for, or first seen at the provider.';
COMMENT ON COLUMN reporting.refunds.settled_at IS 'When it succeeded or failed; null while it is pending.';

CREATE VIEW reporting.payouts AS
SELECT account.vendor_id,
       account.mode::text AS mode,
       payout.id AS payout_id,
       payout.customer_id,
       customer.external_id AS customer_external_id,
       payout.bank_account_id,
       payout.status::text AS status,
       payout.currency::text AS currency,
       reporting.major(payout.amount_minor, payout.currency::text) AS amount,
       payout.amount_minor,
       payout.failure_code,
       payout.provider,
       payout.provider_transfer_id,
       payout.created_at,
       payout.settled_at
  FROM payouts AS payout
  JOIN accounts AS account ON account.id = payout.account_id
  JOIN customers AS customer
    ON customer.account_id = payout.account_id AND customer.id = payout.customer_id;

COMMENT ON VIEW reporting.payouts IS 'A row for each payout that was sent, or tried.';
COMMENT ON COLUMN reporting.payouts.vendor_id IS 'The vendor.';
COMMENT ON COLUMN reporting.payouts.mode IS '`test` or `live`.';
COMMENT ON COLUMN reporting.payouts.payout_id IS 'The payout’s id in the API.';
COMMENT ON COLUMN reporting.payouts.customer_id IS 'The customer who is paid.';
COMMENT ON COLUMN reporting.payouts.customer_external_id IS 'The vendor’s own id of the customer, if any.';
COMMENT ON COLUMN reporting.payouts.bank_account_id IS 'The id of the bank account in the API. Numbers and holders are in no view.';
COMMENT ON COLUMN reporting.payouts.status IS '`PROCESSING`, `PAID`, `FAILED`, or `RETURNED` by the bank after it was paid.';
COMMENT ON COLUMN reporting.payouts.currency IS 'Three capital letters (ISO 4217).';
COMMENT ON COLUMN reporting.payouts.amount IS 'What is sent, in major units.';
COMMENT ON COLUMN reporting.payouts.amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.payouts.failure_code IS 'Why it failed or came back; null if it didn’t.';
COMMENT ON COLUMN reporting.payouts.provider IS 'Who sends it.';
COMMENT ON COLUMN reporting.payouts.provider_transfer_id IS 'The provider’s id of the transfer, once it has one.';
COMMENT ON COLUMN reporting.payouts.created_at IS 'When it was asked for.';
COMMENT ON COLUMN reporting.payouts.settled_at IS 'When its outcome was recorded; null while it is processing.';

CREATE VIEW reporting.ledger_entries AS
SELECT account.vendor_id,
       account.mode::text AS mode,
       entry.transaction_id,
       posted.position AS transaction_position,
       entry.position AS entry_position,
       posted.reason,
       posted.reference_id,
       posted.reverses_id,
       source.kind::text AS source,
       destination.kind::text AS destination,
       entry.currency::text AS currency,
       reporting.major(entry.amount_minor, entry.currency::text) AS amount,
       entry.amount_minor,
       posted.created_at
  FROM ledger_entries AS entry
  JOIN ledger_transactions AS posted
    ON posted.account_id = entry.account_id AND posted.id = entry.transaction_id
  JOIN accounts AS account ON account.id = entry.account_id
  JOIN ledger_accounts AS source
    ON source.account_id = entry.account_id AND source.id = entry.source_id
  JOIN ledger_accounts AS destination
    ON destination.account_id = entry.account_id AND destination.id = entry.destination_id;

COMMENT ON VIEW reporting.ledger_entries IS 'A row for each entry of the ledger. An entry moves an amount above zero from one account to another.';
COMMENT ON COLUMN reporting.ledger_entries.vendor_id IS 'The vendor.';
COMMENT ON COLUMN reporting.ledger_entries.mode IS '`test` or `live`.';
COMMENT ON COLUMN reporting.ledger_entries.transaction_id IS 'The ledger transaction; its entries were posted together.';
COMMENT ON COLUMN reporting.ledger_entries.transaction_position IS 'Orders the transactions by the time of their writing. It may have gaps.';
COMMENT ON COLUMN reporting.ledger_entries.entry_position IS 'Orders the entries of a transaction.';
COMMENT ON COLUMN reporting.ledger_entries.reason IS 'Why it was posted, such as `invoice.paid` or `payout.requested`.';
COMMENT ON COLUMN reporting.ledger_entries.reference_id IS 'The invoice, payout, refund, dispute or operator’s act behind it.';
COMMENT ON COLUMN reporting.ledger_entries.reverses_id IS 'The transaction that this one reverses; null if it reverses none.';
COMMENT ON COLUMN reporting.ledger_entries.source IS 'Where the amount comes from: `credit_wallet`, `pending_wallet`, `owed_by_vendor`, `customer_wallet`, `payouts_in_transit`, `provider_clearing`, `platform_fees` or `operator_funding`.';
COMMENT ON COLUMN reporting.ledger_entries.destination IS 'Where it goes, likewise.';
COMMENT ON COLUMN reporting.ledger_entries.currency IS 'Three capital letters (ISO 4217).';
COMMENT ON COLUMN reporting.ledger_entries.amount IS 'In major units.';
COMMENT ON COLUMN reporting.ledger_entries.amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.ledger_entries.created_at IS 'When it was posted.';

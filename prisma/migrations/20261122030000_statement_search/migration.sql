-- The lines of a statement keep a search text of their own, and the end of an invoice's or payout's id finds it.

-- The end of an id is indexed as the beginning of the id read backwards, behind a sign that begins no other word.
-- It takes four digits: with fewer, every amount that somebody types would also be the end of many ids.
CREATE FUNCTION search_ending(prefix text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN prefix ~ '^ [0-9a-f]{4,}$' THEN ' ~' || reverse(btrim(prefix)) END;

CREATE FUNCTION search_term(tenant uuid, word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN '''' || replace(replace(tenant || ':' || word, '\', '\\'), '''', '''''') || ''':*';

-- The index entries that the typed words find. A single letter begins too many entries to be
-- worth reading them, unless nothing longer was typed: the statement looks at the found rows' text as well.
CREATE OR REPLACE FUNCTION search_query(tenant uuid, typed text[]) RETURNS tsquery
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN (
  SELECT string_agg('(' || search_term(tenant, word)
                        || coalesce(' | ' || search_term(tenant, btrim(search_ending(' ' || word))), '') || ')',
                    ' & ')::tsquery
    FROM (SELECT word, max(length(word)) OVER () AS longest
            FROM unnest(typed) AS typed_word,
                 unnest(string_to_array(btrim(search_prefix(typed_word)), ' ')) AS word) AS words
   WHERE length(word) >= least(longest, 2));

CREATE FUNCTION id_words(id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN id || ' ~' || reverse(replace(id::text, '-', ''));

CREATE OR REPLACE FUNCTION invoice_search(invoice invoices, customer customers) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
  SELECT search_text(
    concat_ws(' ', customer.name, invoice.email, amount_text(invoice.base_amount_minor, invoice.currency),
              amount_text(invoice.base_amount_minor + invoice.fee_amount_minor, invoice.currency)),
    concat_ws(' ', invoice.email, nullif(customer.email, invoice.email), id_words(invoice.id))) $$;

CREATE OR REPLACE FUNCTION payout_search(payout payouts, customer customers, bank_account bank_accounts) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
  SELECT search_text(
    concat_ws(' ', customer.name, customer.email, bank_account.bank_name, bank_account.account_number_last4,
              amount_text(payout.amount_minor, payout.currency)),
    concat_ws(' ', customer.email, id_words(payout.id))) $$;

-- Built anew at the end: several times as fast as updating them row by row.
DROP INDEX "invoices_search";
DROP INDEX "payouts_search";
UPDATE invoices SET search = '';
UPDATE payouts SET search = '';

-- A line is found by what its invoice or payout was found by when the line was written, or by the operator's note.
-- The text is a copy, because a search through the other tables would read each of their matches one by one.
ALTER TABLE "wallet_movements" ADD COLUMN "search" TEXT NOT NULL DEFAULT '';

CREATE FUNCTION movement_search(of_account uuid, of_transaction uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(invoice.search, payout.search, search_text(posted.note, ''))
    FROM ledger_transactions AS posted
    LEFT JOIN invoices AS invoice ON invoice.account_id = posted.account_id AND invoice.id = posted.reference_id
    LEFT JOIN payouts AS payout ON payout.account_id = posted.account_id AND payout.id = posted.reference_id
   WHERE posted.account_id = of_account AND posted.id = of_transaction $$;

-- The lines themselves stay as they are: only the new column is filled.
ALTER TABLE "wallet_movements" DISABLE TRIGGER append_only;
UPDATE wallet_movements SET search = coalesce(movement_search(account_id, transaction_id), '');
ALTER TABLE "wallet_movements" ENABLE TRIGGER append_only;

CREATE FUNCTION fill_movement_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := coalesce(movement_search(NEW.account_id, NEW.transaction_id), '');
  RETURN NEW;
END $$;
CREATE TRIGGER fill_search BEFORE INSERT ON "wallet_movements"
  FOR EACH ROW EXECUTE FUNCTION fill_movement_search();

CREATE INDEX "invoices_search" ON "invoices" USING gin (search_terms(account_id, search))
  WITH (gin_pending_list_limit = 512);
CREATE INDEX "payouts_search" ON "payouts" USING gin (search_terms(account_id, search))
  WITH (gin_pending_list_limit = 512);
CREATE INDEX "wallet_movements_search" ON "wallet_movements" USING gin (search_terms(account_id, search))
  WITH (gin_pending_list_limit = 512);

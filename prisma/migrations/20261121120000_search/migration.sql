-- Word search. A row keeps the text it is found by: its words, folded to lower case without accents, with a
-- space before each. docs/decisions/0021-word-search.md says why the index holds words and not trigrams.

CREATE FUNCTION search_fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN octet_length(value) = length(value) THEN lower(value)
            ELSE replace(regexp_replace(lower(normalize(value, NFKD)), '[\u0300-\u036f]', '', 'g'), 'ς', 'σ') END;

-- The ranges are spelled out because a class such as [:punct:] depends on the database's collation.
CREATE FUNCTION search_split(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(search_fold(value),
  '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'));

-- `words` are split at punctuation. `whole` (emails, ids) is kept as it is, so that a pasted email is one rare
-- word in the index and not three frequent ones.
CREATE FUNCTION search_text(words text, whole text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ' ' || search_split(coalesce(words, '')) || ' ' || search_fold(coalesce(whole, ''));

-- What a typed word looks like in the text of a row that it finds. A word with punctuation inside ("o'brien",
-- "825.00") is a sequence of words; an email or an id is looked up whole.
CREATE FUNCTION search_prefix(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN ' ' || CASE WHEN typed ~ '[^@]@|^[0-9a-fA-F]{8}-' THEN search_fold(typed) ELSE search_split(typed) END;

-- The index entries of a row: each word under its tenant, so that no search reads another tenant's entries.
CREATE FUNCTION search_terms(tenant uuid, search text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_tsvector(string_to_array(
  tenant || ':' || regexp_replace(btrim(search), ' +', ' ' || tenant || ':', 'g'), ' '));

-- The index entries that the typed words find. A single letter begins too many entries to be
-- worth reading them, unless nothing longer was typed: the statement looks at the found rows' text as well.
CREATE FUNCTION search_query(tenant uuid, typed text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN (
  SELECT string_agg('''' || replace(replace(tenant || ':' || word, '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery
    FROM (SELECT word, max(length(word)) OVER () AS longest
            FROM unnest(typed) AS typed_word,
                 unnest(string_to_array(btrim(search_prefix(typed_word)), ' ')) AS word) AS words
   WHERE length(word) >= least(longest, 2));

-- 82500 in USD is "825.00". lib/money/currencies.ts knows the same exponents; a test compares them.
CREATE FUNCTION currency_exponent(currency text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE
  WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND',
                    'VUV', 'XAF', 'XOF', 'XPF') THEN 0
  WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 3
  WHEN currency IN ('CLF', 'UYW') THEN 4
  ELSE 2 END;

CREATE FUNCTION amount_text(minor bigint, currency text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN currency_exponent(currency) = 0 THEN minor::text
  ELSE regexp_replace(lpad(minor::text, greatest(length(minor::text), currency_exponent(currency) + 1), '0'),
                      '(.{' || currency_exponent(currency) || '})$', '.\1') END;

-- Rows that know everything they are found by ------------------------------------------------------------

ALTER TABLE "customers" ADD COLUMN "search" TEXT GENERATED ALWAYS AS (
  search_text(name || ' ' || email || ' ' || coalesce(customer_group, ''), email || ' ' || id)) STORED;
ALTER TABLE "mail_messages" ADD COLUMN "search" TEXT GENERATED ALWAYS AS (
  search_text(recipient || ' ' || subject, recipient || ' ' || reference)) STORED;
ALTER TABLE "vendors" ADD COLUMN "search" TEXT GENERATED ALWAYS AS (
  search_text(name || ' ' || email, email || ' ' || id)) STORED;
ALTER TABLE "audit_events" ADD COLUMN "search" TEXT GENERATED ALWAYS AS (
  search_text(coalesce(detail, '') || ' ' || coalesce(address, ''), detail || ' ' || address)) STORED;

-- Rows that are found by their customer too -----------------------------------------------------------------

ALTER TABLE "invoices" ADD COLUMN "search" TEXT NOT NULL DEFAULT '';
ALTER TABLE "payouts" ADD COLUMN "search" TEXT NOT NULL DEFAULT '';

CREATE FUNCTION invoice_search(invoice invoices, customer customers) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT search_text(
    concat_ws(' ', customer.name, invoice.email, amount_text(invoice.base_amount_minor, invoice.currency),
              amount_text(invoice.base_amount_minor + invoice.fee_amount_minor, invoice.currency)),
    concat_ws(' ', invoice.email, nullif(customer.email, invoice.email), invoice.id)) $$;

CREATE FUNCTION payout_search(payout payouts, customer customers, bank_account bank_accounts) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
  SELECT search_text(
    concat_ws(' ', customer.name, customer.email, bank_account.bank_name, bank_account.account_number_last4,
              amount_text(payout.amount_minor, payout.currency)),
    concat_ws(' ', customer.email, payout.id)) $$;

UPDATE invoices SET search = invoice_search(invoices, customer) FROM customers AS customer
 WHERE customer.account_id = invoices.account_id AND customer.id = invoices.customer_id;
UPDATE payouts SET search = payout_search(payouts, customer, bank_account)
  FROM customers AS customer, bank_accounts AS bank_account
 WHERE customer.account_id = payouts.account_id AND customer.id = payouts.customer_id
   AND bank_account.account_id = payouts.account_id AND bank_account.id = payouts.bank_account_id;

CREATE FUNCTION fill_invoice_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT invoice_search(NEW, customer) INTO NEW.search FROM customers AS customer
   WHERE customer.account_id = NEW.account_id AND customer.id = NEW.customer_id;
  -- Without a customer the foreign key refuses the row; it should say so, and not the column.
  NEW.search := coalesce(NEW.search, '');
  RETURN NEW;
END $$;
CREATE TRIGGER fill_search BEFORE INSERT OR UPDATE OF search, email, currency, base_amount_minor, fee_amount_minor
  ON "invoices" FOR EACH ROW EXECUTE FUNCTION fill_invoice_search();

CREATE FUNCTION fill_payout_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT payout_search(NEW, customer, bank_account) INTO NEW.search
    FROM customers AS customer, bank_accounts AS bank_account
   WHERE customer.account_id = NEW.account_id AND customer.id = NEW.customer_id
     AND bank_account.account_id = NEW.account_id AND bank_account.id = NEW.bank_account_id;
  NEW.search := coalesce(NEW.search, '');
  RETURN NEW;
END $$;
CREATE TRIGGER fill_search BEFORE INSERT OR UPDATE OF search ON "payouts"
  FOR EACH ROW EXECUTE FUNCTION fill_payout_search();

-- A customer's new name or email is in the text of their latest invoices and payouts when it is saved. The
-- limit keeps that one statement short; older rows are still found by the name they were created under.
CREATE FUNCTION refresh_customer_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoices SET search = '' WHERE account_id = NEW.account_id AND id IN (
    SELECT id FROM invoices WHERE account_id = NEW.account_id AND customer_id = NEW.id
     ORDER BY id DESC LIMIT 10000);
  UPDATE payouts SET search = '' WHERE account_id = NEW.account_id AND id IN (
    SELECT id FROM payouts WHERE account_id = NEW.account_id AND customer_id = NEW.id
     ORDER BY id DESC LIMIT 10000);
  RETURN NULL;
END $$;
CREATE TRIGGER refresh_search AFTER UPDATE OF name, email ON "customers" FOR EACH ROW
  WHEN ((OLD.name, OLD.email) IS DISTINCT FROM (NEW.name, NEW.email)) EXECUTE FUNCTION refresh_customer_search();

-- The indexes. New rows wait in a short list that each search reads as a whole: a long one would slow it down.
CREATE INDEX "customers_search" ON "customers" USING gin (search_terms(account_id, search))
  WITH (gin_pending_list_limit = 512);
CREATE INDEX "invoices_search" ON "invoices" USING gin (search_terms(account_id, search))
  WITH (gin_pending_list_limit = 512);
CREATE INDEX "payouts_search" ON "payouts" USING gin (search_terms(account_id, search))
  WITH (gin_pending_list_limit = 512);
CREATE INDEX "mail_messages_search" ON "mail_messages" USING gin (search_terms(owner_id, search))
  WITH (gin_pending_list_limit = 512);
-- The operator's list has no tenant: the nil id stands for it.
CREATE INDEX "vendors_search" ON "vendors"
  USING gin (search_terms('00000000-0000-0000-0000-000000000000'::uuid, search)) WITH (gin_pending_list_limit = 512);
DROP INDEX "customers_by_email";

-- The orders of the lists -------------------------------------------------------------------------------------

-- With the time of creation, days of creation are checked in the index.
CREATE INDEX "invoices_account_id_due_date_id_created_at_idx" ON "invoices"("account_id", "due_date", "id", "created_at");

-- As a column, since PostgreSQL does not answer a query from an index on an expression alone.
ALTER TABLE "invoices" ADD COLUMN "total_minor" BIGINT GENERATED ALWAYS AS (base_amount_minor + fee_amount_minor) STORED;
DROP INDEX "invoices_by_total";
CREATE INDEX "invoices_account_id_total_minor_id_created_at_idx" ON "invoices"("account_id", "total_minor", "id", "created_at");
CREATE INDEX "invoices_account_id_status_currency_total_minor_id_idx" ON "invoices"("account_id", "status", "currency", "total_minor", "id");

-- CreateIndex
CREATE INDEX "mail_messages_owner_id_status_id_idx" ON "mail_messages"("owner_id", "status", "id");

-- A path may be longer than an index takes; a filter has at most 200 characters.
CREATE INDEX "api_requests_by_path" ON "api_requests" (account_id, method, (left(path, 200) COLLATE "C"), id);

-- Each line of a wallet's statement carries a hash of itself and of the line before it, which the wallet keeps.
ALTER TABLE "wallet_movements" ADD COLUMN "hash" BYTEA;
ALTER TABLE "ledger_accounts" ADD COLUMN "last_hash" BYTEA;

CREATE FUNCTION movement_hash(before bytea, of_account uuid, of_wallet uuid, sequence bigint, of_transaction uuid,
                              reason text, change_minor bigint, balance_after_minor bigint, created_at timestamptz)
RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(coalesce(before, ''::bytea) || convert_to(
    of_account || '|' || of_wallet || '|' || sequence || '|' || of_transaction || '|' || reason || '|' ||
    change_minor || '|' || balance_after_minor || '|' || (extract(epoch FROM created_at) * 1000)::bigint, 'UTF8')) $$;

-- The lines themselves stay as they are: only the new column is filled.
ALTER TABLE "wallet_movements" DISABLE TRIGGER append_only;
DO $$
DECLARE
  line wallet_movements;
  wallet uuid;
  before bytea;
BEGIN
  FOR line IN SELECT * FROM wallet_movements ORDER BY account_id, wallet_id, sequence LOOP
    IF wallet IS DISTINCT FROM line.wallet_id THEN
      wallet := line.wallet_id;
      before := NULL;
    END IF;
    before := movement_hash(before, line.account_id, line.wallet_id, line.sequence, line.transaction_id, line.reason,
                            line.change_minor, line.balance_after_minor, line.created_at);
    UPDATE wallet_movements SET hash = before
     WHERE account_id = line.account_id AND wallet_id = line.wallet_id AND sequence = line.sequence;
  END LOOP;
END $$;
ALTER TABLE "wallet_movements" ENABLE TRIGGER append_only;

UPDATE ledger_accounts SET last_hash = last.hash
  FROM wallet_movements AS last
 WHERE last.account_id = ledger_accounts.account_id AND last.wallet_id = ledger_accounts.id
   AND last.sequence = ledger_accounts.movement_count;

-- Where a row comes in its table: seals cover the rows up to a position. In the order of the writes, and so almost
-- that of the table, which suits BRIN.
ALTER TABLE "ledger_transactions" ADD COLUMN "position" BIGSERIAL NOT NULL;
ALTER TABLE "audit_events" ADD COLUMN "position" BIGSERIAL NOT NULL;
CREATE INDEX "ledger_transactions_position_idx" ON "ledger_transactions" USING BRIN ("position");
CREATE INDEX "audit_events_position_idx" ON "audit_events" USING BRIN ("position");

-- CreateTable
CREATE TABLE "seals" (
    "stream" VARCHAR(16) NOT NULL,
    "number" BIGINT NOT NULL,
    "up_to" BIGINT NOT NULL,
    "positions" BIGINT[],
    "row_ids" UUID[],
    "row_hashes" BYTEA[],
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seals_pkey" PRIMARY KEY ("stream","number")
);

-- CreateTable
CREATE TABLE "seal_heads" (
    "stream" VARCHAR(16) NOT NULL,
    "number" BIGINT NOT NULL DEFAULT 0,
    "proof" BYTEA,
    "up_to" BIGINT NOT NULL DEFAULT 0,
    "next_up_to" BIGINT,
    "next_xid" BIGINT,

    CONSTRAINT "seal_heads_pkey" PRIMARY KEY ("stream")
);

-- CreateTable
CREATE TABLE "book_checks" (
    "name" VARCHAR(16) NOT NULL,
    "problems" TEXT[],
    "problem_count" INTEGER NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "book_checks_pkey" PRIMARY KEY ("name")
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "seals" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "seals" EXECUTE FUNCTION refuse_change();

-- AlterTable
ALTER TABLE "ledger_accounts" ADD COLUMN     "movement_count" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "wallet_movements" (
    "account_id" UUID NOT NULL,
    "wallet_id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "transaction_id" UUID NOT NULL,
    "reason" VARCHAR(64) NOT NULL,
    "change_minor" BIGINT NOT NULL,
    "balance_after_minor" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_movements_pkey" PRIMARY KEY ("account_id","wallet_id","sequence")
);

-- CreateIndex
CREATE INDEX "wallet_movements_account_id_wallet_id_reason_sequence_idx" ON "wallet_movements"("account_id", "wallet_id", "reason", "sequence");

-- CreateIndex
CREATE INDEX "wallet_movements_account_id_wallet_id_created_at_sequence_idx" ON "wallet_movements"("account_id", "wallet_id", "created_at", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "wallet_movements_account_id_transaction_id_wallet_id_key" ON "wallet_movements"("account_id", "transaction_id", "wallet_id");

-- AddForeignKey
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_account_id_wallet_id_fkey" FOREIGN KEY ("account_id", "wallet_id") REFERENCES "ledger_accounts"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_account_id_transaction_id_fkey" FOREIGN KEY ("account_id", "transaction_id") REFERENCES "ledger_transactions"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "wallet_movements" ADD CONSTRAINT "wallet_movements_change" CHECK (change_minor <> 0);

-- What has been posted so far, in the order of its times. Under concurrent postings the wallets may have
-- been locked in another order, so that a balance between two of them may never have been seen like this;
-- from here on lines are written under the lock. Each ends where the next begins, and the last is the balance.
INSERT INTO "wallet_movements"
  (account_id, wallet_id, sequence, transaction_id, reason, change_minor, balance_after_minor, created_at)
SELECT account_id, wallet_id, row_number() OVER statement, transaction_id, reason, change_minor,
       sum(change_minor) OVER statement, created_at
  FROM (SELECT account_id, wallet_id, transaction_id, sum(change_minor) AS change_minor
          FROM (SELECT account_id, destination_id AS wallet_id, transaction_id, amount_minor AS change_minor
                  FROM "ledger_entries"
                UNION ALL
                SELECT account_id, source_id, transaction_id, -amount_minor FROM "ledger_entries") changes
          JOIN "ledger_accounts" w USING (account_id)
         WHERE w.id = wallet_id AND w.balance_minor IS NOT NULL
         GROUP BY account_id, wallet_id, transaction_id
        HAVING sum(change_minor) <> 0) net
  JOIN (SELECT account_id, id AS transaction_id, reason, created_at FROM "ledger_transactions") posted
       USING (account_id, transaction_id)
WINDOW statement AS (PARTITION BY account_id, wallet_id ORDER BY created_at, transaction_id ROWS UNBOUNDED PRECEDING);

UPDATE "ledger_accounts" a SET movement_count = m.count
  FROM (SELECT account_id, wallet_id, count(*) AS count FROM "wallet_movements" GROUP BY account_id, wallet_id) m
 WHERE m.account_id = a.account_id AND m.wallet_id = a.id;

-- Not of the lines from before, whose order is made up.
ALTER TABLE "wallet_movements"
  ADD CONSTRAINT "wallet_movements_balance" CHECK (balance_after_minor >= 0) NOT VALID;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "wallet_movements"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "wallet_movements" EXECUTE FUNCTION refuse_change();

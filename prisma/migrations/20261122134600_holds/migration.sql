-- AlterTable
ALTER TABLE "vendors" ADD COLUMN     "hold_days" INTEGER NOT NULL DEFAULT 2;

-- CreateTable
CREATE TABLE "wallet_holds" (
    "account_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "left_minor" BIGINT NOT NULL,
    "release_at" TIMESTAMPTZ(3) NOT NULL,
    "released_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_holds_pkey" PRIMARY KEY ("account_id","invoice_id")
);

ALTER TABLE "vendors" ADD CONSTRAINT "vendors_hold_days" CHECK (hold_days BETWEEN 0 AND 365);

ALTER TABLE "wallet_holds"
  ADD CONSTRAINT "wallet_holds_left" CHECK (amount_minor > 0 AND left_minor BETWEEN 0 AND amount_minor),
  ADD CONSTRAINT "wallet_holds_released" CHECK (released_at IS NULL OR left_minor = 0);

-- What an account has on hold, and what is due for release.
CREATE INDEX "wallet_holds_kept" ON "wallet_holds" (account_id, currency, release_at) WHERE released_at IS NULL;
CREATE INDEX "wallet_holds_next" ON "wallet_holds" (release_at) WHERE released_at IS NULL;

-- What a vendor owes is the only balance below zero.
ALTER TABLE "ledger_accounts"
  DROP CONSTRAINT "ledger_accounts_balance",
  DROP CONSTRAINT "ledger_accounts_wallets_have_balances",
  ADD CONSTRAINT "ledger_accounts_balance" CHECK (
    CASE kind WHEN 'owed_by_vendor' THEN balance_minor <= 0 ELSE balance_minor >= 0 END),
  ADD CONSTRAINT "ledger_accounts_wallets_have_balances" CHECK (
    (kind IN ('credit_wallet', 'pending_wallet', 'customer_wallet', 'owed_by_vendor')) = (balance_minor IS NOT NULL));

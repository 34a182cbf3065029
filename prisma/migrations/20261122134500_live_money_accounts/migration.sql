-- In a migration of their own: a transaction can't use the values that it adds.
ALTER TYPE "ledger_account_kind" ADD VALUE 'pending_wallet';
ALTER TYPE "ledger_account_kind" ADD VALUE 'owed_by_vendor';

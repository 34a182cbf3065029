-- In a migration of its own: a value can be used once the transaction that added it is over.
ALTER TYPE "invoice_status" ADD VALUE 'VOIDED';

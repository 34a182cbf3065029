-- By themselves: a new value of an enum can't be used in the transaction that adds it.
ALTER TYPE "payment_status" ADD VALUE 'REFUNDING';
ALTER TYPE "payment_status" ADD VALUE 'REFUNDED';

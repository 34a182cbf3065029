-- The home page shows what was paid on each of the last thirty days. A day that is over never changes, so its sums
-- are kept. An empty array: nothing was paid.
CREATE TABLE "paid_days" (
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "currencies" CHAR(3)[],
    "amounts_minor" BIGINT[],
    "invoice_counts" INTEGER[],

    CONSTRAINT "paid_days_pkey" PRIMARY KEY ("account_id","day"),
    CONSTRAINT "paid_days_arrays" CHECK (
      cardinality(currencies) = cardinality(amounts_minor) AND cardinality(currencies) = cardinality(invoice_counts)
    )
);

-- Customers can be imported from a file, each import once.
CREATE TABLE "customer_imports" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_imports_pkey" PRIMARY KEY ("account_id","id")
);

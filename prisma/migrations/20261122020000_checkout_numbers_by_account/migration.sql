-- One sequence for all accounts told each vendor how many checkouts the others open.
ALTER TABLE "accounts" ADD COLUMN "checkout_count" BIGINT NOT NULL DEFAULT 0;
UPDATE "accounts" SET "checkout_count" = sessions.highest
  FROM (SELECT account_id, max(number) AS highest FROM "checkout_sessions" GROUP BY account_id) AS sessions
 WHERE sessions.account_id = "accounts".id;
ALTER TABLE "checkout_sessions" ALTER COLUMN "number" DROP DEFAULT;
DROP SEQUENCE "checkout_sessions_number_seq";

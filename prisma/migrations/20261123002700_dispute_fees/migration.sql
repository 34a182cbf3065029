-- AlterTable
ALTER TABLE "payment_reversals" ADD COLUMN     "fee_currency" CHAR(3),
ADD COLUMN     "fee_minor" BIGINT,
ADD COLUMN     "fee_returned_minor" BIGINT;

-- The provider's own fee for a dispute: taken once, and returned once at most.
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_fee" CHECK (
  (fee_minor IS NULL) = (fee_currency IS NULL)
  AND (fee_minor IS NULL OR kind = 'dispute' AND fee_minor > 0)
  AND (fee_returned_minor IS NULL OR fee_minor IS NOT NULL AND fee_returned_minor BETWEEN 1 AND fee_minor));

CREATE FUNCTION guard_dispute_fee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.fee_minor IS NOT NULL AND (NEW.fee_minor, NEW.fee_currency) IS DISTINCT FROM (OLD.fee_minor, OLD.fee_currency)
     OR OLD.fee_returned_minor IS NOT NULL AND NEW.fee_returned_minor IS DISTINCT FROM OLD.fee_returned_minor THEN
    RAISE EXCEPTION 'the fee of a dispute is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER dispute_fee_is_final BEFORE UPDATE ON "payment_reversals" FOR EACH ROW
  EXECUTE FUNCTION guard_dispute_fee();

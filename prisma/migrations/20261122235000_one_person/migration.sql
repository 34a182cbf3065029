-- Two people are two emails too: who was removed and invited again is another member, and the same person.
-- NOT VALID, so that what was decided before is left as it was.
ALTER TABLE "payout_approvals"
  DROP CONSTRAINT "payout_approvals_two_people",
  ADD CONSTRAINT "payout_approvals_two_people" CHECK (
    CASE WHEN status = 'CANCELLED' THEN decided_by_id = requested_by_id OR decided_by_name = requested_by_name
         WHEN status IN ('APPROVED', 'REJECTED')
           THEN decided_by_id <> requested_by_id AND decided_by_name <> requested_by_name
         ELSE true END) NOT VALID;

ALTER TABLE "planned_payouts"
  DROP CONSTRAINT "planned_payouts_two_people",
  ADD CONSTRAINT "planned_payouts_two_people" CHECK (
    approved_by_id <> member_id AND approved_by_name <> member_name
    AND (approved_by_id IS NULL) = (approved_by_name IS NULL)) NOT VALID;

-- A vendor does business in live mode once an operator has approved it; nobody is approved by an upgrade.
ALTER TABLE "vendors" ADD COLUMN     "live_approved_at" TIMESTAMPTZ(3);

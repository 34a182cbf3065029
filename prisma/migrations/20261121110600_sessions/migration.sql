-- A session is a row of vendor_sessions now; cookies of before name none and are no session any more.
-- AlterTable
ALTER TABLE "vendors" DROP COLUMN "session_version";

-- AlterTable
ALTER TABLE "payments" ADD COLUMN "request_id" UUID;

-- AlterTable
ALTER TABLE "mail_messages" ADD COLUMN "request_id" UUID;

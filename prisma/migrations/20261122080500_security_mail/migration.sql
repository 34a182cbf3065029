ALTER TYPE "mail_kind" ADD VALUE 'security_notice';

-- A mail's content is frozen, but its ciphertext may be replaced by one under another key: those name their key.
CREATE OR REPLACE FUNCTION guard_mail_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.kind, NEW.reference, NEW.recipient, NEW.sender_name, NEW.reply_to, NEW.subject)
     IS DISTINCT FROM
     (OLD.kind, OLD.reference, OLD.recipient, OLD.sender_name, OLD.reply_to, OLD.subject)
     OR (NEW.body_encrypted <> OLD.body_encrypted
         AND NOT (NEW.body_encrypted ~ '^v2\.[0-9a-f]{8}\.' AND left(NEW.body_encrypted, 12) <> left(OLD.body_encrypted, 12)))
  THEN
    RAISE EXCEPTION 'what a mail says is frozen' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status <> 'PENDING' THEN
    RAISE EXCEPTION 'a mail cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

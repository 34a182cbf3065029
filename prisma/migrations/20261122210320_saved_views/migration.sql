-- People keep the views of lists that they come back to.
CREATE TABLE "saved_views" (
    "member_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "list" VARCHAR(16) NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "query" VARCHAR(1000) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("member_id","id")
);
CREATE UNIQUE INDEX "saved_views_member_id_list_name_key" ON "saved_views"("member_id", "list", "name");
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_member_id_fkey"
  FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The keys that encrypt practices' files, wrapped with the master key. No scope reads what is wrapped: the bare login does.
CREATE TABLE "data_keys" (
	"clinic_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"wrapped_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	"destroyed_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	CONSTRAINT "data_keys_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "data_keys_destroyed" CHECK ((wrapped_key is null) = (destroyed_at is not null)),
	CONSTRAINT "data_keys_retired" CHECK (destroyed_at is null or retired_at is not null)
);
--> statement-breakpoint
ALTER TABLE "data_keys" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_keys_current" ON "data_keys" USING btree ("clinic_id") WHERE retired_at is null;--> statement-breakpoint
CREATE POLICY "app" ON "data_keys" AS PERMISSIVE FOR ALL TO "candour_app" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "job" ON "data_keys" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
-- What was destroyed stays so, also for the owner.
create trigger data_keys_once before update on data_keys for each row when (old.destroyed_at is not null)
  execute function guard_once();--> statement-breakpoint
grant select, insert, update (wrapped_key, retired_at, destroyed_at, checked_at) on data_keys to candour_app;--> statement-breakpoint
grant select (clinic_id, created_at, destroyed_at, checked_at) on data_keys to candour_job;

CREATE TABLE "destroyed_consents" (
	"clinic_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"destruction_id" uuid NOT NULL,
	"status" text NOT NULL,
	"content_hash" text,
	"mark_hash" text,
	"was_intact" boolean NOT NULL,
	"chain" jsonb NOT NULL,
	"documents" jsonb NOT NULL,
	CONSTRAINT "destroyed_consents_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "destroyed_consents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "destructions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"initials" text NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"last_care_on" date NOT NULL,
	"review_on" date NOT NULL,
	"rule" text NOT NULL,
	"reason" text NOT NULL,
	"proposed_by_id" uuid NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"withdrawn_by" text,
	"withdrawn_at" timestamp with time zone,
	"confirmed_by_id" uuid,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	"stopped_because" text,
	"number" integer,
	"erased_at" timestamp with time zone,
	"counts" jsonb,
	"evidence_hash" text,
	"files_left" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sha256" text,
	"bytes" integer,
	"sealing_key_id" uuid,
	CONSTRAINT "destructions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "destructions_status" CHECK (status in ('proposed', 'withdrawn', 'confirmed', 'stopped', 'erased', 'done')),
	CONSTRAINT "destructions_withdrawn" CHECK ((status = 'withdrawn') = (withdrawn_at is not null)),
	CONSTRAINT "destructions_two_people" CHECK (confirmed_by_id <> proposed_by_id),
	CONSTRAINT "destructions_confirmed" CHECK (num_nulls(confirmed_by_id, confirmed_by, confirmed_at) = case when status in ('proposed', 'withdrawn') then 3 else 0 end),
	CONSTRAINT "destructions_erased" CHECK (num_nulls(number, erased_at, counts, evidence_hash) = case when status in ('erased', 'done') then 0 else 4 end),
	CONSTRAINT "destructions_done" CHECK (num_nulls(sha256, bytes, sealing_key_id) = case when status = 'done' then 0 else 3 end),
	CONSTRAINT "destructions_stopped" CHECK ((status = 'stopped') = (stopped_because is not null))
);
--> statement-breakpoint
ALTER TABLE "destructions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "destroyed_consents" ADD CONSTRAINT "destroyed_consents_clinic_id_destruction_id_destructions_clinic_id_id_fk" FOREIGN KEY ("clinic_id","destruction_id") REFERENCES "public"."destructions"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_sealing_key_id_sealing_keys_id_fk" FOREIGN KEY ("sealing_key_id") REFERENCES "public"."sealing_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_clinic_id_proposed_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","proposed_by_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_clinic_id_confirmed_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","confirmed_by_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "destroyed_consents_of" ON "destroyed_consents" USING btree ("clinic_id","destruction_id");--> statement-breakpoint
CREATE INDEX "destructions_by_proposal" ON "destructions" USING btree ("clinic_id","proposed_at","id");--> statement-breakpoint
CREATE INDEX "destructions_under_way" ON "destructions" USING btree ("confirmed_at") WHERE status in ('confirmed', 'erased');--> statement-breakpoint
CREATE UNIQUE INDEX "destructions_number" ON "destructions" USING btree ("clinic_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "destructions_open" ON "destructions" USING btree ("clinic_id","patient_id") WHERE status in ('proposed', 'confirmed');--> statement-breakpoint
CREATE POLICY "clinic" ON "destroyed_consents" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "destructions" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "destructions" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);
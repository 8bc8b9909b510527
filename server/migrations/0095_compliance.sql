CREATE TABLE "compliance_notes" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"item" text NOT NULL,
	"text" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "compliance_notes_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "compliance_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "improvement_actions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"item" text,
	"source" text,
	"title" text NOT NULL,
	"consent_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"owner_id" uuid,
	"due_on" date NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"outcome" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	CONSTRAINT "improvement_actions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "improvement_actions_source" UNIQUE("clinic_id","source"),
	CONSTRAINT "improvement_actions_status" CHECK (status in ('open', 'closed')),
	CONSTRAINT "improvement_actions_closed" CHECK (num_nulls(closed_by, closed_at) = case when status = 'closed' then 0 else 2 end)
);
--> statement-breakpoint
ALTER TABLE "improvement_actions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "compliance_incidents" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"happened_on" date NOT NULL,
	"summary" text NOT NULL,
	"is_about_consent" boolean NOT NULL,
	"about_consent" uuid,
	"candour" text DEFAULT '' NOT NULL,
	"learning" text DEFAULT '' NOT NULL,
	"shared" text DEFAULT '' NOT NULL,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	CONSTRAINT "compliance_incidents_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "compliance_incidents_kind" CHECK (kind in ('incident', 'near-miss', 'complaint')),
	CONSTRAINT "compliance_incidents_closed" CHECK (num_nulls(closed_by, closed_at) in (0, 2)),
	CONSTRAINT "compliance_incidents_learned" CHECK (closed_at is null or (learning <> '' and shared <> ''))
);
--> statement-breakpoint
ALTER TABLE "compliance_incidents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "inspection_packs" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"status" text DEFAULT 'preparing' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"sha256" text,
	"bytes" bigint,
	"failure" text,
	"made_by_id" uuid NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"released_to" uuid,
	"released_until" timestamp with time zone,
	CONSTRAINT "inspection_packs_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "inspection_packs_days" CHECK (from_day <= to_day),
	CONSTRAINT "inspection_packs_status" CHECK (status in ('preparing', 'ready', 'failed', 'expired')),
	CONSTRAINT "inspection_packs_progress" CHECK (progress between 0 and 100),
	CONSTRAINT "inspection_packs_ready" CHECK (status <> 'ready' or num_nulls(sha256, bytes, expires_at) = 0)
);
--> statement-breakpoint
ALTER TABLE "inspection_packs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "policy_readings" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"version_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "policy_readings_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "policy_readings_once" UNIQUE("clinic_id","version_id","staff_id")
);
--> statement-breakpoint
ALTER TABLE "policy_readings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "policy_versions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"policy" text NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"review_on" date NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "policy_versions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "policy_versions_number" UNIQUE("clinic_id","policy","number")
);
--> statement-breakpoint
ALTER TABLE "policy_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sample_audits" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"month" char(7) NOT NULL,
	"version" text NOT NULL,
	"seed" text NOT NULL,
	"population" integer NOT NULL,
	"sample" jsonb NOT NULL,
	"made_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "sample_audits_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "sample_audits_once" UNIQUE("clinic_id","month","version"),
	CONSTRAINT "sample_audits_month" CHECK (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
ALTER TABLE "sample_audits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "staff_trainings" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"staff_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"title" text NOT NULL,
	"done_on" date NOT NULL,
	"certificate_type" text,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"taken_back_at" timestamp with time zone,
	"taken_back_by" text,
	CONSTRAINT "staff_trainings_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "staff_trainings_topic" CHECK (topic in ('consent', 'capacity', 'other')),
	CONSTRAINT "staff_trainings_type" CHECK (certificate_type in ('application/pdf', 'image/jpeg', 'image/png')),
	CONSTRAINT "staff_trainings_taken_back" CHECK (num_nulls(taken_back_at, taken_back_by) in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "staff_trainings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "training_certificates" (
	"clinic_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "training_certificates_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "training_certificates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consent_discussions" ADD COLUMN "child_view" text;--> statement-breakpoint
ALTER TABLE "consent_discussions" ADD COLUMN "interpreter" text;--> statement-breakpoint
ALTER TABLE "consent_discussions" ADD COLUMN "copy" text;--> statement-breakpoint
ALTER TABLE "compliance_notes" ADD CONSTRAINT "compliance_notes_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_notes" ADD CONSTRAINT "compliance_notes_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "improvement_actions" ADD CONSTRAINT "improvement_actions_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "improvement_actions" ADD CONSTRAINT "improvement_actions_clinic_id_owner_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","owner_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_incidents" ADD CONSTRAINT "compliance_incidents_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_packs" ADD CONSTRAINT "inspection_packs_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_packs" ADD CONSTRAINT "inspection_packs_clinic_id_made_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","made_by_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_readings" ADD CONSTRAINT "policy_readings_clinic_id_version_id_policy_versions_clinic_id_id_fk" FOREIGN KEY ("clinic_id","version_id") REFERENCES "public"."policy_versions"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_readings" ADD CONSTRAINT "policy_readings_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sample_audits" ADD CONSTRAINT "sample_audits_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_trainings" ADD CONSTRAINT "staff_trainings_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_certificates" ADD CONSTRAINT "training_certificates_clinic_id_id_staff_trainings_clinic_id_id_fk" FOREIGN KEY ("clinic_id","id") REFERENCES "public"."staff_trainings"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "compliance_notes_of_item" ON "compliance_notes" USING btree ("clinic_id","item","at");--> statement-breakpoint
CREATE INDEX "improvement_actions_by_due" ON "improvement_actions" USING btree ("clinic_id","status","due_on","id");--> statement-breakpoint
CREATE INDEX "compliance_incidents_by_day" ON "compliance_incidents" USING btree ("clinic_id","happened_on","id");--> statement-breakpoint
CREATE UNIQUE INDEX "inspection_packs_one" ON "inspection_packs" USING btree ("clinic_id") WHERE status = 'preparing';--> statement-breakpoint
CREATE INDEX "inspection_packs_by_time" ON "inspection_packs" USING btree ("clinic_id","created_at");--> statement-breakpoint
CREATE INDEX "inspection_packs_passing" ON "inspection_packs" USING btree ("created_at") WHERE status in ('preparing', 'ready');--> statement-breakpoint
CREATE INDEX "policy_readings_of_staff" ON "policy_readings" USING btree ("clinic_id","staff_id");--> statement-breakpoint
CREATE INDEX "staff_trainings_by_day" ON "staff_trainings" USING btree ("clinic_id","done_on","id");--> statement-breakpoint
CREATE INDEX "consents_by_finalising" ON "consents" USING btree ("clinic_id","finalised_at") WHERE finalised_at is not null;--> statement-breakpoint
CREATE INDEX "consents_by_start" ON "consents" USING btree ("clinic_id","started_at") WHERE started_at is not null;--> statement-breakpoint
ALTER TABLE "consent_discussions" ADD CONSTRAINT "consent_discussions_interpreter" CHECK (interpreter in ('helped', 'declined'));--> statement-breakpoint
ALTER TABLE "consent_discussions" ADD CONSTRAINT "consent_discussions_copy" CHECK (copy in ('handed', 'declined'));--> statement-breakpoint
CREATE POLICY "clinic" ON "compliance_notes" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "improvement_actions" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "compliance_incidents" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "inspection_packs" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "inspection_packs" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "policy_readings" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "policy_versions" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "sample_audits" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "sample_audits" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "staff_trainings" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "training_certificates" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
CREATE TABLE "clinic_logos" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"sha256" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "clinic_logos_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "clinic_logos_once" UNIQUE("clinic_id","sha256")
);
--> statement-breakpoint
ALTER TABLE "clinic_logos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "access_requests" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"received_on" date NOT NULL,
	"due_on" date NOT NULL,
	"requester" text NOT NULL,
	"opened_by" text NOT NULL,
	"identity_how" text,
	"identity_by" text,
	"identity_at" timestamp with time zone,
	"outcome" text,
	"outcome_note" text DEFAULT '' NOT NULL,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "access_requests_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "access_requests_outcome" CHECK (outcome in ('answered', 'refused', 'withdrawn')),
	CONSTRAINT "access_requests_identity" CHECK (num_nulls(identity_how, identity_by, identity_at) in (0, 3)),
	CONSTRAINT "access_requests_closed" CHECK (num_nulls(outcome, closed_by, closed_at) in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "access_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "legal_holds" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"set_by_id" uuid NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"lifted_by_id" uuid,
	"lifted_by" text,
	"lifted_at" timestamp with time zone,
	"lifted_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "legal_holds_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "legal_holds_lifted" CHECK (num_nulls(lifted_by_id, lifted_by, lifted_at) in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "legal_holds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "record_files" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"patient_id" uuid,
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
	CONSTRAINT "record_files_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "record_files_kind" CHECK (kind in ('pack', 'export') and (kind = 'pack') = (patient_id is not null)),
	CONSTRAINT "record_files_status" CHECK (status in ('preparing', 'ready', 'failed', 'expired')),
	CONSTRAINT "record_files_progress" CHECK (progress between 0 and 100),
	CONSTRAINT "record_files_ready" CHECK (status <> 'ready' or num_nulls(sha256, bytes, expires_at) = 0)
);
--> statement-breakpoint
ALTER TABLE "record_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "website" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "nation" text DEFAULT 'england' NOT NULL;--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "code_word" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "brand_colour" text;--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "logo" text;--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "policies" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "settings_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clinic_logos" ADD CONSTRAINT "clinic_logos_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_clinic_id_set_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","set_by_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_clinic_id_lifted_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","lifted_by_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_files" ADD CONSTRAINT "record_files_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_files" ADD CONSTRAINT "record_files_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_files" ADD CONSTRAINT "record_files_clinic_id_made_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","made_by_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_requests_of_patient" ON "access_requests" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "legal_holds_standing" ON "legal_holds" USING btree ("clinic_id","patient_id") WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX "legal_holds_of_patient" ON "legal_holds" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "record_files_of_patient" ON "record_files" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "record_files_one_export" ON "record_files" USING btree ("clinic_id") WHERE kind = 'export' and status = 'preparing';--> statement-breakpoint
CREATE INDEX "record_files_passing" ON "record_files" USING btree ("created_at") WHERE status in ('preparing', 'ready');--> statement-breakpoint
CREATE INDEX "audit_rows_subject" ON "audit_rows" USING btree ("clinic_id","subject");--> statement-breakpoint
ALTER TABLE "clinics" ADD CONSTRAINT "clinics_nation" CHECK (nation in ('england', 'wales', 'scotland', 'northern-ireland'));--> statement-breakpoint
ALTER TABLE "clinics" ADD CONSTRAINT "clinics_colour" CHECK (brand_colour ~ '^#[0-9a-f]{6}$');--> statement-breakpoint
ALTER TABLE "clinics" ADD CONSTRAINT "clinics_logo" CHECK (logo ~ '^[0-9a-f]{64}$');--> statement-breakpoint
CREATE POLICY "admin_reopening" ON "clinics" AS PERMISSIVE FOR UPDATE TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "clinic_logos" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "opener" ON "clinic_logos" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "access_requests" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "legal_holds" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "record_files" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "record_files" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);
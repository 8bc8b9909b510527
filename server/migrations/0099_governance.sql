CREATE TABLE "breach_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"breach_id" uuid NOT NULL,
	"said" jsonb NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "breach_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "breach_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "breaches" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"title" text NOT NULL,
	"discovered_at" timestamp with time zone NOT NULL,
	"opened_by" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"lessons" text DEFAULT '' NOT NULL,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	CONSTRAINT "breaches_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "breaches_closed" CHECK (num_nulls(closed_by, closed_at) in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "breaches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "processing_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"shipped_key" text,
	"is_left_out" boolean DEFAULT false NOT NULL,
	"purpose" text NOT NULL,
	"lawful_basis" text NOT NULL,
	"people" text NOT NULL,
	"data" text NOT NULL,
	"recipients" text NOT NULL,
	"transfers" text NOT NULL,
	"retention" text NOT NULL,
	"security" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "processing_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "processing_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "platform_document_acceptances" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"version_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"role" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "platform_document_acceptances_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "platform_document_acceptances" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "platform_document_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"needs_acceptance" boolean DEFAULT false NOT NULL,
	"asks_again" boolean DEFAULT false NOT NULL,
	"change" text DEFAULT '' NOT NULL,
	"shipped_hash" text,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"published_by" text,
	"published_at" timestamp with time zone,
	CONSTRAINT "platform_document_versions_kind" CHECK (kind in ('terms', 'privacy', 'data-processing', 'safety-case', 'hazard-log', 'dpia')),
	CONSTRAINT "platform_document_versions_status" CHECK (status in ('draft', 'published')),
	CONSTRAINT "platform_document_versions_published" CHECK (num_nulls(published_by, published_at) = case when status = 'published' then 0 else 2 end)
);
--> statement-breakpoint
ALTER TABLE "platform_document_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "data_request_steps" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"request_id" uuid NOT NULL,
	"patient_id" uuid,
	"kind" text NOT NULL,
	"on" date NOT NULL,
	"note" text NOT NULL,
	"consent_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "data_request_steps_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "data_request_steps_kind" CHECK (kind in ('received', 'identity-asked', 'identified', 'clarification-asked', 'clarified', 'extended', 'noted', 'corrected', 'marketing-erased', 'pack-given', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "data_request_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "access_requests" DROP CONSTRAINT "access_requests_outcome";--> statement-breakpoint
ALTER TABLE "access_requests" ALTER COLUMN "patient_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "access_requests" ADD COLUMN "kind" text DEFAULT 'access' NOT NULL;--> statement-breakpoint
ALTER TABLE "access_requests" ADD COLUMN "clock_from" date;--> statement-breakpoint
ALTER TABLE "access_requests" ADD COLUMN "stopped_for" text;--> statement-breakpoint
ALTER TABLE "access_requests" ADD COLUMN "stopped_on" date;--> statement-breakpoint
ALTER TABLE "access_requests" ADD COLUMN "stopped_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "access_requests" ADD COLUMN "is_extended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "access_requests" ADD COLUMN "grounds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "access_requests" ADD COLUMN "reminded_on" date;--> statement-breakpoint
ALTER TABLE "breach_entries" ADD CONSTRAINT "breach_entries_clinic_id_breach_id_breaches_clinic_id_id_fk" FOREIGN KEY ("clinic_id","breach_id") REFERENCES "public"."breaches"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "breaches" ADD CONSTRAINT "breaches_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processing_entries" ADD CONSTRAINT "processing_entries_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_document_acceptances" ADD CONSTRAINT "platform_document_acceptances_version_id_platform_document_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."platform_document_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_document_acceptances" ADD CONSTRAINT "platform_document_acceptances_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_document_acceptances" ADD CONSTRAINT "platform_document_acceptances_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_request_steps" ADD CONSTRAINT "data_request_steps_clinic_id_request_id_access_requests_clinic_id_id_fk" FOREIGN KEY ("clinic_id","request_id") REFERENCES "public"."access_requests"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_request_steps" ADD CONSTRAINT "data_request_steps_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_request_steps" ADD CONSTRAINT "data_request_steps_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "breach_entries_of" ON "breach_entries" USING btree ("clinic_id","breach_id");--> statement-breakpoint
CREATE INDEX "breaches_by_time" ON "breaches" USING btree ("clinic_id","discovered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "processing_entries_shipped" ON "processing_entries" USING btree ("clinic_id","shipped_key");--> statement-breakpoint
CREATE UNIQUE INDEX "platform_document_acceptances_once" ON "platform_document_acceptances" USING btree ("clinic_id","version_id");--> statement-breakpoint
CREATE UNIQUE INDEX "platform_document_versions_number" ON "platform_document_versions" USING btree ("kind","number");--> statement-breakpoint
CREATE UNIQUE INDEX "platform_document_versions_draft" ON "platform_document_versions" USING btree ("kind") WHERE status = 'draft';--> statement-breakpoint
CREATE INDEX "data_request_steps_of_consent" ON "data_request_steps" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "data_request_steps_of" ON "data_request_steps" USING btree ("clinic_id","request_id");--> statement-breakpoint
CREATE INDEX "data_request_steps_of_patient" ON "data_request_steps" USING btree ("clinic_id","patient_id");--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_requests_by_time" ON "access_requests" USING btree ("clinic_id","due_on");--> statement-breakpoint
CREATE INDEX "access_requests_open" ON "access_requests" USING btree ("due_on") WHERE closed_at is null and stopped_for is null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'data-request-due', 'webhook-disabled', 'write-back-failed', 'reminder', 'letter', 'question-answered', 'link-code', 'question-notice', 'supporter-link', 'aftercare', 'survey', 'worry', 'access-ended', 'access-restored', 'owner-changed', 'emergency-access'));--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_kind" CHECK (kind in ('access', 'rectification', 'erasure', 'restriction', 'portability', 'objection'));--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_stopped" CHECK (stopped_for in ('identity', 'clarification') and num_nulls(stopped_for, stopped_on) in (0, 2));--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_outcome" CHECK (outcome in ('answered', 'partly', 'refused', 'withdrawn'));--> statement-breakpoint
CREATE POLICY "job" ON "access_requests" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "breach_entries" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "breaches" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "processing_entries" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "platform_document_acceptances" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "platform_document_acceptances" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint
CREATE POLICY "admin" ON "platform_document_versions" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "platform_document_versions" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (status = 'published');--> statement-breakpoint
CREATE POLICY "clinic" ON "data_request_steps" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
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
ALTER TABLE "data_request_steps" ADD CONSTRAINT "data_request_steps_clinic_id_request_id_access_requests_clinic_id_id_fk" FOREIGN KEY ("clinic_id","request_id") REFERENCES "public"."access_requests"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_request_steps" ADD CONSTRAINT "data_request_steps_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_request_steps" ADD CONSTRAINT "data_request_steps_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
CREATE POLICY "clinic" ON "data_request_steps" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
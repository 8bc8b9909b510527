CREATE TABLE "emergency_accesses" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"admin_id" text NOT NULL,
	"admin_name" text NOT NULL,
	"reason" text NOT NULL,
	"words" text NOT NULL,
	"ticket" text NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "emergency_accesses_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "emergency_accesses_reason" CHECK (reason in ('support', 'safety', 'legal', 'security', 'other')),
	CONSTRAINT "emergency_accesses_words" CHECK (char_length(words) >= 20),
	CONSTRAINT "emergency_accesses_time" CHECK (until_at > from_at and until_at <= from_at + interval '60 minutes' and ended_at >= from_at)
);
--> statement-breakpoint
ALTER TABLE "emergency_accesses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "emergency_accesses" ADD CONSTRAINT "emergency_accesses_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emergency_accesses_by_time" ON "emergency_accesses" USING btree ("clinic_id","from_at","id");--> statement-breakpoint
CREATE INDEX "emergency_accesses_of_consent" ON "emergency_accesses" USING btree ("consent_id","from_at");--> statement-breakpoint
CREATE INDEX "emergency_accesses_named" ON "emergency_accesses" USING btree ("id");--> statement-breakpoint
CREATE INDEX "audit_rows_by_time" ON "audit_rows" USING btree ("at","sequence");--> statement-breakpoint
CREATE INDEX "audit_rows_of_clinic" ON "audit_rows" USING btree ("clinic_id","at","sequence");--> statement-breakpoint
CREATE INDEX "audit_rows_of_action" ON "audit_rows" USING btree ("action","at","sequence");--> statement-breakpoint
CREATE INDEX "audit_rows_from_address" ON "audit_rows" USING btree ("ip","at","sequence");--> statement-breakpoint
CREATE INDEX "audit_rows_of_person" ON "audit_rows" USING btree ("user_email","at","sequence") WHERE user_email is not null;--> statement-breakpoint
CREATE INDEX "audit_rows_of_session" ON "audit_rows" USING btree ("session_id","at","sequence") WHERE session_id is not null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'webhook-disabled', 'write-back-failed', 'reminder', 'letter', 'question-answered', 'link-code', 'question-notice', 'supporter-link', 'aftercare', 'survey', 'worry', 'access-ended', 'access-restored', 'owner-changed', 'emergency-access'));--> statement-breakpoint
CREATE POLICY "admin_read" ON "audit_unsealed" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint
CREATE POLICY "admin" ON "consent_events" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (event in ('consent.approved', 'consent.sent', 'consent.viewed', 'consent.verbal', 'consent.signed', 'consent.finalised', 'consent.declined', 'consent.withdrawn', 'consent.expired', 'consent.voided', 'consent.superseded', 'consent.created', 'consent.given_on_paper', 'consent.scan_added', 'consent.read', 'consent.discussed', 'consent.plan_changed', 'consent.reconfirm_needed', 'consent.confirmed', 'consent.reassigned', 'consent.treatments_withdrawn', 'document.sealed'));--> statement-breakpoint
CREATE POLICY "admin" ON "document_versions" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint
CREATE POLICY "admin" ON "messages" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (kind in ('consent-link', 'new-link', 'reminder', 'letter', 'question-answered', 'signed-copy', 'link-code', 'supporter-link'));--> statement-breakpoint
CREATE POLICY "clinic" ON "emergency_accesses" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "emergency_accesses" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "opener" ON "emergency_accesses" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);
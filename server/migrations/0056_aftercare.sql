CREATE TABLE "aftercare_policies" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"policy" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "aftercare_policies_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "aftercare_policies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "aftercare_steps" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"done_id" uuid NOT NULL,
	"step" text NOT NULL,
	"message_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "aftercare_steps_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "aftercare_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "aftercare_stops" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "aftercare_stops_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "aftercare_stops" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "surveys" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"template_ids" jsonb NOT NULL,
	"is_skipped" boolean NOT NULL,
	"answers" jsonb,
	"text" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "surveys_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "surveys_skipped" CHECK (is_skipped = (answers is null))
);
--> statement-breakpoint
ALTER TABLE "surveys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "treatments_done" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"appointment_id" uuid,
	"treatments" jsonb NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"taken_back_at" timestamp with time zone,
	"next_step" text,
	"next_at" timestamp with time zone,
	"survey_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "treatments_done_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "treatments_done_next" CHECK ((next_at is null) = (next_step is null))
);
--> statement-breakpoint
ALTER TABLE "treatments_done" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "worries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"worry" text NOT NULL,
	"level" text NOT NULL,
	"asked" jsonb NOT NULL,
	"shown" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"taken_up_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"settled_by" text,
	"settled_note" text,
	CONSTRAINT "worries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "worries_level" CHECK (level in ('red', 'amber', 'green')),
	CONSTRAINT "worries_settled" CHECK ((settled_at is null) = (settled_by is null) and (settled_at is null) = (settled_note is null))
);
--> statement-breakpoint
ALTER TABLE "worries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "message_texts" DROP CONSTRAINT "message_texts_kind";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_kind";--> statement-breakpoint
ALTER TABLE "aftercare_policies" ADD CONSTRAINT "aftercare_policies_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aftercare_steps" ADD CONSTRAINT "aftercare_steps_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aftercare_steps" ADD CONSTRAINT "aftercare_steps_clinic_id_done_id_treatments_done_clinic_id_id_fk" FOREIGN KEY ("clinic_id","done_id") REFERENCES "public"."treatments_done"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aftercare_steps" ADD CONSTRAINT "aftercare_steps_clinic_id_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","message_id") REFERENCES "public"."messages"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aftercare_stops" ADD CONSTRAINT "aftercare_stops_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "treatments_done" ADD CONSTRAINT "treatments_done_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "treatments_done" ADD CONSTRAINT "treatments_done_appointment" FOREIGN KEY ("clinic_id","appointment_id") REFERENCES "public"."appointments"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "treatments_done" ADD CONSTRAINT "treatments_done_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "worries" ADD CONSTRAINT "worries_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "aftercare_policies_once" ON "aftercare_policies" USING btree ("clinic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "aftercare_steps_once" ON "aftercare_steps" USING btree ("clinic_id","done_id","step");--> statement-breakpoint
CREATE INDEX "aftercare_steps_of_consent" ON "aftercare_steps" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "aftercare_stops_of_consent" ON "aftercare_stops" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "surveys_once" ON "surveys" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "treatments_done_of_consent" ON "treatments_done" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "treatments_done_of_appointment" ON "treatments_done" USING btree ("clinic_id","appointment_id");--> statement-breakpoint
CREATE INDEX "treatments_done_due" ON "treatments_done" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "worries_once" ON "worries" USING btree ("clinic_id","consent_id","key");--> statement-breakpoint
ALTER TABLE "message_texts" ADD CONSTRAINT "message_texts_kind" CHECK (kind in ('consent-link', 'reminder', 'new-link', 'question-answered', 'signed-copy', 'aftercare', 'survey'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'webhook-disabled', 'reminder', 'letter', 'question-answered', 'link-code', 'question-notice', 'supporter-link', 'aftercare', 'survey', 'worry'));--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_kind" CHECK (kind in ('urgent-worry', 'worry', 'call', 'letter', 'answer', 'understanding', 'matter', 'talk'));--> statement-breakpoint
CREATE POLICY "clinic" ON "aftercare_policies" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "aftercare_steps" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "aftercare_stops" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "aftercare_stops" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint
CREATE POLICY "clinic" ON "surveys" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "surveys" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint
CREATE POLICY "clinic" ON "treatments_done" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "treatments_done" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint
CREATE POLICY "job" ON "treatments_done" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "worries" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "worries" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));
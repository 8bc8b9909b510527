CREATE TABLE "message_news" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"message_id" uuid NOT NULL,
	"news" text NOT NULL,
	"status" text,
	"event_id" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_news_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "message_news_status" CHECK (status in ('queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'unconfirmed', 'printed'))
);
--> statement-breakpoint
ALTER TABLE "message_news" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_texts" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_texts_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "message_texts_kind" CHECK (kind in ('consent-link', 'reminder', 'new-link', 'signed-copy')),
	CONSTRAINT "message_texts_channel" CHECK (channel in ('email', 'sms'))
);
--> statement-breakpoint
ALTER TABLE "message_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "reminder_plans" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"next_step" text,
	"next_at" timestamp with time zone,
	"climb_message_id" uuid,
	"climb_at" timestamp with time zone,
	CONSTRAINT "reminder_plans_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "reminder_plans_next" CHECK ((next_at is null) = (next_step is null)),
	CONSTRAINT "reminder_plans_climbing" CHECK ((climb_at is null) = (climb_message_id is null))
);
--> statement-breakpoint
ALTER TABLE "reminder_plans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "reminder_policies" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"policy" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reminder_policies_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "reminder_policies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "reminders" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"step" text NOT NULL,
	"message_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "reminders_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "reminders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tasks" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"consent_id" uuid NOT NULL,
	"cause_id" uuid NOT NULL,
	"assigned_to" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" text,
	"outcome" text,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "tasks_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "tasks_kind" CHECK (kind in ('call', 'letter', 'answer', 'understanding')),
	CONSTRAINT "tasks_outcome" CHECK (outcome in ('done', 'reached', 'no-answer', 'wrong-number', 'posted', 'not-needed')),
	CONSTRAINT "tasks_ended" CHECK ((done_at is null) = (outcome is null) and (done_at is null) = (done_by is null))
);
--> statement-breakpoint
ALTER TABLE "tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_channel";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_status";--> statement-breakpoint
ALTER TABLE "message_news" ADD CONSTRAINT "message_news_clinic_id_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","message_id") REFERENCES "public"."messages"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_texts" ADD CONSTRAINT "message_texts_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_plans" ADD CONSTRAINT "reminder_plans_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_plans" ADD CONSTRAINT "reminder_plans_clinic_id_climb_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","climb_message_id") REFERENCES "public"."messages"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_policies" ADD CONSTRAINT "reminder_policies_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_clinic_id_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","message_id") REFERENCES "public"."messages"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_clinic_id_assigned_to_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","assigned_to") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_news_of" ON "message_news" USING btree ("clinic_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_news_once" ON "message_news" USING btree ("clinic_id","message_id","event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_texts_once" ON "message_texts" USING btree ("clinic_id","kind","channel","language");--> statement-breakpoint
CREATE UNIQUE INDEX "reminder_plans_once" ON "reminder_plans" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "reminder_plans_due" ON "reminder_plans" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "reminder_plans_climb" ON "reminder_plans" USING btree ("climb_at") WHERE climb_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reminder_policies_once" ON "reminder_policies" USING btree ("clinic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reminders_once" ON "reminders" USING btree ("clinic_id","consent_id","step");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_of_cause" ON "tasks" USING btree ("clinic_id","cause_id","kind");--> statement-breakpoint
CREATE INDEX "tasks_open" ON "tasks" USING btree ("clinic_id","created_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "tasks_done" ON "tasks" USING btree ("clinic_id","done_at");--> statement-breakpoint
CREATE INDEX "tasks_of_consent" ON "tasks" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "messages_named" ON "messages" USING btree ("id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_letter" CHECK ((channel = 'letter') = (status = 'printed'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'reminder', 'letter'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_channel" CHECK (channel in ('email', 'sms', 'letter'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_status" CHECK (status in ('queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'unconfirmed', 'printed'));--> statement-breakpoint
CREATE POLICY "job" ON "messages" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "message_news" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "message_texts" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "reminder_plans" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "reminder_plans" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "reminder_policies" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "reminders" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "tasks" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
CREATE TABLE "matter_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"answers_id" uuid,
	"mode" text,
	"talked_at" timestamp with time zone,
	"remind_days" integer,
	"staff_id" uuid,
	"by_name" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "matter_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "matter_entries_kind" CHECK (kind in ('told', 'dropped', 'nothing', 'answered', 'leaned', 'thinking', 'call_wanted', 'allowed', 'refused', 'withdrawn')),
	CONSTRAINT "matter_entries_mode" CHECK (mode in ('message', 'in-person', 'phone', 'video')),
	CONSTRAINT "matter_entries_shape" CHECK ((kind = 'answered') = (answers_id is not null) and (kind = 'answered') = (mode is not null)
        and (talked_at is not null) = (mode is not null and mode <> 'message')
        and (kind = 'thinking' or remind_days is null) and (kind <> 'answered' or staff_id is not null)
        and (kind in ('answered', 'withdrawn') or staff_id is null) and (mode is distinct from 'message' or text <> ''))
);
--> statement-breakpoint
ALTER TABLE "matter_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_kind";--> statement-breakpoint
ALTER TABLE "matter_entries" ADD CONSTRAINT "matter_entries_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_entries" ADD CONSTRAINT "matter_entries_answered" FOREIGN KEY ("clinic_id","answers_id") REFERENCES "public"."matter_entries"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_entries" ADD CONSTRAINT "matter_entries_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "matter_entries_number" ON "matter_entries" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_kind" CHECK (kind in ('call', 'letter', 'answer', 'understanding', 'matter', 'talk'));--> statement-breakpoint
CREATE POLICY "clinic" ON "matter_entries" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "matter_entries" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));
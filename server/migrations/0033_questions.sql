CREATE TABLE "question_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"question_id" uuid,
	"kind" text NOT NULL,
	"part" integer,
	"part_title" text DEFAULT '' NOT NULL,
	"is_blocking" boolean DEFAULT false NOT NULL,
	"mode" text,
	"why" text,
	"text" text NOT NULL,
	"staff_id" uuid,
	"by_name" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "question_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "question_entries_kind" CHECK (kind in ('asked', 'added', 'answered', 'settled')),
	CONSTRAINT "question_entries_mode" CHECK (mode in ('message', 'call', 'visit')),
	CONSTRAINT "question_entries_why" CHECK (why in ('have-answer', 'not-needed')),
	CONSTRAINT "question_entries_shape" CHECK ((kind = 'asked') = (question_id is null) and (kind = 'answered') = (mode is not null)
        and (kind = 'answered') = (staff_id is not null) and (kind = 'settled') = (why is not null)
        and (kind = 'settled') = (text = '') and (kind in ('asked', 'added') or not is_blocking))
);
--> statement-breakpoint
ALTER TABLE "question_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "message_texts" DROP CONSTRAINT "message_texts_kind";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "questions_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "question_entries" ADD CONSTRAINT "question_entries_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_entries" ADD CONSTRAINT "question_entries_of_question" FOREIGN KEY ("clinic_id","question_id") REFERENCES "public"."question_entries"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_entries" ADD CONSTRAINT "question_entries_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "question_entries_number" ON "question_entries" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint
CREATE INDEX "consents_with_questions" ON "consents" USING btree ("clinic_id","updated_at","id") WHERE questions_since is not null;--> statement-breakpoint
ALTER TABLE "message_texts" ADD CONSTRAINT "message_texts_kind" CHECK (kind in ('consent-link', 'reminder', 'new-link', 'question-answered', 'signed-copy'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'reminder', 'letter', 'question-answered'));--> statement-breakpoint
CREATE POLICY "clinic" ON "question_entries" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "question_entries" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));
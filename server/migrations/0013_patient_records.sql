CREATE TABLE "patient_keys" (
	"clinic_id" uuid NOT NULL,
	"status" text NOT NULL,
	"key" text NOT NULL,
	"patient_id" uuid NOT NULL,
	CONSTRAINT "patient_keys_clinic_id_status_key_patient_id_pk" PRIMARY KEY("clinic_id","status","key","patient_id")
);
--> statement-breakpoint
ALTER TABLE "patient_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "patient_merges" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"survivor_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"merged_name" text NOT NULL,
	"merged_status" text NOT NULL,
	"survivor_before" jsonb NOT NULL,
	"survivor_version" integer NOT NULL,
	"moved" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"by_staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	CONSTRAINT "patient_merges_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "patient_merges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "patient_notes" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"text" text NOT NULL,
	"corrects" uuid,
	"by_staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "patient_notes_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "patient_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "patients" DROP CONSTRAINT "patients_status";--> statement-breakpoint
DROP INDEX "patients_nhs_number";--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "preferred_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "contact_permission" jsonb DEFAULT '["email","sms","phone","post"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "preferred_channel" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "needs_asked_on" date;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "needs_asked_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "needs_review_on" date;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "guardians" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "ended_on" date;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_clinic_id_survivor_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","survivor_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_clinic_id_merged_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","merged_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_clinic_id_by_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","by_staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_notes" ADD CONSTRAINT "patient_notes_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_notes" ADD CONSTRAINT "patient_notes_clinic_id_corrects_patient_notes_clinic_id_id_fk" FOREIGN KEY ("clinic_id","corrects") REFERENCES "public"."patient_notes"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_notes" ADD CONSTRAINT "patient_notes_clinic_id_by_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","by_staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "patient_merges_of_survivor" ON "patient_merges" USING btree ("clinic_id","survivor_id","at");--> statement-breakpoint
CREATE INDEX "patient_notes_of_patient" ON "patient_notes" USING btree ("clinic_id","patient_id","at");--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_clinic_id_merged_into_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","merged_into") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "patients_nhs_number" ON "patients" USING btree ("clinic_id","nhs_number") WHERE nhs_number <> '' and status <> 'merged';--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_merged" CHECK ((status = 'merged') = (merged_into is not null));--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_channel" CHECK (preferred_channel in ('email', 'sms', 'phone', 'post', 'none'));--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_status" CHECK (status in ('active', 'archived', 'left', 'deceased', 'merged'));--> statement-breakpoint
DROP POLICY "search" ON "patients" CASCADE;--> statement-breakpoint
CREATE POLICY "clinic" ON "patient_keys" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "search" ON "patient_keys" AS PERMISSIVE FOR SELECT TO "candour_search" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "patient_merges" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "search" ON "patient_merges" AS PERMISSIVE FOR SELECT TO "candour_search" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "patient_notes" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
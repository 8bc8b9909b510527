CREATE TABLE "histories" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "histories_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "histories_patient" UNIQUE("clinic_id","patient_id")
);
--> statement-breakpoint
ALTER TABLE "histories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "history_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"factor" text NOT NULL,
	"answer" text NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"teeth" jsonb,
	"source" text NOT NULL,
	"version" integer NOT NULL,
	"by_staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "history_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "history_entries_version" UNIQUE("clinic_id","patient_id","factor","version"),
	CONSTRAINT "history_entries_answer" CHECK (answer in ('yes', 'no', 'unknown')),
	CONSTRAINT "history_entries_details" CHECK (answer = 'yes' or (fields = '{}' and teeth is null)),
	CONSTRAINT "history_entries_source" CHECK (source in ('patient', 'clinician', 'letter', 'import'))
);
--> statement-breakpoint
ALTER TABLE "history_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "history_reviews" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"by_staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "history_reviews_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "history_reviews" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "histories" ADD CONSTRAINT "histories_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "histories" ADD CONSTRAINT "histories_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_history" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."histories"("clinic_id","patient_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_clinic_id_by_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","by_staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_reviews" ADD CONSTRAINT "history_reviews_history" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."histories"("clinic_id","patient_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_reviews" ADD CONSTRAINT "history_reviews_clinic_id_by_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","by_staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "history_reviews_newest" ON "history_reviews" USING btree ("clinic_id","patient_id","at","id");--> statement-breakpoint
CREATE POLICY "clinic" ON "histories" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "history_entries" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "history_reviews" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
CREATE TABLE "day_list_clinicians" (
	"clinic_id" uuid NOT NULL,
	"written" text NOT NULL,
	"staff_id" uuid,
	CONSTRAINT "day_list_clinicians_clinic_id_written_pk" PRIMARY KEY("clinic_id","written")
);
--> statement-breakpoint
ALTER TABLE "day_list_clinicians" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "day_list_numbers" (
	"clinic_id" uuid NOT NULL,
	"number" text NOT NULL,
	"patient_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	CONSTRAINT "day_list_numbers_clinic_id_number_pk" PRIMARY KEY("clinic_id","number")
);
--> statement-breakpoint
ALTER TABLE "day_list_numbers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "day_list_rows" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"list_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb,
	"choice" text,
	"patient_id" uuid,
	"added_patient" boolean DEFAULT false NOT NULL,
	"appointment_id" uuid,
	"appointment_version" integer,
	"outcome" text,
	"result" text,
	"before" jsonb,
	"undone" text,
	"remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "day_list_rows_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "day_list_rows_number" UNIQUE("clinic_id","list_id","number"),
	CONSTRAINT "day_list_rows_outcome" CHECK (outcome in ('new', 'new-patient', 'changed', 'same', 'begun', 'ended-here', 'who', 'whose', 'cancelled', 'left', 'unusable')),
	CONSTRAINT "day_list_rows_choice" CHECK (choice in ('patient', 'create', 'leave', 'again')),
	CONSTRAINT "day_list_rows_result" CHECK (result in ('booked', 'updated', 'unchanged', 'left-out')),
	CONSTRAINT "day_list_rows_undone" CHECK (undone in ('removed', 'restored', 'kept'))
);
--> statement-breakpoint
ALTER TABLE "day_list_rows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "day_list_treatments" (
	"clinic_id" uuid NOT NULL,
	"written" text NOT NULL,
	"template_id" uuid,
	"needs_consent" boolean NOT NULL,
	CONSTRAINT "day_list_treatments_clinic_id_written_pk" PRIMARY KEY("clinic_id","written")
);
--> statement-breakpoint
ALTER TABLE "day_list_treatments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "day_lists" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"file_name" text NOT NULL,
	"encoding" text NOT NULL,
	"separator" text NOT NULL,
	"fingerprint" text NOT NULL,
	"columns" jsonb NOT NULL,
	"is_remembered" boolean NOT NULL,
	"date_order" text NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"row_count" integer NOT NULL,
	"results" jsonb NOT NULL,
	"cancelled" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"forgotten_at" timestamp with time zone,
	CONSTRAINT "day_lists_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "day_lists_status" CHECK (status in ('draft', 'checked', 'done', 'undoing', 'undone')),
	CONSTRAINT "day_lists_date_order" CHECK (date_order in ('day-first', 'month-first'))
);
--> statement-breakpoint
ALTER TABLE "day_lists" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "day_list_clinicians" ADD CONSTRAINT "day_list_clinicians_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_list_clinicians" ADD CONSTRAINT "day_list_clinicians_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_list_numbers" ADD CONSTRAINT "day_list_numbers_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_list_numbers" ADD CONSTRAINT "day_list_numbers_clinic_id_list_id_day_lists_clinic_id_id_fk" FOREIGN KEY ("clinic_id","list_id") REFERENCES "public"."day_lists"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_list_rows" ADD CONSTRAINT "day_list_rows_list" FOREIGN KEY ("clinic_id","list_id") REFERENCES "public"."day_lists"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_list_treatments" ADD CONSTRAINT "day_list_treatments_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_lists" ADD CONSTRAINT "day_lists_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_list_clinicians_staff" ON "day_list_clinicians" USING btree ("clinic_id","staff_id");--> statement-breakpoint
CREATE INDEX "day_list_numbers_patient" ON "day_list_numbers" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "day_list_numbers_list" ON "day_list_numbers" USING btree ("clinic_id","list_id");--> statement-breakpoint
CREATE INDEX "day_list_rows_appointment" ON "day_list_rows" USING btree ("clinic_id","appointment_id");--> statement-breakpoint
CREATE INDEX "day_list_rows_patient" ON "day_list_rows" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "day_lists_by_time" ON "day_lists" USING btree ("clinic_id","created_at");--> statement-breakpoint
CREATE INDEX "day_lists_alike" ON "day_lists" USING btree ("clinic_id","fingerprint","created_at");--> statement-breakpoint
CREATE POLICY "clinic" ON "day_list_clinicians" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "day_list_numbers" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "day_list_rows" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "day_list_treatments" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "day_lists" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "day_lists" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);
CREATE TABLE "patient_import_rows" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb,
	"outcome" text,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"choice" text,
	"patient_id" uuid,
	"patient_version" integer,
	"result" text,
	"before" jsonb,
	"after" jsonb,
	"undone" text,
	"remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "patient_import_rows_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "patient_import_rows_number" UNIQUE("clinic_id","import_id","number"),
	CONSTRAINT "patient_import_rows_outcome" CHECK (outcome in ('new', 'same', 'differs', 'unusable')),
	CONSTRAINT "patient_import_rows_choice" CHECK (choice in ('skip', 'fill', 'update')),
	CONSTRAINT "patient_import_rows_result" CHECK (result in ('added', 'changed', 'unchanged', 'skipped', 'unusable')),
	CONSTRAINT "patient_import_rows_undone" CHECK (undone in ('removed', 'restored', 'kept'))
);
--> statement-breakpoint
ALTER TABLE "patient_import_rows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "patient_imports" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"file_name" text NOT NULL,
	"encoding" text NOT NULL,
	"separator" text NOT NULL,
	"fingerprint" text NOT NULL,
	"columns" jsonb NOT NULL,
	"is_remembered" boolean NOT NULL,
	"date_order" text NOT NULL,
	"choice" text DEFAULT 'fill' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"row_count" integer NOT NULL,
	"outcomes" jsonb NOT NULL,
	"results" jsonb NOT NULL,
	"remaining" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"forgotten_at" timestamp with time zone,
	CONSTRAINT "patient_imports_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "patient_imports_status" CHECK (status in ('draft', 'checked', 'running', 'done', 'undoing', 'undone')),
	CONSTRAINT "patient_imports_choice" CHECK (choice in ('skip', 'fill', 'update')),
	CONSTRAINT "patient_imports_date_order" CHECK (date_order in ('day-first', 'month-first'))
);
--> statement-breakpoint
ALTER TABLE "patient_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "patient_import_rows" ADD CONSTRAINT "patient_import_rows_import" FOREIGN KEY ("clinic_id","import_id") REFERENCES "public"."patient_imports"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_imports" ADD CONSTRAINT "patient_imports_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "patient_import_rows_patient" ON "patient_import_rows" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "patient_imports_by_time" ON "patient_imports" USING btree ("clinic_id","created_at");--> statement-breakpoint
CREATE INDEX "patient_imports_alike" ON "patient_imports" USING btree ("clinic_id","fingerprint","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "patient_imports_running" ON "patient_imports" USING btree ("clinic_id") WHERE status in ('running', 'undoing');--> statement-breakpoint
CREATE INDEX "patients_birth_date" ON "patients" USING btree ("clinic_id","date_of_birth");--> statement-breakpoint
CREATE POLICY "clinic" ON "patient_import_rows" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "patient_imports" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "patient_imports" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);
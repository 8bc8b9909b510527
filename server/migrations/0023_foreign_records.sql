-- Records from other systems: manifests, their rows, and the records as they were received.
CREATE TABLE "foreign_import_rows" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"patient_id" uuid,
	"original_id" text NOT NULL,
	"title" text NOT NULL,
	"signed_on" date,
	"clinician" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"record_id" uuid,
	CONSTRAINT "foreign_import_rows_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "foreign_import_rows_number" UNIQUE("clinic_id","import_id","number"),
	CONSTRAINT "foreign_import_rows_state" CHECK (state in ('waiting', 'taken', 'here', 'held', 'refused', 'removed', 'kept'))
);
--> statement-breakpoint
ALTER TABLE "foreign_import_rows" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "foreign_imports" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_import_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"source" text NOT NULL,
	"columns" jsonb NOT NULL,
	"date_order" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"row_count" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"forgotten_at" timestamp with time zone,
	CONSTRAINT "foreign_imports_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "foreign_imports_status" CHECK (status in ('draft', 'checked', 'running', 'done', 'undoing', 'undone')),
	CONSTRAINT "foreign_imports_date_order" CHECK (date_order in ('day-first', 'month-first'))
);
--> statement-breakpoint
ALTER TABLE "foreign_imports" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "foreign_records" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"source" text NOT NULL,
	"source_key" text NOT NULL,
	"original_id" text NOT NULL,
	"title" text NOT NULL,
	"signed_on" date,
	"clinician" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"pages" integer NOT NULL,
	"waiting_bytes" "bytea",
	"imported_by" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	CONSTRAINT "foreign_records_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "foreign_records_once" UNIQUE("clinic_id","source_key","original_id")
);
--> statement-breakpoint
ALTER TABLE "foreign_records" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "foreign_import_rows" ADD CONSTRAINT "foreign_import_rows_import" FOREIGN KEY ("clinic_id","import_id") REFERENCES "public"."foreign_imports"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foreign_imports" ADD CONSTRAINT "foreign_imports_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foreign_records" ADD CONSTRAINT "foreign_records_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "foreign_records" ADD CONSTRAINT "foreign_records_clinic_id_import_id_foreign_imports_clinic_id_id_fk" FOREIGN KEY ("clinic_id","import_id") REFERENCES "public"."foreign_imports"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "foreign_import_rows_state" ON "foreign_import_rows" USING btree ("clinic_id","import_id","state","number");--> statement-breakpoint
CREATE INDEX "foreign_import_rows_patient" ON "foreign_import_rows" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "foreign_imports_by_time" ON "foreign_imports" USING btree ("clinic_id","created_at");--> statement-breakpoint
CREATE INDEX "foreign_records_patient" ON "foreign_records" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "foreign_records_import" ON "foreign_records" USING btree ("clinic_id","import_id");--> statement-breakpoint
CREATE INDEX "foreign_records_original" ON "foreign_records" USING btree ("clinic_id","original_id");--> statement-breakpoint
CREATE POLICY "clinic" ON "foreign_import_rows" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "foreign_imports" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "foreign_imports" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "foreign_records" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
--> statement-breakpoint
-- What is of a patient goes with a record that two people decided to destroy.
CREATE POLICY "destroyer" ON "foreign_records" TO "candour_destroyer" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and exists (
  select from patients o where o.clinic_id = foreign_records.clinic_id and o.id = foreign_records.patient_id));--> statement-breakpoint
CREATE POLICY "destroyer" ON "foreign_import_rows" TO "candour_destroyer" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and exists (
  select from patients o where o.clinic_id = foreign_import_rows.clinic_id and o.id = foreign_import_rows.patient_id));--> statement-breakpoint
grant select, delete on foreign_records, foreign_import_rows to candour_destroyer;--> statement-breakpoint

-- Undoing an import removes what nobody has opened and nothing holds.
create policy removable on foreign_records as restrictive for delete to candour_clinic
  using (opened_at is null and exists (
    select 1 from foreign_imports i
    where i.clinic_id = foreign_records.clinic_id and i.id = foreign_records.import_id and i.status = 'undoing'
  ) and not exists (
    select 1 from legal_holds h left join patients p on p.clinic_id = h.clinic_id and p.id = h.patient_id
    where h.clinic_id = foreign_records.clinic_id and h.lifted_at is null
      and (h.patient_id = foreign_records.patient_id or p.merged_into = foreign_records.patient_id)
  ));--> statement-breakpoint

grant select, insert, update, delete on foreign_imports, foreign_import_rows to candour_clinic;--> statement-breakpoint
grant select, insert, update (patient_id, waiting_bytes, opened_at), delete on foreign_records to candour_clinic;--> statement-breakpoint

-- Sweeps list what stands still and what is to be forgotten.
grant select (clinic_id, id, status, moved_at, finished_at, forgotten_at) on foreign_imports to candour_job;

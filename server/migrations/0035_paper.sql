CREATE TABLE "paper_files" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"scan_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"type" text NOT NULL,
	"pages" integer NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "paper_files_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "paper_files_position" UNIQUE("clinic_id","scan_id","position"),
	CONSTRAINT "paper_files_type" CHECK (type in ('application/pdf', 'image/jpeg', 'image/png'))
);
--> statement-breakpoint
ALTER TABLE "paper_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "paper_scans" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"reason" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"taken_by" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paper_scans_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "paper_scans_number" UNIQUE("clinic_id","consent_id","number"),
	CONSTRAINT "paper_scans_reason" CHECK ((number = 1) = (reason = ''))
);
--> statement-breakpoint
ALTER TABLE "paper_scans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "paper_uploads" (
	"clinic_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "paper_uploads_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "paper_uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "signatures" ALTER COLUMN "link_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "paper_given_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "paper_files" ADD CONSTRAINT "paper_files_clinic_id_scan_id_paper_scans_clinic_id_id_fk" FOREIGN KEY ("clinic_id","scan_id") REFERENCES "public"."paper_scans"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_files" ADD CONSTRAINT "paper_files_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_scans" ADD CONSTRAINT "paper_scans_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_scans" ADD CONSTRAINT "paper_scans_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_uploads" ADD CONSTRAINT "paper_uploads_clinic_id_id_paper_files_clinic_id_id_fk" FOREIGN KEY ("clinic_id","id") REFERENCES "public"."paper_files"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paper_files_of_consent" ON "paper_files" USING btree ("clinic_id","consent_id");--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_way" CHECK ((link_id is null) = (mark ->> 'kind' = 'paper'));--> statement-breakpoint
CREATE POLICY "clinic" ON "paper_files" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "paper_files" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint
CREATE POLICY "clinic" ON "paper_scans" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "paper_scans" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint
CREATE POLICY "clinic" ON "paper_uploads" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "patient" ON "paper_uploads" AS PERMISSIVE FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));
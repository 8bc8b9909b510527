CREATE TABLE "template_decisions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"template_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"by_name" text NOT NULL,
	"gdc_number" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "template_decisions_decision" CHECK (decision in ('approved', 'changes asked'))
);
--> statement-breakpoint
ALTER TABLE "template_decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "template_translations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"template_id" uuid NOT NULL,
	"language" text NOT NULL,
	"format" text NOT NULL,
	"number" integer NOT NULL,
	"sections" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_by_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "template_translations_number" UNIQUE("template_id","language","format","number"),
	CONSTRAINT "template_translations_format" CHECK (format in ('standard', 'easy-read', 'large-print')),
	CONSTRAINT "template_translations_rendered" CHECK (language <> 'en' or format <> 'standard')
);
--> statement-breakpoint
ALTER TABLE "template_translations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "templates_need_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "proposed_version_id" uuid;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "origin_version_id" uuid;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "clinical_owner_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "clinical_owner_gdc" text;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "review_due" date;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "review_reminded_on" date;--> statement-breakpoint
ALTER TABLE "template_decisions" ADD CONSTRAINT "template_decisions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_decisions" ADD CONSTRAINT "template_decisions_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_translations" ADD CONSTRAINT "template_translations_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "template_decisions_by_template" ON "template_decisions" USING btree ("template_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review'));--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_proposed" CHECK (proposed_version_id <> current_version_id);--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_clinical_owner" CHECK ((clinical_owner_name = '') = (clinical_owner_gdc is null));--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_clinical_owner_gdc" CHECK (clinical_owner_gdc ~ '^[0-9]{5,7}$');--> statement-breakpoint
CREATE POLICY "job" ON "templates" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic_read" ON "template_decisions" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (template_id in (select t.id from templates t));--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "template_decisions" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (template_id in (select t.id from templates t where t.owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "admin" ON "template_decisions" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (template_id in (select t.id from templates t));--> statement-breakpoint
CREATE POLICY "admin_insert" ON "template_decisions" AS PERMISSIVE FOR INSERT TO "candour_admin" WITH CHECK (template_id in (select t.id from templates t));--> statement-breakpoint
CREATE POLICY "clinic_read" ON "template_translations" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (template_id in (select t.id from templates t));--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "template_translations" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (template_id in (select t.id from templates t where t.owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "admin" ON "template_translations" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (template_id in (select t.id from templates t));--> statement-breakpoint
CREATE POLICY "admin_insert" ON "template_translations" AS PERMISSIVE FOR INSERT TO "candour_admin" WITH CHECK (template_id in (select t.id from templates t));
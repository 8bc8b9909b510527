CREATE TABLE "treatment_subtypes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"treatment_id" uuid NOT NULL,
	"owner_clinic_id" uuid,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "treatment_subtypes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "treatment_types" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_clinic_id" uuid,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "treatment_types" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "templates" DROP CONSTRAINT "templates_status";--> statement-breakpoint
ALTER TABLE "template_versions" ADD COLUMN "heading" jsonb;--> statement-breakpoint
ALTER TABLE "templates" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "template_versions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "template_versions" v SET "heading" = jsonb_build_object('name', t.name, 'description', t.description, 'treatmentType', t.treatment_type, 'treatmentSubtype', t.treatment_subtype, 'requiresTooth', t.requires_tooth, 'requiresDiagnosis', t.requires_diagnosis) FROM "templates" t WHERE t.id = v.template_id;--> statement-breakpoint
UPDATE "template_versions" SET "wording" = jsonb_set("wording", '{sections}', (SELECT jsonb_agg(s || '{"media": null}') FROM jsonb_array_elements("wording" -> 'sections') s));--> statement-breakpoint
ALTER TABLE "templates" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "template_versions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "template_versions" ALTER COLUMN "heading" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "template_versions" ADD COLUMN "created_by_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "template_versions" ADD COLUMN "change" text DEFAULT 'material' NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "is_personal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "duplicated_from" uuid;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "saved_from" uuid;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "created_by" text DEFAULT 'library' NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "created_by_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "updated_by" text DEFAULT 'library' NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "updated_by_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "treatment_subtypes" ADD CONSTRAINT "treatment_subtypes_treatment_id_treatment_types_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatment_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "treatment_subtypes_name" ON "treatment_subtypes" USING btree ("treatment_id",coalesce(owner_clinic_id, '00000000-0000-0000-0000-000000000000'::uuid),lower(name));--> statement-breakpoint
CREATE INDEX "treatment_types_by_name" ON "treatment_types" USING btree ("name");--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_change" CHECK (change in ('cosmetic', 'material'));--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_personal" CHECK (not is_personal or owner_clinic_id is not null);--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_offered" CHECK (not offered_to_all or owner_clinic_id is null);--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_status" CHECK (status in ('active', 'inactive', 'draft', 'in review', 'retired'));--> statement-breakpoint
CREATE POLICY "admin" ON "template_uses" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "template_versions" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (template_id in (select t.id from templates t where t.owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "admin_insert" ON "template_versions" AS PERMISSIVE FOR INSERT TO "candour_admin" WITH CHECK (template_id in (select t.id from templates t));--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "templates" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_update" ON "templates" AS PERMISSIVE FOR UPDATE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin_insert" ON "templates" AS PERMISSIVE FOR INSERT TO "candour_admin" WITH CHECK (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "admin_update" ON "templates" AS PERMISSIVE FOR UPDATE TO "candour_admin" USING (owner_clinic_id is null) WITH CHECK (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "clinic_read" ON "treatment_subtypes" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (owner_clinic_id is null or owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "treatment_subtypes" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_update" ON "treatment_subtypes" AS PERMISSIVE FOR UPDATE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_delete" ON "treatment_subtypes" AS PERMISSIVE FOR DELETE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "treatment_subtypes" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "admin_insert" ON "treatment_subtypes" AS PERMISSIVE FOR INSERT TO "candour_admin" WITH CHECK (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "admin_update" ON "treatment_subtypes" AS PERMISSIVE FOR UPDATE TO "candour_admin" USING (owner_clinic_id is null) WITH CHECK (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "admin_delete" ON "treatment_subtypes" AS PERMISSIVE FOR DELETE TO "candour_admin" USING (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "clinic_read" ON "treatment_types" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (owner_clinic_id is null or owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "treatment_types" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_update" ON "treatment_types" AS PERMISSIVE FOR UPDATE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_delete" ON "treatment_types" AS PERMISSIVE FOR DELETE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "treatment_types" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "admin_insert" ON "treatment_types" AS PERMISSIVE FOR INSERT TO "candour_admin" WITH CHECK (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "admin_update" ON "treatment_types" AS PERMISSIVE FOR UPDATE TO "candour_admin" USING (owner_clinic_id is null) WITH CHECK (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "admin_delete" ON "treatment_types" AS PERMISSIVE FOR DELETE TO "candour_admin" USING (owner_clinic_id is null);--> statement-breakpoint
ALTER POLICY "admin" ON "template_versions" TO candour_admin USING (template_id in (select t.id from templates t));--> statement-breakpoint
ALTER POLICY "admin" ON "templates" TO candour_admin USING (owner_clinic_id is null);--> statement-breakpoint
ALTER POLICY "clinic_read" ON "templates" TO candour_clinic USING ((owner_clinic_id is null and offered_to_all) or owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid or id in (select u.template_id from template_uses u where u.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));
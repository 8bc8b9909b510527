-- Clinical reviews of the platform's templates, by registered clinicians outside any practice. Written once.
CREATE TABLE "template_reviews" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"template_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"reviewer_name" text NOT NULL,
	"gdc_number" text NOT NULL,
	"reviewed_on" date NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"answers" jsonb NOT NULL,
	"disagreements" integer NOT NULL,
	"recorded_by" text NOT NULL,
	"recorded_by_name" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "template_reviews_gdc_number" CHECK (gdc_number ~ '^[0-9]{5,7}$'),
	CONSTRAINT "template_reviews_reviewer" CHECK (reviewer_name <> '')
);
--> statement-breakpoint
ALTER TABLE "template_reviews" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "template_reviews" ADD CONSTRAINT "template_reviews_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_reviews" ADD CONSTRAINT "template_reviews_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "template_reviews_by_template" ON "template_reviews" USING btree ("template_id");--> statement-breakpoint
CREATE POLICY "clinic_read" ON "template_reviews" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (template_id in (select t.id from templates t));--> statement-breakpoint
CREATE POLICY "admin" ON "template_reviews" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (template_id in (select t.id from templates t));--> statement-breakpoint
CREATE POLICY "admin_insert" ON "template_reviews" AS PERMISSIVE FOR INSERT TO "candour_admin" WITH CHECK (template_id in (select t.id from templates t));--> statement-breakpoint
-- The owner seeds the signatures that ship with the library, and may be no superuser.
create policy owner on template_reviews to current_user using (true) with check (true);--> statement-breakpoint
-- Practices read who signed what, and when; what was remarked stays with those who look after the library.
grant select (id, template_id, hash, reviewer_name, gdc_number, reviewed_on, disagreements, recorded_at) on template_reviews
  to candour_clinic;--> statement-breakpoint
grant select, insert on template_reviews to candour_admin;

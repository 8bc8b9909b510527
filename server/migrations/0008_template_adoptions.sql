CREATE TABLE "template_adoptions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"template_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by_staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"gdc_number" text,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "template_adoptions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "template_adoptions_kind" CHECK (kind in ('adopted', 'withdrawn')),
	CONSTRAINT "template_adoptions_gdc_number" CHECK (gdc_number ~ '^[0-9]{5,7}$'),
	CONSTRAINT "template_adoptions_registered" CHECK (kind = 'withdrawn' or gdc_number is not null),
	CONSTRAINT "template_adoptions_reason" CHECK ((kind = 'withdrawn') = (reason <> ''))
);
--> statement-breakpoint
ALTER TABLE "template_adoptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "template_versions" ADD COLUMN "words" integer;--> statement-breakpoint
ALTER TABLE "template_versions" ADD COLUMN "reading_grade" double precision;--> statement-breakpoint
ALTER TABLE "template_adoptions" ADD CONSTRAINT "template_adoptions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_adoptions" ADD CONSTRAINT "template_adoptions_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_adoptions" ADD CONSTRAINT "template_adoptions_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_adoptions" ADD CONSTRAINT "template_adoptions_clinic_id_by_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","by_staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "template_adoptions_newest" ON "template_adoptions" USING btree ("clinic_id","template_id","at","id");--> statement-breakpoint
CREATE POLICY "clinic" ON "template_adoptions" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
CREATE TABLE "clinic_figures" (
	"clinic_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"span" text NOT NULL,
	"start" date NOT NULL,
	"item" text NOT NULL,
	"measure" text NOT NULL,
	"total" integer NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "clinic_figures_clinic_id_subject_span_start_item_measure_pk" PRIMARY KEY("clinic_id","subject","span","start","item","measure"),
	CONSTRAINT "clinic_figures_subject" CHECK (subject in ('practice', 'treatment', 'clinician', 'section', 'question', 'language', 'format')),
	CONSTRAINT "clinic_figures_span" CHECK (span in ('month', 'quarter', 'year'))
);
--> statement-breakpoint
ALTER TABLE "clinic_figures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "figure_recounts" (
	"clinic_id" uuid PRIMARY KEY NOT NULL,
	"recounted_at" timestamp with time zone NOT NULL,
	"mended" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "figure_recounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP POLICY "clinic" ON "clinic_totals" CASCADE;--> statement-breakpoint
DROP TABLE "clinic_totals" CASCADE;--> statement-breakpoint
ALTER TABLE "consent_counts" ADD COLUMN "items" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "consent_counts" ADD COLUMN "counted_by" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "clinic_figures" ADD CONSTRAINT "clinic_figures_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "figure_recounts" ADD CONSTRAINT "figure_recounts_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "clinic" ON "clinic_figures" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "figure_recounts" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "figure_recounts" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);
-- What came of treatments, as clinicians record it, and what is counted of it at each practice.
CREATE TABLE "treatment_outcomes" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"done_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"template_id" uuid NOT NULL,
	"result" text NOT NULL,
	"listed" jsonb NOT NULL,
	"occurred" jsonb NOT NULL,
	"note" text NOT NULL,
	"method" text NOT NULL,
	"assessed_at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "treatment_outcomes_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "treatment_outcomes_result" CHECK (result in ('known', 'not-known')),
	CONSTRAINT "treatment_outcomes_method" CHECK (method in ('examined', 'contacted', 'records')),
	CONSTRAINT "treatment_outcomes_known" CHECK (result = 'known' or occurred = '[]'::jsonb)
);
--> statement-breakpoint
ALTER TABLE "treatment_outcomes" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "own_figures" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"template_id" uuid NOT NULL,
	"treated" integer NOT NULL,
	"followed" integer NOT NULL,
	"follow_up_days" integer NOT NULL,
	"risks" jsonb NOT NULL,
	"counted_from" timestamp with time zone NOT NULL,
	"counted_until" timestamp with time zone NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "own_figures_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "own_figures_followed" CHECK (followed between 0 and treated)
);
--> statement-breakpoint
ALTER TABLE "own_figures" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "treatment_outcomes" ADD CONSTRAINT "treatment_outcomes_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id");--> statement-breakpoint
ALTER TABLE "treatment_outcomes" ADD CONSTRAINT "treatment_outcomes_consent" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "treatment_outcomes" ADD CONSTRAINT "treatment_outcomes_done" FOREIGN KEY ("clinic_id","done_id") REFERENCES "public"."treatments_done"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "treatment_outcomes" ADD CONSTRAINT "treatment_outcomes_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "own_figures" ADD CONSTRAINT "own_figures_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id");--> statement-breakpoint
ALTER TABLE "own_figures" ADD CONSTRAINT "own_figures_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
CREATE INDEX "treatment_outcomes_of_consent" ON "treatment_outcomes" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "treatment_outcomes_of_treatment" ON "treatment_outcomes" USING btree ("clinic_id","done_id","place","at");--> statement-breakpoint
CREATE UNIQUE INDEX "own_figures_once" ON "own_figures" USING btree ("clinic_id","template_id");--> statement-breakpoint
CREATE POLICY "clinic" ON "treatment_outcomes" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "treatment_outcomes" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "own_figures" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "own_figures" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

-- All of it goes with a record that two people decided to destroy.
CREATE POLICY "destroyer" ON "treatment_outcomes" TO "candour_destroyer" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and exists (
  select from consents c where c.clinic_id = treatment_outcomes.clinic_id and c.id = treatment_outcomes.consent_id));--> statement-breakpoint

-- What somebody found out is never changed: a later outcome stands beside it.
grant select, insert on treatment_outcomes to candour_clinic;--> statement-breakpoint
grant select, insert, update, delete on own_figures to candour_clinic;--> statement-breakpoint
grant select (clinic_id) on treatment_outcomes to candour_job;--> statement-breakpoint
grant select (clinic_id, counted_at) on own_figures to candour_job;--> statement-breakpoint
grant select, delete on treatment_outcomes to candour_destroyer;

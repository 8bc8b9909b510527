CREATE TABLE "compliance_countings" (
	"clinic_id" uuid PRIMARY KEY NOT NULL,
	"rules" integer NOT NULL,
	"time_zone" text NOT NULL,
	"begun_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "compliance_countings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "compliance_days" (
	"clinic_id" uuid NOT NULL,
	"day" date NOT NULL,
	"item" smallint NOT NULL,
	"applies" integer NOT NULL,
	"met" integer NOT NULL,
	CONSTRAINT "compliance_days_clinic_id_day_item_pk" PRIMARY KEY("clinic_id","day","item")
);
--> statement-breakpoint
ALTER TABLE "compliance_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "compliance_marks" (
	"clinic_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"population" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"patient_id" uuid NOT NULL,
	"applies" bigint NOT NULL,
	"met" bigint NOT NULL,
	"versions" uuid[] NOT NULL,
	CONSTRAINT "compliance_marks_clinic_id_consent_id_population_pk" PRIMARY KEY("clinic_id","consent_id","population"),
	CONSTRAINT "compliance_marks_population" CHECK (population in ('completed', 'started', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "compliance_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "compliance_waiting" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	CONSTRAINT "compliance_waiting_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "compliance_waiting" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "compliance_wordings" (
	"clinic_id" uuid NOT NULL,
	"day" date NOT NULL,
	"version_id" uuid NOT NULL,
	"consents" integer NOT NULL,
	CONSTRAINT "compliance_wordings_clinic_id_day_version_id_pk" PRIMARY KEY("clinic_id","day","version_id")
);
--> statement-breakpoint
ALTER TABLE "compliance_wordings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "compliance_countings" ADD CONSTRAINT "compliance_countings_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_days" ADD CONSTRAINT "compliance_days_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_marks" ADD CONSTRAINT "compliance_marks_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_waiting" ADD CONSTRAINT "compliance_waiting_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_wordings" ADD CONSTRAINT "compliance_wordings_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "compliance_marks_by_day" ON "compliance_marks" USING btree ("clinic_id","population","day","patient_id");--> statement-breakpoint
CREATE INDEX "compliance_waiting_of_consent" ON "compliance_waiting" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE POLICY "clinic" ON "compliance_countings" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "compliance_countings" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "compliance_days" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "compliance_marks" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "compliance_waiting" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "compliance_waiting" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "search_insert" ON "compliance_waiting" AS PERMISSIVE FOR INSERT TO "candour_search" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "compliance_wordings" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
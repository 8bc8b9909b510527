-- What other programs name their records by, whom they sent and nobody knows yet, and what their treatment codes mean.
CREATE TABLE "external_appointments" (
	"clinic_id" uuid NOT NULL,
	"identifier" text NOT NULL,
	"appointment_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "external_appointments_clinic_id_identifier_pk" PRIMARY KEY("clinic_id","identifier")
);
--> statement-breakpoint
ALTER TABLE "external_appointments" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "external_patients" (
	"clinic_id" uuid NOT NULL,
	"identifier" text NOT NULL,
	"patient_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "external_patients_clinic_id_identifier_pk" PRIMARY KEY("clinic_id","identifier")
);
--> statement-breakpoint
ALTER TABLE "external_patients" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "held_patients" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"identifier" text NOT NULL,
	"patient_id" uuid,
	"candidate_ids" jsonb NOT NULL,
	"sent" jsonb,
	"sent_hash" text NOT NULL,
	"because" text NOT NULL,
	"sent_by" text NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "held_patients_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "held_patients_decision" CHECK (decision in ('same', 'new', 'dismiss', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "held_patients" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "treatment_codes" (
	"clinic_id" uuid NOT NULL,
	"code" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"template_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "treatment_codes_clinic_id_code_pk" PRIMARY KEY("clinic_id","code")
);
--> statement-breakpoint
ALTER TABLE "treatment_codes" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "external_appointments" ADD CONSTRAINT "external_appointments_clinic_id_appointment_id_appointments_clinic_id_id_fk" FOREIGN KEY ("clinic_id","appointment_id") REFERENCES "public"."appointments"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_patients" ADD CONSTRAINT "external_patients_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_patients" ADD CONSTRAINT "held_patients_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_patients" ADD CONSTRAINT "held_patients_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "treatment_codes" ADD CONSTRAINT "treatment_codes_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "treatment_codes" ADD CONSTRAINT "treatment_codes_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "external_appointments_of" ON "external_appointments" USING btree ("clinic_id","appointment_id");--> statement-breakpoint
CREATE INDEX "external_patients_of" ON "external_patients" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "held_patients_of" ON "held_patients" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "held_patients_open" ON "held_patients" USING btree ("clinic_id","identifier") WHERE decision is null;--> statement-breakpoint
CREATE INDEX "treatment_codes_template" ON "treatment_codes" USING btree ("clinic_id","template_id");--> statement-breakpoint
CREATE POLICY "clinic" ON "external_appointments" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "external_patients" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "held_patients" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "treatment_codes" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
grant select, insert, update (patient_id) on external_patients to candour_clinic;--> statement-breakpoint
grant select, insert on external_appointments to candour_clinic;--> statement-breakpoint
grant select, insert, update (patient_id, candidate_ids, sent, sent_hash, because, sent_by, held_at, decision, decided_by, decided_at) on held_patients to candour_clinic;--> statement-breakpoint
grant select, insert, update (label, template_id, updated_at) on treatment_codes to candour_clinic;--> statement-breakpoint
-- What was decided about a held patient stays decided, also for the owner.
create trigger held_patients_once before update on held_patients for each row when (old.decision is not null)
  execute function guard_once();--> statement-breakpoint
-- A record that is destroyed takes along what programs called it.
grant select, delete on external_patients, external_appointments, held_patients to candour_destroyer;--> statement-breakpoint
create policy destroyer on external_patients to candour_destroyer using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
  and exists (select from public.patients p where p.clinic_id = external_patients.clinic_id and p.id = external_patients.patient_id));--> statement-breakpoint
create policy destroyer on held_patients to candour_destroyer using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
  and exists (select from public.patients p where p.clinic_id = held_patients.clinic_id and p.id = held_patients.patient_id));--> statement-breakpoint
create policy destroyer on external_appointments to candour_destroyer using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
  and exists (select from public.appointments a where a.clinic_id = external_appointments.clinic_id and a.id = external_appointments.appointment_id));

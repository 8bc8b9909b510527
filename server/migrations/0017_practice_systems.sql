-- Practice systems: connections, how far they were read, who and what their records are here, and what is written to them.
CREATE TABLE "practice_system_appointments" (
	"clinic_id" uuid NOT NULL,
	"system_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"outcome" text NOT NULL,
	"external_patient_id" text NOT NULL,
	"external_practitioner_id" text,
	"starts_at" timestamp with time zone NOT NULL,
	"latest" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"patient_id" uuid,
	"appointment_id" uuid,
	"appointment_version" integer,
	CONSTRAINT "practice_system_appointments_clinic_id_system_id_external_id_pk" PRIMARY KEY("clinic_id","system_id","external_id"),
	CONSTRAINT "practice_system_appointments_outcome" CHECK (outcome in ('booked', 'waiting', 'left-out')),
	CONSTRAINT "practice_system_appointments_booked" CHECK (outcome <> 'booked' or appointment_id is not null)
);
--> statement-breakpoint
ALTER TABLE "practice_system_appointments" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "practice_system_cursors" (
	"clinic_id" uuid NOT NULL,
	"system_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"since" timestamp with time zone,
	"page" integer DEFAULT 1 NOT NULL,
	"newest" timestamp with time zone,
	"has_changed" boolean DEFAULT false NOT NULL,
	"passes" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp with time zone,
	"read" integer DEFAULT 0 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "practice_system_cursors_clinic_id_system_id_resource_pk" PRIMARY KEY("clinic_id","system_id","resource"),
	CONSTRAINT "practice_system_cursors_resource" CHECK (resource in ('practitioners', 'treatments', 'patients', 'appointments'))
);
--> statement-breakpoint
ALTER TABLE "practice_system_cursors" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "practice_system_deliveries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"system_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"document_id" uuid,
	"status" text DEFAULT 'queued' NOT NULL,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"give_up_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "practice_system_deliveries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "practice_system_deliveries_kind" CHECK (kind in ('document', 'note', 'state')),
	CONSTRAINT "practice_system_deliveries_status" CHECK (status in ('queued', 'delivered', 'failed')),
	CONSTRAINT "practice_system_deliveries_next" CHECK ((status = 'queued') = (next_attempt_at is not null)),
	CONSTRAINT "practice_system_deliveries_about" CHECK ((kind = 'state') = (document_id is null))
);
--> statement-breakpoint
ALTER TABLE "practice_system_deliveries" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "practice_system_patients" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"system_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"outcome" text NOT NULL,
	"patient_id" uuid,
	"fingerprint" text NOT NULL,
	"confirmed_identity" text,
	"written" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"held_reason" text,
	"held_at" timestamp with time zone,
	"held_identity" text,
	"held_details" jsonb,
	"candidates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "practice_system_patients_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "practice_system_patients_outcome" CHECK (outcome in ('linked', 'held', 'left-out')),
	CONSTRAINT "practice_system_patients_linked" CHECK (outcome <> 'linked' or patient_id is not null),
	CONSTRAINT "practice_system_patients_reason" CHECK (held_reason in ('details-contradict', 'number-contradicts', 'same-person-twice', 'several-alike', 'similar-name', 'not-active-here', 'incomplete')),
	CONSTRAINT "practice_system_patients_held" CHECK ((outcome = 'held') = (held_reason is not null)),
	CONSTRAINT "practice_system_patients_details" CHECK ((outcome = 'held') = (held_details is not null))
);
--> statement-breakpoint
ALTER TABLE "practice_system_patients" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "practice_system_practitioners" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"system_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"gdc_number" text DEFAULT '' NOT NULL,
	"decision" text DEFAULT 'open' NOT NULL,
	"staff_id" uuid,
	CONSTRAINT "practice_system_practitioners_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "practice_system_practitioners_decision" CHECK (decision in ('open', 'matched', 'left-out')),
	CONSTRAINT "practice_system_practitioners_matched" CHECK ((decision = 'matched') = (staff_id is not null))
);
--> statement-breakpoint
ALTER TABLE "practice_system_practitioners" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "practice_system_treatments" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"system_id" uuid NOT NULL,
	"words" text NOT NULL,
	"name" text NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"decision" text DEFAULT 'open' NOT NULL,
	"template_id" uuid,
	CONSTRAINT "practice_system_treatments_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "practice_system_treatments_decision" CHECK (decision in ('open', 'mapped', 'no-consent')),
	CONSTRAINT "practice_system_treatments_mapped" CHECK ((decision = 'mapped') = (template_id is not null))
);
--> statement-breakpoint
ALTER TABLE "practice_system_treatments" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "practice_systems" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"system" text NOT NULL,
	"secret" text,
	"key_hint" text NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"account_id" text,
	"account_name" text DEFAULT '' NOT NULL,
	"next_run_at" timestamp with time zone,
	"run_id" uuid,
	"run_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_run_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"disconnected_at" timestamp with time zone,
	CONSTRAINT "practice_systems_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "practice_systems_system" CHECK (system in ('dentally', 'dentally-sandbox', 'open-dental')),
	CONSTRAINT "practice_systems_status" CHECK (status in ('checking', 'active', 'paused', 'disconnected')),
	CONSTRAINT "practice_systems_problem" CHECK (problem in ('key-rejected', 'not-permitted', 'other-account', 'redirected', 'rate-limited', 'unavailable', 'unexpected-answer')),
	CONSTRAINT "practice_systems_secret" CHECK ((status = 'disconnected') = (secret is null))
);
--> statement-breakpoint
ALTER TABLE "practice_systems" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "practice_system_appointments" ADD CONSTRAINT "practice_system_appointments_clinic_id_system_id_practice_systems_clinic_id_id_fk" FOREIGN KEY ("clinic_id","system_id") REFERENCES "public"."practice_systems"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_system_appointments" ADD CONSTRAINT "practice_system_appointments_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_system_appointments" ADD CONSTRAINT "practice_system_appointments_clinic_id_appointment_id_appointments_clinic_id_id_fk" FOREIGN KEY ("clinic_id","appointment_id") REFERENCES "public"."appointments"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_system_cursors" ADD CONSTRAINT "practice_system_cursors_clinic_id_system_id_practice_systems_clinic_id_id_fk" FOREIGN KEY ("clinic_id","system_id") REFERENCES "public"."practice_systems"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_system_deliveries" ADD CONSTRAINT "practice_system_deliveries_clinic_id_system_id_practice_systems_clinic_id_id_fk" FOREIGN KEY ("clinic_id","system_id") REFERENCES "public"."practice_systems"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_system_deliveries" ADD CONSTRAINT "practice_system_deliveries_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_system_deliveries" ADD CONSTRAINT "practice_system_deliveries_clinic_id_document_id_document_versions_clinic_id_id_fk" FOREIGN KEY ("clinic_id","document_id") REFERENCES "public"."document_versions"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_system_patients" ADD CONSTRAINT "practice_system_patients_clinic_id_system_id_practice_systems_clinic_id_id_fk" FOREIGN KEY ("clinic_id","system_id") REFERENCES "public"."practice_systems"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_system_patients" ADD CONSTRAINT "practice_system_patients_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_system_practitioners" ADD CONSTRAINT "practice_system_practitioners_clinic_id_system_id_practice_systems_clinic_id_id_fk" FOREIGN KEY ("clinic_id","system_id") REFERENCES "public"."practice_systems"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_system_practitioners" ADD CONSTRAINT "practice_system_practitioners_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_system_treatments" ADD CONSTRAINT "practice_system_treatments_clinic_id_system_id_practice_systems_clinic_id_id_fk" FOREIGN KEY ("clinic_id","system_id") REFERENCES "public"."practice_systems"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_systems" ADD CONSTRAINT "practice_systems_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_systems" ADD CONSTRAINT "practice_systems_clinic_id_created_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","created_by") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "practice_system_appointments_patient" ON "practice_system_appointments" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "practice_system_appointments_here" ON "practice_system_appointments" USING btree ("clinic_id","appointment_id") WHERE appointment_id is not null;--> statement-breakpoint
CREATE INDEX "practice_system_appointments_waiting" ON "practice_system_appointments" USING btree ("clinic_id","system_id","external_id") WHERE outcome = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "practice_system_deliveries_document" ON "practice_system_deliveries" USING btree ("clinic_id","system_id","document_id","kind") WHERE document_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "practice_system_deliveries_state" ON "practice_system_deliveries" USING btree ("clinic_id","system_id","consent_id") WHERE kind = 'state';--> statement-breakpoint
CREATE INDEX "practice_system_deliveries_newest" ON "practice_system_deliveries" USING btree ("clinic_id","system_id","created_at","id");--> statement-breakpoint
CREATE INDEX "practice_system_deliveries_due" ON "practice_system_deliveries" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "practice_system_patients_once" ON "practice_system_patients" USING btree ("clinic_id","system_id","external_id");--> statement-breakpoint
CREATE INDEX "practice_system_patients_patient" ON "practice_system_patients" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "practice_system_patients_held" ON "practice_system_patients" USING btree ("clinic_id","system_id","held_at") WHERE outcome = 'held';--> statement-breakpoint
CREATE UNIQUE INDEX "practice_system_practitioners_once" ON "practice_system_practitioners" USING btree ("clinic_id","system_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "practice_system_treatments_once" ON "practice_system_treatments" USING btree ("clinic_id","system_id","words");--> statement-breakpoint
CREATE UNIQUE INDEX "practice_systems_each" ON "practice_systems" USING btree ("clinic_id","system");--> statement-breakpoint
CREATE UNIQUE INDEX "practice_systems_connected" ON "practice_systems" USING btree ("clinic_id") WHERE status <> 'disconnected';--> statement-breakpoint
CREATE INDEX "practice_systems_due" ON "practice_systems" USING btree ("next_run_at") WHERE next_run_at is not null;--> statement-breakpoint
CREATE POLICY "clinic" ON "practice_system_appointments" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "practice_system_cursors" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "practice_system_deliveries" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "practice_system_deliveries" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "practice_system_patients" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "practice_system_practitioners" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "practice_system_treatments" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "practice_systems" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "practice_systems" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);
--> statement-breakpoint
-- What is of a patient goes with a record that two people decided to destroy.
CREATE POLICY "destroyer" ON "practice_system_patients" TO "candour_destroyer" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and exists (
  select from patients o where o.clinic_id = practice_system_patients.clinic_id and o.id = practice_system_patients.patient_id));--> statement-breakpoint
CREATE POLICY "destroyer" ON "practice_system_appointments" TO "candour_destroyer" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and exists (
  select from patients o where o.clinic_id = practice_system_appointments.clinic_id and o.id = practice_system_appointments.patient_id));--> statement-breakpoint
CREATE POLICY "destroyer" ON "practice_system_deliveries" TO "candour_destroyer" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and exists (
  select from consents o where o.clinic_id = practice_system_deliveries.clinic_id and o.id = practice_system_deliveries.consent_id));--> statement-breakpoint
grant select, delete on practice_system_patients, practice_system_appointments, practice_system_deliveries to candour_destroyer;--> statement-breakpoint

grant select, insert, update (secret, key_hint, status, problem, account_id, account_name, next_run_at, run_id, run_until,
  failures, last_run_at, created_by, disconnected_at) on practice_systems to candour_clinic;--> statement-breakpoint
grant select, insert, update, delete on practice_system_cursors, practice_system_patients, practice_system_practitioners,
  practice_system_treatments, practice_system_appointments to candour_clinic;--> statement-breakpoint
grant select, insert, update (status, failure, attempts, revision, next_attempt_at, give_up_at, delivered_at)
  on practice_system_deliveries to candour_clinic;--> statement-breakpoint

-- Sweeps list what is due.
grant select (clinic_id, id, status, next_run_at) on practice_systems to candour_job;--> statement-breakpoint
grant select (clinic_id, id, next_attempt_at) on practice_system_deliveries to candour_job;

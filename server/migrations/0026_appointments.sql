CREATE TABLE "appointment_consents" (
	"clinic_id" uuid NOT NULL,
	"appointment_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	CONSTRAINT "appointment_consents_clinic_id_appointment_id_consent_id_pk" PRIMARY KEY("clinic_id","appointment_id","consent_id")
);
--> statement-breakpoint
ALTER TABLE "appointment_consents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "appointments" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinician_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"room" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"needs_consent" boolean DEFAULT true NOT NULL,
	"treatments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"consents_chosen" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'booked' NOT NULL,
	"site_check" jsonb,
	"arrived_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"override_reason" text,
	"assessed_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "appointments_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "appointments_status" CHECK (status in ('booked', 'arrived', 'started', 'done', 'cancelled', 'not-attended'))
);
--> statement-breakpoint
ALTER TABLE "appointments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "appointment_consents" ADD CONSTRAINT "appointment_consents_clinic_id_appointment_id_appointments_clinic_id_id_fk" FOREIGN KEY ("clinic_id","appointment_id") REFERENCES "public"."appointments"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_consents" ADD CONSTRAINT "appointment_consents_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_clinic_id_clinician_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","clinician_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_clinic_id_created_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","created_by") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointment_consents_of_consent" ON "appointment_consents" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "appointments_by_time" ON "appointments" USING btree ("clinic_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "appointments_of_patient" ON "appointments" USING btree ("clinic_id","patient_id","starts_at");--> statement-breakpoint
CREATE INDEX "appointments_to_assess" ON "appointments" USING btree ("starts_at") WHERE status in ('booked', 'arrived');--> statement-breakpoint
CREATE POLICY "clinic" ON "appointment_consents" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "appointments" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "appointments" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);
CREATE TABLE "clinic_months" (
	"clinic_id" uuid NOT NULL,
	"month" date NOT NULL,
	"sent" integer NOT NULL,
	"signed" integer NOT NULL,
	"first_sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "clinic_months_clinic_id_month_pk" PRIMARY KEY("clinic_id","month")
);
--> statement-breakpoint
ALTER TABLE "clinic_months" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "clinic_totals" (
	"clinic_id" uuid NOT NULL,
	"month" date NOT NULL,
	"treatment" text NOT NULL,
	"clinician_id" uuid NOT NULL,
	"measure" text NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "clinic_totals_clinic_id_month_treatment_clinician_id_measure_pk" PRIMARY KEY("clinic_id","month","treatment","clinician_id","measure"),
	CONSTRAINT "clinic_totals_measure" CHECK (measure in ('sent', 'opened', 'signed', 'declined', 'withdrawn', 'expired', 'voided', 'signed_in_an_hour', 'signed_in_a_day', 'signed_in_three_days', 'signed_in_a_week', 'signed_in_a_fortnight', 'signed_later', 'with_video', 'with_own_pictures', 'with_several_treatments', 'in_another_language', 'in_another_format', 'with_understanding_check', 'with_questions', 'with_supporter', 'reminded', 'signed_on_tablet', 'signed_on_paper', 'agreed_verbally', 'signed_by_another', 'signed_after_reminder', 'signed_soon_after_reminder', 'addenda', 'refusals'))
);
--> statement-breakpoint
ALTER TABLE "clinic_totals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "consent_counts" (
	"clinic_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"month" date NOT NULL,
	"treatment" text NOT NULL,
	"clinician_id" uuid NOT NULL,
	"counts" jsonb NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_counts_clinic_id_consent_id_pk" PRIMARY KEY("clinic_id","consent_id")
);
--> statement-breakpoint
ALTER TABLE "consent_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "platform_totals" (
	"month" date NOT NULL,
	"treatment" text NOT NULL,
	"measure" text NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "platform_totals_month_treatment_measure_pk" PRIMARY KEY("month","treatment","measure"),
	CONSTRAINT "platform_totals_measure" CHECK (measure in ('sent', 'opened', 'signed', 'declined', 'withdrawn', 'expired', 'voided', 'signed_in_an_hour', 'signed_in_a_day', 'signed_in_three_days', 'signed_in_a_week', 'signed_in_a_fortnight', 'signed_later', 'with_video', 'with_own_pictures', 'with_several_treatments', 'in_another_language', 'in_another_format', 'with_understanding_check', 'with_questions', 'with_supporter', 'reminded', 'signed_on_tablet', 'signed_on_paper', 'agreed_verbally', 'signed_by_another', 'signed_after_reminder', 'signed_soon_after_reminder', 'addenda', 'refusals'))
);
--> statement-breakpoint
ALTER TABLE "platform_totals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "total_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "total_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" date NOT NULL,
	"treatment" text NOT NULL,
	"measure" text NOT NULL,
	"change" integer NOT NULL,
	CONSTRAINT "total_changes_measure" CHECK (measure in ('sent', 'opened', 'signed', 'declined', 'withdrawn', 'expired', 'voided', 'signed_in_an_hour', 'signed_in_a_day', 'signed_in_three_days', 'signed_in_a_week', 'signed_in_a_fortnight', 'signed_later', 'with_video', 'with_own_pictures', 'with_several_treatments', 'in_another_language', 'in_another_format', 'with_understanding_check', 'with_questions', 'with_supporter', 'reminded', 'signed_on_tablet', 'signed_on_paper', 'agreed_verbally', 'signed_by_another', 'signed_after_reminder', 'signed_soon_after_reminder', 'addenda', 'refusals'))
);
--> statement-breakpoint
ALTER TABLE "total_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clinic_months" ADD CONSTRAINT "clinic_months_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinic_totals" ADD CONSTRAINT "clinic_totals_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_counts" ADD CONSTRAINT "consent_counts_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clinic_months_by_month" ON "clinic_months" USING btree ("month");--> statement-breakpoint
CREATE POLICY "clinic" ON "clinic_months" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "clinic_months" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "clinic_totals" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "consent_counts" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "consent_counts" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "admin" ON "platform_totals" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "total_changes" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "admin" ON "total_changes" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);
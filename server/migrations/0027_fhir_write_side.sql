-- What programs write and ask for by FHIR: appointments to read, subscriptions that wait for somebody of the practice, and
-- apps that staff open at a patient (SMART App Launch).
CREATE TABLE "smart_apps" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"launch_url" text NOT NULL,
	"redirect_uris" jsonb NOT NULL,
	"scopes" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "smart_apps_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "smart_apps" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "smart_grants" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"app_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"opened_patient_id" uuid NOT NULL,
	"opened_appointment_id" uuid,
	"scopes" jsonb NOT NULL,
	"redirect_uri" text NOT NULL,
	"code_hash" text NOT NULL,
	"code_challenge" text NOT NULL,
	"code_expires_at" timestamp with time zone NOT NULL,
	"exchanged_at" timestamp with time zone,
	"token_hash" text,
	"token_expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "smart_grants_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "smart_grants" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "smart_launches" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"token_hash" text NOT NULL,
	"app_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"opened_patient_id" uuid NOT NULL,
	"opened_appointment_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "smart_launches_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "smart_launches" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_status";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "sequence" integer;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "requested_by" uuid;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "subscription" jsonb;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "event_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "smart_apps" ADD CONSTRAINT "smart_apps_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_apps" ADD CONSTRAINT "smart_apps_clinic_id_created_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","created_by") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_grants" ADD CONSTRAINT "smart_grants_clinic_id_app_id_smart_apps_clinic_id_id_fk" FOREIGN KEY ("clinic_id","app_id") REFERENCES "public"."smart_apps"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_grants" ADD CONSTRAINT "smart_grants_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_launches" ADD CONSTRAINT "smart_launches_clinic_id_app_id_smart_apps_clinic_id_id_fk" FOREIGN KEY ("clinic_id","app_id") REFERENCES "public"."smart_apps"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smart_launches" ADD CONSTRAINT "smart_launches_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "smart_grants_code" ON "smart_grants" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "smart_grants_token" ON "smart_grants" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "smart_launches_token" ON "smart_launches" USING btree ("clinic_id","token_hash");--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_clinic_id_requested_by_api_keys_clinic_id_id_fk" FOREIGN KEY ("clinic_id","requested_by") REFERENCES "public"."api_keys"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointments_changed" ON "appointments" USING btree ("clinic_id","updated_at","id");--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_subscription" CHECK ((requested_by is null) = (subscription is null));--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_approved" CHECK (status not in ('active', 'disabled') or requested_by is null or approved_at is not null);--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_status" CHECK (status in ('requested', 'active', 'disabled', 'removed'));--> statement-breakpoint
CREATE POLICY "one_patient" ON "appointments" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(patient_id = nullif(current_setting('app.patient_id', true), '')::uuid,
      coalesce(current_setting('app.patient_id', true), '') = ''));--> statement-breakpoint
CREATE POLICY "one_patient" ON "consents" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(patient_id = nullif(current_setting('app.patient_id', true), '')::uuid,
      coalesce(current_setting('app.patient_id', true), '') = ''));--> statement-breakpoint
CREATE POLICY "one_patient" ON "patients" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(id = nullif(current_setting('app.patient_id', true), '')::uuid,
      coalesce(current_setting('app.patient_id', true), '') = ''));--> statement-breakpoint
CREATE POLICY "one_patient" ON "authority_decisions" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = authority_decisions.clinic_id and c.id = authority_decisions.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "capacity_assessments" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = capacity_assessments.clinic_id and c.id = capacity_assessments.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "capacity_decisions" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = capacity_decisions.clinic_id and c.id = capacity_decisions.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "consent_attestations" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_attestations.clinic_id and c.id = consent_attestations.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "consent_discussions" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_discussions.clinic_id and c.id = consent_discussions.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "consent_events" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_events.clinic_id and c.id = consent_events.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "countersignatures" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = countersignatures.clinic_id and c.id = countersignatures.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "document_versions" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = document_versions.clinic_id and c.id = document_versions.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "matter_entries" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = matter_entries.clinic_id and c.id = matter_entries.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "paper_files" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = paper_files.clinic_id and c.id = paper_files.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "paper_scans" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = paper_scans.clinic_id and c.id = paper_scans.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "paper_uploads" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = paper_uploads.clinic_id and c.id = paper_uploads.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "consent_pictures" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_pictures.clinic_id and c.id = consent_pictures.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "question_entries" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = question_entries.clinic_id and c.id = question_entries.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "readings" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = readings.clinic_id and c.id = readings.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "signatures" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = signatures.clinic_id and c.id = signatures.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "supporter_openings" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = supporter_openings.clinic_id and c.id = supporter_openings.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "supporters" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = supporters.clinic_id and c.id = supporters.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "understanding_entries" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = understanding_entries.clinic_id and c.id = understanding_entries.consent_id));--> statement-breakpoint
CREATE POLICY "one_patient" ON "viewings" AS RESTRICTIVE FOR ALL TO "candour_integration" USING (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = viewings.clinic_id and c.id = viewings.consent_id));--> statement-breakpoint
CREATE POLICY "clinic" ON "smart_apps" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "opener" ON "smart_apps" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "smart_grants" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "opener" ON "smart_grants" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "smart_launches" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
-- Of appointments what the board shows of time and people; of whoever treats, the number of the regulator.
grant select (clinic_id, id, version, patient_id, clinician_id, starts_at, minutes, room, reason, status, started_at,
  created_at, updated_at) on appointments to candour_integration;--> statement-breakpoint
grant select (gdc_number) on staff to candour_integration;
--> statement-breakpoint
-- Who asked for a webhook, and who switched it on, is written with it; how far a subscription has counted, as it is told.
grant update (requested_by, subscription, approved_at, event_count, version, updated_at) on webhooks to candour_clinic;--> statement-breakpoint
grant update (sequence) on webhook_deliveries to candour_clinic;--> statement-breakpoint
-- An app is removed and never changed: who agreed to it agreed to what it was.
grant select, insert, update (removed_at) on smart_apps to candour_clinic;--> statement-breakpoint
grant select, insert, delete on smart_launches to candour_clinic;--> statement-breakpoint
grant select, insert, update (exchanged_at, token_hash, token_expires_at, revoked_at), delete on smart_grants
  to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, name, removed_at) on smart_apps to candour_opener;--> statement-breakpoint
-- A record that is destroyed takes along what apps were opened at it, and addresses that lead to it: by no key, since
-- these rows are good for minutes.
grant select, delete on smart_launches, smart_grants, launches to candour_destroyer;--> statement-breakpoint
create policy destroyer on smart_launches to candour_destroyer using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
  and exists (select from public.patients p where p.clinic_id = smart_launches.clinic_id and p.id = smart_launches.opened_patient_id));--> statement-breakpoint
create policy destroyer on smart_grants to candour_destroyer using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
  and exists (select from public.patients p where p.clinic_id = smart_grants.clinic_id and p.id = smart_grants.opened_patient_id));--> statement-breakpoint
create policy destroyer on launches to candour_destroyer using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
  and exists (select from public.destructions d where d.clinic_id = launches.clinic_id and d.status = 'confirmed'));--> statement-breakpoint
grant select (clinic_id, id, app_id, staff_id, opened_patient_id, scopes, code_hash, token_hash, token_expires_at,
  revoked_at) on smart_grants to candour_opener;--> statement-breakpoint

-- Whose practice's a code is: what it is good for is decided in that practice.
create function open_smart_code(wanted_hash text) returns table (clinic_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g.clinic_id
  from public.smart_grants g join public.clinics c on c.id = g.clinic_id and c.status = 'active'
  where g.code_hash = wanted_hash
$$;
alter function open_smart_code(text) owner to candour_opener;--> statement-breakpoint
revoke all on function open_smart_code(text) from public;
grant execute on function open_smart_code(text) to candour_app;--> statement-breakpoint

-- A live token of an app that is registered still, for somebody who works here still, in an active practice: everything
-- else is the same, no row.
create function open_smart_token(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, grant_id uuid, app_name text, staff_name text, patient_id uuid, scopes jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g.clinic_id, g.id, a.name, trim(s.first_name || ' ' || s.last_name), g.opened_patient_id, g.scopes
  from public.smart_grants g
  join public.clinics c on c.id = g.clinic_id and c.status = 'active'
  join public.smart_apps a on a.clinic_id = g.clinic_id and a.id = g.app_id and a.removed_at is null
  join public.staff s on s.clinic_id = g.clinic_id and s.id = g.staff_id and s.status = 'active'
  where g.token_hash = wanted_hash and g.revoked_at is null and g.token_expires_at > moment
$$;
alter function open_smart_token(text, timestamptz) owner to candour_opener;--> statement-breakpoint
revoke all on function open_smart_token(text, timestamptz) from public;
grant execute on function open_smart_token(text, timestamptz) to candour_app;

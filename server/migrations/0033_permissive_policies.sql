-- Citus makes every policy on its servers a permissive one, a restrictive one too, which then shows what it was to hide. What
-- the restrictive ones said is said by the permissive ones themselves: no policy of another kind is left.
DROP POLICY "one_patient" ON "appointments";--> statement-breakpoint
DROP POLICY "one_patient" ON "authority_decisions";--> statement-breakpoint
DROP POLICY "one_patient" ON "capacity_assessments";--> statement-breakpoint
DROP POLICY "one_patient" ON "capacity_decisions";--> statement-breakpoint
DROP POLICY "one_patient" ON "consent_attestations";--> statement-breakpoint
DROP POLICY "one_patient" ON "consent_discussions";--> statement-breakpoint
DROP POLICY "one_patient" ON "consent_events";--> statement-breakpoint
DROP POLICY "one_patient" ON "consents";--> statement-breakpoint
DROP POLICY "one_patient" ON "countersignatures";--> statement-breakpoint
DROP POLICY "one_patient" ON "document_versions";--> statement-breakpoint
DROP POLICY "one_patient" ON "matter_entries";--> statement-breakpoint
DROP POLICY "one_patient" ON "paper_files";--> statement-breakpoint
DROP POLICY "one_patient" ON "paper_scans";--> statement-breakpoint
DROP POLICY "one_patient" ON "paper_uploads";--> statement-breakpoint
DROP POLICY "one_patient" ON "patients";--> statement-breakpoint
DROP POLICY "one_patient" ON "consent_pictures";--> statement-breakpoint
DROP POLICY "one_patient" ON "question_entries";--> statement-breakpoint
DROP POLICY "one_patient" ON "readings";--> statement-breakpoint
DROP POLICY "one_patient" ON "signatures";--> statement-breakpoint
DROP POLICY "one_patient" ON "supporter_openings";--> statement-breakpoint
DROP POLICY "one_patient" ON "supporters";--> statement-breakpoint
DROP POLICY "one_patient" ON "understanding_entries";--> statement-breakpoint
DROP POLICY "one_patient" ON "viewings";--> statement-breakpoint
DROP POLICY "clinic" ON "appointments";--> statement-breakpoint
DROP POLICY "clinic" ON "foreign_records";--> statement-breakpoint
DROP POLICY "clinic" ON "patients";--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "appointments" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_update" ON "appointments" AS PERMISSIVE FOR UPDATE TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "program" ON "appointments" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(patient_id = nullif(current_setting('app.patient_id', true), '')::uuid,
      coalesce(current_setting('app.patient_id', true), '') = ''))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(patient_id = nullif(current_setting('app.patient_id', true), '')::uuid,
      coalesce(current_setting('app.patient_id', true), '') = '')));--> statement-breakpoint
CREATE POLICY "program" ON "authority_decisions" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = authority_decisions.clinic_id and c.id = authority_decisions.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = authority_decisions.clinic_id and c.id = authority_decisions.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "capacity_assessments" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = capacity_assessments.clinic_id and c.id = capacity_assessments.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = capacity_assessments.clinic_id and c.id = capacity_assessments.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "capacity_decisions" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = capacity_decisions.clinic_id and c.id = capacity_decisions.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = capacity_decisions.clinic_id and c.id = capacity_decisions.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "consent_attestations" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_attestations.clinic_id and c.id = consent_attestations.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_attestations.clinic_id and c.id = consent_attestations.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "consent_discussions" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_discussions.clinic_id and c.id = consent_discussions.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_discussions.clinic_id and c.id = consent_discussions.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "consent_events" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_events.clinic_id and c.id = consent_events.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_events.clinic_id and c.id = consent_events.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "consents" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(patient_id = nullif(current_setting('app.patient_id', true), '')::uuid,
      coalesce(current_setting('app.patient_id', true), '') = ''))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(patient_id = nullif(current_setting('app.patient_id', true), '')::uuid,
      coalesce(current_setting('app.patient_id', true), '') = '')));--> statement-breakpoint
CREATE POLICY "program" ON "countersignatures" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = countersignatures.clinic_id and c.id = countersignatures.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = countersignatures.clinic_id and c.id = countersignatures.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "document_versions" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = document_versions.clinic_id and c.id = document_versions.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = document_versions.clinic_id and c.id = document_versions.consent_id)));--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "foreign_records" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_update" ON "foreign_records" AS PERMISSIVE FOR UPDATE TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "program" ON "matter_entries" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = matter_entries.clinic_id and c.id = matter_entries.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = matter_entries.clinic_id and c.id = matter_entries.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "paper_files" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = paper_files.clinic_id and c.id = paper_files.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = paper_files.clinic_id and c.id = paper_files.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "paper_scans" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = paper_scans.clinic_id and c.id = paper_scans.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = paper_scans.clinic_id and c.id = paper_scans.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "paper_uploads" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = paper_uploads.clinic_id and c.id = paper_uploads.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = paper_uploads.clinic_id and c.id = paper_uploads.consent_id)));--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "patients" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_update" ON "patients" AS PERMISSIVE FOR UPDATE TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "program" ON "patients" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(id = nullif(current_setting('app.patient_id', true), '')::uuid,
      coalesce(current_setting('app.patient_id', true), '') = ''))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(id = nullif(current_setting('app.patient_id', true), '')::uuid,
      coalesce(current_setting('app.patient_id', true), '') = '')));--> statement-breakpoint
CREATE POLICY "program" ON "consent_pictures" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_pictures.clinic_id and c.id = consent_pictures.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = consent_pictures.clinic_id and c.id = consent_pictures.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "question_entries" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = question_entries.clinic_id and c.id = question_entries.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = question_entries.clinic_id and c.id = question_entries.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "readings" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = readings.clinic_id and c.id = readings.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = readings.clinic_id and c.id = readings.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "signatures" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = signatures.clinic_id and c.id = signatures.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = signatures.clinic_id and c.id = signatures.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "supporter_openings" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = supporter_openings.clinic_id and c.id = supporter_openings.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = supporter_openings.clinic_id and c.id = supporter_openings.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "supporters" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = supporters.clinic_id and c.id = supporters.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = supporters.clinic_id and c.id = supporters.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "understanding_entries" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = understanding_entries.clinic_id and c.id = understanding_entries.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = understanding_entries.clinic_id and c.id = understanding_entries.consent_id)));--> statement-breakpoint
CREATE POLICY "program" ON "viewings" AS PERMISSIVE FOR ALL TO "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = viewings.clinic_id and c.id = viewings.consent_id))) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (coalesce(current_setting('app.patient_id', true), '') = ''
      or exists (select from consents c where c.clinic_id = viewings.clinic_id and c.id = viewings.consent_id)));--> statement-breakpoint
CREATE POLICY "clinic" ON "appointments" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "foreign_records" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "patients" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "authority_decisions" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "capacity_assessments" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "capacity_decisions" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "consent_attestations" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "consent_discussions" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "consent_events" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "consents" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "countersignatures" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "document_versions" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "matter_entries" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "paper_files" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "paper_scans" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "paper_uploads" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "consent_pictures" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "question_entries" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "readings" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "signatures" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "supporter_openings" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "supporters" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "understanding_entries" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "clinic" ON "viewings" TO candour_clinic USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

-- Which rows may be removed, as before.
drop policy removable on patients;--> statement-breakpoint
create policy removable on patients for delete to candour_clinic
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and (is_trial or exists (
    select 1 from patient_import_rows r join patient_imports i on i.clinic_id = r.clinic_id and i.id = r.import_id
    where r.clinic_id = patients.clinic_id and r.patient_id = patients.id and r.result = 'added' and i.status = 'undoing'
  ) or exists (
    select 1 from day_list_rows r join day_lists l on l.clinic_id = r.clinic_id and l.id = r.list_id
    where r.clinic_id = patients.clinic_id and r.patient_id = patients.id and r.added_patient and l.status = 'undoing'
  )));--> statement-breakpoint
drop policy removable on appointments;--> statement-breakpoint
create policy removable on appointments for delete to candour_clinic
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and status = 'booked' and started_at is null and exists (
    select 1 from day_list_rows r join day_lists l on l.clinic_id = r.clinic_id and l.id = r.list_id
    where r.clinic_id = appointments.clinic_id and r.appointment_id = appointments.id and r.result = 'booked'
      and l.status = 'undoing'
  ));--> statement-breakpoint
drop policy removable on foreign_records;--> statement-breakpoint
create policy removable on foreign_records for delete to candour_clinic
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and opened_at is null and exists (
    select 1 from foreign_imports i
    where i.clinic_id = foreign_records.clinic_id and i.id = foreign_records.import_id and i.status = 'undoing'
  ) and not exists (
    select 1 from legal_holds h left join patients p on p.clinic_id = h.clinic_id and p.id = h.patient_id
    where h.clinic_id = foreign_records.clinic_id and h.lifted_at is null
      and (h.patient_id = foreign_records.patient_id or p.merged_into = foreign_records.patient_id)
  ));

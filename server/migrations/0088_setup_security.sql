-- What the set-up pages settle, and patients who are nobody.

alter table installation_settings force row level security;--> statement-breakpoint
grant select, insert, update, delete on installation_settings to candour_admin;--> statement-breakpoint
-- The start reads it before anything serves: where files are kept, and whether the demo is over.
create policy owner on installation_settings for select to current_user using (true);--> statement-breakpoint

-- A patient may be removed while the import or the list that added them is being undone, or if they are nobody, whatever
-- the code says.
alter policy removable on patients
  using (is_trial or exists (
    select 1 from patient_import_rows r join patient_imports i on i.clinic_id = r.clinic_id and i.id = r.import_id
    where r.clinic_id = patients.clinic_id and r.patient_id = patients.id and r.result = 'added' and i.status = 'undoing'
  ) or exists (
    select 1 from day_list_rows r join day_lists l on l.clinic_id = r.clinic_id and l.id = r.list_id
    where r.clinic_id = patients.clinic_id and r.patient_id = patients.id and r.added_patient and l.status = 'undoing'
  ));--> statement-breakpoint
-- Nobody real becomes one who may be removed.
create function guard_trial_patient() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'Whether a patient is a trial is settled when they are added' using errcode = 'integrity_constraint_violation';
end $$;--> statement-breakpoint
create trigger guard_trial_patient before update on patients for each row
  when (new.is_trial is distinct from old.is_trial) execute function guard_trial_patient();

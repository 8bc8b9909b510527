-- Who may do what with imports of patients, and which patients may go again.

alter table patient_imports force row level security;--> statement-breakpoint
alter table patient_import_rows force row level security;--> statement-breakpoint

grant select, insert, update, delete on patient_imports, patient_import_rows to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, status, moved_at, finished_at, forgotten_at) on patient_imports to candour_job;--> statement-breakpoint

-- A row outlives the patient whom it added; only the patient's id goes with them, never the clinic's.
alter table patient_import_rows add constraint patient_import_rows_patient
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete set null (patient_id);--> statement-breakpoint

-- A patient may be removed only while the import that added them is being undone, whatever the code says.
grant delete on patients to candour_clinic;--> statement-breakpoint
create policy removable on patients as restrictive for delete to candour_clinic
  using (exists (
    select 1 from patient_import_rows r join patient_imports i on i.clinic_id = r.clinic_id and i.id = r.import_id
    where r.clinic_id = patients.clinic_id and r.patient_id = patients.id and r.result = 'added' and i.status = 'undoing'
  ));

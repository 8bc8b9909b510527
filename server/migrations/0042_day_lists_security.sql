-- Who may do what with day lists, and which appointments and patients may go again with one that is taken back.

alter table day_lists force row level security;--> statement-breakpoint
alter table day_list_rows force row level security;--> statement-breakpoint
alter table day_list_numbers force row level security;--> statement-breakpoint
alter table day_list_clinicians force row level security;--> statement-breakpoint
alter table day_list_treatments force row level security;--> statement-breakpoint

grant select, insert, update, delete on day_lists, day_list_rows, day_list_numbers to candour_clinic;--> statement-breakpoint
grant select, insert, update on day_list_clinicians, day_list_treatments to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, status, moved_at, finished_at, forgotten_at) on day_lists to candour_job;--> statement-breakpoint

-- A row outlives the patient and the appointment that it added; only their ids go with them, never the clinic's.
alter table day_list_rows add constraint day_list_rows_patient
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete set null (patient_id);--> statement-breakpoint
alter table day_list_rows add constraint day_list_rows_appointment
  foreign key (clinic_id, appointment_id) references appointments (clinic_id, id) on delete set null (appointment_id);--> statement-breakpoint

-- An appointment may be removed only while the list that booked it is taken back, and only where nobody has begun.
grant delete on appointments to candour_clinic;--> statement-breakpoint
create policy removable on appointments as restrictive for delete to candour_clinic
  using (status = 'booked' and started_at is null and exists (
    select 1 from day_list_rows r join day_lists l on l.clinic_id = r.clinic_id and l.id = r.list_id
    where r.clinic_id = appointments.clinic_id and r.appointment_id = appointments.id and r.result = 'booked'
      and l.status = 'undoing'
  ));--> statement-breakpoint

-- As patients of an import that is undone may go, so may those whom a list added that is taken back.
alter policy removable on patients
  using (exists (
    select 1 from patient_import_rows r join patient_imports i on i.clinic_id = r.clinic_id and i.id = r.import_id
    where r.clinic_id = patients.clinic_id and r.patient_id = patients.id and r.result = 'added' and i.status = 'undoing'
  ) or exists (
    select 1 from day_list_rows r join day_lists l on l.clinic_id = r.clinic_id and l.id = r.list_id
    where r.clinic_id = patients.clinic_id and r.patient_id = patients.id and r.added_patient and l.status = 'undoing'
  ));

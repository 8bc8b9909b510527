-- Requests of people about their data: how the time for each runs, and what was done about it, step by step.

alter table data_request_steps no force row level security;--> statement-breakpoint
alter table access_requests no force row level security;--> statement-breakpoint
insert into data_request_steps (clinic_id, request_id, patient_id, kind, "on", note, by_name, at)
select clinic_id, id, patient_id, 'received', received_on, '', opened_by, created_at from access_requests
union all
select clinic_id, id, patient_id, 'identified', identity_at::date, identity_how, identity_by, identity_at
from access_requests where identity_at is not null
union all
select clinic_id, id, patient_id, 'closed', closed_at::date, outcome_note, closed_by, closed_at
from access_requests where closed_at is not null;--> statement-breakpoint
alter table access_requests force row level security;--> statement-breakpoint
alter table data_request_steps force row level security;--> statement-breakpoint

-- Steps are written down once and never changed: a correction stands beside what it corrects.
grant select, insert on data_request_steps to candour_clinic;--> statement-breakpoint
grant update (clock_from, stopped_for, stopped_on, stopped_days, is_extended, grounds, reminded_on)
  on access_requests to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, due_on, reminded_on, closed_at, stopped_for) on access_requests to candour_job;--> statement-breakpoint

-- A record that two people decided to end takes these with it.
grant select, delete on data_request_steps to candour_destroyer;--> statement-breakpoint
create policy destroyer on data_request_steps to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.patients p where p.clinic_id = data_request_steps.clinic_id and p.id = data_request_steps.patient_id));
--> statement-breakpoint

-- Breaches: what was written down about one stays; the breach itself is only closed, once.
alter table breaches force row level security;--> statement-breakpoint
alter table breach_entries force row level security;--> statement-breakpoint
grant select, insert, update (lessons, closed_by, closed_at) on breaches to candour_clinic;--> statement-breakpoint
grant select, insert on breach_entries to candour_clinic;--> statement-breakpoint
create trigger guard_closed before update on breaches for each row
  when (old.closed_at is not null and pg_has_role('candour_app', current_user, 'set')) execute function guard_once();--> statement-breakpoint

-- The processing record of a practice: what it changed of the one that ships, and its own.
alter table processing_entries force row level security;--> statement-breakpoint
grant select, insert, update, delete on processing_entries to candour_clinic;--> statement-breakpoint

-- Documents of the platform: drafts are its own, what is published never changes, and acceptances are only added.
alter table platform_document_versions force row level security;--> statement-breakpoint
alter table platform_document_acceptances force row level security;--> statement-breakpoint
grant select, insert, update on platform_document_versions to candour_admin;--> statement-breakpoint
grant select on platform_document_versions to candour_clinic;--> statement-breakpoint
grant select, insert on platform_document_acceptances to candour_clinic;--> statement-breakpoint
grant select on platform_document_acceptances to candour_admin;--> statement-breakpoint
create trigger guard_published before update on platform_document_versions for each row
  when (old.status = 'published' and pg_has_role('candour_app', current_user, 'set')) execute function guard_once();

-- Evidence for inspections: what was written down once is only added to; what moves on is changed in the columns of that
-- alone. The sweep sees which months of which practices have no sample, and which packs are past their time.

alter table compliance_notes force row level security;--> statement-breakpoint
grant select, insert on compliance_notes to candour_clinic;--> statement-breakpoint
alter table improvement_actions force row level security;--> statement-breakpoint
grant select, insert, update (title, owner_id, due_on, status, outcome, closed_by, closed_at)
  on improvement_actions to candour_clinic;--> statement-breakpoint
alter table policy_versions force row level security;--> statement-breakpoint
grant select, insert on policy_versions to candour_clinic;--> statement-breakpoint
alter table policy_readings force row level security;--> statement-breakpoint
grant select, insert on policy_readings to candour_clinic;--> statement-breakpoint
alter table staff_trainings force row level security;--> statement-breakpoint
grant select, insert, update (taken_back_at, taken_back_by) on staff_trainings to candour_clinic;--> statement-breakpoint
alter table training_certificates force row level security;--> statement-breakpoint
grant select, insert on training_certificates to candour_clinic;--> statement-breakpoint
alter table compliance_incidents force row level security;--> statement-breakpoint
grant select, insert, update (candour, learning, shared, closed_by, closed_at)
  on compliance_incidents to candour_clinic;--> statement-breakpoint
alter table sample_audits force row level security;--> statement-breakpoint
grant select, insert on sample_audits to candour_clinic;--> statement-breakpoint
grant select (clinic_id, month, version) on sample_audits to candour_job;--> statement-breakpoint
alter table inspection_packs force row level security;--> statement-breakpoint
grant select, insert, update (status, progress, sha256, bytes, failure, expires_at, released_to, released_until)
  on inspection_packs to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, status, created_at, expires_at) on inspection_packs to candour_job;

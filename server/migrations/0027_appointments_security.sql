-- Who may do what with appointments: none is deleted, for what was planned and started stays told.

alter table appointments force row level security;--> statement-breakpoint
alter table appointment_consents force row level security;--> statement-breakpoint

grant select, insert, update on appointments to candour_clinic;--> statement-breakpoint
grant select, insert, delete on appointment_consents to candour_clinic;--> statement-breakpoint

-- To find the appointments whose consents are due for a look, and nothing of whose they are.
grant select (clinic_id, id, starts_at, status, assessed_at) on appointments to candour_job;

-- Who may do what with treatments and templates. Versions are written once: nobody may change or delete one.

alter table treatment_types force row level security;--> statement-breakpoint
alter table treatment_subtypes force row level security;--> statement-breakpoint

grant select, insert, update (name, description, is_active, updated_at), delete on treatment_types to candour_clinic, candour_admin;--> statement-breakpoint
grant select, insert, update (name, treatment_id, position), delete on treatment_subtypes to candour_clinic, candour_admin;--> statement-breakpoint

grant insert, update (name, description, treatment_type, treatment_subtype, status, requires_tooth, requires_diagnosis,
  current_version_id, updated_by, updated_by_name, updated_at, deleted_at)
  on templates to candour_clinic, candour_admin;--> statement-breakpoint
grant update (offered_to_all) on templates to candour_admin;--> statement-breakpoint
grant insert on template_versions to candour_clinic, candour_admin;--> statement-breakpoint
grant select on template_uses to candour_admin;--> statement-breakpoint

-- As for templates: the owner seeds, and may be no superuser.
create policy owner on treatment_types to current_user using (true) with check (true);--> statement-breakpoint
create policy owner on treatment_subtypes to current_user using (true) with check (true);--> statement-breakpoint

-- Super administrators' requests that are done once are kept under no clinic's id.
create policy admin on idempotency_keys to candour_admin using (clinic_id = '00000000-0000-0000-0000-000000000000')
  with check (clinic_id = '00000000-0000-0000-0000-000000000000');--> statement-breakpoint
grant select, insert, update on idempotency_keys to candour_admin;

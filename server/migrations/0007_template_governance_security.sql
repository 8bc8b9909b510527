-- Who may do what with approvals and translations: both are written once, and nobody may change or delete one.

alter table template_decisions force row level security;--> statement-breakpoint
alter table template_translations force row level security;--> statement-breakpoint

grant select, insert on template_decisions, template_translations to candour_clinic, candour_admin;--> statement-breakpoint
grant update (proposed_version_id, origin_version_id, clinical_owner_name, clinical_owner_gdc, review_due,
  review_reminded_on) on templates to candour_clinic, candour_admin;--> statement-breakpoint
grant update (templates_need_approval) on clinics to candour_clinic;--> statement-breakpoint

-- To find the clinics whose templates are due for review, and nothing of what those say.
grant select (id, owner_clinic_id, status, review_due, review_reminded_on, deleted_at) on templates to candour_job;--> statement-breakpoint

-- As for templates: the owner seeds, and may be no superuser.
create policy owner on template_decisions to current_user using (true) with check (true);--> statement-breakpoint
create policy owner on template_translations to current_user using (true) with check (true);--> statement-breakpoint

-- What came with the product was last brought in line with the shipped wording it now has, or was changed from.
alter table templates no force row level security;--> statement-breakpoint
alter table template_versions no force row level security;--> statement-breakpoint
update templates t set origin_version_id = (
  select v.id from template_versions v where v.template_id = t.id and v.created_by = 'library'
    and v.number <= (select c.number from template_versions c where c.id = t.current_version_id)
  order by v.number desc limit 1)
where t.library_id is not null;--> statement-breakpoint
alter table templates force row level security;--> statement-breakpoint
alter table template_versions force row level security;

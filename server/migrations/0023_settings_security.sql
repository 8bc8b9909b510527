-- Who may do what with a clinic's settings, and with holds, requests and copies of records.

grant update (website, nation, code_word, brand_colour, logo, policies, settings_version, status, closed_at) on clinics to candour_clinic;--> statement-breakpoint
grant select (brand_colour, logo) on clinics to candour_link;--> statement-breakpoint
grant update (status, closed_at, updated_at) on clinics to candour_admin;--> statement-breakpoint

-- A clinic may close itself and nothing else; only those who run the platform open it again, and only what it closed.
create function guard_clinic_status() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.status, new.closed_at) is not distinct from (old.status, old.closed_at) then return new; end if;
  if current_user = 'candour_clinic' and old.status = 'active' and new.status = 'inactive' and new.closed_at is not null
    or current_user = 'candour_admin' and old.status = 'inactive' and old.closed_at is not null
      and new.status = 'active' and new.closed_at is null then
    return new;
  end if;
  raise exception 'This role may not move a clinic so' using errcode = 'integrity_constraint_violation';
end $$;--> statement-breakpoint
create trigger guard_clinic_status before update on clinics for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_clinic_status();--> statement-breakpoint

-- Logos: kept and read, never changed. Whoever knows the name of one has been shown it.
alter table clinic_logos force row level security;--> statement-breakpoint
grant select, insert on clinic_logos to candour_clinic;--> statement-breakpoint
grant select on clinic_logos to candour_opener;--> statement-breakpoint
create function open_logo(wanted text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.content from public.clinic_logos l where l.sha256 = wanted limit 1
$$;--> statement-breakpoint
create index clinic_logos_name on clinic_logos (sha256);--> statement-breakpoint
grant create on schema public to candour_opener;--> statement-breakpoint
alter function open_logo(text) owner to candour_opener;--> statement-breakpoint
revoke create on schema public from candour_opener;--> statement-breakpoint
revoke all on function open_logo(text) from public;--> statement-breakpoint
grant execute on function open_logo(text) to candour_app;--> statement-breakpoint

-- Holds and requests are written down and completed, never taken away or rewritten.
alter table legal_holds force row level security;--> statement-breakpoint
grant select, insert, update (lifted_by_id, lifted_by, lifted_at, lifted_reason) on legal_holds to candour_clinic;--> statement-breakpoint
alter table access_requests force row level security;--> statement-breakpoint
grant select, insert, update (due_on, identity_how, identity_by, identity_at, outcome, outcome_note, closed_by, closed_at)
  on access_requests to candour_clinic;--> statement-breakpoint
create function guard_once() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'What was ended stays ended' using errcode = 'integrity_constraint_violation';
end $$;--> statement-breakpoint
create trigger guard_lifted before update on legal_holds for each row
  when (old.lifted_at is not null and pg_has_role('candour_app', current_user, 'set')) execute function guard_once();--> statement-breakpoint
create trigger guard_closed before update on access_requests for each row
  when (old.closed_at is not null and pg_has_role('candour_app', current_user, 'set')) execute function guard_once();--> statement-breakpoint

alter table record_files force row level security;--> statement-breakpoint
grant select, insert, update (status, progress, sha256, bytes, failure, expires_at, released_to, released_until)
  on record_files to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, status, created_at, expires_at) on record_files to candour_job;--> statement-breakpoint

-- Which records may be due is asked by when a patient was added.
create index patients_by_creation on patients (clinic_id, created_at);

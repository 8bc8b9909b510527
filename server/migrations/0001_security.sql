-- Who may do what (docs/decisions: database roles). Policies decide which rows, grants decide which verbs.
-- The login roles and the roles named here are made before the migrations run (server/platform/database/roles.ts).

revoke all on schema public from public;--> statement-breakpoint
grant usage on schema public to candour_app, candour_clinic, candour_patient, candour_admin, candour_job, candour_opener, candour_search;--> statement-breakpoint

-- Row-level security holds for the owner of a table too.
do $$
declare t record;
begin
  for t in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where c.relkind = 'r' and n.nspname = 'public' loop
    execute format('alter table %s enable row level security', t.name);
    execute format('alter table %s force row level security', t.name);
  end loop;
end $$;--> statement-breakpoint

-- Staff of a clinic.
grant select, update (name, address, phone, out_of_hours, email, updated_at) on clinics to candour_clinic;--> statement-breakpoint
grant select, insert, update on staff, patients, consents, consent_items, links, messages, template_uses, idempotency_keys to candour_clinic;--> statement-breakpoint
grant delete on consent_items to candour_clinic;--> statement-breakpoint
grant select on templates, template_versions, signatures, patient_sessions, audit_rows, audit_seals to candour_clinic;--> statement-breakpoint
grant select, insert on consent_events, countersignatures, document_versions to candour_clinic;--> statement-breakpoint

-- A patient behind a link.
grant select on clinics, patients, consents, consent_items, consent_events, countersignatures, links, signatures, document_versions, messages to candour_patient;--> statement-breakpoint
grant update (status, reason, viewed_at, signed_at, updated_at) on consents to candour_patient;--> statement-breakpoint
grant update (first_opened_at, failed_attempts, locked_at) on links to candour_patient;--> statement-breakpoint
grant insert on consent_events, signatures, patient_sessions to candour_patient;--> statement-breakpoint
grant select, insert, update on idempotency_keys to candour_patient;--> statement-breakpoint

-- Those who run the platform: clinics, and metadata of consents; no patient, no wording, no diagnosis.
grant select on clinics, staff, templates, template_versions, audit_rows, audit_seals, sealing_keys to candour_admin;--> statement-breakpoint
grant select (clinic_id, id, status, created_at, sent_at, viewed_at, signed_at, finalised_at, expires_at, updated_at) on consents to candour_admin;--> statement-breakpoint

-- Sweeps over all clinics list ids and seal the audit log.
grant select (id, status) on clinics to candour_job;--> statement-breakpoint
grant select (clinic_id, id, status, expires_at) on consents to candour_job;--> statement-breakpoint
grant select on audit_rows to candour_job;--> statement-breakpoint
grant select, insert on audit_seals to candour_job;--> statement-breakpoint

-- The bare login, outside every scope: audit rows and sealing keys, no tenant table.
grant insert on audit_rows to candour_app;--> statement-breakpoint
grant select, insert on sealing_keys to candour_app;--> statement-breakpoint
grant update (retired_at) on sealing_keys to candour_app;--> statement-breakpoint
grant select, insert, update, delete on rate_limits to candour_app;--> statement-breakpoint

-- Accounts are reached by their own login.
grant usage on schema auth to candour_auth, candour_opener;--> statement-breakpoint
grant select, insert, update, delete on all tables in schema auth to candour_auth;--> statement-breakpoint
grant select on auth."user", auth.session to candour_opener;--> statement-breakpoint
grant select on clinics, staff, consents, links, patient_sessions to candour_opener;--> statement-breakpoint

-- Before a scope exists only these functions answer. They say who a session or a link belongs to, nothing more.
create function open_session(wanted text, moment timestamptz)
returns table (
  session_id text, user_id text, email text, name text, platform_role text, user_active boolean, started_at timestamptz,
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb, clinic_id uuid, clinic_name text, clinic_status text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, u.id, u.email, u.name, u.platform_role, u.is_active, s.created_at,
         m.id, m.status, m.role, m.permissions, m.permission_level, m.login_hours_restricted, m.login_hours,
         c.id, c.name, c.status
  from auth.session s
  join auth."user" u on u.id = s.user_id
  left join public.staff m on m.id = s.staff_id and m.user_id = u.id
  left join public.clinics c on c.id = m.clinic_id
  where s.token = wanted and s.expires_at > moment
$$;--> statement-breakpoint

-- The staff records of an account or of an address, for choosing one at sign-in.
create function staff_of_account(wanted_user text, wanted_email text)
returns table (
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb, clinic_id uuid, clinic_name text, clinic_status text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.id, m.status, m.role, m.permissions, m.permission_level, m.login_hours_restricted, m.login_hours,
         c.id, c.name, c.status
  from public.staff m join public.clinics c on c.id = m.clinic_id
  where m.user_id = wanted_user and m.email = wanted_email
  order by (m.status = 'active' and c.status = 'active') desc, m.last_login_at desc nulls last, m.id
$$;--> statement-breakpoint

-- A live link: neither expired nor revoked. Expired, revoked and unknown are the same: no row.
create function open_link(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, link_id uuid, consent_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.clinic_id, l.id, l.consent_id
  from public.links l
  where l.token_hash = wanted_hash and l.revoked_at is null and l.expires_at > moment
$$;--> statement-breakpoint

-- A proved birth date, while its link lives.
create function open_patient_session(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, link_id uuid, consent_id uuid, patient_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.clinic_id, p.link_id, p.consent_id, c.patient_id
  from public.patient_sessions p
  join public.links l on l.clinic_id = p.clinic_id and l.id = p.link_id
  join public.consents c on c.clinic_id = p.clinic_id and c.id = p.consent_id
  where p.token_hash = wanted_hash and p.expires_at > moment and l.revoked_at is null
$$;--> statement-breakpoint

-- Which consent a link, dead or alive, was for: so that a new one can be sent to the contact on file.
create function find_consent(wanted_hash text, wanted_id uuid)
returns table (clinic_id uuid, consent_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.clinic_id, l.consent_id from public.links l where l.token_hash = wanted_hash
  union
  select c.clinic_id, c.id from public.consents c where c.id = wanted_id
$$;--> statement-breakpoint

grant candour_opener to current_user with set true;--> statement-breakpoint
grant create on schema public to candour_opener, candour_search;--> statement-breakpoint
alter function open_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function staff_of_account(text, text) owner to candour_opener;--> statement-breakpoint
alter function open_link(text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function open_patient_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function find_consent(text, uuid) owner to candour_opener;--> statement-breakpoint

-- Search by part of a word. Only leakproof operators use an index under row-level security (rulings 3), so these
-- functions read the clinic themselves and return ids.
create extension if not exists pg_trgm with schema public;--> statement-breakpoint
create extension if not exists btree_gin with schema public;--> statement-breakpoint
create index patients_search on patients using gin (clinic_id, search_text gin_trgm_ops);--> statement-breakpoint
grant select on patients, consents, consent_items to candour_search;--> statement-breakpoint
create policy search on consents for select to candour_search using (true);--> statement-breakpoint
create policy search on consent_items for select to candour_search using (true);--> statement-breakpoint

create function search_patients(words text[], rows_max int)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  -- The longest word alone can use the index; the rest sift what it found.
  with patterns as (
    select '%' || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern from unnest(words) w)
  select p.id from public.patients p
  where p.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and p.search_text ilike (select pattern from patterns order by length(pattern) desc limit 1)
    and p.search_text ilike all (select pattern from patterns)
  limit rows_max
$$;--> statement-breakpoint
grant candour_search to current_user with set true;--> statement-breakpoint
alter function search_patients(text[], int) owner to candour_search;--> statement-breakpoint
revoke create on schema public from candour_opener, candour_search;--> statement-breakpoint

revoke all on function open_session(text, timestamptz), staff_of_account(text, text), open_link(text, timestamptz), open_patient_session(text, timestamptz), find_consent(text, uuid), search_patients(text[], int) from public;--> statement-breakpoint
grant execute on function open_session(text, timestamptz), staff_of_account(text, text), open_link(text, timestamptz), open_patient_session(text, timestamptz), find_consent(text, uuid) to candour_app;--> statement-breakpoint
grant execute on function search_patients(text[], int) to candour_clinic;--> statement-breakpoint

-- Which migrations are applied: readiness asks (rulings 27).
grant usage on schema drizzle to candour_app;--> statement-breakpoint
grant select (hash) on drizzle.__drizzle_migrations to candour_app;--> statement-breakpoint

-- The owner seeds the library and makes the demo's clinics; forced row-level security holds for an owner who is no
-- superuser.
create policy owner on templates to current_user using (true) with check (true);--> statement-breakpoint
create policy owner on template_versions to current_user using (true) with check (true);--> statement-breakpoint
create policy owner on clinics to current_user using (true) with check (true);--> statement-breakpoint
create policy owner on staff to current_user using (true) with check (true);

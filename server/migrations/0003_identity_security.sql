-- Who may do what with accounts, staff and a patient's own page, and the functions that answer before a scope exists.

alter table cleanups force row level security;--> statement-breakpoint
alter table home_links force row level security;--> statement-breakpoint
alter table home_sessions force row level security;--> statement-breakpoint

grant insert, update (user_id, email, first_name, last_name, role, job_title, is_clinician, gdc_number, permissions,
  permission_level, login_hours_restricted, login_hours, registered, status, invited_at, updated_at)
  on staff to candour_clinic;--> statement-breakpoint
grant update (time_zone, session_idle_minutes, session_hours, requires_second_factor) on clinics to candour_clinic;--> statement-breakpoint
grant select, insert, update (undone_at) on cleanups to candour_clinic;--> statement-breakpoint
grant select, insert, update (token_hash, failed_attempts, used_at) on home_links to candour_clinic;--> statement-breakpoint
grant select, insert, delete on home_sessions to candour_clinic;--> statement-breakpoint
grant select on home_links, home_sessions, patients to candour_opener;--> statement-breakpoint

-- Tables of accounts that are new; their rights are those of the others.
grant select, insert, update, delete on all tables in schema auth to candour_auth;--> statement-breakpoint
grant select (user_id, confirmed_at) on auth.second_factor to candour_opener;--> statement-breakpoint
grant update (seen_at) on auth.session to candour_opener;--> statement-breakpoint
grant update (is_active, updated_at) on auth."user" to candour_opener;--> statement-breakpoint
grant delete on auth.session to candour_opener;--> statement-breakpoint

drop function open_session(text, timestamptz);--> statement-breakpoint
drop function staff_of_account(text, text);--> statement-breakpoint

-- Whose session a token is, how far it has come, and the staff record it acts as. One that was left alone for longer
-- than its clinic allows is locked, one that lasts longer is over, and one without the second factor that its clinic
-- asks for owes it, whatever it says of itself: what a clinic changes holds from the next request.
create function open_session(wanted text, moment timestamptz)
returns table (
  session_id text, stage text, way text, proved_at timestamptz, seen_at timestamptz, expires_at timestamptz,
  user_id text, email text, name text, photo text, platform_role text, user_active boolean, started_at timestamptz,
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb,
  clinic_id uuid, clinic_name text, clinic_status text, time_zone text, session_idle_minutes int, session_hours int,
  requires_second_factor boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id,
         case when s.stage <> 'open' then s.stage
              when s.seen_at < moment - make_interval(mins => coalesce(c.session_idle_minutes, 30)) then 'locked'
              when c.requires_second_factor and not exists (
                select from auth.second_factor f where f.user_id = u.id and f.confirmed_at is not null) then 'enrol'
              else 'open' end,
         s.way, s.proved_at, s.seen_at, s.expires_at,
         u.id, u.email, u.name, u.image, u.platform_role, u.is_active, s.created_at,
         m.id, m.status, m.role, m.permissions, m.permission_level, m.login_hours_restricted, m.login_hours,
         c.id, c.name, c.status, c.time_zone, c.session_idle_minutes, c.session_hours, c.requires_second_factor
  from auth.session s
  join auth."user" u on u.id = s.user_id
  left join public.staff m on m.id = s.staff_id and m.user_id = u.id
  left join public.clinics c on c.id = m.clinic_id
  where s.token = wanted and s.expires_at > moment
    and s.created_at + make_interval(hours => coalesce(c.session_hours, 12)) > moment
$$;--> statement-breakpoint

-- Notes that a session was used, at most once a minute.
create function touch_session(wanted text, moment timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update auth.session s set seen_at = moment
  where s.token = wanted and s.stage = 'open' and s.seen_at < moment - interval '1 minute'
$$;--> statement-breakpoint

-- The staff records of an account: those it may act for first, then the one last used.
create function staff_of_account(wanted_user text)
returns table (
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb,
  clinic_id uuid, clinic_name text, clinic_status text, time_zone text, session_idle_minutes int, session_hours int,
  requires_second_factor boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.id, m.status, m.role, m.permissions, m.permission_level, m.login_hours_restricted, m.login_hours,
         c.id, c.name, c.status, c.time_zone, c.session_idle_minutes, c.session_hours, c.requires_second_factor
  from public.staff m join public.clinics c on c.id = m.clinic_id
  where m.user_id = wanted_user
  order by (m.status = 'active' and c.status = 'active') desc, m.last_login_at desc nulls last, m.id
$$;--> statement-breakpoint

-- The staff records that name an address: for registering, and for repairing an account.
create function staff_of_address(wanted_email text)
returns table (clinic_id uuid, clinic_name text, clinic_status text, staff_id uuid, first_name text, last_name text,
  role text, status text, registered boolean, user_id text, invited_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id, c.name, c.status, m.id, m.first_name, m.last_name, m.role, m.status, m.registered, m.user_id, m.invited_at
  from public.staff m join public.clinics c on c.id = m.clinic_id
  where m.email = wanted_email
  order by m.registered, m.created_at desc, m.id
$$;--> statement-breakpoint

-- A practice that signs itself up; its first member of staff is added in its own scope.
create function found_clinic(wanted_name text, wanted_phone text, wanted_email text, wanted_zone text, moment timestamptz)
returns uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.clinics (name, phone, email, time_zone, trial_ends_at, created_at, updated_at)
  values (wanted_name, wanted_phone, wanted_email, wanted_zone, moment + interval '30 days', moment, moment)
  returning id
$$;--> statement-breakpoint
grant insert on clinics to candour_opener;--> statement-breakpoint

-- Accounts that this clinic took on, with how many staff records each still has anywhere: for its clean-up.
create function accounts_of_clinic()
returns table (user_id text, name text, email text, is_active boolean, created_at timestamptz, staff_here int, staff_elsewhere int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, u.email, u.is_active, u.created_at,
         (select count(*)::int from public.staff m where m.user_id = u.id and m.clinic_id = u.clinic_id),
         (select count(*)::int from public.staff m where m.user_id = u.id and m.clinic_id <> u.clinic_id)
  from auth."user" u
  where u.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and u.platform_role = 'member'
$$;--> statement-breakpoint

-- Switches such an account off or on again. Only while it has no staff record anywhere: nobody of another clinic is touched.
create function set_account_active(wanted_user text, active boolean, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth."user" u set is_active = active, updated_at = moment
  where u.id = wanted_user and u.platform_role = 'member'
    and u.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and not exists (select from public.staff m where m.user_id = u.id);
  if not found then return false; end if;
  if not active then delete from auth.session s where s.user_id = wanted_user; end if;
  return true;
end $$;--> statement-breakpoint

-- Where an address is a patient's: for sending the link to their own page.
create function clinics_of_patient_address(wanted_email text) returns table (clinic_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct p.clinic_id from public.patients p join public.clinics c on c.id = p.clinic_id
  where lower(p.email) = wanted_email and p.email <> '' and p.status = 'active'
$$;--> statement-breakpoint

-- A live link to a patient's own page; dead and unknown are the same: no row.
create function open_home_link(wanted_hash text, moment timestamptz) returns table (clinic_id uuid, link_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.clinic_id, l.id from public.home_links l
  where l.token_hash = wanted_hash and l.used_at is null and l.expires_at > moment
$$;--> statement-breakpoint

-- A patient's own page: one patient record, and every consent of it that was ever sent.
create function open_home_session(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, patient_id uuid, consent_ids uuid[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select h.clinic_id, h.patient_id,
         array(select c.id from public.consents c
               where c.clinic_id = h.clinic_id and c.patient_id = h.patient_id and c.sent_at is not null)
  from public.home_sessions h
  where h.token_hash = wanted_hash and h.expires_at > moment
$$;--> statement-breakpoint

grant create on schema public to candour_opener;--> statement-breakpoint
alter function open_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function touch_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function staff_of_account(text) owner to candour_opener;--> statement-breakpoint
alter function staff_of_address(text) owner to candour_opener;--> statement-breakpoint
alter function found_clinic(text, text, text, text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function accounts_of_clinic() owner to candour_opener;--> statement-breakpoint
alter function set_account_active(text, boolean, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function clinics_of_patient_address(text) owner to candour_opener;--> statement-breakpoint
alter function open_home_link(text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function open_home_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint
revoke create on schema public from candour_opener;--> statement-breakpoint
revoke all on function open_session(text, timestamptz), touch_session(text, timestamptz), staff_of_account(text), staff_of_address(text), found_clinic(text, text, text, text, timestamptz), accounts_of_clinic(), set_account_active(text, boolean, timestamptz), clinics_of_patient_address(text), open_home_link(text, timestamptz), open_home_session(text, timestamptz) from public;--> statement-breakpoint
grant execute on function open_session(text, timestamptz), touch_session(text, timestamptz), staff_of_account(text), staff_of_address(text), found_clinic(text, text, text, text, timestamptz), clinics_of_patient_address(text), open_home_link(text, timestamptz), open_home_session(text, timestamptz) to candour_app;--> statement-breakpoint
grant execute on function accounts_of_clinic(), set_account_active(text, boolean, timestamptz) to candour_clinic;

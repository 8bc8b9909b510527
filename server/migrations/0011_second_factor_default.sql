ALTER TABLE "clinics" ADD COLUMN "second_factor_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "clinics" ADD COLUMN "second_factor_opt_out" jsonb;--> statement-breakpoint
ALTER TABLE "clinics" ADD CONSTRAINT "clinics_second_factor" CHECK (second_factor_opt_out is null or not requires_second_factor);--> statement-breakpoint

grant update (second_factor_from, second_factor_opt_out) on clinics to candour_clinic;--> statement-breakpoint
grant select (user_id) on auth.passkey to candour_opener;--> statement-breakpoint

-- A practice that signs itself up asks for a second factor, which its people have fourteen days to set up
-- (`second_factor_grace_days`).
create or replace function found_clinic(wanted_name text, wanted_phone text, wanted_email text, wanted_zone text, moment timestamptz)
returns uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.clinics (name, phone, email, time_zone, trial_ends_at, requires_second_factor, second_factor_from,
    created_at, updated_at)
  values (wanted_name, wanted_phone, wanted_email, wanted_zone, moment + interval '30 days', true,
    moment + interval '14 days', moment, moment)
  returning id
$$;--> statement-breakpoint

-- The staff records of an account: those it may act for first, then the one last used. The version before goes on with
-- `staff_of_account`, whose answer must keep its columns while that has statements prepared.
create function staff_records_of(wanted_user text)
returns table (
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb,
  clinic_id uuid, clinic_name text, clinic_status text, time_zone text, session_idle_minutes int, session_hours int,
  requires_second_factor boolean, second_factor_from timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.id, m.status, m.role, m.permissions, m.permission_level, m.login_hours_restricted, m.login_hours,
         c.id, c.name, c.status, c.time_zone, c.session_idle_minutes, c.session_hours, c.requires_second_factor,
         c.second_factor_from
  from public.staff m join public.clinics c on c.id = m.clinic_id
  where m.user_id = wanted_user
  order by (m.status = 'active' and c.status = 'active') desc, m.last_login_at desc nulls last, m.id
$$;--> statement-breakpoint
alter function staff_records_of(text) owner to candour_opener;--> statement-breakpoint
revoke all on function staff_records_of(text) from public;
grant execute on function staff_records_of(text) to candour_app;--> statement-breakpoint

-- Who a session belongs to. From the day on which their practice asks for a second factor it opens nothing to somebody
-- who has neither an app nor a passkey but the setting up of one.
create function read_session(wanted text, moment timestamptz)
returns table (
  session_id text, stage text, locked_to uuid, way text, proved_at timestamptz, seen_at timestamptz, expires_at timestamptz,
  user_id text, email text, name text, photo text, platform_role text, user_active boolean, started_at timestamptz,
  has_second_factor boolean,
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb,
  clinic_id uuid, clinic_name text, clinic_status text, time_zone text, session_idle_minutes int, session_hours int,
  requires_second_factor boolean, second_factor_from timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id,
         case when s.stage <> 'open' then s.stage
              when s.locked_to is not null then 'locked'
              when s.seen_at < moment - make_interval(mins => coalesce(c.session_idle_minutes, 30)) then 'locked'
              when c.requires_second_factor and coalesce(c.second_factor_from <= moment, true)
                and not held.any_factor then 'enrol'
              else 'open' end,
         s.locked_to, s.way, s.proved_at, s.seen_at, s.expires_at,
         u.id, u.email, u.name, u.image, u.platform_role, u.is_active, s.created_at, held.any_factor,
         m.id, m.status, m.role, m.permissions, m.permission_level, m.login_hours_restricted, m.login_hours,
         c.id, c.name, c.status, c.time_zone, c.session_idle_minutes, c.session_hours, c.requires_second_factor,
         c.second_factor_from
  from auth.session s
  join auth."user" u on u.id = s.user_id
  cross join lateral (
    select exists (select from auth.second_factor f where f.user_id = u.id and f.confirmed_at is not null)
        or exists (select from auth.passkey p where p.user_id = u.id) as any_factor) held
  left join public.staff m on m.id = s.staff_id and m.user_id = u.id
  left join public.clinics c on c.id = m.clinic_id
  where s.token = wanted and s.expires_at > moment
    and s.created_at + make_interval(hours => coalesce(c.session_hours, 12)) > moment
$$;--> statement-breakpoint
alter function read_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint
revoke all on function read_session(text, timestamptz) from public;
grant execute on function read_session(text, timestamptz) to candour_app;--> statement-breakpoint

-- The same for the version before, with the columns that it knows.
create or replace function open_session(wanted text, moment timestamptz)
returns table (
  session_id text, stage text, locked_to uuid, way text, proved_at timestamptz, seen_at timestamptz, expires_at timestamptz,
  user_id text, email text, name text, photo text, platform_role text, user_active boolean, started_at timestamptz,
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb,
  clinic_id uuid, clinic_name text, clinic_status text, time_zone text, session_idle_minutes int, session_hours int,
  requires_second_factor boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.session_id, r.stage, r.locked_to, r.way, r.proved_at, r.seen_at, r.expires_at,
         r.user_id, r.email, r.name, r.photo, r.platform_role, r.user_active, r.started_at,
         r.staff_id, r.staff_status, r.role, r.permissions, r.permission_level, r.login_hours_restricted, r.login_hours,
         r.clinic_id, r.clinic_name, r.clinic_status, r.time_zone, r.session_idle_minutes, r.session_hours,
         r.requires_second_factor
  from public.read_session(wanted, moment) r
$$;--> statement-breakpoint

-- Who of a practice's people has a second factor: an app or a passkey.
create or replace function second_factor_holders(wanted uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.id from public.staff m
  where m.clinic_id = wanted and (
    exists (select from auth.second_factor f where f.user_id = m.user_id and f.confirmed_at is not null)
    or exists (select from auth.passkey p where p.user_id = m.user_id))
$$;--> statement-breakpoint

-- The same of the caller's own practice, of those who are active.
create or replace function own_second_factor_holders() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id from public.staff s
  where s.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and s.status = 'active' and (
    exists (select from auth.second_factor f where f.user_id = s.user_id and f.confirmed_at is not null)
    or exists (select from auth.passkey p where p.user_id = s.user_id))
$$;

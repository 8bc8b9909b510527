-- Browsers in patients' hands: what a session that was handed over still opens, and who may do what with the forms.

alter table kiosk_handovers force row level security;--> statement-breakpoint
alter table kiosk_forms force row level security;--> statement-breakpoint

grant select, insert, update (failed_attempts, proved_until, ended_at) on kiosk_handovers to candour_clinic;--> statement-breakpoint
grant select, insert, update (link_id) on kiosk_forms to candour_clinic;--> statement-breakpoint

-- As before, and one that was handed to a patient is locked, whatever else is true of it.
drop function open_session(text, timestamptz);--> statement-breakpoint
create function open_session(wanted text, moment timestamptz)
returns table (
  session_id text, stage text, locked_to uuid, way text, proved_at timestamptz, seen_at timestamptz, expires_at timestamptz,
  user_id text, email text, name text, photo text, platform_role text, user_active boolean, started_at timestamptz,
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb,
  clinic_id uuid, clinic_name text, clinic_status text, time_zone text, session_idle_minutes int, session_hours int,
  requires_second_factor boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id,
         case when s.stage <> 'open' then s.stage
              when s.locked_to is not null then 'locked'
              when s.seen_at < moment - make_interval(mins => coalesce(c.session_idle_minutes, 30)) then 'locked'
              when c.requires_second_factor and not exists (
                select from auth.second_factor f where f.user_id = u.id and f.confirmed_at is not null) then 'enrol'
              else 'open' end,
         s.locked_to, s.way, s.proved_at, s.seen_at, s.expires_at,
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

-- Locks an open session of this clinic to a handover of this clinic, in the transaction that makes it. Nothing here
-- unlocks one.
create function hand_session_over(wanted_session text, wanted_staff uuid, wanted_handover uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth.session s set locked_to = wanted_handover
  where s.id = wanted_session and s.staff_id = wanted_staff and s.stage = 'open' and s.locked_to is null
    and exists (
      select from public.staff m
      where m.id = wanted_staff and m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
  return found;
end $$;--> statement-breakpoint
grant update (locked_to) on auth.session to candour_opener;--> statement-breakpoint

grant create on schema public to candour_opener;--> statement-breakpoint
alter function open_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function hand_session_over(text, uuid, uuid) owner to candour_opener;--> statement-breakpoint
revoke create on schema public from candour_opener;--> statement-breakpoint
revoke all on function open_session(text, timestamptz), hand_session_over(text, uuid, uuid) from public;--> statement-breakpoint
grant execute on function open_session(text, timestamptz) to candour_app;--> statement-breakpoint
grant execute on function hand_session_over(text, uuid, uuid) to candour_clinic;

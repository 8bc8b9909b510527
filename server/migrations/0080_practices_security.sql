-- The Practice Directory: what those who run the platform may do with a practice's account, and whose it is.

-- Facts, plan and standing of a practice; nothing of what it has set for its patients.
grant insert, update (name, address, phone, email, nation, time_zone, plan, trial_ends_at, settings_version)
  on clinics to candour_admin;--> statement-breakpoint
-- An administrator who has not registered yet may be invited, and one of the administrators is the owner.
grant insert, update (is_owner, invited_at, updated_at) on staff to candour_admin;--> statement-breakpoint
grant update (is_owner) on staff to candour_clinic;--> statement-breakpoint

-- A clinic may close itself and nothing else; those who run the platform move it to any other state.
create or replace function guard_clinic_status() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.status, new.closed_at) is not distinct from (old.status, old.closed_at) then return new; end if;
  if current_user = 'candour_clinic' and old.status = 'active' and new.status = 'inactive' and new.closed_at is not null
    or current_user = 'candour_admin' and new.status <> old.status and new.closed_at is null then
    return new;
  end if;
  raise exception 'This role may not move a clinic so' using errcode = 'integrity_constraint_violation';
end $$;--> statement-breakpoint

-- Practices that are there already belong to the administrator who was there first.
update staff set is_owner = true
where (clinic_id, id) in (
  select distinct on (clinic_id) clinic_id, id from staff
  where role = 'clinic_admin' and status = 'active'
  order by clinic_id, registered desc, created_at, id);--> statement-breakpoint

-- Whether an address is somebody's already; who they are is not told.
create function address_holder(wanted text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when exists (select from auth."user" u where lower(u.email) = lower(wanted)) then 'account'
    when exists (select from public.staff m where m.email = lower(wanted)) then 'staff' end
$$;--> statement-breakpoint

-- How much of its plan a practice uses: sums and counts.
create function clinic_usage(wanted uuid) returns table (video_bytes bigint, api_keys int, webhooks int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select
    (select coalesce(sum(v.bytes::bigint + coalesce(v.playable_bytes, 0)), 0)::bigint
     from public.videos v where v.owner_clinic_id = wanted),
    (select count(*)::int from public.api_keys k where k.clinic_id = wanted and k.revoked_at is null),
    (select count(*)::int from public.webhooks w where w.clinic_id = wanted and w.status <> 'removed')
$$;--> statement-breakpoint
-- Who of a practice's people has a second factor.
create function second_factor_holders(wanted uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.id from public.staff m
  where m.clinic_id = wanted and exists (
    select from auth.second_factor f where f.user_id = m.user_id and f.confirmed_at is not null)
$$;--> statement-breakpoint
grant select (owner_clinic_id, bytes, playable_bytes) on videos to candour_opener;--> statement-breakpoint
grant select (clinic_id, status) on webhooks to candour_opener;--> statement-breakpoint
grant create on schema public to candour_opener;--> statement-breakpoint
alter function address_holder(text) owner to candour_opener;--> statement-breakpoint
alter function second_factor_holders(uuid) owner to candour_opener;--> statement-breakpoint
alter function clinic_usage(uuid) owner to candour_opener;--> statement-breakpoint
revoke create on schema public from candour_opener;--> statement-breakpoint
revoke all on function address_holder(text), clinic_usage(uuid), second_factor_holders(uuid) from public;--> statement-breakpoint
grant execute on function address_holder(text), clinic_usage(uuid), second_factor_holders(uuid) to candour_admin;

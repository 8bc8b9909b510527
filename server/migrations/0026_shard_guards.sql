-- Where practices are spread over servers, a question that names its practice by the row at hand is asked of that practice's
-- server; one that names it by another row would be asked of all of them, which a server may not do. Each of these rules
-- says the same as before.
do $$
declare
  rule record;
  before text;
  after text;
begin
  for rule in
    select * from (values
      ('guard_capacity_decision', 'n.clinic_id = a.clinic_id', 'n.clinic_id = new.clinic_id'),
      ('guard_consent_event', 'c.clinic_id = s.clinic_id', 'c.clinic_id = new.clinic_id'),
      ('guard_supporter_event', 'o.clinic_id = s.clinic_id', 'o.clinic_id = new.clinic_id'),
      ('guard_understanding_event', 'l.clinic_id = e.clinic_id', 'l.clinic_id = new.clinic_id'),
      ('guard_viewing_event', 'n.clinic_id = v.clinic_id', 'n.clinic_id = new.clinic_id')
    ) as changed (name, old_text, new_text)
  loop
    before := pg_get_functiondef(('public.' || rule.name || '()')::regprocedure);
    after := replace(before, rule.old_text, rule.new_text);
    if before = after then
      raise exception '% does not say %', rule.name, rule.old_text;
    end if;
    execute after;
  end loop;
end $$;--> statement-breakpoint
alter policy emergency on patients using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
  and id in (select c.patient_id from consents c
    where c.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint
alter policy destroyer on home_links using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
  and lower(email) in (
    select lower(p.email) from patients p where p.clinic_id = home_links.clinic_id
    union select lower(g ->> 'email') from patients p, jsonb_array_elements(p.guardians) g
      where p.clinic_id = home_links.clinic_id));
--> statement-breakpoint
-- Accounts and the staff of practices may be on different servers: each is asked by itself.
create or replace function accounts_of_clinic()
returns table (user_id text, name text, email text, is_active boolean, created_at timestamptz, staff_here int, staff_elsewhere int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with own as materialized (
    select u.id, u.name, u.email, u.is_active, u.created_at, u.clinic_id from auth."user" u
    where u.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and u.platform_role = 'member'
  ), held as materialized (
    select m.user_id, m.clinic_id from public.staff m where m.user_id in (select id from own)
  )
  select o.id, o.name, o.email, o.is_active, o.created_at,
         (select count(*)::int from held h where h.user_id = o.id and h.clinic_id = o.clinic_id),
         (select count(*)::int from held h where h.user_id = o.id and h.clinic_id <> o.clinic_id)
  from own o
$$;--> statement-breakpoint
create or replace function second_factor_holders(wanted uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with held as materialized (select m.id, m.user_id from public.staff m where m.clinic_id = wanted)
  select h.id from held h
  where exists (select from auth.second_factor f where f.user_id = h.user_id and f.confirmed_at is not null)
    or exists (select from auth.passkey p where p.user_id = h.user_id)
$$;--> statement-breakpoint
create or replace function own_second_factor_holders() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with held as materialized (
    select s.id, s.user_id from public.staff s
    where s.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and s.status = 'active'
  )
  select h.id from held h
  where exists (select from auth.second_factor f where f.user_id = h.user_id and f.confirmed_at is not null)
    or exists (select from auth.passkey p where p.user_id = h.user_id)
$$;--> statement-breakpoint
create or replace function own_administrators_with_credentials() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with held as materialized (
    select s.id, s.user_id from public.staff s
    where s.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
      and s.status = 'active' and s.role = 'clinic_admin'
  )
  select h.id from held h
  where exists (select from auth.account a where a.user_id = h.user_id and a.provider_id = 'credential')
    or exists (select from auth.passkey p where p.user_id = h.user_id)
$$;

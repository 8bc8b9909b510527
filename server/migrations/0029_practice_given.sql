-- What is found or moved with its owner's rights within one practice is given that practice, which has to be the one of the
-- transaction: where practices are spread over servers, it is asked of that practice's server. The version before still
-- calls those without it.
create function search_patients(practice uuid, words text[], rows_max int, statuses text[])
returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with readings as (
    select word, array_agg(case when reading ~ '^\d{4,}$' then '%' || reading || '%'
      else '% ' || replace(replace(replace(reading, '\', '\\'), '%', '\%'), '_', '\_') || '%' end) as patterns
    from unnest(words[2:]) with ordinality w (reading_list, word)
    cross join lateral unnest(string_to_array(reading_list, '|')) reading
    group by word
  ), others as (
    select coalesce(array_agg(patterns[1]) filter (where cardinality(patterns) = 1), '{}') as single,
      coalesce(bool_or(cardinality(patterns) > 1), false) as has_several
    from readings
  )
  select distinct found.patient_id from (
    select k.patient_id
    from unnest(statuses) wanted
    cross join unnest(string_to_array(words[1], '|')) beginning
    cross join lateral (
      select p.patient_id from public.patient_keys p
      where p.clinic_id = practice and practice = nullif(current_setting('app.clinic_id', true), '')::uuid
        and p.status = wanted and p.key >= beginning and p.key < beginning || chr(1114111)
        and p.key like all ((select single from others)::text[])
        and (not (select has_several from others) or not exists (
          select from readings r where cardinality(r.patterns) > 1 and not p.key like any (r.patterns)))
      limit rows_max * 8) k) found
  limit rows_max
$$;--> statement-breakpoint
alter function search_patients(uuid, text[], int, text[]) owner to candour_search;--> statement-breakpoint
revoke all on function search_patients(uuid, text[], int, text[]) from public;--> statement-breakpoint
grant execute on function search_patients(uuid, text[], int, text[]) to candour_clinic;--> statement-breakpoint
create function move_merged_consents(practice uuid, wanted uuid) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.consents c
  set patient_id = case when m.undone_at is null then m.survivor_id else m.merged_id end
  from public.patient_merges m
  where m.clinic_id = practice and m.id = wanted and c.clinic_id = practice
    and practice = nullif(current_setting('app.clinic_id', true), '')::uuid
    and (m.undone_at is null and c.patient_id = m.merged_id
      or m.undone_at is not null and c.patient_id = m.survivor_id and m.moved -> 'consents' ? c.id::text)
  returning c.id
$$;--> statement-breakpoint
alter function move_merged_consents(uuid, uuid) owner to candour_search;--> statement-breakpoint
revoke all on function move_merged_consents(uuid, uuid) from public;--> statement-breakpoint
grant execute on function move_merged_consents(uuid, uuid) to candour_clinic;
--> statement-breakpoint
-- Sessions and the staff of practices may be on different servers: who somebody is, is asked before their session is changed.
create or replace function hand_session_over(wanted_session text, wanted_staff uuid, wanted_handover uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (
    select 1 from public.staff m
    where m.id = wanted_staff and m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) then
    return false;
  end if;
  update auth.session s set locked_to = wanted_handover
  where s.id = wanted_session and s.staff_id = wanted_staff and s.stage = 'open' and s.locked_to is null;
  return found;
end $$;--> statement-breakpoint
create or replace function set_account_active(wanted_user text, active boolean, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select 1 from public.staff m where m.user_id = wanted_user) then
    return false;
  end if;
  update auth."user" u set is_active = active, updated_at = moment
  where u.id = wanted_user and u.platform_role = 'member'
    and u.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid;
  if not found then return false; end if;
  if not active then delete from auth.session s where s.user_id = wanted_user; end if;
  return true;
end $$;--> statement-breakpoint
create or replace function end_own_staff_sessions(wanted uuid[], only_others boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  own uuid[] := array(
    select m.id from public.staff m
    where m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and m.id = any(wanted));
begin
  delete from auth.session s where s.staff_id = any(own) and not (only_others and s.way in ('sso', 'sso-mfa'));
end $$;
--> statement-breakpoint
-- On a server that holds a part of the counts a row is one of that part, and is given on as a row of the table.
create or replace function keep_clinic_figures() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    update public.clinic_figures f set kept = f.kept + gone.total
    from (select g.subject, g.span, g.start, g.item, g.measure, sum(g.total)::int as total
      from public.figures_of_counts(row(old.*)::public.consent_counts) g group by 1, 2, 3, 4, 5) gone
    where f.clinic_id = old.clinic_id and (f.subject, f.span, f.start, f.item, f.measure) =
      (gone.subject, gone.span, gone.start, gone.item, gone.measure);
    return null;
  end if;
  insert into public.clinic_figures (clinic_id, subject, span, start, item, measure, total)
  select new.clinic_id, subject, span, start, item, measure, sum(total)
  from (
    select * from public.figures_of_counts(row(new.*)::public.consent_counts)
    union all
    select subject, span, start, item, measure, -total
    from public.figures_of_counts(row(old.*)::public.consent_counts)) changed
  group by subject, span, start, item, measure having sum(total) <> 0
  order by subject, span, start, item, measure
  on conflict (clinic_id, subject, span, start, item, measure)
    do update set total = clinic_figures.total + excluded.total;
  return null;
end $$;

-- What asks for practices' own rows while it writes to every server is asked first, where practices are spread over servers.
CREATE POLICY "opener_answer" ON "practice_group_invitations" AS PERMISSIVE FOR UPDATE TO "candour_opener" USING (answer is null) WITH CHECK (answer in ('joined', 'declined'));--> statement-breakpoint
CREATE POLICY "opener_insert" ON "practice_group_members" AS PERMISSIVE FOR INSERT TO "candour_opener" WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
grant update (answer, answered_at) on practice_group_invitations to candour_opener;--> statement-breakpoint
grant insert on practice_group_members to candour_opener;--> statement-breakpoint

-- A practice answers an invitation that is addressed to one of its administrators; what it agrees to with that it writes
-- itself. The version before still writes both rows itself.
create function answer_group_invitation(wanted uuid, given text, by_name text, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  own uuid := nullif(current_setting('app.clinic_id', true), '')::uuid;
  inviting uuid;
  address text;
begin
  select i.group_id, i.email into inviting, address from public.practice_group_invitations i
  where i.id = wanted and i.answer is null for update;
  if not exists (
    select from public.staff s where s.clinic_id = own and s.role = 'clinic_admin' and s.status = 'active'
      and s.user_id is not null and lower(s.email) = address) then
    return 'invitation-not-found';
  end if;
  if given = 'joined' then
    -- One answer of a practice after the other: an insert that minds conflicts needs, with Citus, a right to update.
    perform pg_advisory_xact_lock(hashtextextended('group of ' || own, 0));
    if exists (select from public.practice_group_members m where m.clinic_id = own) then return 'in-a-group'; end if;
    insert into public.practice_group_members (clinic_id, group_id, joined_by, joined_at)
    values (own, inviting, by_name, moment);
  end if;
  update public.practice_group_invitations set answer = given, answered_at = moment where id = wanted;
  return 'answered';
end $$;--> statement-breakpoint
alter function answer_group_invitation(uuid, text, text, timestamptz) owner to candour_opener;--> statement-breakpoint
revoke all on function answer_group_invitation(uuid, text, text, timestamptz) from public;--> statement-breakpoint
grant execute on function answer_group_invitation(uuid, text, text, timestamptz) to candour_clinic;
--> statement-breakpoint

-- What the marks of a practice add up to is given on by itself: the marks that changed are known to their own server alone.
create or replace function add_compliance_days() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  part record;
begin
  perform public.hold_compliance_days(clinic_id) from (select distinct clinic_id from changed) c;
  for part in
    select clinic_id as practice, array_agg(day) as days, array_agg(item) as items, array_agg(applies) as applies, array_agg(met) as met
    from (select m.clinic_id, m.day, item, count(*) as applies, sum(m.met >> item & 1) as met
      from changed m cross join generate_series(1, 62) item where m.applies >> item & 1 = 1 group by 1, 2, 3) added
    group by clinic_id
  loop
    insert into public.compliance_days as d (clinic_id, day, item, applies, met)
    select part.practice, a.day, a.item, a.applies, a.met
    from unnest(part.days, part.items, part.applies, part.met) a (day, item, applies, met)
    on conflict (clinic_id, day, item)
      do update set applies = d.applies + excluded.applies, met = d.met + excluded.met;
  end loop;
  for part in
    select clinic_id as practice, array_agg(day) as days, array_agg(version_id) as versions, array_agg(consents) as consents
    from (select m.clinic_id, m.day, version_id, count(*) as consents
      from changed m cross join unnest(m.versions) version_id group by 1, 2, 3) added
    group by clinic_id
  loop
    insert into public.compliance_wordings as w (clinic_id, day, version_id, consents)
    select part.practice, a.day, a.version_id, a.consents
    from unnest(part.days, part.versions, part.consents) a (day, version_id, consents)
    on conflict (clinic_id, day, version_id) do update set consents = w.consents + excluded.consents;
  end loop;
  return null;
end $$;--> statement-breakpoint
create or replace function take_compliance_days() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  part record;
begin
  perform public.hold_compliance_days(clinic_id) from (select distinct clinic_id from changed) c;
  for part in
    select clinic_id as practice, array_agg(day) as days, array_agg(item) as items, array_agg(applies) as applies, array_agg(met) as met
    from (select m.clinic_id, m.day, item, count(*) as applies, sum(m.met >> item & 1) as met
      from changed m cross join generate_series(1, 62) item where m.applies >> item & 1 = 1 group by 1, 2, 3) gone
    group by clinic_id
  loop
    update public.compliance_days d set applies = d.applies - gone.applies, met = d.met - gone.met
    from unnest(part.days, part.items, part.applies, part.met) gone (day, item, applies, met)
    where d.clinic_id = part.practice and (d.day, d.item) = (gone.day, gone.item);
  end loop;
  for part in
    select clinic_id as practice, array_agg(day) as days, array_agg(version_id) as versions, array_agg(consents) as consents
    from (select m.clinic_id, m.day, version_id, count(*) as consents
      from changed m cross join unnest(m.versions) version_id group by 1, 2, 3) gone
    group by clinic_id
  loop
    update public.compliance_wordings w set consents = w.consents - gone.consents
    from unnest(part.days, part.versions, part.consents) gone (day, version_id, consents)
    where w.clinic_id = part.practice and (w.day, w.version_id) = (gone.day, gone.version_id);
  end loop;
  return null;
end $$;
--> statement-breakpoint

-- As before, but that a question of all practices is told something: Citus takes no row without a column.
create or replace function address_holder(wanted text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when exists (select 1 from auth."user" u where lower(u.email) = lower(wanted)) then 'account'
    when exists (select 1 from public.staff m where m.email = lower(wanted)) then 'staff' end
$$;

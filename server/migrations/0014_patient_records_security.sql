-- Patients: what they are found by, who may write notes, and how two records become one. The owner is let through to
-- the rows there are for as long as this takes.

alter table patients no force row level security;--> statement-breakpoint


-- In the order of bytes, whatever the database's own order is.
alter table patient_keys alter column key type text collate "C";--> statement-breakpoint

grant select, insert, delete on patient_keys to candour_clinic;--> statement-breakpoint
-- A note is written once; with a merge it goes to the record that stays, and nothing else of it changes.
grant select, insert, update (patient_id) on patient_notes to candour_clinic;--> statement-breakpoint
grant select, insert, update (moved, undone_at, undone_by) on patient_merges to candour_clinic;--> statement-breakpoint

-- Several people may decide for a patient; who was recorded as the one stays the first.
update patients set guardians = jsonb_build_array(guardian || jsonb_build_object(
  'id', gen_random_uuid(),
  'authority', case guardian ->> 'authority' when 'attorney' then 'welfare-attorney' else guardian ->> 'authority' end,
  'basis', 'not-recorded', 'evidence', '', 'evidenceOn', null, 'evidenceBy', '', 'validUntil', null))
where guardian is not null;--> statement-breakpoint

-- Search by the beginnings of words. In the order of bytes a beginning is a range of the index, so that a letter or two
-- of a million patients are found as fast as a whole name: an index of parts of words is of no use below three letters.
drop function search_patients(text[], int);--> statement-breakpoint
drop index patients_search;--> statement-breakpoint
revoke select on patients from candour_search;--> statement-breakpoint
grant select on patient_keys to candour_search;--> statement-breakpoint

create function patient_keys_of(search_text text) returns setof text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select distinct word || ' ' || search_text from unnest(string_to_array(search_text, ' ')) word where word <> ''
$$;--> statement-breakpoint

create function keep_patient_keys() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from public.patient_keys k
    where k.clinic_id = old.clinic_id and k.status = old.status and k.patient_id = old.id
      and k.key in (select public.patient_keys_of(old.search_text));
  end if;
  if tg_op <> 'DELETE' then
    insert into public.patient_keys (clinic_id, status, key, patient_id)
    select new.clinic_id, new.status, key, new.id from public.patient_keys_of(new.search_text) key;
  end if;
  return null;
end $$;--> statement-breakpoint
create trigger keep_patient_keys after insert or delete or update of search_text, status on patients
  for each row execute function keep_patient_keys();--> statement-breakpoint

-- The later parts of double names are words of their own.
update patients set search_text = search_text || coalesce(
  (select ' ' || string_agg(part[1], ' ') from regexp_matches(search_text, '(?<=[[:alpha:]])-([[:alpha:]][^ -]*)', 'g') part), '');--> statement-breakpoint

-- The first word is the one that tells most, in each of its readings; the others are looked for in what that finds.
-- A key may stand for a patient more than once, hence a few more of them than patients.
create function search_patients(words text[], rows_max int, statuses text[])
returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with others as (
    select coalesce(array_agg('% ' || replace(replace(replace(split_part(w, '|', 1), '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}') as patterns
    from unnest(words[2:]) w)
  select distinct found.patient_id from (
    select k.patient_id
    from unnest(statuses) wanted
    cross join unnest(string_to_array(words[1], '|')) beginning
    cross join lateral (
      select p.patient_id from public.patient_keys p
      where p.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and p.status = wanted
        and p.key >= beginning and p.key < beginning || chr(1114111)
        and p.key like all ((select patterns from others)::text[])
      limit rows_max * 4) k) found
  limit rows_max
$$;--> statement-breakpoint

-- The consents of a merged record go to the one that stays, and back. Whose a sent consent is stands frozen for every
-- role of the application (guard_consent), so this moves them, and only as a merge of the caller's clinic says.
create function move_merged_consents(wanted uuid) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.consents c
  set patient_id = case when m.undone_at is null then m.survivor_id else m.merged_id end
  from public.patient_merges m
  where m.id = wanted and m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and c.clinic_id = m.clinic_id
    and (m.undone_at is null and c.patient_id = m.merged_id
      or m.undone_at is not null and c.patient_id = m.survivor_id and m.moved -> 'consents' ? c.id::text)
  returning c.id
$$;--> statement-breakpoint
grant select (clinic_id, id, patient_id), update (patient_id) on consents to candour_search;--> statement-breakpoint
grant select on patient_merges to candour_search;--> statement-breakpoint
create policy merge on consents to candour_search
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  with check (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

grant create on schema public to candour_search;--> statement-breakpoint
alter function search_patients(text[], int, text[]) owner to candour_search;--> statement-breakpoint
alter function move_merged_consents(uuid) owner to candour_search;--> statement-breakpoint
revoke create on schema public from candour_search;--> statement-breakpoint
revoke all on function search_patients(text[], int, text[]), move_merged_consents(uuid) from public;--> statement-breakpoint
grant execute on function search_patients(text[], int, text[]), move_merged_consents(uuid) to candour_clinic;--> statement-breakpoint

alter table patients force row level security;--> statement-breakpoint
do $$
declare t text;
begin
  foreach t in array array['patient_keys', 'patient_notes', 'patient_merges'] loop
    execute format('alter table %I force row level security', t);
  end loop;
end $$;

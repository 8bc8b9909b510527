-- Understanding checks: who may write what, and that the chain of a consent vouches for each as it was written.

alter table understanding_entries force row level security;--> statement-breakpoint

-- Nobody changes or removes what was answered and explained.
grant select, insert on understanding_entries to candour_clinic, candour_patient;--> statement-breakpoint
grant select on understanding_entries to candour_integration;--> statement-breakpoint

-- A patient answers, the practice explains; each entry is the next of its consent.
create function guard_understanding_entry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (current_user = 'candour_patient') <> (new.kind in ('answered', 'talk', 'finished')) then
    raise exception 'This is another side''s to write' using errcode = 'integrity_constraint_violation';
  end if;
  if new.number <> (select coalesce(max(e.number), 0) + 1 from public.understanding_entries e
                    where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id) then
    raise exception 'An entry follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_understanding_entry before insert on understanding_entries for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_understanding_entry();--> statement-breakpoint

-- The chain vouches for the last entry there is, and by its hash for all before it; once, by the side that wrote it.
create function guard_understanding_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  if new.event not in ('understanding.checked', 'understanding.explained')
    or (current_user = 'candour_patient') <> (new.event = 'understanding.checked')
    or not exists (select from public.understanding_entries e
                   where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
                   and (new.event = 'understanding.explained') = (e.kind = 'explained')
                   and new.details ->> 'entry' = e.number::text and new.details ->> 'hash' = e.hash
                   and not exists (select from public.understanding_entries l where l.clinic_id = e.clinic_id
                                   and l.consent_id = e.consent_id and l.number > e.number))
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event like 'understanding.%' and e.details ->> 'entry' = new.details ->> 'entry') then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_understanding_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event like 'understanding.%')
  execute function guard_understanding_event();--> statement-breakpoint
-- As before, for all other events.
drop trigger guard_consent_event on consent_events;--> statement-breakpoint
create trigger guard_consent_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event not like 'understanding.%')
  execute function guard_consent_event();--> statement-breakpoint

-- What may be taken away with a record whose end two people decided.
grant select, delete on understanding_entries to candour_destroyer;--> statement-breakpoint
create policy destroyer on understanding_entries to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = understanding_entries.clinic_id
                and c.id = understanding_entries.consent_id));

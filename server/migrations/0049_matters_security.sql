-- What matters to patients and what they say of their choice: who may write what, and that the chain of a consent tells of
-- each as it was written.

alter table matter_entries force row level security;--> statement-breakpoint

-- Nobody changes or removes what was told and answered.
grant select, insert on matter_entries to candour_clinic, candour_patient;--> statement-breakpoint
grant select on matter_entries to candour_integration;--> statement-breakpoint

-- A patient tells, the practice answers; both may note that an additional consent was taken back. Each entry is the next
-- of its consent, and an answer is one to what was told in it.
create function guard_matter_entry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.kind <> 'withdrawn' and (current_user = 'candour_patient') <> (new.kind <> 'answered') then
    raise exception 'This is another side''s to write' using errcode = 'integrity_constraint_violation';
  end if;
  if (current_user = 'candour_patient') <> (new.staff_id is null) then
    raise exception 'Whoever writes it is named' using errcode = 'integrity_constraint_violation';
  end if;
  if new.number <> (select coalesce(max(m.number), 0) + 1 from public.matter_entries m
                    where m.clinic_id = new.clinic_id and m.consent_id = new.consent_id) then
    raise exception 'An entry follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  if new.answers_id is not null and not exists (
    select from public.matter_entries m
    where m.clinic_id = new.clinic_id and m.id = new.answers_id and m.consent_id = new.consent_id and m.kind = 'told') then
    raise exception 'An answer belongs to what was told' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_matter_entry before insert on matter_entries for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_matter_entry();--> statement-breakpoint

-- Events of what matters have a guard of their own, which asks of the chain what the other one asks.
create function guard_matter_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  if not exists (select from public.matter_entries m
                 where m.clinic_id = new.clinic_id and m.consent_id = new.consent_id
                 and new.event = 'matter.' || m.kind and new.details ->> 'hash' = m.hash
                 and new.details ->> 'entry' = m.number::text
                 and (current_user = 'candour_patient') = (m.staff_id is null))
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event like 'matter.%' and e.details ->> 'entry' = new.details ->> 'entry') then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
drop trigger guard_consent_event on consent_events;--> statement-breakpoint
create trigger guard_consent_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event not like 'understanding.%' and new.event not like 'matter.%')
  execute function guard_consent_event();--> statement-breakpoint
create trigger guard_matter_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event like 'matter.%')
  execute function guard_matter_event();--> statement-breakpoint

-- What was told goes with the record that two people end.
grant select, delete on matter_entries to candour_destroyer;--> statement-breakpoint
create policy destroyer on matter_entries to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = matter_entries.clinic_id and c.id = matter_entries.consent_id));

-- How texts were read: told by patients alone, never changed, and named by the event before their signature.

alter table readings force row level security;--> statement-breakpoint

grant select, insert on readings to candour_patient;--> statement-breakpoint
grant select on readings to candour_clinic, candour_integration;--> statement-breakpoint
-- Since when a patient can have read at all.
grant select (clinic_id, consent_id, created_at) on patient_sessions to candour_patient;--> statement-breakpoint

create function guard_reading() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.number <> (select coalesce(max(r.number), 0) + 1 from public.readings r
                    where r.clinic_id = new.clinic_id and r.consent_id = new.consent_id) then
    raise exception 'A report follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_reading before insert on readings for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_reading();--> statement-breakpoint

-- What was read is told once, by the patient, while they may still sign, and as it was reported. Every other event is
-- guarded as before, by a function that knows nothing of this one.
create function guard_reading_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  if current_user <> 'candour_patient'
    or not exists (select from public.consents c where c.clinic_id = new.clinic_id and c.id = new.consent_id
                   and c.status in ('sent', 'viewed', 'verbal'))
    or new.details ->> 'hash' is distinct from (
      select r.hash from public.readings r
      where r.clinic_id = new.clinic_id and r.consent_id = new.consent_id order by r.number desc limit 1)
    or new.details ->> 'reports' is distinct from (
      select count(*)::text from public.readings r where r.clinic_id = new.clinic_id and r.consent_id = new.consent_id)
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event = 'consent.read') then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
drop trigger guard_consent_event on consent_events;--> statement-breakpoint
create trigger guard_consent_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event not like 'understanding.%' and new.event not like 'matter.%'
    and new.event <> 'consent.read')
  execute function guard_consent_event();--> statement-breakpoint
create trigger guard_reading_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event = 'consent.read')
  execute function guard_reading_event();--> statement-breakpoint

-- A record that two people decided to end takes these with it.
grant select, delete on readings to candour_destroyer;--> statement-breakpoint
create policy destroyer on readings to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = readings.clinic_id and c.id = readings.consent_id));

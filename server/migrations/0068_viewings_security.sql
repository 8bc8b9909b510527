-- How videos were watched: told by patients alone, never changed, and named by events of the consent's chain.

alter table viewings force row level security;--> statement-breakpoint

grant select, insert on viewings to candour_patient;--> statement-breakpoint
grant select on viewings to candour_clinic, candour_integration;--> statement-breakpoint

create function guard_viewing() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.number <> (select coalesce(max(v.number), 0) + 1 from public.viewings v
                    where v.clinic_id = new.clinic_id and v.consent_id = new.consent_id) then
    raise exception 'An entry follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_viewing before insert on viewings for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_viewing();--> statement-breakpoint

-- What became of a video is told once for an entry, by the patient, while they may still sign, and as the entry says it.
create function guard_viewing_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
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
    or not exists (
      select from public.viewings v
      where v.clinic_id = new.clinic_id and v.consent_id = new.consent_id
        and v.number::text = new.details ->> 'entry' and v.hash = new.details ->> 'hash'
        and new.event in ('viewing.recorded', 'viewing.' || v.kind) and v.number = (
          select max(n.number) from public.viewings n where n.clinic_id = v.clinic_id and n.consent_id = v.consent_id))
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event like 'viewing.%' and e.details ->> 'entry' = new.details ->> 'entry') then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_viewing_event before insert on consent_events for each row
  when (new.event like 'viewing.%' and pg_has_role('candour_app', current_user, 'set'))
  execute function guard_viewing_event();--> statement-breakpoint
-- Every other event is guarded as before, by a function that knows nothing of these.
drop trigger guard_consent_event on consent_events;--> statement-breakpoint
create trigger guard_consent_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event not like 'understanding.%' and new.event not like 'matter.%'
    and new.event <> 'consent.read' and new.event not like 'supporter.%' and new.event not like 'viewing.%')
  execute function guard_consent_event();--> statement-breakpoint

-- A record that two people decided to end takes these with it.
grant select, delete on viewings to candour_destroyer;--> statement-breakpoint
create policy destroyer on viewings to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = viewings.clinic_id and c.id = viewings.consent_id));

-- Who reads along stands in the chain, and a patient's side can see that nothing of what was found of capacity is missing.

-- A patient's side reads what the chain names them by; the words stay for the practice and the access pack.
grant select (hash) on capacity_assessments to candour_patient;--> statement-breakpoint
grant select (clinic_id, consent_id, number, hash) on capacity_decisions to candour_patient;--> statement-breakpoint

-- Other programs are told whether a record is whole; not where a link went, nor what opens it.
grant select (clinic_id, id, consent_id, number, hash, name, relation, by, expires_at, created_at, revoked_at, locked_at)
  on supporters to candour_integration;--> statement-breakpoint
grant select (clinic_id, id, supporter_id, consent_id, at) on supporter_openings to candour_integration;--> statement-breakpoint

-- Whoever is let in now is told of, as the next of their consent.
create function guard_new_supporter() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.number is null or new.number <> 1 + (select count(*) from public.supporters s
                                              where s.clinic_id = new.clinic_id and s.consent_id = new.consent_id) then
    raise exception 'Whoever is let in follows the last one of the consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_new_supporter before insert on supporters for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_new_supporter();--> statement-breakpoint

-- The patient says whom they let in, the practice's side that somebody looked or was locked out, and either that it ended:
-- each once, of what is there. Asks of the chain what the guard of consents asks.
create function guard_supporter_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  if not exists (
      select from public.supporters s
      where s.clinic_id = new.clinic_id and s.consent_id = new.consent_id and s.number::text = new.details ->> 'number'
        and (new.event = 'supporter.invited' and current_user = 'candour_patient' and s.hash = new.details ->> 'hash'
          or new.event = 'supporter.opened' and current_user = 'candour_clinic' and exists (
            select from public.supporter_openings o
            where o.clinic_id = s.clinic_id and o.supporter_id = s.id and o.id::text = new.details ->> 'opening')
          or new.event = 'supporter.shut_out' and new.details ->> 'why' = 'ended' and s.revoked_at is not null
          or new.event = 'supporter.shut_out' and new.details ->> 'why' = 'wrong-codes' and s.locked_at is not null))
    or exists (
      select from public.consent_events e
      where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id and e.event = new.event
        and e.details ->> 'number' = new.details ->> 'number'
        and (e.details ->> 'opening', e.details ->> 'why')
          is not distinct from (new.details ->> 'opening', new.details ->> 'why')) then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_supporter_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event like 'supporter.%')
  execute function guard_supporter_event();--> statement-breakpoint

-- The guard of consents leaves these out, besides whatever it leaves out already.
do $$
declare
  definition text := (select pg_get_triggerdef(oid) from pg_trigger
                      where tgrelid = 'public.consent_events'::regclass and tgname = 'guard_consent_event');
begin
  drop trigger guard_consent_event on public.consent_events;
  execute regexp_replace(definition, ' WHEN \((.*)\) EXECUTE ', ' WHEN ((\1) AND new.event NOT LIKE ''supporter.%'') EXECUTE ');
end $$;

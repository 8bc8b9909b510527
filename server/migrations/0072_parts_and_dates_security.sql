-- Some of several treatments taken back, told by the patient or the practice; and days on which something is looked at again.

-- The sweep looks for what happened after a signature and has no annex: ids and numbers, no words.
grant select (clinic_id, consent_id, number, event, at) on consent_events to candour_job;--> statement-breakpoint
grant select (about) on document_versions to candour_job;--> statement-breakpoint

-- Treatments are taken back by the patient or by staff whom they told, of what is agreed to, each once since it was agreed
-- to last, and never the last one: that takes the consent back, which is a move.
create function guard_part_withdrawal() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
  agreed int;
  treatments int;
  gone jsonb;
  withdrawn jsonb := new.details -> 'withdrawn';
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  select jsonb_array_length(c.content -> 'treatments') into treatments from public.consents c
  where c.clinic_id = new.clinic_id and c.id = new.consent_id and c.status in ('verbal', 'signed', 'finalised');
  select max(e.number) into agreed from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
    and e.event in ('consent.verbal', 'consent.signed');
  select coalesce(jsonb_agg(place), '[]') into gone from (
    select jsonb_array_elements(s.declined) as place from public.signatures s
    where s.clinic_id = new.clinic_id and s.consent_id = new.consent_id
    union all
    select jsonb_array_elements(e.details -> 'withdrawn') from public.consent_events e
    where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id and e.number > agreed
      and e.event = 'consent.treatments_withdrawn') taken;
  if current_user not in ('candour_patient', 'candour_clinic') or treatments is null or agreed is null
    or coalesce(jsonb_typeof(withdrawn), '') <> 'array' or jsonb_array_length(withdrawn) = 0
    or exists (select from jsonb_array_elements(withdrawn) as place
               where gone @> place or not exists (select from generate_series(0, treatments - 1) as known
                                                  where to_jsonb(known) = place))
    or not exists (select from generate_series(0, treatments - 1) as kept
                   where not gone @> to_jsonb(kept) and not withdrawn @> to_jsonb(kept)) then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_part_withdrawal before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event = 'consent.treatments_withdrawn')
  execute function guard_part_withdrawal();--> statement-breakpoint

-- The guard of consents leaves it out, besides whatever it leaves out already.
do $$
declare
  definition text := (select pg_get_triggerdef(oid) from pg_trigger
                      where tgrelid = 'public.consent_events'::regclass and tgname = 'guard_consent_event');
begin
  drop trigger guard_consent_event on public.consent_events;
  execute regexp_replace(definition, ' WHEN \((.*)\) EXECUTE ',
    ' WHEN ((\1) AND new.event <> ''consent.treatments_withdrawn'') EXECUTE ');
end $$;

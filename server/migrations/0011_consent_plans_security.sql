-- What is planned with a consent: its columns, its new moves, and what is true of rows before and after.

-- What was made out before one consent could hold several treatments: its details belong to its only one. The owner is
-- let through for as long as this takes.
alter table consents no force row level security;--> statement-breakpoint
alter table consent_items no force row level security;--> statement-breakpoint
update consent_items i set placeholders = c.placeholders
from consents c where c.clinic_id = i.clinic_id and c.id = i.consent_id;--> statement-breakpoint
update consents c set treatment = i.treatment, teeth = i.teeth,
  plan = '{"options":[],"recommended":null,"recommendedWhy":"","personalRisks":[],"noPersonalRisks":"","language":"en","format":"standard","linkDays":null,"reflectionWaived":""}'
from consent_items i where i.clinic_id = c.clinic_id and i.consent_id = c.id and i.position = 1;--> statement-breakpoint
alter table consents alter column plan drop default;--> statement-breakpoint
alter table consents alter column treatment drop default;--> statement-breakpoint
alter table consents force row level security;--> statement-breakpoint
alter table consent_items force row level security;--> statement-breakpoint

alter table consent_discussions force row level security;--> statement-breakpoint
alter table consent_attestations force row level security;--> statement-breakpoint
grant select, insert on consent_discussions, consent_attestations to candour_clinic;--> statement-breakpoint
grant select on consent_discussions, consent_attestations to candour_patient;--> statement-breakpoint
grant update (valid_until) on consents to candour_patient;--> statement-breakpoint
grant select (valid_until, reconfirm_since, started_at) on consents to candour_job;--> statement-breakpoint

create or replace function consent_moves() returns table (role text, status_from text, status_to text)
language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('candour_clinic', 'draft', 'approved'),
    ('candour_clinic', 'draft', 'sent'),
    ('candour_clinic', 'approved', 'sent'),
    ('candour_clinic', 'draft', 'verbal'),
    ('candour_clinic', 'approved', 'verbal'),
    ('candour_clinic', 'sent', 'verbal'),
    ('candour_clinic', 'viewed', 'verbal'),
    ('candour_link', 'sent', 'viewed'),
    ('candour_patient', 'viewed', 'signed'),
    ('candour_patient', 'verbal', 'signed'),
    ('candour_clinic', 'signed', 'finalised'),
    ('candour_patient', 'sent', 'declined'),
    ('candour_patient', 'viewed', 'declined'),
    ('candour_clinic', 'sent', 'declined'),
    ('candour_clinic', 'viewed', 'declined'),
    ('candour_patient', 'verbal', 'withdrawn'),
    ('candour_clinic', 'verbal', 'withdrawn'),
    ('candour_patient', 'signed', 'withdrawn'),
    ('candour_patient', 'finalised', 'withdrawn'),
    ('candour_clinic', 'signed', 'withdrawn'),
    ('candour_clinic', 'finalised', 'withdrawn'),
    ('candour_clinic', 'sent', 'expired'),
    ('candour_clinic', 'viewed', 'expired'),
    ('candour_clinic', 'draft', 'voided'),
    ('candour_clinic', 'approved', 'voided'),
    ('candour_clinic', 'verbal', 'voided'),
    ('candour_clinic', 'sent', 'voided'),
    ('candour_clinic', 'viewed', 'voided'),
    ('candour_clinic', 'signed', 'voided'),
    ('candour_clinic', 'finalised', 'voided'),
    ('candour_clinic', 'sent', 'superseded'),
    ('candour_clinic', 'verbal', 'superseded'),
    ('candour_clinic', 'viewed', 'superseded'),
    ('candour_clinic', 'signed', 'superseded'),
    ('candour_clinic', 'finalised', 'superseded'),
    ('candour_clinic', 'declined', 'superseded'),
    ('candour_clinic', 'expired', 'superseded')
$$;--> statement-breakpoint

create or replace function guard_consent() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  -- The time of each move belongs to the move: set with it, never again, and not before the move before. Clocks of
  -- several instances may differ a little.
  stamps_before timestamptz[] := array[null, null, null, null];
  stamps_after timestamptz[] := array[new.sent_at, new.viewed_at, new.signed_at, new.finalised_at];
  stamped text[] := array['sent', 'viewed', 'signed', 'finalised'];
  status_before text := null;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'draft' or num_nonnulls(new.content, new.content_hash, new.reason) > 0 then
      raise exception 'A consent begins as a draft' using errcode = 'integrity_constraint_violation';
    end if;
  else
    status_before := old.status;
    stamps_before := array[old.sent_at, old.viewed_at, old.signed_at, old.finalised_at];
    if new.status <> old.status and not exists (
      select from public.consent_moves() m
      where m.role = current_user and m.status_from = old.status and m.status_to = new.status) then
      raise exception 'This role may not move a consent so' using errcode = 'integrity_constraint_violation';
    end if;
    if new.status = old.status and new.reason is distinct from old.reason then
      raise exception 'The reason belongs to a move' using errcode = 'integrity_constraint_violation';
    end if;
    if (new.clinic_id, new.id, new.created_by, new.created_at) is distinct from
       (old.clinic_id, old.id, old.created_by, old.created_at) or
       not (old.status = 'draft' or old.status = 'approved' and new.status in ('sent', 'verbal')) and
       (new.patient_id, new.clinician_id, new.replaces_id, new.kind, new.parent_id, new.diagnosis, new.plan, new.treatment,
        new.teeth, new.reflection_hours, new.content, new.content_hash)
       is distinct from
       (old.patient_id, old.clinician_id, old.replaces_id, old.kind, old.parent_id, old.diagnosis, old.plan, old.treatment,
        old.teeth, old.reflection_hours, old.content, old.content_hash) then
      raise exception 'This part of a consent is frozen' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if new.changed_plan is not null and new.status not in ('verbal', 'signed', 'finalised', 'withdrawn', 'voided', 'superseded')
    or (new.confirmed_at, new.started_at, new.start_override) is distinct from (null, null, null)
      and new.status in ('draft', 'approved') then
    raise exception 'Only what was agreed to is confirmed, changed or begun' using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'UPDATE' and old.started_at is not null and
    (new.started_at, new.start_override) is distinct from (old.started_at, old.start_override) then
    raise exception 'When treatment began stays' using errcode = 'integrity_constraint_violation';
  end if;
  for place in 1..4 loop
    if stamped[place] = new.status and status_before is distinct from new.status then
      if stamps_before[place] is not null or stamps_after[place] is null then
        raise exception 'A move sets its time' using errcode = 'integrity_constraint_violation';
      end if;
      if stamps_after[place] < (select max(earlier) from unnest(stamps_before) earlier) - interval '1 minute' then
        raise exception 'The time of a move comes after that of the last' using errcode = 'integrity_constraint_violation';
      end if;
    elsif stamps_after[place] is distinct from stamps_before[place] then
      raise exception 'The time of a move is set with it alone' using errcode = 'integrity_constraint_violation';
    end if;
  end loop;
  return new;
end $$;--> statement-breakpoint

-- What was said of a consent is the practice's to tell, except that a patient opened it and signed it.
create or replace function guard_consent_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
  told text[] := case current_user
    when 'candour_link' then array['consent.viewed']
    when 'candour_patient' then array['consent.signed', 'consent.declined', 'consent.withdrawn'] end;
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  if told is null and new.event in ('consent.viewed', 'consent.signed') then
    raise exception 'This event is the patient''s to tell' using errcode = 'integrity_constraint_violation';
  end if;
  if told is null and new.event = 'consent.declined' and not exists (
    select from public.consents c where c.clinic_id = new.clinic_id and c.id = new.consent_id and c.status = 'declined') then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  if told is not null and (new.event <> all (told)
    or not exists (select from public.consents c where c.clinic_id = new.clinic_id and c.id = new.consent_id
                   and new.event = 'consent.' || c.status)
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event = new.event)) then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

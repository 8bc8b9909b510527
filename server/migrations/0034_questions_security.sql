-- Questions and answers: who may write what, and that the chain of a consent tells of each as it was written.

alter table question_entries force row level security;--> statement-breakpoint

-- Nobody changes or removes what was asked and answered.
grant select, insert on question_entries to candour_clinic, candour_patient;--> statement-breakpoint
grant select on question_entries to candour_integration;--> statement-breakpoint
grant update (questions_since) on consents to candour_patient;--> statement-breakpoint

-- A patient asks and settles, the practice answers; each entry is the next of its consent, about the question it names.
create function guard_question_entry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (current_user = 'candour_patient') <> (new.kind in ('asked', 'added', 'settled')) then
    raise exception 'This is another side''s to write' using errcode = 'integrity_constraint_violation';
  end if;
  if new.number <> (select coalesce(max(q.number), 0) + 1 from public.question_entries q
                    where q.clinic_id = new.clinic_id and q.consent_id = new.consent_id) then
    raise exception 'An entry follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  if new.question_id is not null and not exists (
    select from public.question_entries q
    where q.clinic_id = new.clinic_id and q.id = new.question_id and q.consent_id = new.consent_id and q.kind = 'asked') then
    raise exception 'An entry belongs to a question of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_question_entry before insert on question_entries for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_question_entry();--> statement-breakpoint

-- As before, and what was asked and answered is told once, by whoever may write it, as it was written.
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
  if new.event like 'question.%' then
    if (current_user = 'candour_patient') <> (new.event in ('question.asked', 'question.added', 'question.settled'))
      or not exists (select from public.question_entries q
                     where q.clinic_id = new.clinic_id and q.consent_id = new.consent_id
                     and new.event = 'question.' || q.kind and new.details ->> 'hash' = q.hash
                     and new.details ->> 'entry' = q.number::text)
      or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
                 and e.event like 'question.%' and e.details ->> 'entry' = new.details ->> 'entry') then
      raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
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

-- Signed papers: staff take them in, both sides read them. Nothing of a scan is changed or taken away; only its bytes leave
-- the database once the file store has them.

alter table paper_scans force row level security;--> statement-breakpoint
alter table paper_files force row level security;--> statement-breakpoint
alter table paper_uploads force row level security;--> statement-breakpoint

grant select, insert on paper_scans, paper_files to candour_clinic;--> statement-breakpoint
grant select, insert, delete on paper_uploads to candour_clinic;--> statement-breakpoint
grant select on paper_scans, paper_files, paper_uploads to candour_patient;--> statement-breakpoint

-- What was signed by hand is kept by the staff who take it in; the check on the table lets no other way stand without a link.
grant insert on signatures to candour_clinic;--> statement-breakpoint

-- As before, and staff take in what was signed on paper, also where the patient never opened a link.
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
    ('candour_clinic', 'sent', 'signed'),
    ('candour_clinic', 'viewed', 'signed'),
    ('candour_clinic', 'verbal', 'signed'),
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

-- As before; that it was signed is staff's to tell once, of a signature on paper that is there.
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
  if told is null and new.event = 'consent.viewed' then
    raise exception 'This event is the patient''s to tell' using errcode = 'integrity_constraint_violation';
  end if;
  -- Asked apart: a link's role may not read signatures.
  if told is null and new.event = 'consent.signed' then
    if not exists (
      select from public.signatures s join public.consents c on c.clinic_id = s.clinic_id and c.id = s.consent_id
      where s.clinic_id = new.clinic_id and s.consent_id = new.consent_id and s.link_id is null and c.status = 'signed'
        and not exists (select from public.consent_events e where e.clinic_id = new.clinic_id
                        and e.consent_id = new.consent_id and e.event = 'consent.signed')) then
      raise exception 'This event is the patient''s to tell' using errcode = 'integrity_constraint_violation';
    end if;
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

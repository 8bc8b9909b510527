-- Additional consents on paper and by word of mouth: staff write down what was ticked or said, and only where the consent
-- was given that way. And what other programs may read of a consent's kept files.

-- A patient tells, the practice answers; both may note that an additional consent was taken back. What staff write of an
-- additional consent says how it was given, and the consent itself was given like that. Each entry is the next of its
-- consent, and an answer is one to what was told in it.
create or replace function guard_matter_entry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.kind in ('allowed', 'refused', 'blank') and current_user <> 'candour_patient' then
    if not exists (select from public.signatures s where new.mode = 'paper' and s.clinic_id = new.clinic_id
                   and s.consent_id = new.consent_id and s.mark ->> 'kind' = 'paper')
      and not exists (select from public.consents c where new.mode = 'verbal' and c.clinic_id = new.clinic_id
                      and c.id = new.consent_id and c.status = 'verbal') then
      raise exception 'This was not given so' using errcode = 'integrity_constraint_violation';
    end if;
  elsif new.kind <> 'withdrawn' and (current_user = 'candour_patient') <> (new.kind <> 'answered') then
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

-- Scans of signed papers and pictures that belong to a text are documents of it, which other programs read with the same
-- scope as the sealed record.
grant select on paper_scans, paper_files, paper_uploads, consent_pictures to candour_integration;

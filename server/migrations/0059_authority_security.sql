-- Who may sign, as staff decided it, and who signs beside whoever consents.

alter table authority_decisions force row level security;--> statement-breakpoint

-- Nobody changes or removes a decision; the patient's side reads what holds for their own consent.
grant select, insert on authority_decisions to candour_clinic;--> statement-breakpoint
grant select on authority_decisions to candour_patient, candour_integration;--> statement-breakpoint
grant select, delete on authority_decisions to candour_destroyer;--> statement-breakpoint
create policy destroyer on authority_decisions to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = authority_decisions.clinic_id
                and c.id = authority_decisions.consent_id));--> statement-breakpoint

-- Each decision is the next of its consent, made before somebody has answered it.
create function guard_authority_decision() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.number <> (select coalesce(max(d.number), 0) + 1 from public.authority_decisions d
                    where d.clinic_id = new.clinic_id and d.consent_id = new.consent_id) then
    raise exception 'A decision follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  if not exists (select from public.consents c where c.clinic_id = new.clinic_id and c.id = new.consent_id
                 and c.status in ('draft', 'approved', 'sent', 'viewed', 'verbal')) then
    raise exception 'Nobody signs this consent any more' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_authority_decision before insert on authority_decisions for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_authority_decision();--> statement-breakpoint

-- An interpreter and a witness sign with the patient, of the same text and before the chain has told of the signature;
-- staff put on record who stood by, and sign for nobody.
grant insert on consent_attestations to candour_patient;--> statement-breakpoint
create function guard_attestation() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if current_user <> 'candour_patient' then
    if new.staff_id is null then
      raise exception 'Whoever stood by signs themselves' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if new.staff_id is not null
    or not exists (select from public.signatures s where s.clinic_id = new.clinic_id and s.consent_id = new.consent_id
                   and s.content_hash = new.content_hash)
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event = 'consent.signed')
    or exists (select from public.consent_attestations a where a.clinic_id = new.clinic_id
               and a.consent_id = new.consent_id and a.staff_id is null and a.role = new.role) then
    raise exception 'Nobody signs beside a signature that is not being given' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_attestation before insert on consent_attestations for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_attestation();

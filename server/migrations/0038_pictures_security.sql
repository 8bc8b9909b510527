-- Who may do what with the pictures of a consent: they are chosen while it is a draft, and belong to its text afterwards.

alter table consent_pictures force row level security;--> statement-breakpoint

grant select, insert, delete, update (kind, caption, taken_on, alt, marks, confirmed_for, waiting_bytes, updated_at)
  on consent_pictures to candour_clinic;--> statement-breakpoint
grant select on consent_pictures to candour_patient;--> statement-breakpoint

-- The lock makes a change wait for a sending under way. That the file store has the bytes now is no change of a picture.
create function guard_consent_picture() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  of_consent uuid := case when tg_op = 'DELETE' then old.consent_id else new.consent_id end;
  of_clinic uuid := case when tg_op = 'DELETE' then old.clinic_id else new.clinic_id end;
begin
  if tg_op = 'UPDATE' and new.waiting_bytes is null
    and to_jsonb(new) - 'waiting_bytes' = to_jsonb(old) - 'waiting_bytes' then
    return new;
  end if;
  perform from public.consents c where c.clinic_id = of_clinic and c.id = of_consent and c.status = 'draft' for share;
  if not found then
    raise exception 'The pictures of a consent are frozen' using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_consent_picture before insert or update or delete on consent_pictures for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_consent_picture();

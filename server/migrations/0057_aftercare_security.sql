-- The time after a treatment: who may write what, and that nobody rewrites what a patient said.

alter table aftercare_policies force row level security;--> statement-breakpoint
alter table treatments_done force row level security;--> statement-breakpoint
alter table aftercare_steps force row level security;--> statement-breakpoint
alter table aftercare_stops force row level security;--> statement-breakpoint
alter table worries force row level security;--> statement-breakpoint
alter table surveys force row level security;--> statement-breakpoint

grant select, insert, update on aftercare_policies to candour_clinic;--> statement-breakpoint
grant select, insert, update (taken_back_at, next_step, next_at, survey_at) on treatments_done to candour_clinic;--> statement-breakpoint
grant select, insert on aftercare_steps to candour_clinic;--> statement-breakpoint
grant select on aftercare_stops, surveys to candour_clinic;--> statement-breakpoint
grant select, update (taken_up_at, settled_at, settled_by, settled_note) on worries to candour_clinic;--> statement-breakpoint

-- A patient adds, and sees of their worries all but who dealt with them and how.
grant select on treatments_done, aftercare_stops, surveys to candour_patient;--> statement-breakpoint
grant insert on aftercare_stops, surveys, worries to candour_patient;--> statement-breakpoint
grant select (clinic_id, id, consent_id, key, worry, level, asked, shown, text, language, told_at, hash, at, taken_up_at, settled_at)
  on worries to candour_patient;--> statement-breakpoint
grant select (clinic_id, id, next_at) on treatments_done to candour_job;--> statement-breakpoint

-- A worry begins untouched by the practice.
create function guard_worry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.taken_up_at is not null or new.settled_at is not null then
    raise exception 'A worry begins with nobody having seen it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_worry before insert on worries for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_worry();--> statement-breakpoint

-- What was taken back stays so.
create function guard_treatment_done() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.taken_back_at is not null and (new.taken_back_at is distinct from old.taken_back_at or new.next_at is not null) then
    raise exception 'What was taken back is followed by nothing' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_treatment_done before update on treatments_done for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_treatment_done();--> statement-breakpoint

-- All of it goes with a record that two people decided to destroy.
do $$
declare
  own text := 'clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::uuid';
  name text;
begin
  foreach name in array array['treatments_done', 'aftercare_steps', 'aftercare_stops', 'worries', 'surveys'] loop
    execute format('grant select, delete on public.%I to candour_destroyer', name);
    execute format('create policy destroyer on public.%1$I to candour_destroyer using (%2$s and exists (
      select from public.consents c where c.clinic_id = %1$I.clinic_id and c.id = %1$I.consent_id))', name, own);
  end loop;
end $$;

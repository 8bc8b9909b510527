-- What the evidence list finds on each consent is kept, and added up by day as it changes. Whatever an item asks of writes
-- down, when it changes, whose marks may be others now; a job makes those anew, and readers look at them as they are.

alter table compliance_marks force row level security;--> statement-breakpoint
alter table compliance_days force row level security;--> statement-breakpoint
alter table compliance_wordings force row level security;--> statement-breakpoint
alter table compliance_waiting force row level security;--> statement-breakpoint
alter table compliance_countings force row level security;--> statement-breakpoint

grant select, insert, delete on compliance_marks to candour_clinic;--> statement-breakpoint
grant select, insert, update on compliance_days, compliance_wordings, compliance_countings to candour_clinic;--> statement-breakpoint
grant select, insert, delete on compliance_waiting to candour_clinic;--> statement-breakpoint
grant select (clinic_id) on compliance_waiting to candour_job;--> statement-breakpoint
grant select on compliance_countings to candour_job;--> statement-breakpoint
grant select (time_zone) on clinics to candour_job;--> statement-breakpoint

-- Those who add to the days of one practice do it one after the other.
create function hold_compliance_days(clinic uuid) returns void language sql set search_path = pg_catalog, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('compliance_days ' || clinic, 0))
$$;--> statement-breakpoint
create function try_hold_compliance_days(clinic uuid) returns boolean language sql set search_path = pg_catalog, pg_temp as $$
  select pg_try_advisory_xact_lock(hashtextextended('compliance_days ' || clinic, 0))
$$;--> statement-breakpoint
-- Marks are put in and taken away, and never changed.
create function add_compliance_days() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform public.hold_compliance_days(clinic_id) from (select distinct clinic_id from changed) c;
  insert into public.compliance_days as d (clinic_id, day, item, applies, met)
  select m.clinic_id, m.day, item, count(*), sum(m.met >> item & 1)
  from changed m cross join generate_series(1, 62) item where m.applies >> item & 1 = 1 group by 1, 2, 3
  on conflict (clinic_id, day, item)
    do update set applies = d.applies + excluded.applies, met = d.met + excluded.met;
  insert into public.compliance_wordings as w (clinic_id, day, version_id, consents)
  select m.clinic_id, m.day, version_id, count(*) from changed m cross join unnest(m.versions) version_id group by 1, 2, 3
  on conflict (clinic_id, day, version_id) do update set consents = w.consents + excluded.consents;
  return null;
end $$;--> statement-breakpoint
create function take_compliance_days() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform public.hold_compliance_days(clinic_id) from (select distinct clinic_id from changed) c;
  update public.compliance_days d set applies = d.applies - gone.applies, met = d.met - gone.met
  from (select m.clinic_id, m.day, item, count(*) as applies, sum(m.met >> item & 1) as met
    from changed m cross join generate_series(1, 62) item where m.applies >> item & 1 = 1 group by 1, 2, 3) gone
  where (d.clinic_id, d.day, d.item) = (gone.clinic_id, gone.day, gone.item);
  update public.compliance_wordings w set consents = w.consents - gone.consents
  from (select m.clinic_id, m.day, version_id, count(*) as consents
    from changed m cross join unnest(m.versions) version_id group by 1, 2, 3) gone
  where (w.clinic_id, w.day, w.version_id) = (gone.clinic_id, gone.day, gone.version_id);
  return null;
end $$;--> statement-breakpoint
create trigger add_compliance_days after insert on compliance_marks
  referencing new table as changed for each statement execute function add_compliance_days();--> statement-breakpoint
create trigger take_compliance_days after delete on compliance_marks
  referencing old table as changed for each statement execute function take_compliance_days();--> statement-breakpoint

-- Who waits. These run for patients as for staff, so they have the rights of their owner, who may write here and look up
-- whose a consent is. A record that is being destroyed takes its marks with it and waits for nothing.
create policy whose on consents for select to candour_search using (true);--> statement-breakpoint
grant select (clinician_id) on consents to candour_search;--> statement-breakpoint
grant select (clinic_id, consent_id, staff_id) on consent_discussions to candour_search;--> statement-breakpoint
create policy whose on consent_discussions for select to candour_search using (true);--> statement-breakpoint
grant select on appointment_consents to candour_search;--> statement-breakpoint
create policy whose on appointment_consents for select to candour_search using (true);--> statement-breakpoint
grant insert on compliance_waiting to candour_search;--> statement-breakpoint
create function wait_consent() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id) values (new.clinic_id, new.id);
  return null;
end $$;--> statement-breakpoint
create function wait_of_consent() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id) values (new.clinic_id, new.consent_id);
  return null;
end $$;--> statement-breakpoint
-- Tables whose rows may be taken away while the consent stays.
create function wait_of_lost() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id) values (old.clinic_id, old.consent_id);
  return null;
end $$;--> statement-breakpoint
create function wait_of_message() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id) values (new.clinic_id, new.about_id);
  return null;
end $$;--> statement-breakpoint
create function wait_of_appointment() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id)
  select clinic_id, consent_id from public.appointment_consents
  where clinic_id = new.clinic_id and appointment_id = new.id;
  return null;
end $$;--> statement-breakpoint
create function wait_of_patient() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id)
  select clinic_id, id from public.consents where clinic_id = new.clinic_id and patient_id = new.id;
  return null;
end $$;--> statement-breakpoint
create function wait_of_review() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id)
  select clinic_id, id from public.consents where clinic_id = new.clinic_id and patient_id = new.patient_id;
  return null;
end $$;--> statement-breakpoint
create function wait_of_staff() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id)
  select clinic_id, id from public.consents where clinic_id = new.clinic_id and clinician_id = new.id
  union
  select clinic_id, consent_id from public.consent_discussions where clinic_id = new.clinic_id and staff_id = new.id;
  return null;
end $$;--> statement-breakpoint

grant create on schema public to candour_search;--> statement-breakpoint
alter function wait_consent() owner to candour_search;--> statement-breakpoint
alter function wait_of_consent() owner to candour_search;--> statement-breakpoint
alter function wait_of_lost() owner to candour_search;--> statement-breakpoint
alter function wait_of_message() owner to candour_search;--> statement-breakpoint
alter function wait_of_appointment() owner to candour_search;--> statement-breakpoint
alter function wait_of_patient() owner to candour_search;--> statement-breakpoint
alter function wait_of_review() owner to candour_search;--> statement-breakpoint
alter function wait_of_staff() owner to candour_search;--> statement-breakpoint
revoke create on schema public from candour_search;--> statement-breakpoint
revoke all on function wait_consent(), wait_of_consent(), wait_of_lost(), wait_of_message(), wait_of_appointment(), wait_of_patient(), wait_of_review(), wait_of_staff() from public;--> statement-breakpoint

create trigger wait_for_counting after insert on consents for each row
  when (new.finalised_at is not null or new.started_at is not null or new.status in ('withdrawn', 'declined', 'voided'))
  execute function wait_consent();--> statement-breakpoint
create trigger wait_for_counting_again after update on consents for each row
  when (new.finalised_at is not null or new.started_at is not null or new.status in ('withdrawn', 'declined', 'voided'))
  execute function wait_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on consent_items for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on consent_discussions for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on consent_attestations for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on consent_events for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on matter_entries for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on question_entries for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on understanding_entries for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on signatures for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on countersignatures for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on authority_decisions for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on capacity_assessments for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on capacity_decisions for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on aftercare_steps for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on treatments_done for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting after insert or update on appointment_consents for each row execute function wait_of_consent();--> statement-breakpoint
create trigger wait_for_counting_less after delete on consent_items for each row
  when (current_user <> 'candour_destroyer') execute function wait_of_lost();--> statement-breakpoint
create trigger wait_for_counting_less after delete on appointment_consents for each row
  when (current_user <> 'candour_destroyer') execute function wait_of_lost();--> statement-breakpoint
create trigger wait_for_counting after insert or update on messages for each row
  when (new.kind = 'signed-copy' and new.about_id is not null) execute function wait_of_message();--> statement-breakpoint
create trigger wait_for_counting after update on appointments for each row
  when (old.site_check is distinct from new.site_check or old.clinician_id <> new.clinician_id)
  execute function wait_of_appointment();--> statement-breakpoint
create trigger wait_for_counting after update on patients for each row
  when ((old.date_of_birth, old.access_needs, old.language) is distinct from (new.date_of_birth, new.access_needs, new.language))
  execute function wait_of_patient();--> statement-breakpoint
create trigger wait_for_counting after insert or update on history_reviews for each row execute function wait_of_review();--> statement-breakpoint
create trigger wait_for_counting after update on staff for each row
  when ((old.gdc_number, old.is_clinician, old.job_title) is distinct from (new.gdc_number, new.is_clinician, new.job_title))
  execute function wait_of_staff();--> statement-breakpoint

-- A record that two people decided to end takes these with it.
grant select, delete on compliance_marks, compliance_waiting to candour_destroyer;--> statement-breakpoint
grant select, update (applies, met) on compliance_days to candour_destroyer;--> statement-breakpoint
grant select, update (consents) on compliance_wordings to candour_destroyer;--> statement-breakpoint
create policy destroyer on compliance_marks to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = compliance_marks.clinic_id and c.id = compliance_marks.consent_id));--> statement-breakpoint
create policy destroyer on compliance_waiting to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = compliance_waiting.clinic_id and c.id = compliance_waiting.consent_id));--> statement-breakpoint
create policy destroyer on compliance_days to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
create policy destroyer on compliance_wordings to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
--> statement-breakpoint

-- Who of the caller's practice signs in with a second step.
create function own_second_factor_holders() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id from public.staff s
  where s.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and s.status = 'active'
    and exists (select from auth.second_factor f where f.user_id = s.user_id and f.confirmed_at is not null)
$$;--> statement-breakpoint
grant create on schema public to candour_opener;--> statement-breakpoint
alter function own_second_factor_holders() owner to candour_opener;--> statement-breakpoint
revoke create on schema public from candour_opener;--> statement-breakpoint
revoke all on function own_second_factor_holders() from public;--> statement-breakpoint
grant execute on function own_second_factor_holders() to candour_clinic;

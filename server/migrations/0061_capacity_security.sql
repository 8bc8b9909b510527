-- Whether patients can decide, and what is decided for those who cannot: written once by the practice, never changed, told
-- by the chain as it was written. A signature that the newest assessment does not allow is refused here as well.

alter table capacity_assessments force row level security;--> statement-breakpoint
alter table capacity_decisions force row level security;--> statement-breakpoint

grant select, insert on capacity_assessments, capacity_decisions to candour_clinic;--> statement-breakpoint
grant select on capacity_assessments, capacity_decisions to candour_integration;--> statement-breakpoint
-- A patient's side asks what was found, to know whether it may sign; the words are for the practice and the access pack.
grant select (clinic_id, consent_id, number, form, result) on capacity_assessments to candour_patient;--> statement-breakpoint

-- Each record is the next of its consent, and nothing is decided but on the newest assessment, where it says so.
create function guard_capacity_assessment() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.number <> (select coalesce(max(a.number), 0) + 1 from public.capacity_assessments a
                    where a.clinic_id = new.clinic_id and a.consent_id = new.consent_id) then
    raise exception 'An assessment follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_capacity_assessment before insert on capacity_assessments for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_capacity_assessment();--> statement-breakpoint

create function guard_capacity_decision() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.number <> (select coalesce(max(d.number), 0) + 1 from public.capacity_decisions d
                    where d.clinic_id = new.clinic_id and d.consent_id = new.consent_id) then
    raise exception 'A decision follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  if not exists (
    select from public.capacity_assessments a
    where a.clinic_id = new.clinic_id and a.consent_id = new.consent_id and a.number = new.assessment
      and a.result = 'lacks' and a.form = new.form
      and a.number = (select max(n.number) from public.capacity_assessments n
                      where n.clinic_id = a.clinic_id and n.consent_id = a.consent_id)) then
    raise exception 'Nobody decides for whom the newest assessment does not say so' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_capacity_decision before insert on capacity_decisions for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_capacity_decision();--> statement-breakpoint

-- The chain tells of each of them once, by the practice, as it was written. Beside guard_consent_event, which knows no forms.
create function guard_capacity_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if current_user <> 'candour_clinic'
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event = new.event and e.details ->> 'number' = new.details ->> 'number')
    or not exists (
      select from public.capacity_assessments a
      where new.event = 'capacity.assessed' and a.clinic_id = new.clinic_id and a.consent_id = new.consent_id
        and a.number::text = new.details ->> 'number' and a.hash = new.details ->> 'hash'
        and a.result = new.details ->> 'result'
      union all
      select from public.capacity_decisions d
      where new.event = 'capacity.decided' and d.clinic_id = new.clinic_id and d.consent_id = new.consent_id
        and d.number::text = new.details ->> 'number' and d.hash = new.details ->> 'hash'
        and d.choice = new.details ->> 'choice') then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_capacity_event before insert on consent_events for each row
  when (new.event like 'capacity.%' and pg_has_role('candour_app', current_user, 'set'))
  execute function guard_capacity_event();--> statement-breakpoint

-- The wrong form for the result cannot be signed, by whichever way (contract/capacity-rules.ts says why).
create function guard_capable_signature() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  newest record;
begin
  select a.number, a.form, a.result into newest from public.capacity_assessments a
  where a.clinic_id = new.clinic_id and a.consent_id = new.consent_id order by a.number desc limit 1;
  if new.mark ->> 'kind' = 'decided' then
    if newest.result is distinct from 'lacks' or not exists (
      select from public.capacity_decisions d
      where d.clinic_id = new.clinic_id and d.consent_id = new.consent_id and d.choice = 'go-ahead'
        and d.assessment = newest.number and d.number::text = new.mark ->> 'decision' and d.hash = new.mark ->> 'hash') then
      raise exception 'Nothing was decided that stands in the place of this signature' using errcode = 'integrity_constraint_violation';
    end if;
  elsif newest.result = 'open'
    or (newest.result = 'has' and new.signer_role <> 'patient')
    or (newest.result = 'lacks' and (new.signer_role = 'patient' or newest.form = 'adults-with-incapacity')) then
    raise exception 'The newest assessment does not let this person sign' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_capable_signature before insert on signatures for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_capable_signature();--> statement-breakpoint

-- They end with the record whose end two people decided, and not before.
do $$
declare
  name text;
begin
  foreach name in array array['capacity_assessments', 'capacity_decisions'] loop
    execute format('grant select, delete on public.%I to candour_destroyer', name);
    execute format('create policy destroyer on public.%I to candour_destroyer using (clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::uuid
      and exists (select from public.consents c where c.clinic_id = %1$I.clinic_id and c.id = %1$I.consent_id))', name);
  end loop;
end $$;

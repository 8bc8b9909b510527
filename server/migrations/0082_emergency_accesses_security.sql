-- Somebody who runs the platform opens one consent of a practice, for a reason and for an hour at most (rulings 5). The
-- row is the practice's: nobody deletes it but with the record, and nothing of it changes but that it ended early.

alter table emergency_accesses force row level security;--> statement-breakpoint

grant select on emergency_accesses to candour_clinic, candour_opener;--> statement-breakpoint
grant select, insert, update (ended_at) on emergency_accesses to candour_admin;--> statement-breakpoint
grant select, delete on emergency_accesses to candour_destroyer;--> statement-breakpoint
create policy destroyer on emergency_accesses to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c
                where c.clinic_id = emergency_accesses.clinic_id and c.id = emergency_accesses.consent_id));--> statement-breakpoint

-- It ends once, and only early; whoever ended it cannot begin it again.
create function guard_emergency_access() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.ended_at is not null or new.ended_at is null then
    raise exception 'An access ends once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_emergency_access before update on emergency_accesses for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_emergency_access();--> statement-breakpoint

-- An access that runs, to whoever opened it, for as long as they run the platform.
create function open_emergency_access(wanted uuid, who text, moment timestamptz)
returns table (clinic_id uuid, consent_id uuid, reason text, until_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.clinic_id, a.consent_id, a.reason, a.until_at
  from public.emergency_accesses a join auth."user" u on u.id = a.admin_id
  where a.id = wanted and a.admin_id = who and a.ended_at is null and a.from_at <= moment and a.until_at > moment
    and u.is_active and u.platform_role = 'super_admin'
$$;--> statement-breakpoint
grant create on schema public to candour_opener;--> statement-breakpoint
alter function open_emergency_access(uuid, text, timestamptz) owner to candour_opener;--> statement-breakpoint
revoke create on schema public from candour_opener;--> statement-breakpoint
revoke all on function open_emergency_access(uuid, text, timestamptz) from public;--> statement-breakpoint
grant execute on function open_emergency_access(uuid, text, timestamptz) to candour_app;--> statement-breakpoint

-- What the role may read under an access: the one consent, what hangs on it, and the names it is shown with. No write.
grant usage on schema public to candour_emergency;--> statement-breakpoint
do $$
declare
  own constant text := 'clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::uuid';
  opened constant text := 'any(string_to_array(nullif(current_setting(''app.consent_ids'', true), ''''), '','')::uuid[])';
  name text;
begin
  foreach name in array array[
    'consent_items', 'consent_events', 'consent_discussions', 'consent_attestations', 'countersignatures', 'signatures',
    'document_versions', 'paper_scans', 'paper_files', 'question_entries', 'matter_entries', 'understanding_entries',
    'readings', 'viewings', 'authority_decisions', 'capacity_assessments', 'capacity_decisions'] loop
    execute format('grant select on public.%I to candour_emergency', name);
    execute format('create policy emergency on public.%I for select to candour_emergency using (%s and consent_id = %s)',
      name, own, opened);
  end loop;
  execute format('create policy emergency on public.consents for select to candour_emergency using (%s and id = %s)',
    own, opened);
  execute format('create policy emergency on public.supporters for select to candour_emergency using (%s and consent_id = %s)',
    own, opened);
  execute format('create policy emergency on public.supporter_openings for select to candour_emergency using (%s and consent_id = %s)',
    own, opened);
  execute format('create policy emergency on public.patients for select to candour_emergency
    using (%s and id in (select c.patient_id from public.consents c))', own);
  execute format('create policy emergency on public.staff for select to candour_emergency using (%s)', own);
end $$;--> statement-breakpoint
grant select on consents, supporter_openings to candour_emergency;--> statement-breakpoint
grant select (clinic_id, id, consent_id, number, hash, name, relation, by, expires_at, created_at, revoked_at, locked_at)
  on supporters to candour_emergency;--> statement-breakpoint
grant select (clinic_id, id, title, first_name, last_name, date_of_birth) on patients to candour_emergency;--> statement-breakpoint
grant select (clinic_id, id, first_name, last_name) on staff to candour_emergency;--> statement-breakpoint

-- What the platform may know of a consent without a reason: metadata. To whom a message went is left out, and what an
-- event says; the policies leave out whose names alone would tell of somebody's health.
grant select (content_hash, kind) on consents to candour_admin;--> statement-breakpoint
grant select (clinic_id, consent_id, number, event, at, hash) on consent_events to candour_admin;--> statement-breakpoint
grant select (clinic_id, id, consent_id, kind, number, sha256, bytes, created_at, stamped_until, sealing_key_id)
  on document_versions to candour_admin;--> statement-breakpoint
grant select (clinic_id, id, kind, channel, status, about_id, created_at, updated_at) on messages to candour_admin;--> statement-breakpoint

-- Those who run the platform check the chain of any clinic, and that of what belongs to none.
grant select on audit_unsealed to candour_admin;

-- Records whose time is over: what was decided, who carries it out, and that they can carry out nothing else.

alter table destructions force row level security;--> statement-breakpoint
alter table destroyed_consents force row level security;--> statement-breakpoint

-- The practice decides; what stays of a record is written by the role that takes it away.
grant select, insert, update (status, withdrawn_by, withdrawn_at, confirmed_by_id, confirmed_by, confirmed_at,
  sha256, bytes, sealing_key_id, files_left) on destructions to candour_clinic;--> statement-breakpoint
grant select on destroyed_consents to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, status, confirmed_at) on destructions to candour_job;--> statement-breakpoint

grant usage on schema public to candour_destroyer;--> statement-breakpoint
grant select, update (status, stopped_because, number, erased_at, counts, evidence_hash, files_left)
  on destructions to candour_destroyer;--> statement-breakpoint
grant insert on destroyed_consents to candour_destroyer;--> statement-breakpoint
create policy destroyer on destructions to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  with check (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
create policy destroyer on destroyed_consents for insert to candour_destroyer
  with check (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from destructions d where d.clinic_id = destroyed_consents.clinic_id
                and d.id = destroyed_consents.destruction_id and d.status = 'confirmed'));--> statement-breakpoint

-- Each step belongs to one role, and none is taken back. A second person confirms in time, or nobody does.
create function guard_destruction() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'A destruction begins as a proposal' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (current_user, old.status, new.status) not in (
    ('candour_clinic', 'proposed', 'withdrawn'),
    ('candour_clinic', 'proposed', 'confirmed'),
    ('candour_destroyer', 'confirmed', 'erased'),
    ('candour_destroyer', 'confirmed', 'stopped'),
    ('candour_clinic', 'erased', 'done')) then
    raise exception 'This role may not move a destruction so' using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'confirmed' and new.confirmed_at >= old.expires_at then
    raise exception 'This proposal has lapsed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_destruction before insert or update on destructions for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_destruction();--> statement-breakpoint

-- What it may take away: rows of a record whose end two people decided, and of no other. Everything hangs on the patient,
-- so that whoever takes this role without such a decision sees nothing at all.
do $$
declare
  own text := 'clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::uuid';
  rule record;
begin
  for rule in select * from (values
    ('patients', $q$exists (select from public.destructions d where d.clinic_id = patients.clinic_id and d.status = 'confirmed'
      and d.patient_id in (patients.id, patients.merged_into))$q$),
    ('consents', 'patient'), ('appointments', 'patient'), ('histories', 'patient'), ('history_entries', 'patient'),
    ('history_reviews', 'patient'), ('patient_notes', 'patient'), ('patient_import_rows', 'patient'),
    ('day_list_rows', 'patient'), ('day_list_numbers', 'patient'), ('home_sessions', 'patient'), ('legal_holds', 'patient'), ('access_requests', 'patient'), ('record_files', 'patient'),
    ('patient_merges', $q$exists (select from public.patients p where p.clinic_id = patient_merges.clinic_id
      and p.id in (patient_merges.survivor_id, patient_merges.merged_id))$q$),
    ('home_links', $q$lower(email) in (select lower(p.email) from public.patients p
      union select lower(g ->> 'email') from public.patients p, jsonb_array_elements(p.guardians) g)$q$),
    ('consent_items', 'consent'), ('consent_events', 'consent'), ('consent_discussions', 'consent'),
    ('consent_attestations', 'consent'), ('countersignatures', 'consent'), ('signatures', 'consent'),
    ('document_versions', 'consent'), ('links', 'consent'), ('patient_sessions', 'consent'), ('kiosk_forms', 'consent'),
    ('appointment_consents', 'consent'), ('reminder_plans', 'consent'), ('reminders', 'consent'), ('tasks', 'consent'),
    ('webhook_deliveries', 'consent'), ('write_backs', 'consent'), ('consent_pictures', 'consent'),
    ('question_entries', 'consent'), ('paper_scans', 'consent'), ('paper_files', 'consent'), ('paper_uploads', 'consent'),
    ('messages', $q$exists (select from public.consents c where c.clinic_id = messages.clinic_id and c.id = messages.about_id)
      or exists (select from public.patients p where p.clinic_id = messages.clinic_id and p.id = messages.about_id)
      or exists (select from public.home_links h where h.clinic_id = messages.clinic_id and h.id = messages.about_id)$q$),
    ('message_news', $q$exists (select from public.messages m where m.clinic_id = message_news.clinic_id
      and m.id = message_news.message_id)$q$),
    ('webhook_attempts', $q$exists (select from public.webhook_deliveries d where d.clinic_id = webhook_attempts.clinic_id
      and d.id = webhook_attempts.delivery_id)$q$),
    -- No key ties these to a patient: while a decided record is being taken away, those of its clinic may go.
    ('idempotency_keys', 'deciding'), ('saved_views', 'deciding'), ('patient_keys', 'deciding')
  ) as rules (name, whose) loop
    execute format('grant select, delete on public.%I to candour_destroyer', rule.name);
    execute format('create policy destroyer on public.%I to candour_destroyer using (%s and (%s))', rule.name, own,
      case rule.whose
        when 'patient' then format('exists (select from public.patients p where p.clinic_id = %1$I.clinic_id and p.id = %1$I.patient_id)', rule.name)
        when 'consent' then format('exists (select from public.consents c where c.clinic_id = %1$I.clinic_id and c.id = %1$I.consent_id)', rule.name)
        when 'deciding' then format('exists (select from public.destructions d where d.clinic_id = %1$I.clinic_id and d.status = ''confirmed'')', rule.name)
        else rule.whose end);
  end loop;
end $$;--> statement-breakpoint

-- The treatments and pictures of a consent are frozen for everybody else.
drop trigger guard_consent_picture on consent_pictures;--> statement-breakpoint
create trigger guard_consent_picture before insert or update or delete on consent_pictures for each row
  when (pg_has_role('candour_app', current_user, 'set') and current_user <> 'candour_destroyer')
  execute function guard_consent_picture();--> statement-breakpoint
drop trigger guard_consent_item on consent_items;--> statement-breakpoint
create trigger guard_consent_item before insert or update or delete on consent_items for each row
  when (pg_has_role('candour_app', current_user, 'set') and current_user <> 'candour_destroyer')
  execute function guard_consent_item();--> statement-breakpoint

-- The keys that are looked through when a consent goes.
create index consents_replacing on consents (clinic_id, replaces_id) where replaces_id is not null;--> statement-breakpoint
create index consents_adding on consents (clinic_id, parent_id) where parent_id is not null;

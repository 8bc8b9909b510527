-- Who may do what (docs/decisions: database roles). Policies decide which rows, grants decide which verbs.
-- The login roles and the roles named here are made before the migrations run (server/platform/database/roles.ts).

revoke all on schema public from public;--> statement-breakpoint
grant usage on schema public to candour_app, candour_clinic, candour_patient, candour_link, candour_admin, candour_job, candour_opener, candour_search;--> statement-breakpoint

-- Row-level security holds for the owner of a table too.
do $$
declare t record;
begin
  for t in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where c.relkind = 'r' and n.nspname = 'public' loop
    execute format('alter table %s enable row level security', t.name);
    execute format('alter table %s force row level security', t.name);
  end loop;
end $$;--> statement-breakpoint

-- Staff of a clinic.
grant select, update (name, address, phone, out_of_hours, email, updated_at) on clinics to candour_clinic;--> statement-breakpoint
grant select, insert, update on patients, consents, consent_items, messages, template_uses, idempotency_keys to candour_clinic;--> statement-breakpoint
grant select, update (last_login_at, last_login_ip) on staff to candour_clinic;--> statement-breakpoint
grant select, insert, update (revoked_at, message_id) on links to candour_clinic;--> statement-breakpoint
grant delete on consent_items to candour_clinic;--> statement-breakpoint
grant select on templates, template_versions, signatures, patient_sessions, audit_rows, audit_unsealed, audit_seals to candour_clinic;--> statement-breakpoint
grant select, insert on consent_events, countersignatures, document_versions to candour_clinic;--> statement-breakpoint

-- Whoever holds a link and has proved nothing yet: enough to check a birth date and to note that it was right.
grant select (id, name, address, phone, out_of_hours, email) on clinics to candour_link;--> statement-breakpoint
grant select, update (first_opened_at, failed_attempts, locked_at) on links to candour_link;--> statement-breakpoint
grant select (clinic_id, id, status, patient_id, expires_at), update (status, viewed_at, updated_at) on consents to candour_link;--> statement-breakpoint
grant select (clinic_id, id, date_of_birth) on patients to candour_link;--> statement-breakpoint
grant select (clinic_id, consent_id, number, event, at, hash), insert on consent_events to candour_link;--> statement-breakpoint
grant insert on patient_sessions to candour_link;--> statement-breakpoint

-- A patient whose birth date was right.
grant select on clinics, patients, consents, consent_items, consent_events, countersignatures, links, signatures, document_versions, messages to candour_patient;--> statement-breakpoint
grant update (status, reason, signed_at, updated_at) on consents to candour_patient;--> statement-breakpoint
grant insert on consent_events, signatures to candour_patient;--> statement-breakpoint
grant select, insert, update on idempotency_keys to candour_patient;--> statement-breakpoint

-- Those who run the platform: clinics, and metadata of consents; no patient, no wording, no diagnosis.
grant select on clinics, staff, templates, template_versions, audit_rows, audit_seals, sealing_keys to candour_admin;--> statement-breakpoint
grant select (clinic_id, id, status, created_at, sent_at, viewed_at, signed_at, finalised_at, expires_at, updated_at) on consents to candour_admin;--> statement-breakpoint

-- Sweeps over all clinics list ids and seal the audit log.
grant select (id, status) on clinics to candour_job;--> statement-breakpoint
grant select (clinic_id, id, status, expires_at, signed_at, finalised_at) on consents to candour_job;--> statement-breakpoint
grant select (clinic_id, consent_id, kind) on document_versions to candour_job;--> statement-breakpoint
grant select on audit_rows to candour_job;--> statement-breakpoint
grant select, delete on audit_unsealed to candour_job;--> statement-breakpoint
grant select, insert on audit_seals to candour_job;--> statement-breakpoint

-- The bare login, outside every scope: audit rows and sealing keys, no tenant table.
grant insert on audit_rows, audit_unsealed to candour_app;--> statement-breakpoint
grant select, insert on sealing_keys to candour_app;--> statement-breakpoint
grant update (retired_at) on sealing_keys to candour_app;--> statement-breakpoint
grant select, insert, update, delete on rate_limits to candour_app;--> statement-breakpoint

-- Accounts are reached by their own login.
grant usage on schema auth to candour_auth, candour_opener;--> statement-breakpoint
grant select, insert, update, delete on all tables in schema auth to candour_auth;--> statement-breakpoint
grant select on auth."user", auth.session to candour_opener;--> statement-breakpoint
grant select on clinics, staff, consents, links, patient_sessions to candour_opener;--> statement-breakpoint

-- Before a scope exists only these functions answer. They say who a session or a link belongs to, nothing more.
create function open_session(wanted text, moment timestamptz)
returns table (
  session_id text, user_id text, email text, name text, platform_role text, user_active boolean, started_at timestamptz,
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb, clinic_id uuid, clinic_name text, clinic_status text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, u.id, u.email, u.name, u.platform_role, u.is_active, s.created_at,
         m.id, m.status, m.role, m.permissions, m.permission_level, m.login_hours_restricted, m.login_hours,
         c.id, c.name, c.status
  from auth.session s
  join auth."user" u on u.id = s.user_id
  left join public.staff m on m.id = s.staff_id and m.user_id = u.id
  left join public.clinics c on c.id = m.clinic_id
  where s.token = wanted and s.expires_at > moment
$$;--> statement-breakpoint

-- The staff records of an account or of an address, for choosing one at sign-in.
create function staff_of_account(wanted_user text, wanted_email text)
returns table (
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb, clinic_id uuid, clinic_name text, clinic_status text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.id, m.status, m.role, m.permissions, m.permission_level, m.login_hours_restricted, m.login_hours,
         c.id, c.name, c.status
  from public.staff m join public.clinics c on c.id = m.clinic_id
  where m.user_id = wanted_user and m.email = wanted_email
  order by (m.status = 'active' and c.status = 'active') desc, m.last_login_at desc nulls last, m.id
$$;--> statement-breakpoint

-- A live link: neither expired nor revoked. Expired, revoked and unknown are the same: no row.
create function open_link(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, link_id uuid, consent_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.clinic_id, l.id, l.consent_id
  from public.links l
  where l.token_hash = wanted_hash and l.revoked_at is null and l.expires_at > moment
$$;--> statement-breakpoint

-- A proved birth date, while its link lives.
create function open_patient_session(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, link_id uuid, consent_id uuid, patient_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.clinic_id, p.link_id, p.consent_id, c.patient_id
  from public.patient_sessions p
  join public.links l on l.clinic_id = p.clinic_id and l.id = p.link_id
  join public.consents c on c.clinic_id = p.clinic_id and c.id = p.consent_id
  where p.token_hash = wanted_hash and p.expires_at > moment and l.revoked_at is null
$$;--> statement-breakpoint

-- Which consent a link, dead or alive, was for: so that a new one can be sent to the contact on file.
create function find_consent(wanted_hash text, wanted_id uuid)
returns table (clinic_id uuid, consent_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.clinic_id, l.consent_id from public.links l where l.token_hash = wanted_hash
  union
  select c.clinic_id, c.id from public.consents c where c.id = wanted_id
$$;--> statement-breakpoint

grant candour_opener to current_user with set true;--> statement-breakpoint
grant create on schema public to candour_opener, candour_search;--> statement-breakpoint
alter function open_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function staff_of_account(text, text) owner to candour_opener;--> statement-breakpoint
alter function open_link(text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function open_patient_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function find_consent(text, uuid) owner to candour_opener;--> statement-breakpoint

-- Search by part of a word. Only leakproof operators use an index under row-level security (rulings 3), so these
-- functions read the clinic themselves and return ids.
create extension if not exists pg_trgm with schema public;--> statement-breakpoint
create extension if not exists btree_gin with schema public;--> statement-breakpoint
create index patients_search on patients using gin (clinic_id, search_text gin_trgm_ops);--> statement-breakpoint
grant select on patients to candour_search;--> statement-breakpoint

create function search_patients(words text[], rows_max int)
returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  -- The longest word alone can use the index; the rest sift what it found.
  with patterns as (
    select '%' || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern from unnest(words) w)
  select p.id from public.patients p
  where p.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and p.search_text ilike (select pattern from patterns order by length(pattern) desc limit 1)
    and p.search_text ilike all (select pattern from patterns)
  limit rows_max
$$;--> statement-breakpoint
grant candour_search to current_user with set true;--> statement-breakpoint
alter function search_patients(text[], int) owner to candour_search;--> statement-breakpoint
revoke create on schema public from candour_opener, candour_search;--> statement-breakpoint

revoke all on function open_session(text, timestamptz), staff_of_account(text, text), open_link(text, timestamptz), open_patient_session(text, timestamptz), find_consent(text, uuid), search_patients(text[], int) from public;--> statement-breakpoint
grant execute on function open_session(text, timestamptz), staff_of_account(text, text), open_link(text, timestamptz), open_patient_session(text, timestamptz), find_consent(text, uuid) to candour_app;--> statement-breakpoint
grant execute on function search_patients(text[], int) to candour_clinic;--> statement-breakpoint

-- What policies and grants cannot say: what must be true of a row before and after. Grants let through the columns, these
-- functions refuse what no operation does, so that a fault in the code cannot rewrite evidence either. They run with
-- the rights of whoever writes, and hold for the roles the application may take; the owner arranges and repairs.

-- Rows wait for their seal from the moment they are written.
create function await_seal() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.audit_unsealed (clinic_id, row_id, sequence) values (new.clinic_id, new.id, new.sequence);
  return null;
end $$;--> statement-breakpoint
create trigger await_seal after insert on audit_rows for each row execute function await_seal();--> statement-breakpoint

-- The moves of contract/states.ts, and which role makes them: a test holds the two against each other.
create function consent_moves() returns table (role text, status_from text, status_to text)
language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('candour_clinic', 'draft', 'sent'),
    ('candour_link', 'sent', 'viewed'),
    ('candour_patient', 'viewed', 'signed'),
    ('candour_clinic', 'signed', 'finalised'),
    ('candour_patient', 'viewed', 'declined'),
    ('candour_patient', 'signed', 'withdrawn'),
    ('candour_patient', 'finalised', 'withdrawn'),
    ('candour_clinic', 'signed', 'withdrawn'),
    ('candour_clinic', 'finalised', 'withdrawn'),
    ('candour_clinic', 'sent', 'expired'),
    ('candour_clinic', 'viewed', 'expired'),
    ('candour_clinic', 'draft', 'voided'),
    ('candour_clinic', 'sent', 'voided'),
    ('candour_clinic', 'viewed', 'voided'),
    ('candour_clinic', 'signed', 'voided'),
    ('candour_clinic', 'finalised', 'voided'),
    ('candour_clinic', 'sent', 'superseded'),
    ('candour_clinic', 'viewed', 'superseded'),
    ('candour_clinic', 'signed', 'superseded'),
    ('candour_clinic', 'finalised', 'superseded'),
    ('candour_clinic', 'declined', 'superseded'),
    ('candour_clinic', 'expired', 'superseded')
$$;--> statement-breakpoint

-- A consent begins as a draft. What the patient is shown, whose it is and when it moved is frozen once it was sent.
create function guard_consent() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  -- The time of each move belongs to the move: set with it, never again, and not before the move before. Clocks of
  -- several instances may differ a little.
  stamps_before timestamptz[] := array[null, null, null, null];
  stamps_after timestamptz[] := array[new.sent_at, new.viewed_at, new.signed_at, new.finalised_at];
  stamped text[] := array['sent', 'viewed', 'signed', 'finalised'];
  status_before text := null;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'draft' or num_nonnulls(new.content, new.content_hash, new.reason) > 0 then
      raise exception 'A consent begins as a draft' using errcode = 'integrity_constraint_violation';
    end if;
  else
    status_before := old.status;
    stamps_before := array[old.sent_at, old.viewed_at, old.signed_at, old.finalised_at];
    if new.status <> old.status and not exists (
      select from public.consent_moves() m
      where m.role = current_user and m.status_from = old.status and m.status_to = new.status) then
      raise exception 'This role may not move a consent so' using errcode = 'integrity_constraint_violation';
    end if;
    if new.status = old.status and new.reason is distinct from old.reason then
      raise exception 'The reason belongs to a move' using errcode = 'integrity_constraint_violation';
    end if;
    if (new.clinic_id, new.id, new.created_by, new.created_at) is distinct from
       (old.clinic_id, old.id, old.created_by, old.created_at) or
       old.status <> 'draft' and
       (new.patient_id, new.clinician_id, new.replaces_id, new.diagnosis, new.placeholders, new.content, new.content_hash)
       is distinct from
       (old.patient_id, old.clinician_id, old.replaces_id, old.diagnosis, old.placeholders, old.content, old.content_hash) then
      raise exception 'This part of a consent is frozen' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  for place in 1..4 loop
    if stamped[place] = new.status and status_before is distinct from new.status then
      if stamps_before[place] is not null or stamps_after[place] is null then
        raise exception 'A move sets its time' using errcode = 'integrity_constraint_violation';
      end if;
      if stamps_after[place] < (select max(earlier) from unnest(stamps_before) earlier) - interval '1 minute' then
        raise exception 'The time of a move comes after that of the last' using errcode = 'integrity_constraint_violation';
      end if;
    elsif stamps_after[place] is distinct from stamps_before[place] then
      raise exception 'The time of a move is set with it alone' using errcode = 'integrity_constraint_violation';
    end if;
  end loop;
  return new;
end $$;--> statement-breakpoint
create trigger guard_consent before insert or update on consents for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_consent();--> statement-breakpoint

-- Treatments are chosen while their consent is a draft. The lock makes a change wait for a sending under way.
create function guard_consent_item() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    perform from public.consents c where c.clinic_id = old.clinic_id and c.id = old.consent_id and c.status = 'draft' for share;
    if not found then
      raise exception 'The treatments of a consent are frozen' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  perform from public.consents c where c.clinic_id = new.clinic_id and c.id = new.consent_id and c.status = 'draft' for share;
  if not found then
    raise exception 'The treatments of a consent are frozen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_consent_item before insert or update or delete on consent_items for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_consent_item();--> statement-breakpoint

-- Each event is the next of its chain. What the patient does is told by the patient's roles alone, once, and only when it is so.
create function guard_consent_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
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
  if told is null and new.event in ('consent.viewed', 'consent.signed', 'consent.declined') then
    raise exception 'This event is the patient''s to tell' using errcode = 'integrity_constraint_violation';
  end if;
  if told is not null and (new.event <> all (told)
    or not exists (select from public.consents c where c.clinic_id = new.clinic_id and c.id = new.consent_id
                   and new.event = 'consent.' || c.status)
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event = new.event)) then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_consent_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_consent_event();--> statement-breakpoint

-- A link that was locked or revoked stays so, and attempts are counted one by one.
create function guard_link() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.locked_at is not null and (new.locked_at, new.failed_attempts) is distinct from (old.locked_at, old.failed_attempts)
    or old.revoked_at is not null and new.revoked_at is null
    or old.first_opened_at is not null and new.first_opened_at is distinct from old.first_opened_at then
    raise exception 'What became of a link stays' using errcode = 'integrity_constraint_violation';
  end if;
  if new.failed_attempts not in (old.failed_attempts, old.failed_attempts + 1)
    and not (new.failed_attempts = 0 and new.locked_at is null) then
    raise exception 'Attempts are counted one by one' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_link before update on links for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_link();--> statement-breakpoint

-- Which migrations are applied: readiness asks (rulings 27).
grant usage on schema drizzle to candour_app;--> statement-breakpoint
grant select (hash) on drizzle.__drizzle_migrations to candour_app;--> statement-breakpoint

-- The owner seeds the library and makes the demo's clinics; forced row-level security holds for an owner who is no
-- superuser.
create policy owner on templates to current_user using (true) with check (true);--> statement-breakpoint
create policy owner on template_versions to current_user using (true) with check (true);--> statement-breakpoint
create policy owner on clinics to current_user using (true) with check (true);--> statement-breakpoint
create policy owner on staff to current_user using (true) with check (true);

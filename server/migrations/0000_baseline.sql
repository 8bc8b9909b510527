-- The whole of the database as one step. Per module, in the order in which they may use one another (order.ts): its tables
-- as drizzle-kit writes them, their indexes and keys, then by hand functions, policies, triggers and grants. What names
-- something of a later module stands with that.--> statement-breakpoint

-- Functions may name tables that come after them.
set local check_function_bodies = off;--> statement-breakpoint

CREATE SCHEMA "auth";--> statement-breakpoint

create extension pg_trgm with schema public;--> statement-breakpoint

create extension btree_gin with schema public;--> statement-breakpoint

-- Some functions belong to roles that see more than who calls them. The roles are made before this runs (roles.ts).
grant candour_opener, candour_search to current_user with set true;--> statement-breakpoint

grant create on schema public to candour_opener, candour_search;--> statement-breakpoint

-- Policies decide which rows, grants decide which verbs, of the role that a transaction takes:
-- candour_clinic       staff of a clinic
-- candour_link         whoever holds a link and has proved nothing yet: enough to check a birth date, and to note it was right
-- candour_patient      a patient whose birth date was right
-- candour_supporter    whoever reads along: the frozen text of one consent, its pictures and questions, whose practice it is
-- candour_integration  a program with a key: what a sealed record is made of, and of a patient who they are; it writes nothing
-- candour_admin        those who run the platform: clinics and metadata of consents; no patient, no wording, no diagnosis
-- candour_emergency    one consent under an emergency access, what hangs on it and the names it is shown with; it writes nothing
-- candour_job          sweeps over all clinics: ids, and what is due
-- candour_destroyer    takes away a record whose end two people decided
-- candour_app          the bare login, outside every scope: audit rows and sealing keys, no table of a tenant
-- candour_auth         accounts, by a login of their own
revoke all on schema public from public;
grant usage on schema public to candour_app, candour_clinic, candour_integration, candour_patient, candour_link,
  candour_supporter, candour_admin, candour_job, candour_destroyer, candour_emergency, candour_opener, candour_search;
grant usage on schema auth to candour_auth, candour_opener;--> statement-breakpoint

-- Whether every migration is applied is asked before the product is ready.
grant usage on schema drizzle to candour_app;
grant select (hash) on drizzle.__drizzle_migrations to candour_app;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- platform
-- Which instances run: told and read by the application's login alone, outside every scope.
-- What cookies and codes are derived from: read and made by the application's login alone, outside every scope.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "idempotency_keys" (
	"clinic_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_clinic_id_actor_operation_key_pk" PRIMARY KEY("clinic_id","actor","operation","key")
);--> statement-breakpoint

CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint,
	"refused_until" bigint
);--> statement-breakpoint

CREATE TABLE "instances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"key_mark" text NOT NULL,
	"files_mark" text NOT NULL,
	"readable_marks" text[] DEFAULT '{}' NOT NULL
);--> statement-breakpoint

CREATE TABLE "root_keys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"wrapped_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint

ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "rate_limits" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "instances" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "root_keys" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "idempotency_keys_by_time" ON "idempotency_keys" USING btree ("at");--> statement-breakpoint

-- Those who add to the days of one practice do it one after the other.
create function hold_compliance_days(clinic uuid) returns void language sql set search_path = pg_catalog, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('compliance_days ' || clinic, 0))
$$;--> statement-breakpoint

create function guard_once() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'What was ended stays ended' using errcode = 'integrity_constraint_violation';
end $$;--> statement-breakpoint

-- The moves of contract/consent-states.ts, and which role makes them: a test holds the two against each other.
create function consent_moves() returns table (role text, status_from text, status_to text)
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

-- A number of seven digits and more is found by each of its endings, down to four digits.
create function patient_keys_of(search_text text) returns setof text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  with words as (select word from unnest(string_to_array(search_text, ' ')) word where word <> '')
  select distinct word || ' ' || search_text from (
    select word from words
    union all
    select substr(word, first) from words cross join generate_series(2, length(word) - 3) first where word ~ '^\d{7,}$'
  ) found
$$;--> statement-breakpoint

create function try_hold_compliance_days(clinic uuid) returns boolean language sql set search_path = pg_catalog, pg_temp as $$
  select pg_try_advisory_xact_lock(hashtextextended('compliance_days ' || clinic, 0))
$$;--> statement-breakpoint

CREATE POLICY "clinic" ON "idempotency_keys" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "idempotency_keys" FOR ALL TO "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and actor = 'patient:' || current_setting('app.consent_ids', true)) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and actor = 'patient:' || current_setting('app.consent_ids', true));--> statement-breakpoint

CREATE POLICY "job" ON "idempotency_keys" FOR ALL TO "candour_job" USING (at < now() - interval '30 days');--> statement-breakpoint

CREATE POLICY "app" ON "rate_limits" FOR ALL TO "candour_app" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "admin" ON "rate_limits" FOR ALL TO "candour_admin" USING (true) WITH CHECK (false);--> statement-breakpoint

CREATE POLICY "app" ON "instances" FOR ALL TO "candour_app" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "app" ON "root_keys" FOR ALL TO "candour_app" USING (true) WITH CHECK (true);--> statement-breakpoint

-- Super administrators' requests that are done once are kept under no clinic's id.
create policy admin on idempotency_keys to candour_admin using (clinic_id = '00000000-0000-0000-0000-000000000000')
  with check (clinic_id = '00000000-0000-0000-0000-000000000000');--> statement-breakpoint

grant select, insert, update, delete on rate_limits to candour_app;--> statement-breakpoint
grant select, delete on rate_limits to candour_admin;--> statement-breakpoint
grant select, insert, update (seen_at), delete on instances to candour_app;--> statement-breakpoint
grant select, insert on root_keys to candour_app;--> statement-breakpoint
grant select, insert, update on idempotency_keys to candour_clinic, candour_patient, candour_admin;--> statement-breakpoint
grant select (at), delete on idempotency_keys to candour_job;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- audit
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "audit_days" (
	"day" date NOT NULL,
	"action" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "audit_days_day_action_pk" PRIMARY KEY("day","action")
);--> statement-breakpoint

CREATE TABLE "audit_rows" (
	"clinic_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"details" jsonb NOT NULL,
	"user_id" text,
	"user_email" text,
	"user_name" text,
	"user_role" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"session_id" text,
	"browser" text NOT NULL,
	"browser_version" text NOT NULL,
	"platform" text NOT NULL,
	"language" text NOT NULL,
	"timezone" text NOT NULL,
	"request_id" text NOT NULL,
	"content_hash" text NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_rows_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "audit_rows_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "audit_seals" (
	"clinic_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"row_ids" uuid[] NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_seals_clinic_id_number_pk" PRIMARY KEY("clinic_id","number")
);--> statement-breakpoint

CREATE TABLE "audit_unsealed" (
	"clinic_id" uuid NOT NULL,
	"row_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_unsealed_clinic_id_row_id_pk" PRIMARY KEY("clinic_id","row_id")
);--> statement-breakpoint

ALTER TABLE "audit_days" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_rows" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_seals" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_unsealed" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "audit_rows_subject" ON "audit_rows" USING btree ("clinic_id","subject");--> statement-breakpoint
CREATE INDEX "audit_rows_by_time" ON "audit_rows" USING btree ("at","sequence");--> statement-breakpoint
CREATE INDEX "audit_rows_of_clinic" ON "audit_rows" USING btree ("clinic_id","at","sequence");--> statement-breakpoint
CREATE INDEX "audit_rows_of_action" ON "audit_rows" USING btree ("action","at","sequence");--> statement-breakpoint
CREATE INDEX "audit_rows_from_address" ON "audit_rows" USING btree ("ip","at","sequence");--> statement-breakpoint
CREATE INDEX "audit_rows_of_person" ON "audit_rows" USING btree ("user_email","at","sequence") WHERE user_email is not null;--> statement-breakpoint
CREATE INDEX "audit_rows_of_session" ON "audit_rows" USING btree ("session_id","at","sequence") WHERE session_id is not null;--> statement-breakpoint

-- What policies and grants cannot say: what must be true of a row before and after. Grants let through the columns, these
-- functions refuse what no operation does, so that a fault in the code cannot rewrite evidence either. They run with
-- the rights of whoever writes, and hold for the roles the application may take; the owner arranges and repairs.

-- Rows wait for their seal from the moment they are written.
create function await_seal() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.audit_unsealed (clinic_id, row_id, sequence) values (new.clinic_id, new.id, new.sequence);
  return null;
end $$;--> statement-breakpoint

CREATE POLICY "admin_read" ON "audit_days" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "job" ON "audit_days" FOR ALL TO "candour_job" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "app_insert" ON "audit_rows" FOR INSERT TO "candour_app" WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic_read" ON "audit_rows" FOR SELECT TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin_read" ON "audit_rows" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "job_read" ON "audit_rows" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "clinic_read" ON "audit_seals" FOR SELECT TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin_read" ON "audit_seals" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "job" ON "audit_seals" FOR ALL TO "candour_job" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "app_insert" ON "audit_unsealed" FOR INSERT TO "candour_app" WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic_read" ON "audit_unsealed" FOR SELECT TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin_read" ON "audit_unsealed" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "job" ON "audit_unsealed" FOR ALL TO "candour_job" USING (true) WITH CHECK (true);--> statement-breakpoint

create trigger await_seal after insert on audit_rows for each row execute function await_seal();--> statement-breakpoint

-- Those who run the platform: clinics, and metadata of consents; no patient, no wording, no diagnosis.
-- Those who run the platform check the chain of any clinic, and that of what belongs to none.
grant select on audit_seals, audit_unsealed to candour_clinic, candour_admin;--> statement-breakpoint
grant select, insert on audit_seals to candour_job;--> statement-breakpoint
grant select on audit_rows to candour_clinic, candour_admin, candour_job;--> statement-breakpoint

-- The bare login, outside every scope: audit rows and sealing keys, no tenant table.
grant insert on audit_rows, audit_unsealed to candour_app;--> statement-breakpoint
grant select, delete on audit_unsealed to candour_job;--> statement-breakpoint
grant select on audit_days to candour_admin;--> statement-breakpoint
grant select, insert, update on audit_days to candour_job;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- clinics
-- Logos: kept and read, never changed. Whoever knows the name of one has been shown it.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "clinic_logos" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"sha256" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "clinic_logos_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "clinic_logos_once" UNIQUE("clinic_id","sha256")
);--> statement-breakpoint

CREATE TABLE "clinics" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"out_of_hours" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"time_zone" text DEFAULT 'Europe/London' NOT NULL,
	"session_idle_minutes" integer DEFAULT 30 NOT NULL,
	"session_hours" integer DEFAULT 12 NOT NULL,
	"requires_second_factor" boolean DEFAULT false NOT NULL,
	"plan" text DEFAULT 'starter' NOT NULL,
	"trial_ends_at" timestamp with time zone,
	"templates_need_approval" boolean DEFAULT false NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"nation" text DEFAULT 'england' NOT NULL,
	"code_word" text DEFAULT '' NOT NULL,
	"brand_colour" text,
	"logo" text,
	"policies" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"settings_version" integer DEFAULT 1 NOT NULL,
	"closed_at" timestamp with time zone,
	"graces" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unpaid_since" timestamp with time zone,
	CONSTRAINT "clinics_sessions" CHECK (session_idle_minutes between 2 and 240 and session_hours between 1 and 12),
	CONSTRAINT "clinics_plan" CHECK (plan in ('starter', 'growth', 'growth-pro', 'enterprise')),
	CONSTRAINT "clinics_status" CHECK (status in ('active', 'inactive', 'suspended')),
	CONSTRAINT "clinics_nation" CHECK (nation in ('england', 'wales', 'scotland', 'northern-ireland')),
	CONSTRAINT "clinics_colour" CHECK (brand_colour ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "clinics_logo" CHECK (logo ~ '^[0-9a-f]{64}$')
);--> statement-breakpoint

ALTER TABLE "clinic_logos" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clinics" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

create index clinic_logos_name on clinic_logos (sha256);--> statement-breakpoint

ALTER TABLE "clinic_logos" ADD CONSTRAINT "clinic_logos_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint

create function open_logo(wanted text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.content from public.clinic_logos l where l.sha256 = wanted limit 1
$$;
alter function open_logo(text) owner to candour_opener;--> statement-breakpoint

-- A practice that signs itself up; its first member of staff is added in its own scope.
create function found_clinic(wanted_name text, wanted_phone text, wanted_email text, wanted_zone text, moment timestamptz)
returns uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.clinics (name, phone, email, time_zone, trial_ends_at, created_at, updated_at)
  values (wanted_name, wanted_phone, wanted_email, wanted_zone, moment + interval '30 days', moment, moment)
  returning id
$$;
alter function found_clinic(text, text, text, text, timestamptz) owner to candour_opener;--> statement-breakpoint

-- A clinic may close itself and nothing else; those who run the platform move it to any other state.
create function guard_clinic_status() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.status, new.closed_at) is not distinct from (old.status, old.closed_at) then return new; end if;
  if current_user = 'candour_clinic' and old.status = 'active' and new.status = 'inactive' and new.closed_at is not null
    or current_user = 'candour_admin' and new.status <> old.status and new.closed_at is null then
    return new;
  end if;
  raise exception 'This role may not move a clinic so' using errcode = 'integrity_constraint_violation';
end $$;--> statement-breakpoint

CREATE POLICY "clinic" ON "clinic_logos" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "opener" ON "clinic_logos" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "clinics" FOR ALL TO "candour_clinic", "candour_integration" USING (id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "clinics" FOR SELECT TO "candour_link", "candour_patient" USING (id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "clinics" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "admin_insert" ON "clinics" FOR INSERT TO "candour_admin" WITH CHECK (status = 'active');--> statement-breakpoint

CREATE POLICY "admin_update" ON "clinics" FOR UPDATE TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "opener" ON "clinics" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

CREATE POLICY "founding" ON "clinics" FOR INSERT TO "candour_opener" WITH CHECK (status = 'active');--> statement-breakpoint

CREATE POLICY "job" ON "clinics" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

create policy owner on clinics to current_user using (true) with check (true);--> statement-breakpoint

create policy supporter on clinics for select to candour_supporter
  using (id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

create trigger guard_clinic_status before update on clinics for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_clinic_status();--> statement-breakpoint

grant select, insert on clinic_logos to candour_clinic;--> statement-breakpoint
grant select on clinic_logos to candour_opener;--> statement-breakpoint

-- Staff of a clinic.
grant select, update (name, address, phone, out_of_hours, email, status, updated_at, time_zone,
  session_idle_minutes, session_hours, requires_second_factor, templates_need_approval, website, nation, code_word,
  brand_colour, logo, policies, settings_version, closed_at) on clinics to candour_clinic;--> statement-breakpoint
grant select on clinics to candour_patient;--> statement-breakpoint

-- Facts, plan and standing of a practice; nothing of what it has set for its patients.
grant select, insert, update (name, address, phone, email, status, updated_at, time_zone, plan, trial_ends_at,
  nation, settings_version, closed_at, graces, unpaid_since) on clinics to candour_admin;--> statement-breakpoint
grant select, insert on clinics to candour_opener;--> statement-breakpoint
grant select (id, time_zone) on clinics to candour_integration;--> statement-breakpoint
grant select (id, name, phone, brand_colour, logo, policies) on clinics to candour_supporter;--> statement-breakpoint

grant select (id, name, address, phone, out_of_hours, email, code_word, brand_colour, logo, policies) on clinics to
  candour_link;--> statement-breakpoint

-- Sweeps over all clinics list ids and seal the audit log.
grant select (id, status, time_zone) on clinics to candour_job;--> statement-breakpoint

revoke all on function found_clinic(text, text, text, text, timestamptz) from public;
grant execute on function found_clinic(text, text, text, text, timestamptz) to candour_app;--> statement-breakpoint

revoke all on function open_logo(text) from public;
grant execute on function open_logo(text) to candour_app;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- messages
-- What was heard of a message is written once and stays.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "message_news" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"message_id" uuid NOT NULL,
	"news" text NOT NULL,
	"status" text,
	"event_id" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_news_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "message_news_status" CHECK (status in ('queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'unconfirmed', 'printed'))
);--> statement-breakpoint

CREATE TABLE "message_texts" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_texts_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "message_texts_kind" CHECK (kind in ('consent-link', 'reminder', 'new-link', 'question-answered', 'signed-copy', 'aftercare', 'survey')),
	CONSTRAINT "message_texts_channel" CHECK (channel in ('email', 'sms'))
);--> statement-breakpoint

CREATE TABLE "messages" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"channel" text DEFAULT 'email' NOT NULL,
	"about_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"provider_id" text,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'data-request-due', 'review-due', 'webhook-disabled', 'write-back-failed', 'reminder', 'letter', 'question-answered', 'link-code', 'question-notice', 'supporter-link', 'aftercare', 'survey', 'worry', 'access-ended', 'access-restored', 'owner-changed', 'emergency-access')),
	CONSTRAINT "messages_channel" CHECK (channel in ('email', 'sms', 'letter')),
	CONSTRAINT "messages_status" CHECK (status in ('queued', 'sending', 'sent', 'delivered', 'bounced', 'failed', 'unconfirmed', 'printed')),
	CONSTRAINT "messages_letter" CHECK ((channel = 'letter') = (status = 'printed'))
);--> statement-breakpoint

ALTER TABLE "message_news" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "message_texts" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "message_news_of" ON "message_news" USING btree ("clinic_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_news_once" ON "message_news" USING btree ("clinic_id","message_id","event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_texts_once" ON "message_texts" USING btree ("clinic_id","kind","channel","language");--> statement-breakpoint
CREATE INDEX "messages_about" ON "messages" USING btree ("clinic_id","about_id");--> statement-breakpoint
CREATE INDEX "messages_astray" ON "messages" USING btree ("clinic_id","about_id") WHERE status in ('bounced', 'failed', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "messages_by_time" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_astray_by_time" ON "messages" USING btree ("created_at") WHERE status in ('bounced', 'failed', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "messages_named" ON "messages" USING btree ("id");--> statement-breakpoint

ALTER TABLE "message_news" ADD CONSTRAINT "message_news_clinic_id_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","message_id") REFERENCES "public"."messages"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "message_texts" ADD CONSTRAINT "message_texts_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint

create function wait_of_message() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id) values (new.clinic_id, new.about_id);
  return null;
end $$;
alter function wait_of_message() owner to candour_search;--> statement-breakpoint

CREATE POLICY "clinic" ON "message_news" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "message_texts" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "messages" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "messages" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and about_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and about_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "job" ON "messages" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "admin" ON "messages" FOR SELECT TO "candour_admin" USING (kind not in ('question-notice', 'aftercare', 'survey', 'worry'));--> statement-breakpoint

create trigger wait_for_counting after insert or update on messages for each row
  when (new.kind = 'signed-copy' and new.about_id is not null) execute function wait_of_message();--> statement-breakpoint

grant select, insert on message_news to candour_clinic;--> statement-breakpoint
grant select, insert, update, delete on message_texts to candour_clinic;--> statement-breakpoint
grant select, insert, update on messages to candour_clinic;--> statement-breakpoint
grant select on messages to candour_patient;--> statement-breakpoint

grant select (clinic_id, id, kind, channel, about_id, status, failure, created_at, updated_at) on messages to
  candour_admin;--> statement-breakpoint

-- A provider names a message; a sweep looks for what is due. Both learn ids and no more.
-- How many messages stand where: counted for whoever watches over the installation.
grant select (clinic_id, id, channel, status) on messages to candour_job;--> statement-breakpoint
revoke all on function wait_of_message() from public;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- staff
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "staff" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" text,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text DEFAULT 'clinic_staff' NOT NULL,
	"job_title" text DEFAULT '' NOT NULL,
	"is_clinician" boolean DEFAULT false NOT NULL,
	"gdc_number" text,
	"permissions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"permission_level" integer DEFAULT 1 NOT NULL,
	"login_hours_restricted" boolean DEFAULT false NOT NULL,
	"login_hours" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"registered" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"last_login_at" timestamp with time zone,
	"last_login_ip" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"invited_at" timestamp with time zone,
	"is_owner" boolean DEFAULT false NOT NULL,
	CONSTRAINT "staff_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "staff_email" UNIQUE("clinic_id","email"),
	CONSTRAINT "staff_role" CHECK (role in ('clinic_admin', 'clinic_staff')),
	CONSTRAINT "staff_level" CHECK (permission_level between 1 and 4),
	CONSTRAINT "staff_status" CHECK (status in ('active', 'inactive')),
	CONSTRAINT "staff_owner_stays" CHECK (not is_owner or (role = 'clinic_admin' and status = 'active')),
	CONSTRAINT "staff_gdc_number" CHECK (gdc_number ~ '^[0-9]{5,7}$')
);--> statement-breakpoint

ALTER TABLE "staff" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "staff_owner" ON "staff" USING btree ("clinic_id") WHERE is_owner;--> statement-breakpoint
CREATE INDEX "staff_user" ON "staff" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_address" ON "staff" USING btree ("email");--> statement-breakpoint

ALTER TABLE "staff" ADD CONSTRAINT "staff_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint

-- The staff records of an account: those it may act for first, then the one last used.
create function staff_of_account(wanted_user text)
returns table (
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb,
  clinic_id uuid, clinic_name text, clinic_status text, time_zone text, session_idle_minutes int, session_hours int,
  requires_second_factor boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.id, m.status, m.role, m.permissions, m.permission_level, m.login_hours_restricted, m.login_hours,
         c.id, c.name, c.status, c.time_zone, c.session_idle_minutes, c.session_hours, c.requires_second_factor
  from public.staff m join public.clinics c on c.id = m.clinic_id
  where m.user_id = wanted_user
  order by (m.status = 'active' and c.status = 'active') desc, m.last_login_at desc nulls last, m.id
$$;
alter function staff_of_account(text) owner to candour_opener;--> statement-breakpoint

-- The staff records that name an address: for registering, and for repairing an account.
create function staff_of_address(wanted_email text)
returns table (clinic_id uuid, clinic_name text, clinic_status text, staff_id uuid, first_name text, last_name text,
  role text, status text, registered boolean, user_id text, invited_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id, c.name, c.status, m.id, m.first_name, m.last_name, m.role, m.status, m.registered, m.user_id, m.invited_at
  from public.staff m join public.clinics c on c.id = m.clinic_id
  where m.email = wanted_email
  order by m.registered, m.created_at desc, m.id
$$;
alter function staff_of_address(text) owner to candour_opener;--> statement-breakpoint

create function wait_of_staff() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id)
  select clinic_id, id from public.consents where clinic_id = new.clinic_id and clinician_id = new.id
  union
  select clinic_id, consent_id from public.consent_discussions where clinic_id = new.clinic_id and staff_id = new.id;
  return null;
end $$;
alter function wait_of_staff() owner to candour_search;--> statement-breakpoint

CREATE POLICY "clinic" ON "staff" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "staff" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "admin_insert" ON "staff" FOR INSERT TO "candour_admin" WITH CHECK (role = 'clinic_admin' and status = 'active' and not registered and user_id is null);--> statement-breakpoint

CREATE POLICY "admin_update" ON "staff" FOR UPDATE TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "opener" ON "staff" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

create policy owner on staff to current_user using (true) with check (true);--> statement-breakpoint

create trigger wait_for_counting after update on staff for each row
  when ((old.gdc_number, old.is_clinician, old.job_title) is distinct from (new.gdc_number, new.is_clinician, new.job_title))
  execute function wait_of_staff();--> statement-breakpoint

grant select, insert, update (user_id, email, first_name, last_name, role, job_title, is_clinician, gdc_number,
  permissions, permission_level, login_hours_restricted, login_hours, registered, status, last_login_at,
  last_login_ip, updated_at, invited_at, is_owner) on staff to candour_clinic;--> statement-breakpoint

-- An administrator who has not registered yet may be invited, and one of the administrators is the owner.
grant select, insert, update (updated_at, invited_at, is_owner) on staff to candour_admin;--> statement-breakpoint
grant select on staff to candour_opener;--> statement-breakpoint
grant select (clinic_id, id, first_name, last_name) on staff to candour_emergency;--> statement-breakpoint

revoke all on function staff_of_account(text) from public;
grant execute on function staff_of_account(text) to candour_app;--> statement-breakpoint

revoke all on function staff_of_address(text) from public;
grant execute on function staff_of_address(text) to candour_app;--> statement-breakpoint
revoke all on function wait_of_staff() from public;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- identity
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "auth"."user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"platform_role" text DEFAULT 'member' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"username" text,
	"phone_number" text,
	"phone_number_verified" boolean DEFAULT false,
	"clinic_id" uuid,
	"pin_hash" text,
	"email_pending" text,
	CONSTRAINT "user_email_unique" UNIQUE("email"),
	CONSTRAINT "user_username_unique" UNIQUE("username"),
	CONSTRAINT "user_phone_number_unique" UNIQUE("phone_number")
);--> statement-breakpoint

CREATE TABLE "auth"."account_message" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_message_kind" CHECK (kind in ('email-link', 'phone-code', 'phone-change', 'reset', 'registration', 'email-change', 'account-changed')),
	CONSTRAINT "account_message_status" CHECK (status in ('queued', 'sending', 'sent', 'failed', 'unconfirmed', 'pointless'))
);--> statement-breakpoint

CREATE TABLE "auth"."account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_provider" UNIQUE("provider_id","account_id")
);--> statement-breakpoint

CREATE TABLE "auth"."passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"created_at" timestamp with time zone DEFAULT now(),
	"aaguid" text,
	CONSTRAINT "passkey_credential" UNIQUE("credential_id")
);--> statement-breakpoint

CREATE TABLE "auth"."second_factor" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"recovery_hashes" text[] NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint

CREATE TABLE "auth"."session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" text NOT NULL,
	"staff_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stage" text DEFAULT 'proving' NOT NULL,
	"way" text DEFAULT '' NOT NULL,
	"proved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"locked_to" uuid,
	CONSTRAINT "session_token_unique" UNIQUE("token"),
	CONSTRAINT "session_stage" CHECK (stage in ('proving', 'second-factor', 'enrol', 'open', 'locked'))
);--> statement-breakpoint

CREATE TABLE "auth"."setup_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint

CREATE TABLE "auth"."trusted_device" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint

CREATE TABLE "auth"."verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint

CREATE INDEX "user_clinic" ON "auth"."user" USING btree ("clinic_id");--> statement-breakpoint
CREATE INDEX "account_message_waiting" ON "auth"."account_message" USING btree ("created_at") WHERE status in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "account_user" ON "auth"."account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "auth"."passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "auth"."session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expiry" ON "auth"."session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "trusted_device_user" ON "auth"."trusted_device" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "auth"."verification" USING btree ("identifier");--> statement-breakpoint

ALTER TABLE "auth"."account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."second_factor" ADD CONSTRAINT "second_factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."trusted_device" ADD CONSTRAINT "trusted_device_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint

-- Before a scope exists only these functions answer. They say who a session or a link belongs to, nothing more.
create function open_session(wanted text, moment timestamptz)
returns table (
  session_id text, stage text, locked_to uuid, way text, proved_at timestamptz, seen_at timestamptz, expires_at timestamptz,
  user_id text, email text, name text, photo text, platform_role text, user_active boolean, started_at timestamptz,
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb,
  clinic_id uuid, clinic_name text, clinic_status text, time_zone text, session_idle_minutes int, session_hours int,
  requires_second_factor boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id,
         case when s.stage <> 'open' then s.stage
              when s.locked_to is not null then 'locked'
              when s.seen_at < moment - make_interval(mins => coalesce(c.session_idle_minutes, 30)) then 'locked'
              when c.requires_second_factor and not exists (
                select from auth.second_factor f where f.user_id = u.id and f.confirmed_at is not null) then 'enrol'
              else 'open' end,
         s.locked_to, s.way, s.proved_at, s.seen_at, s.expires_at,
         u.id, u.email, u.name, u.image, u.platform_role, u.is_active, s.created_at,
         m.id, m.status, m.role, m.permissions, m.permission_level, m.login_hours_restricted, m.login_hours,
         c.id, c.name, c.status, c.time_zone, c.session_idle_minutes, c.session_hours, c.requires_second_factor
  from auth.session s
  join auth."user" u on u.id = s.user_id
  left join public.staff m on m.id = s.staff_id and m.user_id = u.id
  left join public.clinics c on c.id = m.clinic_id
  where s.token = wanted and s.expires_at > moment
    and s.created_at + make_interval(hours => coalesce(c.session_hours, 12)) > moment
$$;
alter function open_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint

-- Accounts that this clinic took on, with how many staff records each still has anywhere: for its clean-up.
create function accounts_of_clinic()
returns table (user_id text, name text, email text, is_active boolean, created_at timestamptz, staff_here int, staff_elsewhere int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, u.email, u.is_active, u.created_at,
         (select count(*)::int from public.staff m where m.user_id = u.id and m.clinic_id = u.clinic_id),
         (select count(*)::int from public.staff m where m.user_id = u.id and m.clinic_id <> u.clinic_id)
  from auth."user" u
  where u.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and u.platform_role = 'member'
$$;
alter function accounts_of_clinic() owner to candour_opener;--> statement-breakpoint

-- Who of a practice's people has a second factor.
create function second_factor_holders(wanted uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.id from public.staff m
  where m.clinic_id = wanted and exists (
    select from auth.second_factor f where f.user_id = m.user_id and f.confirmed_at is not null)
$$;
alter function second_factor_holders(uuid) owner to candour_opener;--> statement-breakpoint

-- Who of the caller's practice signs in with a second step.
create function own_second_factor_holders() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id from public.staff s
  where s.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and s.status = 'active'
    and exists (select from auth.second_factor f where f.user_id = s.user_id and f.confirmed_at is not null)
$$;
alter function own_second_factor_holders() owner to candour_opener;--> statement-breakpoint

-- Notes that a session was used, at most once a minute.
create function touch_session(wanted text, moment timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update auth.session s set seen_at = moment
  where s.token = wanted and s.stage = 'open' and s.seen_at < moment - interval '1 minute'
$$;
alter function touch_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint

-- Whom a ticket can be given to: who they are and where mail reaches them, and nothing else of their accounts.
create function super_admins() returns table (id text, name text, email text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, u.email from auth."user" u
  where u.platform_role = 'super_admin' and u.is_active order by u.name, u.id
$$;
alter function super_admins() owner to candour_opener;--> statement-breakpoint

-- Locks an open session of this clinic to a handover of this clinic, in the transaction that makes it. Nothing here
-- unlocks one.
create function hand_session_over(wanted_session text, wanted_staff uuid, wanted_handover uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth.session s set locked_to = wanted_handover
  where s.id = wanted_session and s.staff_id = wanted_staff and s.stage = 'open' and s.locked_to is null
    and exists (
      select from public.staff m
      where m.id = wanted_staff and m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
  return found;
end $$;
alter function hand_session_over(text, uuid, uuid) owner to candour_opener;--> statement-breakpoint

-- Switches such an account off or on again. Only while it has no staff record anywhere: nobody of another clinic is touched.
create function set_account_active(wanted_user text, active boolean, moment timestamptz) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth."user" u set is_active = active, updated_at = moment
  where u.id = wanted_user and u.platform_role = 'member'
    and u.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and not exists (select from public.staff m where m.user_id = u.id);
  if not found then return false; end if;
  if not active then delete from auth.session s where s.user_id = wanted_user; end if;
  return true;
end $$;
alter function set_account_active(text, boolean, timestamptz) owner to candour_opener;--> statement-breakpoint

-- Whether an address is somebody's already; who they are is not told.
create function address_holder(wanted text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when exists (select from auth."user" u where lower(u.email) = lower(wanted)) then 'account'
    when exists (select from public.staff m where m.email = lower(wanted)) then 'staff' end
$$;
alter function address_holder(text) owner to candour_opener;--> statement-breakpoint

grant select, insert, update, delete on auth.account, auth.account_message, auth.passkey, auth.second_factor,
  auth.session, auth.setup_token, auth.trusted_device, auth.user, auth.verification to candour_auth;--> statement-breakpoint
grant select, update (is_active, updated_at) on auth.user to candour_opener;--> statement-breakpoint
grant select (user_id, confirmed_at) on auth.second_factor to candour_opener;--> statement-breakpoint
grant select, update (seen_at, locked_to), delete on auth.session to candour_opener;--> statement-breakpoint

revoke all on function accounts_of_clinic() from public;
grant execute on function accounts_of_clinic() to candour_clinic;--> statement-breakpoint

revoke all on function address_holder(text) from public;
grant execute on function address_holder(text) to candour_admin;--> statement-breakpoint

revoke all on function hand_session_over(text, uuid, uuid) from public;
grant execute on function hand_session_over(text, uuid, uuid) to candour_clinic;--> statement-breakpoint

revoke all on function open_session(text, timestamptz) from public;
grant execute on function open_session(text, timestamptz) to candour_app;--> statement-breakpoint

revoke all on function own_second_factor_holders() from public;
grant execute on function own_second_factor_holders() to candour_clinic;--> statement-breakpoint

revoke all on function second_factor_holders(uuid) from public;
grant execute on function second_factor_holders(uuid) to candour_admin;--> statement-breakpoint

revoke all on function set_account_active(text, boolean, timestamptz) from public;
grant execute on function set_account_active(text, boolean, timestamptz) to candour_clinic;--> statement-breakpoint

revoke all on function super_admins() from public;
grant execute on function super_admins() to candour_admin;--> statement-breakpoint

revoke all on function touch_session(text, timestamptz) from public;
grant execute on function touch_session(text, timestamptz) to candour_app;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- enquiries
-- What strangers wrote to the platform: the platform's own work keeps it, mails it and deletes it when its time is over.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "enquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"practice" text NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"delivery" text DEFAULT 'queued' NOT NULL,
	"delivery_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	CONSTRAINT "enquiries_topic" CHECK ("enquiries"."topic" in ('practice', 'account', 'privacy', 'accessibility', 'other')),
	CONSTRAINT "enquiries_delivery" CHECK ("enquiries"."delivery" in ('queued', 'sending', 'sent', 'failed', 'unconfirmed'))
);--> statement-breakpoint

ALTER TABLE "enquiries" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "enquiries_by_time" ON "enquiries" USING btree ("received_at");--> statement-breakpoint

CREATE POLICY "admin" ON "enquiries" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

grant select, insert, update (delivery, delivery_at, answered_at, answered_by), delete on enquiries to candour_admin;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- tickets
-- Support tickets: a practice writes to its own and reads them without the notes; those who run the platform read all.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "canned_answers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"title" text NOT NULL,
	"words" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "canned_answers_title" UNIQUE("title")
);--> statement-breakpoint

CREATE TABLE "ticket_files" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"waiting_bytes" "bytea",
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_files_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "ticket_files_type" CHECK (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/plain'))
);--> statement-breakpoint

CREATE TABLE "ticket_mails" (
	"hash" text PRIMARY KEY NOT NULL,
	"heard_at" timestamp with time zone NOT NULL
);--> statement-breakpoint

CREATE TABLE "ticket_posts" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"author" text NOT NULL,
	"kind" text NOT NULL,
	"via" text NOT NULL,
	"name" text NOT NULL,
	"is_stranger" boolean DEFAULT false NOT NULL,
	"words" text NOT NULL,
	"left_out" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"delivery" text NOT NULL,
	"delivery_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_posts_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "ticket_posts_author" CHECK (author in ('practice', 'platform', 'system')),
	CONSTRAINT "ticket_posts_kind" CHECK (kind in ('message', 'note', 'event', 'automatic')),
	CONSTRAINT "ticket_posts_via" CHECK (via in ('web', 'email')),
	CONSTRAINT "ticket_posts_delivery" CHECK (delivery in ('none', 'queued', 'sending', 'sent', 'failed', 'unconfirmed'))
);--> statement-breakpoint

CREATE TABLE "tickets" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tickets_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"staff_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"priority" text NOT NULL,
	"assignee_id" text,
	"assignee_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"first_answered_at" timestamp with time zone,
	"first_answer_due_at" timestamp with time zone NOT NULL,
	"solution_due_at" timestamp with time zone NOT NULL,
	"paused_at" timestamp with time zone,
	"solved_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "tickets_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "tickets_kind" CHECK (kind in ('question', 'problem', 'account', 'billing', 'privacy', 'idea')),
	CONSTRAINT "tickets_status" CHECK (status in ('open', 'waiting-for-practice', 'waiting-for-us', 'solved', 'closed')),
	CONSTRAINT "tickets_priority" CHECK (priority in ('urgent', 'high', 'normal', 'low'))
);--> statement-breakpoint

ALTER TABLE "canned_answers" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_files" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_mails" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_posts" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tickets" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "ticket_files_of_ticket" ON "ticket_files" USING btree ("clinic_id","ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_mails_by_time" ON "ticket_mails" USING btree ("heard_at");--> statement-breakpoint
CREATE INDEX "ticket_posts_of_ticket" ON "ticket_posts" USING btree ("clinic_id","ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_posts_by_delivery" ON "ticket_posts" USING btree ("delivery","delivery_at");--> statement-breakpoint
CREATE INDEX "tickets_of_clinic" ON "tickets" USING btree ("clinic_id","updated_at");--> statement-breakpoint
CREATE INDEX "tickets_by_status" ON "tickets" USING btree ("status","solution_due_at");--> statement-breakpoint
CREATE INDEX "tickets_by_number" ON "tickets" USING btree ("number");--> statement-breakpoint

ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_clinic_id_ticket_id_tickets_clinic_id_id_fk" FOREIGN KEY ("clinic_id","ticket_id") REFERENCES "public"."tickets"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_clinic_id_post_id_ticket_posts_clinic_id_id_fk" FOREIGN KEY ("clinic_id","post_id") REFERENCES "public"."ticket_posts"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_posts" ADD CONSTRAINT "ticket_posts_clinic_id_ticket_id_tickets_clinic_id_id_fk" FOREIGN KEY ("clinic_id","ticket_id") REFERENCES "public"."tickets"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

CREATE POLICY "admin" ON "canned_answers" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "ticket_files" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "ticket_files" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "admin" ON "ticket_mails" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "ticket_posts" FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and kind <> 'note') WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and kind <> 'note' and author <> 'platform');--> statement-breakpoint

CREATE POLICY "admin" ON "ticket_posts" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "tickets" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "tickets" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

grant select, insert, update (status, updated_at, solution_due_at, paused_at, solved_at, closed_at) on tickets to
  candour_clinic;--> statement-breakpoint

grant select, insert, update (status, priority, assignee_id, assignee_name, updated_at, first_answered_at,
  first_answer_due_at, solution_due_at, paused_at, solved_at, closed_at), delete on tickets to candour_admin;--> statement-breakpoint
grant select, insert on ticket_files, ticket_posts to candour_clinic;--> statement-breakpoint
grant select, insert, update (delivery, delivery_at) on ticket_posts to candour_admin;--> statement-breakpoint
grant select, insert, update (waiting_bytes) on ticket_files to candour_admin;--> statement-breakpoint
grant select, insert, delete on ticket_mails to candour_admin;--> statement-breakpoint
grant select, insert, update, delete on canned_answers to candour_admin;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- maintenance
-- What super administrators look after: limits, locked links, messages that went astray, maintenance, announcements,
-- features that are held back, and how often what was done.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "maintenance" (
	"is_here" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_on" boolean NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp with time zone,
	"since" timestamp with time zone NOT NULL,
	"by_name" text NOT NULL,
	CONSTRAINT "maintenance_once" CHECK (is_here)
);--> statement-breakpoint

ALTER TABLE "maintenance" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE POLICY "admin" ON "maintenance" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "app" ON "maintenance" FOR SELECT TO "candour_app", "candour_clinic" USING (true);--> statement-breakpoint

grant select, insert, update on maintenance to candour_admin;--> statement-breakpoint
grant select on maintenance to candour_app;--> statement-breakpoint
grant select (is_on, until) on maintenance to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- announcements
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"text" text NOT NULL,
	"kind" text NOT NULL,
	"audience" text NOT NULL,
	"for_clinic" uuid,
	"from" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"by_name" text NOT NULL,
	CONSTRAINT "announcements_kind" CHECK (kind in ('information', 'maintenance', 'urgent')),
	CONSTRAINT "announcements_audience" CHECK (audience in ('clinics', 'one-clinic', 'admins')),
	CONSTRAINT "announcements_clinic" CHECK ((audience = 'one-clinic') = (for_clinic is not null))
);--> statement-breakpoint

ALTER TABLE "announcements" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "announcements_by_time" ON "announcements" USING btree ("until");--> statement-breakpoint

ALTER TABLE "announcements" ADD CONSTRAINT "announcements_for_clinic_clinics_id_fk" FOREIGN KEY ("for_clinic") REFERENCES "public"."clinics"("id");--> statement-breakpoint

CREATE POLICY "admin" ON "announcements" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "announcements" FOR SELECT TO "candour_clinic" USING (audience = 'clinics' or audience = 'one-clinic' and for_clinic = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "app" ON "announcements" FOR SELECT TO "candour_app" USING (audience = 'clinics');--> statement-breakpoint

grant select, insert, update (until) on announcements to candour_admin;--> statement-breakpoint
grant select on announcements to candour_clinic, candour_app;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- platform-documents
-- Documents of the platform: drafts are its own, what is published never changes, and acceptances are only added.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "platform_document_acceptances" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"version_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"role" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "platform_document_acceptances_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "platform_document_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"needs_acceptance" boolean DEFAULT false NOT NULL,
	"asks_again" boolean DEFAULT false NOT NULL,
	"change" text DEFAULT '' NOT NULL,
	"shipped_hash" text,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"published_by" text,
	"published_at" timestamp with time zone,
	CONSTRAINT "platform_document_versions_kind" CHECK (kind in ('terms', 'privacy', 'data-processing', 'safety-case', 'hazard-log', 'dpia')),
	CONSTRAINT "platform_document_versions_status" CHECK (status in ('draft', 'published')),
	CONSTRAINT "platform_document_versions_published" CHECK (num_nulls(published_by, published_at) = case when status = 'published' then 0 else 2 end)
);--> statement-breakpoint

ALTER TABLE "platform_document_acceptances" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "platform_document_versions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "platform_document_acceptances_once" ON "platform_document_acceptances" USING btree ("clinic_id","version_id");--> statement-breakpoint
CREATE UNIQUE INDEX "platform_document_versions_number" ON "platform_document_versions" USING btree ("kind","number");--> statement-breakpoint
CREATE UNIQUE INDEX "platform_document_versions_draft" ON "platform_document_versions" USING btree ("kind") WHERE status = 'draft';--> statement-breakpoint

ALTER TABLE "platform_document_acceptances" ADD CONSTRAINT "platform_document_acceptances_version_id_platform_document_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."platform_document_versions"("id");--> statement-breakpoint
ALTER TABLE "platform_document_acceptances" ADD CONSTRAINT "platform_document_acceptances_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "platform_document_acceptances" ADD CONSTRAINT "platform_document_acceptances_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

CREATE POLICY "clinic" ON "platform_document_acceptances" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "platform_document_acceptances" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "admin" ON "platform_document_versions" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "platform_document_versions" FOR SELECT TO "candour_clinic" USING (status = 'published');--> statement-breakpoint

create trigger guard_published before update on platform_document_versions for each row
  when (old.status = 'published' and pg_has_role('candour_app', current_user, 'set')) execute function guard_once();--> statement-breakpoint

grant select, insert, update on platform_document_versions to candour_admin;--> statement-breakpoint
grant select on platform_document_versions to candour_clinic;--> statement-breakpoint
grant select, insert on platform_document_acceptances to candour_clinic;--> statement-breakpoint
grant select on platform_document_acceptances to candour_admin;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- feature-holds
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "feature_holds" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"feature" text NOT NULL,
	"for_clinic" uuid,
	"reason" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"by_name" text NOT NULL,
	CONSTRAINT "feature_holds_once" UNIQUE NULLS NOT DISTINCT("feature","for_clinic")
);--> statement-breakpoint

ALTER TABLE "feature_holds" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE "feature_holds" ADD CONSTRAINT "feature_holds_for_clinic_clinics_id_fk" FOREIGN KEY ("for_clinic") REFERENCES "public"."clinics"("id");--> statement-breakpoint

CREATE POLICY "admin" ON "feature_holds" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "feature_holds" FOR SELECT TO "candour_clinic" USING (for_clinic is null or for_clinic = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "app" ON "feature_holds" FOR SELECT TO "candour_app" USING (true);--> statement-breakpoint

grant select, insert, delete on feature_holds to candour_admin;--> statement-breakpoint
grant select on feature_holds to candour_app;--> statement-breakpoint
grant select (feature, for_clinic) on feature_holds to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- cleanup
--
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "cleanups" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"by" text NOT NULL,
	"items" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "cleanups_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

ALTER TABLE "cleanups" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "cleanups_by_time" ON "cleanups" USING btree ("clinic_id","at");--> statement-breakpoint

ALTER TABLE "cleanups" ADD CONSTRAINT "cleanups_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint

CREATE POLICY "clinic" ON "cleanups" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

grant select, insert, update (undone_at) on cleanups to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- patients
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "patient_keys" (
	"clinic_id" uuid NOT NULL,
	"status" text NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"patient_id" uuid NOT NULL,
	CONSTRAINT "patient_keys_clinic_id_status_key_patient_id_pk" PRIMARY KEY("clinic_id","status","key","patient_id")
);--> statement-breakpoint

CREATE TABLE "patient_merges" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"survivor_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"merged_name" text NOT NULL,
	"merged_status" text NOT NULL,
	"survivor_before" jsonb NOT NULL,
	"survivor_version" integer NOT NULL,
	"moved" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"by_staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	CONSTRAINT "patient_merges_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "patient_notes" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"text" text NOT NULL,
	"corrects" uuid,
	"by_staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "patient_notes_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "patients" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"nhs_number" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"access_needs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"access_notes" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"preferred_name" text DEFAULT '' NOT NULL,
	"contact_permission" jsonb DEFAULT '["email","sms","phone","post"]'::jsonb NOT NULL,
	"preferred_channel" text DEFAULT 'email' NOT NULL,
	"needs_asked_on" date,
	"needs_asked_by" text DEFAULT '' NOT NULL,
	"needs_review_on" date,
	"guardians" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ended_on" date,
	"merged_into" uuid,
	"is_trial" boolean DEFAULT false NOT NULL,
	"phone_note" text DEFAULT '' NOT NULL,
	"other_phone" text DEFAULT '' NOT NULL,
	"other_phone_note" text DEFAULT '' NOT NULL,
	CONSTRAINT "patients_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "patients_status" CHECK (status in ('active', 'archived', 'left', 'deceased', 'merged')),
	CONSTRAINT "patients_merged" CHECK ((status = 'merged') = (merged_into is not null)),
	CONSTRAINT "patients_channel" CHECK (preferred_channel in ('email', 'sms', 'phone', 'post', 'none'))
);--> statement-breakpoint

ALTER TABLE "patient_keys" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "patient_merges" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "patient_notes" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "patients" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "patient_merges_of_survivor" ON "patient_merges" USING btree ("clinic_id","survivor_id","at");--> statement-breakpoint
CREATE INDEX "patient_notes_of_patient" ON "patient_notes" USING btree ("clinic_id","patient_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "patients_nhs_number" ON "patients" USING btree ("clinic_id","nhs_number") WHERE nhs_number <> '' and status <> 'merged';--> statement-breakpoint
CREATE INDEX "patients_by_name" ON "patients" USING btree ("clinic_id","status","last_name","first_name","id");--> statement-breakpoint
CREATE INDEX "patients_birth_date" ON "patients" USING btree ("clinic_id","date_of_birth");--> statement-breakpoint
CREATE INDEX "patients_address" ON "patients" USING btree (lower(email)) WHERE email <> '';--> statement-breakpoint

-- Which records may be due is asked by when a patient was added.
create index patients_by_creation on patients (clinic_id, created_at);--> statement-breakpoint

ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_clinic_id_survivor_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","survivor_id") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_clinic_id_merged_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","merged_id") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "patient_merges" ADD CONSTRAINT "patient_merges_clinic_id_by_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","by_staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "patient_notes" ADD CONSTRAINT "patient_notes_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "patient_notes" ADD CONSTRAINT "patient_notes_clinic_id_corrects_patient_notes_clinic_id_id_fk" FOREIGN KEY ("clinic_id","corrects") REFERENCES "public"."patient_notes"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "patient_notes" ADD CONSTRAINT "patient_notes_clinic_id_by_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","by_staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "patients" ADD CONSTRAINT "patients_clinic_id_merged_into_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","merged_into") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint

create function wait_of_patient() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id)
  select clinic_id, id from public.consents where clinic_id = new.clinic_id and patient_id = new.id;
  return null;
end $$;
alter function wait_of_patient() owner to candour_search;--> statement-breakpoint

create function keep_patient_keys() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from public.patient_keys k
    where k.clinic_id = old.clinic_id and k.status = old.status and k.patient_id = old.id
      and k.key in (select public.patient_keys_of(old.search_text));
  end if;
  if tg_op <> 'DELETE' then
    insert into public.patient_keys (clinic_id, status, key, patient_id)
    select new.clinic_id, new.status, key, new.id from public.patient_keys_of(new.search_text) key;
  end if;
  return null;
end $$;--> statement-breakpoint

-- Nobody real becomes one who may be removed.
create function guard_trial_patient() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'Whether a patient is a trial is settled when they are added' using errcode = 'integrity_constraint_violation';
end $$;--> statement-breakpoint

-- Where an address is a patient's: for sending the link to their own page.
create function clinics_of_patient_address(wanted_email text) returns table (clinic_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct p.clinic_id from public.patients p join public.clinics c on c.id = p.clinic_id
  where lower(p.email) = wanted_email and p.email <> '' and p.status = 'active'
$$;
alter function clinics_of_patient_address(text) owner to candour_opener;--> statement-breakpoint

CREATE POLICY "clinic" ON "patient_keys" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "search" ON "patient_keys" FOR SELECT TO "candour_search" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "patient_merges" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "search" ON "patient_merges" FOR SELECT TO "candour_search" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "patient_notes" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "patients" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "opener" ON "patients" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

create trigger keep_patient_keys after insert or delete or update of search_text, status on patients
  for each row execute function keep_patient_keys();--> statement-breakpoint

create trigger guard_trial_patient before update on patients for each row
  when (new.is_trial is distinct from old.is_trial) execute function guard_trial_patient();--> statement-breakpoint

create trigger wait_for_counting after update on patients for each row
  when ((old.date_of_birth, old.access_needs, old.language) is distinct from (new.date_of_birth, new.access_needs, new.language))
  execute function wait_of_patient();--> statement-breakpoint

-- A note is written once; with a merge it goes to the record that stays, and nothing else of it changes.
grant select, insert, update (patient_id) on patient_notes to candour_clinic;--> statement-breakpoint
grant select, insert, update (moved, undone_at, undone_by) on patient_merges to candour_clinic;--> statement-breakpoint
grant select on patient_keys, patient_merges to candour_search;--> statement-breakpoint
grant select, insert, delete on patient_keys to candour_clinic;--> statement-breakpoint

-- A patient may be removed only while the import that added them is being undone, whatever the code says.
grant select, insert, update, delete on patients to candour_clinic;--> statement-breakpoint
grant select on patients to candour_patient, candour_opener;--> statement-breakpoint
grant select (clinic_id, id, title, first_name, last_name, date_of_birth) on patients to candour_emergency;--> statement-breakpoint

grant select (clinic_id, id, title, first_name, last_name, date_of_birth, nhs_number, status, updated_at) on
  patients to candour_integration;--> statement-breakpoint
grant select (clinic_id, id, date_of_birth) on patients to candour_link;--> statement-breakpoint

revoke all on function clinics_of_patient_address(text) from public;
grant execute on function clinics_of_patient_address(text) to candour_app;--> statement-breakpoint
revoke all on function wait_of_patient() from public;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- patient-imports
--
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "patient_import_rows" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb,
	"outcome" text,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"choice" text,
	"patient_id" uuid,
	"patient_version" integer,
	"result" text,
	"before" jsonb,
	"after" jsonb,
	"undone" text,
	"remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "patient_import_rows_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "patient_import_rows_number" UNIQUE("clinic_id","import_id","number"),
	CONSTRAINT "patient_import_rows_outcome" CHECK (outcome in ('new', 'same', 'differs', 'held', 'unusable')),
	CONSTRAINT "patient_import_rows_choice" CHECK (choice in ('skip', 'fill', 'update', 'create')),
	CONSTRAINT "patient_import_rows_result" CHECK (result in ('added', 'changed', 'unchanged', 'skipped', 'unusable')),
	CONSTRAINT "patient_import_rows_undone" CHECK (undone in ('removed', 'restored', 'kept'))
);--> statement-breakpoint

CREATE TABLE "patient_imports" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"file_name" text NOT NULL,
	"encoding" text NOT NULL,
	"separator" text NOT NULL,
	"fingerprint" text NOT NULL,
	"columns" jsonb NOT NULL,
	"is_remembered" boolean NOT NULL,
	"date_order" text NOT NULL,
	"choice" text DEFAULT 'fill' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"row_count" integer NOT NULL,
	"outcomes" jsonb NOT NULL,
	"results" jsonb NOT NULL,
	"remaining" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"forgotten_at" timestamp with time zone,
	"first_row" jsonb,
	"has_header_row" boolean DEFAULT true NOT NULL,
	"repair" jsonb,
	"is_repaired" boolean DEFAULT false NOT NULL,
	CONSTRAINT "patient_imports_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "patient_imports_status" CHECK (status in ('draft', 'checked', 'running', 'done', 'undoing', 'undone')),
	CONSTRAINT "patient_imports_choice" CHECK (choice in ('skip', 'fill', 'update')),
	CONSTRAINT "patient_imports_date_order" CHECK (date_order in ('day-first', 'month-first'))
);--> statement-breakpoint

ALTER TABLE "patient_import_rows" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "patient_imports" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "patient_import_rows_patient" ON "patient_import_rows" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "patient_imports_by_time" ON "patient_imports" USING btree ("clinic_id","created_at");--> statement-breakpoint
CREATE INDEX "patient_imports_alike" ON "patient_imports" USING btree ("clinic_id","fingerprint","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "patient_imports_running" ON "patient_imports" USING btree ("clinic_id") WHERE status in ('running', 'undoing');--> statement-breakpoint

ALTER TABLE "patient_import_rows" ADD CONSTRAINT "patient_import_rows_import" FOREIGN KEY ("clinic_id","import_id") REFERENCES "public"."patient_imports"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "patient_imports" ADD CONSTRAINT "patient_imports_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint

-- A row outlives the patient whom it added; only the patient's id goes with them, never the clinic's.
alter table patient_import_rows add constraint patient_import_rows_patient
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete set null (patient_id);--> statement-breakpoint

CREATE POLICY "clinic" ON "patient_import_rows" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "patient_imports" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "patient_imports" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

grant select, insert, update, delete on patient_import_rows, patient_imports to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, status, moved_at, finished_at, forgotten_at) on patient_imports to candour_job;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- treatments
-- Versions are written once: nobody may change or delete one.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "treatment_subtypes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"treatment_id" uuid NOT NULL,
	"owner_clinic_id" uuid,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint

CREATE TABLE "treatment_types" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_clinic_id" uuid,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint

ALTER TABLE "treatment_subtypes" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "treatment_types" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "treatment_subtypes_name" ON "treatment_subtypes" USING btree ("treatment_id",coalesce(owner_clinic_id, '00000000-0000-0000-0000-000000000000'::uuid),lower(name));--> statement-breakpoint
CREATE INDEX "treatment_types_by_name" ON "treatment_types" USING btree ("name");--> statement-breakpoint

ALTER TABLE "treatment_subtypes" ADD CONSTRAINT "treatment_subtypes_treatment_id_treatment_types_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatment_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint

CREATE POLICY "clinic_read" ON "treatment_subtypes" FOR SELECT TO "candour_clinic" USING (owner_clinic_id is null or owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_insert" ON "treatment_subtypes" FOR INSERT TO "candour_clinic" WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_update" ON "treatment_subtypes" FOR UPDATE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_delete" ON "treatment_subtypes" FOR DELETE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "treatment_subtypes" FOR SELECT TO "candour_admin" USING (owner_clinic_id is null);--> statement-breakpoint

CREATE POLICY "admin_insert" ON "treatment_subtypes" FOR INSERT TO "candour_admin" WITH CHECK (owner_clinic_id is null);--> statement-breakpoint

CREATE POLICY "admin_update" ON "treatment_subtypes" FOR UPDATE TO "candour_admin" USING (owner_clinic_id is null) WITH CHECK (owner_clinic_id is null);--> statement-breakpoint

CREATE POLICY "admin_delete" ON "treatment_subtypes" FOR DELETE TO "candour_admin" USING (owner_clinic_id is null);--> statement-breakpoint

CREATE POLICY "clinic_read" ON "treatment_types" FOR SELECT TO "candour_clinic" USING (owner_clinic_id is null or owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_insert" ON "treatment_types" FOR INSERT TO "candour_clinic" WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_update" ON "treatment_types" FOR UPDATE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_delete" ON "treatment_types" FOR DELETE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "treatment_types" FOR SELECT TO "candour_admin" USING (owner_clinic_id is null);--> statement-breakpoint

CREATE POLICY "admin_insert" ON "treatment_types" FOR INSERT TO "candour_admin" WITH CHECK (owner_clinic_id is null);--> statement-breakpoint

CREATE POLICY "admin_update" ON "treatment_types" FOR UPDATE TO "candour_admin" USING (owner_clinic_id is null) WITH CHECK (owner_clinic_id is null);--> statement-breakpoint

CREATE POLICY "admin_delete" ON "treatment_types" FOR DELETE TO "candour_admin" USING (owner_clinic_id is null);--> statement-breakpoint

-- As for templates: the owner seeds, and may be no superuser.
create policy owner on treatment_types to current_user using (true) with check (true);--> statement-breakpoint

create policy owner on treatment_subtypes to current_user using (true) with check (true);--> statement-breakpoint

grant select, insert, update (name, description, is_active, updated_at), delete on treatment_types to
  candour_clinic, candour_admin;--> statement-breakpoint

grant select, insert, update (treatment_id, name, position), delete on treatment_subtypes to candour_clinic,
  candour_admin;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- videos
-- Videos and uploads that were begun: a clinic's own and the platform's, as templates. What consents were sent with is
-- noted once and never taken back.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "video_showings" (
	"clinic_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"shown_at" timestamp with time zone NOT NULL,
	CONSTRAINT "video_showings_clinic_id_video_id_pk" PRIMARY KEY("clinic_id","video_id")
);--> statement-breakpoint

CREATE TABLE "video_uploads" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_clinic_id" uuid,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"video_id" uuid,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);--> statement-breakpoint

CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_clinic_id" uuid,
	"public_id" text NOT NULL,
	"name" text NOT NULL,
	"format" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"duration" double precision,
	"thumbnail" text DEFAULT '' NOT NULL,
	"transcript" text DEFAULT '' NOT NULL,
	"captions" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"state_reason" text DEFAULT '' NOT NULL,
	"upload_id" uuid,
	"playable_id" text,
	"playable_bytes" integer,
	"poster_id" text,
	"poster_bytes" integer,
	"created_by" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "videos_public_id" UNIQUE("public_id"),
	CONSTRAINT "videos_format_known" CHECK (format in ('video/mp4', 'video/webm', 'video/quicktime', 'video/x-msvideo')),
	CONSTRAINT "videos_state_known" CHECK (state in ('playable', 'waiting', 'failed')),
	CONSTRAINT "videos_playable_whole" CHECK ((playable_id is null) = (playable_bytes is null)),
	CONSTRAINT "videos_poster_whole" CHECK ((poster_id is null) = (poster_bytes is null))
);--> statement-breakpoint

ALTER TABLE "video_showings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "video_uploads" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "videos" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "video_showings_of_video" ON "video_showings" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "video_uploads_of_owner" ON "video_uploads" USING btree ("owner_clinic_id","created_at");--> statement-breakpoint
CREATE INDEX "videos_of_owner" ON "videos" USING btree ("owner_clinic_id","public_id");--> statement-breakpoint
CREATE INDEX "videos_by_content" ON "videos" USING btree ("owner_clinic_id","sha256");--> statement-breakpoint

CREATE POLICY "clinic" ON "video_showings" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "video_showings" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "clinic_read" ON "video_uploads" FOR SELECT TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_insert" ON "video_uploads" FOR INSERT TO "candour_clinic" WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_update" ON "video_uploads" FOR UPDATE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_delete" ON "video_uploads" FOR DELETE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "video_uploads" FOR ALL TO "candour_admin" USING (owner_clinic_id is null) WITH CHECK (owner_clinic_id is null);--> statement-breakpoint

CREATE POLICY "job" ON "video_uploads" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "opener" ON "videos" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

CREATE POLICY "clinic_read" ON "videos" FOR SELECT TO "candour_clinic" USING (owner_clinic_id is null or owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_insert" ON "videos" FOR INSERT TO "candour_clinic" WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_update" ON "videos" FOR UPDATE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_delete" ON "videos" FOR DELETE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "videos" FOR ALL TO "candour_admin" USING (owner_clinic_id is null) WITH CHECK (owner_clinic_id is null);--> statement-breakpoint

CREATE POLICY "job" ON "videos" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

grant select, insert, update (width, height, duration, thumbnail, transcript, captions, state, state_reason,
  upload_id, playable_id, playable_bytes, poster_id, poster_bytes, removed_at), delete on videos to candour_clinic,
  candour_admin;--> statement-breakpoint

-- Sweeps list ids, and learn no name.
grant select (id, owner_clinic_id, state, removed_at) on videos to candour_job;--> statement-breakpoint
grant select (owner_clinic_id, bytes, playable_bytes) on videos to candour_opener;--> statement-breakpoint
grant select, insert, update (video_id), delete on video_uploads to candour_clinic, candour_admin;--> statement-breakpoint
grant select (id, owner_clinic_id, created_at) on video_uploads to candour_job;--> statement-breakpoint
grant select, insert on video_showings to candour_clinic;--> statement-breakpoint
grant select (video_id) on video_showings to candour_admin;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- templates
-- Who may do what with approvals and translations: both are written once, and nobody may change or delete one.
-- Who may do what with favourites; and in which languages a practice offers its pages is told before the birth date.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "template_decisions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"template_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"by_name" text NOT NULL,
	"gdc_number" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "template_decisions_decision" CHECK (decision in ('approved', 'changes asked'))
);--> statement-breakpoint

CREATE TABLE "template_favourites" (
	"clinic_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "template_favourites_clinic_id_staff_id_template_id_pk" PRIMARY KEY("clinic_id","staff_id","template_id")
);--> statement-breakpoint

CREATE TABLE "template_uses" (
	"clinic_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "template_uses_key" UNIQUE("clinic_id","template_id")
);--> statement-breakpoint

CREATE TABLE "template_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"template_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"label" text NOT NULL,
	"wording" jsonb NOT NULL,
	"hash" text NOT NULL,
	"created_by" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"heading" jsonb NOT NULL,
	"created_by_name" text DEFAULT '' NOT NULL,
	"change" text DEFAULT 'material' NOT NULL,
	"words" integer,
	"reading_grade" double precision,
	CONSTRAINT "template_versions_number" UNIQUE("template_id","number"),
	CONSTRAINT "template_versions_change" CHECK (change in ('cosmetic', 'material'))
);--> statement-breakpoint

CREATE TABLE "templates" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_clinic_id" uuid,
	"offered_to_all" boolean DEFAULT false NOT NULL,
	"library_id" text,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"treatment_type" text NOT NULL,
	"treatment_subtype" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"requires_tooth" boolean DEFAULT true NOT NULL,
	"requires_diagnosis" boolean DEFAULT true NOT NULL,
	"current_version_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_personal" boolean DEFAULT false NOT NULL,
	"duplicated_from" uuid,
	"saved_from" uuid,
	"created_by" text DEFAULT 'library' NOT NULL,
	"created_by_name" text DEFAULT '' NOT NULL,
	"updated_by" text DEFAULT 'library' NOT NULL,
	"updated_by_name" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp with time zone,
	"proposed_version_id" uuid,
	"origin_version_id" uuid,
	"clinical_owner_name" text DEFAULT '' NOT NULL,
	"clinical_owner_gdc" text,
	"review_due" date,
	"review_reminded_on" date,
	CONSTRAINT "templates_library" UNIQUE("library_id"),
	CONSTRAINT "templates_status" CHECK (status in ('active', 'inactive', 'draft', 'in review', 'retired')),
	CONSTRAINT "templates_proposed" CHECK (proposed_version_id <> current_version_id),
	CONSTRAINT "templates_clinical_owner" CHECK ((clinical_owner_name = '') = (clinical_owner_gdc is null)),
	CONSTRAINT "templates_clinical_owner_gdc" CHECK (clinical_owner_gdc ~ '^[0-9]{5,7}$'),
	CONSTRAINT "templates_personal" CHECK (not is_personal or owner_clinic_id is not null),
	CONSTRAINT "templates_offered" CHECK (not offered_to_all or owner_clinic_id is null)
);--> statement-breakpoint

ALTER TABLE "template_decisions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "template_favourites" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "template_uses" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "template_versions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "templates" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "template_decisions_by_template" ON "template_decisions" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "templates_by_type" ON "templates" USING btree ("treatment_type","name");--> statement-breakpoint

ALTER TABLE "template_decisions" ADD CONSTRAINT "template_decisions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id");--> statement-breakpoint
ALTER TABLE "template_decisions" ADD CONSTRAINT "template_decisions_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id");--> statement-breakpoint
ALTER TABLE "template_favourites" ADD CONSTRAINT "template_favourites_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id");--> statement-breakpoint
ALTER TABLE "template_favourites" ADD CONSTRAINT "template_favourites_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "template_versions" ADD CONSTRAINT "template_versions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id");--> statement-breakpoint

CREATE POLICY "clinic_read" ON "template_decisions" FOR SELECT TO "candour_clinic" USING (template_id in (select t.id from templates t));--> statement-breakpoint

CREATE POLICY "clinic_insert" ON "template_decisions" FOR INSERT TO "candour_clinic" WITH CHECK (template_id in (select t.id from templates t where t.owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint

CREATE POLICY "admin" ON "template_decisions" FOR SELECT TO "candour_admin" USING (template_id in (select t.id from templates t));--> statement-breakpoint

CREATE POLICY "admin_insert" ON "template_decisions" FOR INSERT TO "candour_admin" WITH CHECK (template_id in (select t.id from templates t));--> statement-breakpoint

CREATE POLICY "clinic" ON "template_favourites" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "template_uses" FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "template_uses" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "clinic_read" ON "template_versions" FOR SELECT TO "candour_clinic" USING (template_id in (select t.id from templates t));--> statement-breakpoint

CREATE POLICY "clinic_insert" ON "template_versions" FOR INSERT TO "candour_clinic" WITH CHECK (template_id in (select t.id from templates t where t.owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint

CREATE POLICY "admin" ON "template_versions" FOR SELECT TO "candour_admin" USING (template_id in (select t.id from templates t));--> statement-breakpoint

CREATE POLICY "admin_insert" ON "template_versions" FOR INSERT TO "candour_admin" WITH CHECK (template_id in (select t.id from templates t));--> statement-breakpoint

CREATE POLICY "clinic_read" ON "templates" FOR SELECT TO "candour_clinic" USING ((owner_clinic_id is null and offered_to_all) or owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid or id in (select u.template_id from template_uses u where u.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint

CREATE POLICY "clinic_insert" ON "templates" FOR INSERT TO "candour_clinic" WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic_update" ON "templates" FOR UPDATE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "templates" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "admin" ON "templates" FOR SELECT TO "candour_admin" USING (owner_clinic_id is null);--> statement-breakpoint

CREATE POLICY "admin_insert" ON "templates" FOR INSERT TO "candour_admin" WITH CHECK (owner_clinic_id is null);--> statement-breakpoint

CREATE POLICY "admin_update" ON "templates" FOR UPDATE TO "candour_admin" USING (owner_clinic_id is null) WITH CHECK (owner_clinic_id is null);--> statement-breakpoint

-- The owner seeds the library and makes the demo's clinics; forced row-level security holds for an owner who is no
-- superuser.
create policy owner on templates to current_user using (true) with check (true);--> statement-breakpoint

create policy owner on template_versions to current_user using (true) with check (true);--> statement-breakpoint

-- As for templates: the owner seeds, and may be no superuser.
create policy owner on template_decisions to current_user using (true) with check (true);--> statement-breakpoint

grant select, insert, update on template_uses to candour_clinic;--> statement-breakpoint
grant select on template_uses to candour_admin;--> statement-breakpoint
grant select, insert on template_decisions, template_versions to candour_clinic, candour_admin;--> statement-breakpoint

grant select, insert, update (name, description, treatment_type, treatment_subtype, status, requires_tooth,
  requires_diagnosis, current_version_id, updated_at, updated_by, updated_by_name, deleted_at, proposed_version_id,
  origin_version_id, clinical_owner_name, clinical_owner_gdc, review_due, review_reminded_on) on templates to
  candour_clinic;--> statement-breakpoint

grant select, insert, update (offered_to_all, name, description, treatment_type, treatment_subtype, status,
  requires_tooth, requires_diagnosis, current_version_id, updated_at, updated_by, updated_by_name, deleted_at,
  proposed_version_id, origin_version_id, clinical_owner_name, clinical_owner_gdc, review_due, review_reminded_on)
  on templates to candour_admin;--> statement-breakpoint

-- To find the clinics whose templates are due for review, and nothing of what those say.
grant select (id, owner_clinic_id, status, deleted_at, review_due, review_reminded_on) on templates to candour_job;--> statement-breakpoint
grant select, insert, delete on template_favourites to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- translations
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "template_translations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"template_id" uuid NOT NULL,
	"language" text NOT NULL,
	"format" text NOT NULL,
	"number" integer NOT NULL,
	"sections" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_by_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "template_translations_number" UNIQUE("template_id","language","format","number"),
	CONSTRAINT "template_translations_format" CHECK (format in ('standard', 'easy-read', 'large-print')),
	CONSTRAINT "template_translations_rendered" CHECK (language <> 'en' or format <> 'standard')
);--> statement-breakpoint

ALTER TABLE "template_translations" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE "template_translations" ADD CONSTRAINT "template_translations_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id");--> statement-breakpoint

CREATE POLICY "clinic_read" ON "template_translations" FOR SELECT TO "candour_clinic" USING (template_id in (select t.id from templates t));--> statement-breakpoint

CREATE POLICY "clinic_insert" ON "template_translations" FOR INSERT TO "candour_clinic" WITH CHECK (template_id in (select t.id from templates t where t.owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint

CREATE POLICY "admin" ON "template_translations" FOR SELECT TO "candour_admin" USING (template_id in (select t.id from templates t));--> statement-breakpoint

CREATE POLICY "admin_insert" ON "template_translations" FOR INSERT TO "candour_admin" WITH CHECK (template_id in (select t.id from templates t));--> statement-breakpoint

create policy owner on template_translations to current_user using (true) with check (true);--> statement-breakpoint

grant select, insert on template_translations to candour_clinic, candour_admin;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- adoptions
-- Who may do what with adoptions: they are written once, and nobody may change or delete one.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "template_adoptions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"template_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by_staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"gdc_number" text,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "template_adoptions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "template_adoptions_kind" CHECK (kind in ('adopted', 'withdrawn')),
	CONSTRAINT "template_adoptions_gdc_number" CHECK (gdc_number ~ '^[0-9]{5,7}$'),
	CONSTRAINT "template_adoptions_registered" CHECK (kind = 'withdrawn' or gdc_number is not null),
	CONSTRAINT "template_adoptions_reason" CHECK ((kind = 'withdrawn') = (reason <> ''))
);--> statement-breakpoint

ALTER TABLE "template_adoptions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "template_adoptions_newest" ON "template_adoptions" USING btree ("clinic_id","template_id","at","id");--> statement-breakpoint

ALTER TABLE "template_adoptions" ADD CONSTRAINT "template_adoptions_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id");--> statement-breakpoint
ALTER TABLE "template_adoptions" ADD CONSTRAINT "template_adoptions_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id");--> statement-breakpoint
ALTER TABLE "template_adoptions" ADD CONSTRAINT "template_adoptions_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "template_adoptions" ADD CONSTRAINT "template_adoptions_clinic_id_by_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","by_staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

CREATE POLICY "clinic" ON "template_adoptions" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

grant select, insert on template_adoptions to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- histories
-- Who may do what with medical histories: answers and reviews are written once, and nobody may change or delete one.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "histories" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "histories_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "histories_patient" UNIQUE("clinic_id","patient_id")
);--> statement-breakpoint

CREATE TABLE "history_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"factor" text NOT NULL,
	"answer" text NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"teeth" jsonb,
	"source" text NOT NULL,
	"version" integer NOT NULL,
	"by_staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "history_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "history_entries_version" UNIQUE("clinic_id","patient_id","factor","version"),
	CONSTRAINT "history_entries_answer" CHECK (answer in ('yes', 'no', 'unknown')),
	CONSTRAINT "history_entries_details" CHECK (answer = 'yes' or (fields = '{}' and teeth is null)),
	CONSTRAINT "history_entries_source" CHECK (source in ('patient', 'clinician', 'letter', 'import', 'merge'))
);--> statement-breakpoint

CREATE TABLE "history_reviews" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"by_staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "history_reviews_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

ALTER TABLE "histories" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "history_entries" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "history_reviews" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "history_reviews_newest" ON "history_reviews" USING btree ("clinic_id","patient_id","at","id");--> statement-breakpoint

ALTER TABLE "histories" ADD CONSTRAINT "histories_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "histories" ADD CONSTRAINT "histories_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_history" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."histories"("clinic_id","patient_id");--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_clinic_id_by_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","by_staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "history_reviews" ADD CONSTRAINT "history_reviews_history" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."histories"("clinic_id","patient_id");--> statement-breakpoint
ALTER TABLE "history_reviews" ADD CONSTRAINT "history_reviews_clinic_id_by_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","by_staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

create function wait_of_review() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id)
  select clinic_id, id from public.consents where clinic_id = new.clinic_id and patient_id = new.patient_id;
  return null;
end $$;
alter function wait_of_review() owner to candour_search;--> statement-breakpoint

CREATE POLICY "clinic" ON "histories" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "history_entries" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "history_reviews" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

create trigger wait_for_counting after insert or update on history_reviews for each row execute function wait_of_review();--> statement-breakpoint

grant select, insert, update (version) on histories to candour_clinic;--> statement-breakpoint
grant select, insert on history_entries, history_reviews to candour_clinic;--> statement-breakpoint
revoke all on function wait_of_review() from public;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- consents
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "consent_attestations" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"capacity" text NOT NULL,
	"statement" text NOT NULL,
	"staff_id" uuid,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"mark" jsonb,
	"mark_hash" text,
	"content_hash" text,
	CONSTRAINT "consent_attestations_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "consent_attestations_role" CHECK (role in ('witness', 'interpreter')),
	CONSTRAINT "consent_attestations_way" CHECK (num_nulls(mark, mark_hash, content_hash) = case when staff_id is null then 0 else 3 end)
);--> statement-breakpoint

CREATE TABLE "consent_discussions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"on" timestamp with time zone NOT NULL,
	"mode" text NOT NULL,
	"note" text NOT NULL,
	"what_matters" text DEFAULT '' NOT NULL,
	"understanding" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"child_view" text,
	"interpreter" text,
	"copy" text,
	CONSTRAINT "consent_discussions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "consent_discussions_mode" CHECK (mode in ('in-person', 'phone', 'video')),
	CONSTRAINT "consent_discussions_understanding" CHECK (understanding in ('explained-back', 'questions-answered', 'not-yet')),
	CONSTRAINT "consent_discussions_interpreter" CHECK (interpreter in ('helped', 'declined')),
	CONSTRAINT "consent_discussions_copy" CHECK (copy in ('handed', 'declined'))
);--> statement-breakpoint

CREATE TABLE "consent_events" (
	"clinic_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"event" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"details" jsonb NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "consent_events_clinic_id_consent_id_number_pk" PRIMARY KEY("clinic_id","consent_id","number")
);--> statement-breakpoint

CREATE TABLE "consent_items" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"position" integer DEFAULT 1 NOT NULL,
	"template_id" uuid NOT NULL,
	"template_version_id" uuid NOT NULL,
	"teeth" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"treatment" text NOT NULL,
	"area" text,
	"material" text DEFAULT '' NOT NULL,
	"price_pence" integer,
	"band" text,
	"placeholders" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "consent_items_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "consents" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinician_id" uuid NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"diagnosis" text DEFAULT '' NOT NULL,
	"content" jsonb,
	"content_hash" text,
	"reason" text,
	"replaces_id" uuid,
	"created_by" uuid NOT NULL,
	"sent_at" timestamp with time zone,
	"viewed_at" timestamp with time zone,
	"signed_at" timestamp with time zone,
	"finalised_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"takeover_id" uuid,
	"kind" text DEFAULT 'consent' NOT NULL,
	"parent_id" uuid,
	"plan" jsonb NOT NULL,
	"treatment" text NOT NULL,
	"teeth" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reflection_hours" integer DEFAULT 0 NOT NULL,
	"valid_until" timestamp with time zone,
	"changed_plan" jsonb,
	"reconfirm_since" timestamp with time zone,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"agreed_changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"confirmed_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"start_override" text,
	"questions_since" timestamp with time zone,
	"paper_given_at" timestamp with time zone,
	"look_again_at" timestamp with time zone,
	CONSTRAINT "consents_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "consents_status" CHECK (status in ('draft', 'approved', 'sent', 'viewed', 'verbal', 'signed', 'finalised', 'declined', 'withdrawn', 'expired', 'voided', 'superseded')),
	CONSTRAINT "consents_kind" CHECK (kind in ('consent', 'addendum', 'refusal')),
	CONSTRAINT "consents_parent" CHECK ((kind = 'addendum') = (parent_id is not null)),
	CONSTRAINT "consents_frozen" CHECK (status in ('draft', 'approved', 'voided') or (content is not null and content_hash is not null))
);--> statement-breakpoint

CREATE TABLE "countersignatures" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"name" text NOT NULL,
	"gdc_number" text NOT NULL,
	"content_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "countersignatures_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

ALTER TABLE "consent_attestations" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consent_discussions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consent_events" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consent_items" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consents" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "countersignatures" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "consent_attestations_of" ON "consent_attestations" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "consent_discussions_of" ON "consent_discussions" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "consent_events_annexed" ON "consent_events" USING btree ("clinic_id","consent_id","number") WHERE event in ('consent.withdrawn', 'consent.treatments_withdrawn', 'consent.voided', 'consent.addendum_agreed');--> statement-breakpoint
CREATE INDEX "consent_items_of_template" ON "consent_items" USING btree ("clinic_id","template_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_items_position" ON "consent_items" USING btree ("clinic_id","consent_id","position");--> statement-breakpoint
CREATE INDEX "consents_by_change" ON "consents" USING btree ("clinic_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "consents_by_status" ON "consents" USING btree ("clinic_id","status","updated_at","id");--> statement-breakpoint
CREATE INDEX "consents_drafted" ON "consents" USING btree ("clinic_id","updated_at","id") WHERE status in ('draft', 'approved');--> statement-breakpoint
CREATE INDEX "consents_awaiting" ON "consents" USING btree ("clinic_id","updated_at","id","expires_at") WHERE status in ('sent', 'viewed');--> statement-breakpoint
CREATE INDEX "consents_agreed" ON "consents" USING btree ("clinic_id","updated_at","id") WHERE status in ('verbal', 'signed', 'finalised');--> statement-breakpoint
CREATE INDEX "consents_refused" ON "consents" USING btree ("clinic_id","updated_at","id") WHERE status in ('declined', 'withdrawn');--> statement-breakpoint
CREATE INDEX "consents_to_reconfirm" ON "consents" USING btree ("clinic_id","updated_at","id") WHERE reconfirm_since is not null;--> statement-breakpoint
CREATE INDEX "consents_with_questions" ON "consents" USING btree ("clinic_id","updated_at","id") WHERE questions_since is not null;--> statement-breakpoint
CREATE INDEX "consents_to_look_at_again" ON "consents" USING btree ("clinic_id","updated_at","id","look_again_at") WHERE look_again_at is not null;--> statement-breakpoint
CREATE INDEX "consents_of_carer" ON "consents" USING btree ("clinic_id",(coalesce(takeover_id, clinician_id)),"updated_at","id");--> statement-breakpoint
CREATE INDEX "consents_by_treatment" ON "consents" USING btree ("clinic_id","treatment","updated_at","id");--> statement-breakpoint
CREATE INDEX "consents_by_signing" ON "consents" USING btree ("clinic_id","signed_at") WHERE signed_at is not null;--> statement-breakpoint
CREATE INDEX "consents_by_finalising" ON "consents" USING btree ("clinic_id","finalised_at") WHERE finalised_at is not null;--> statement-breakpoint
CREATE INDEX "consents_by_start" ON "consents" USING btree ("clinic_id","started_at") WHERE started_at is not null;--> statement-breakpoint
CREATE INDEX "consents_watched" ON "consents" USING btree ("valid_until","clinic_id") WHERE status in ('verbal', 'signed', 'finalised') and started_at is null and reconfirm_since is null;--> statement-breakpoint
CREATE INDEX "consents_of_patient" ON "consents" USING btree ("clinic_id","patient_id","created_at");--> statement-breakpoint
CREATE INDEX "consents_expiring" ON "consents" USING btree ("expires_at") WHERE status in ('sent', 'viewed');--> statement-breakpoint
CREATE UNIQUE INDEX "countersignatures_once" ON "countersignatures" USING btree ("clinic_id","consent_id");--> statement-breakpoint

-- The keys that are looked through when a consent goes.
create index consents_replacing on consents (clinic_id, replaces_id) where replaces_id is not null;--> statement-breakpoint
create index consents_adding on consents (clinic_id, parent_id) where parent_id is not null;--> statement-breakpoint
create index consent_events_hash on consent_events (hash);--> statement-breakpoint
create index consent_events_by_time on consent_events (clinic_id, at);--> statement-breakpoint

ALTER TABLE "consent_attestations" ADD CONSTRAINT "consent_attestations_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "consent_attestations" ADD CONSTRAINT "consent_attestations_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "consent_discussions" ADD CONSTRAINT "consent_discussions_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "consent_discussions" ADD CONSTRAINT "consent_discussions_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "consent_events" ADD CONSTRAINT "consent_events_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "consent_items" ADD CONSTRAINT "consent_items_template_version_id_template_versions_id_fk" FOREIGN KEY ("template_version_id") REFERENCES "public"."template_versions"("id");--> statement-breakpoint
ALTER TABLE "consent_items" ADD CONSTRAINT "consent_items_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_clinic_id_clinician_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","clinician_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_clinic_id_takeover_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","takeover_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_clinic_id_replaces_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","replaces_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_clinic_id_parent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","parent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "countersignatures" ADD CONSTRAINT "countersignatures_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "countersignatures" ADD CONSTRAINT "countersignatures_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

create function wait_consent() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id) values (new.clinic_id, new.id);
  return null;
end $$;
alter function wait_consent() owner to candour_search;--> statement-breakpoint

-- Events of what matters have a guard of their own, which asks of the chain what the other one asks.
create function guard_matter_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  if not exists (select from public.matter_entries m
                 where m.clinic_id = new.clinic_id and m.consent_id = new.consent_id
                 and new.event = 'matter.' || m.kind and new.details ->> 'hash' = m.hash
                 and new.details ->> 'entry' = m.number::text
                 and (current_user = 'candour_patient') = (m.staff_id is null))
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event like 'matter.%' and e.details ->> 'entry' = new.details ->> 'entry') then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

-- Treatments are taken back by the patient or by staff whom they told, of what is agreed to, each once since it was agreed
-- to last, and never the last one: that takes the consent back, which is a move.
create function guard_part_withdrawal() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
  agreed int;
  treatments int;
  gone jsonb;
  withdrawn jsonb := new.details -> 'withdrawn';
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  select jsonb_array_length(c.content -> 'treatments') into treatments from public.consents c
  where c.clinic_id = new.clinic_id and c.id = new.consent_id and c.status in ('verbal', 'signed', 'finalised');
  select max(e.number) into agreed from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
    and e.event in ('consent.verbal', 'consent.signed');
  select coalesce(jsonb_agg(place), '[]') into gone from (
    select jsonb_array_elements(s.declined) as place from public.signatures s
    where s.clinic_id = new.clinic_id and s.consent_id = new.consent_id
    union all
    select jsonb_array_elements(e.details -> 'withdrawn') from public.consent_events e
    where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id and e.number > agreed
      and e.event = 'consent.treatments_withdrawn') taken;
  if current_user not in ('candour_patient', 'candour_clinic') or treatments is null or agreed is null
    or coalesce(jsonb_typeof(withdrawn), '') <> 'array' or jsonb_array_length(withdrawn) = 0
    or exists (select from jsonb_array_elements(withdrawn) as place
               where gone @> place or not exists (select from generate_series(0, treatments - 1) as known
                                                  where to_jsonb(known) = place))
    or not exists (select from generate_series(0, treatments - 1) as kept
                   where not gone @> to_jsonb(kept) and not withdrawn @> to_jsonb(kept)) then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

-- The patient says whom they let in, the practice's side that somebody looked or was locked out, and either that it ended:
-- each once, of what is there. Asks of the chain what the guard of consents asks.
create function guard_supporter_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  if not exists (
      select from public.supporters s
      where s.clinic_id = new.clinic_id and s.consent_id = new.consent_id and s.number::text = new.details ->> 'number'
        and (new.event = 'supporter.invited' and current_user = 'candour_patient' and s.hash = new.details ->> 'hash'
          or new.event = 'supporter.opened' and current_user = 'candour_clinic' and exists (
            select from public.supporter_openings o
            where o.clinic_id = s.clinic_id and o.supporter_id = s.id and o.id::text = new.details ->> 'opening')
          or new.event = 'supporter.shut_out' and new.details ->> 'why' = 'ended' and s.revoked_at is not null
          or new.event = 'supporter.shut_out' and new.details ->> 'why' = 'wrong-codes' and s.locked_at is not null))
    or exists (
      select from public.consent_events e
      where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id and e.event = new.event
        and e.details ->> 'number' = new.details ->> 'number'
        and (e.details ->> 'opening', e.details ->> 'why')
          is not distinct from (new.details ->> 'opening', new.details ->> 'why')) then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

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
end $$;--> statement-breakpoint

-- The chain vouches for the last entry there is, and by its hash for all before it; once, by the side that wrote it.
create function guard_understanding_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  if new.event not in ('understanding.checked', 'understanding.explained')
    or (current_user = 'candour_patient') <> (new.event = 'understanding.checked')
    or not exists (select from public.understanding_entries e
                   where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
                   and (new.event = 'understanding.explained') = (e.kind = 'explained')
                   and new.details ->> 'entry' = e.number::text and new.details ->> 'hash' = e.hash
                   and not exists (select from public.understanding_entries l where l.clinic_id = e.clinic_id
                                   and l.consent_id = e.consent_id and l.number > e.number))
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event like 'understanding.%' and e.details ->> 'entry' = new.details ->> 'entry') then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

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
       not (old.status = 'draft' or old.status = 'approved' and new.status in ('sent', 'verbal')) and
       (new.patient_id, new.clinician_id, new.replaces_id, new.kind, new.parent_id, new.diagnosis, new.plan, new.treatment,
        new.teeth, new.reflection_hours, new.content, new.content_hash)
       is distinct from
       (old.patient_id, old.clinician_id, old.replaces_id, old.kind, old.parent_id, old.diagnosis, old.plan, old.treatment,
        old.teeth, old.reflection_hours, old.content, old.content_hash) then
      raise exception 'This part of a consent is frozen' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if new.changed_plan is not null and new.status not in ('verbal', 'signed', 'finalised', 'withdrawn', 'voided', 'superseded')
    or (new.confirmed_at, new.started_at, new.start_override) is distinct from (null, null, null)
      and new.status in ('draft', 'approved') then
    raise exception 'Only what was agreed to is confirmed, changed or begun' using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'UPDATE' and old.started_at is not null and
    (new.started_at, new.start_override) is distinct from (old.started_at, old.start_override) then
    raise exception 'When treatment began stays' using errcode = 'integrity_constraint_violation';
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

-- The consents of a merged record go to the one that stays, and back. Whose a sent consent is stands frozen for every
-- role of the application (guard_consent), so this moves them, and only as a merge of the caller's clinic says.
create function move_merged_consents(wanted uuid) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.consents c
  set patient_id = case when m.undone_at is null then m.survivor_id else m.merged_id end
  from public.patient_merges m
  where m.id = wanted and m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and c.clinic_id = m.clinic_id
    and (m.undone_at is null and c.patient_id = m.merged_id
      or m.undone_at is not null and c.patient_id = m.survivor_id and m.moved -> 'consents' ? c.id::text)
  returning c.id
$$;
alter function move_merged_consents(uuid) owner to candour_search;--> statement-breakpoint

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

-- What became of a video is told once for an entry, by the patient, while they may still sign, and as the entry says it.
create function guard_viewing_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  if current_user <> 'candour_patient'
    or not exists (select from public.consents c where c.clinic_id = new.clinic_id and c.id = new.consent_id
                   and c.status in ('sent', 'viewed', 'verbal'))
    or not exists (
      select from public.viewings v
      where v.clinic_id = new.clinic_id and v.consent_id = new.consent_id
        and v.number::text = new.details ->> 'entry' and v.hash = new.details ->> 'hash'
        and new.event in ('viewing.recorded', 'viewing.' || v.kind) and v.number = (
          select max(n.number) from public.viewings n where n.clinic_id = v.clinic_id and n.consent_id = v.consent_id))
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event like 'viewing.%' and e.details ->> 'entry' = new.details ->> 'entry') then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

-- What was read is told once, by the patient, while they may still sign, and as it was reported. Every other event is
-- guarded as before, by a function that knows nothing of this one.
create function guard_reading_event() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last_number int;
  last_hash text;
begin
  select e.number, e.hash into last_number, last_hash from public.consent_events e
  where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id order by e.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.previous_hash <> coalesce(last_hash, '') then
    raise exception 'An event follows the last one of its chain' using errcode = 'integrity_constraint_violation';
  end if;
  if current_user <> 'candour_patient'
    or not exists (select from public.consents c where c.clinic_id = new.clinic_id and c.id = new.consent_id
                   and c.status in ('sent', 'viewed', 'verbal'))
    or new.details ->> 'hash' is distinct from (
      select r.hash from public.readings r
      where r.clinic_id = new.clinic_id and r.consent_id = new.consent_id order by r.number desc limit 1)
    or new.details ->> 'reports' is distinct from (
      select count(*)::text from public.readings r where r.clinic_id = new.clinic_id and r.consent_id = new.consent_id)
    or exists (select from public.consent_events e where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id
               and e.event = 'consent.read') then
    raise exception 'This event did not happen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

CREATE POLICY "clinic" ON "consent_attestations" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "consent_attestations" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "clinic" ON "consent_discussions" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "consent_discussions" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "clinic" ON "consent_events" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "consent_events" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "job" ON "consent_events" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "admin" ON "consent_events" FOR SELECT TO "candour_admin" USING (event in ('consent.approved', 'consent.sent', 'consent.viewed', 'consent.verbal', 'consent.signed', 'consent.finalised', 'consent.declined', 'consent.withdrawn', 'consent.expired', 'consent.voided', 'consent.superseded', 'consent.created', 'consent.given_on_paper', 'consent.scan_added', 'consent.read', 'consent.discussed', 'consent.plan_changed', 'consent.reconfirm_needed', 'consent.confirmed', 'consent.reassigned', 'consent.treatments_withdrawn', 'document.sealed'));--> statement-breakpoint

CREATE POLICY "clinic" ON "consent_items" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "consent_items" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "clinic" ON "consents" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "consents" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "job" ON "consents" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "opener" ON "consents" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

CREATE POLICY "admin" ON "consents" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "countersignatures" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "countersignatures" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "patient" ON "patients" FOR SELECT TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and id in (select c.patient_id from consents c where c.clinic_id = patients.clinic_id));--> statement-breakpoint

create policy merge on consents to candour_search
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  with check (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

create policy opener on consent_events for select to candour_opener using (true);--> statement-breakpoint

-- Who waits. These run for patients as for staff, so they have the rights of their owner, who may write here and look up
-- whose a consent is. A record that is being destroyed takes its marks with it and waits for nothing.
create policy whose on consents for select to candour_search using (true);--> statement-breakpoint

create policy whose on consent_discussions for select to candour_search using (true);--> statement-breakpoint

create trigger guard_consent before insert or update on consents for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_consent();--> statement-breakpoint

create trigger guard_consent_item before insert or update or delete on consent_items for each row
  when (pg_has_role('candour_app', current_user, 'set') and current_user <> 'candour_destroyer')
  execute function guard_consent_item();--> statement-breakpoint

create trigger guard_understanding_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event like 'understanding.%')
  execute function guard_understanding_event();--> statement-breakpoint

create trigger guard_matter_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event like 'matter.%')
  execute function guard_matter_event();--> statement-breakpoint

create trigger guard_reading_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event = 'consent.read')
  execute function guard_reading_event();--> statement-breakpoint

create trigger guard_attestation before insert on consent_attestations for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_attestation();--> statement-breakpoint

create trigger guard_capacity_event before insert on consent_events for each row
  when (new.event like 'capacity.%' and pg_has_role('candour_app', current_user, 'set'))
  execute function guard_capacity_event();--> statement-breakpoint

create trigger guard_supporter_event before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event like 'supporter.%')
  execute function guard_supporter_event();--> statement-breakpoint

create trigger guard_viewing_event before insert on consent_events for each row
  when (new.event like 'viewing.%' and pg_has_role('candour_app', current_user, 'set'))
  execute function guard_viewing_event();--> statement-breakpoint

create trigger guard_part_withdrawal before insert on consent_events for each row
  when (pg_has_role('candour_app', current_user, 'set') and new.event = 'consent.treatments_withdrawn')
  execute function guard_part_withdrawal();--> statement-breakpoint

CREATE TRIGGER guard_consent_event BEFORE INSERT ON public.consent_events FOR EACH ROW WHEN ((pg_has_role('candour_app'::name, CURRENT_USER, 'set'::text) AND (new.event !~~ 'understanding.%'::text) AND (new.event !~~ 'matter.%'::text) AND (new.event <> 'consent.read'::text) AND (new.event !~~ 'supporter.%'::text) AND (new.event !~~ 'viewing.%'::text) AND (new.event <> 'consent.treatments_withdrawn'::text))) EXECUTE FUNCTION guard_consent_event();--> statement-breakpoint

create trigger wait_for_counting after insert on consents for each row
  when (new.finalised_at is not null or new.started_at is not null or new.status in ('withdrawn', 'declined', 'voided'))
  execute function wait_consent();--> statement-breakpoint

create trigger wait_for_counting_again after update on consents for each row
  when (new.finalised_at is not null or new.started_at is not null or new.status in ('withdrawn', 'declined', 'voided'))
  execute function wait_consent();--> statement-breakpoint

grant select, insert, update, delete on consent_items to candour_clinic;--> statement-breakpoint
grant select on consent_items to candour_patient;--> statement-breakpoint

-- An interpreter and a witness sign with the patient, of the same text and before the chain has told of the signature;
-- staff put on record who stood by, and sign for nobody.
grant select, insert on consent_attestations, consent_events to candour_clinic, candour_patient;--> statement-breakpoint
grant select (clinic_id, consent_id, number, event, at, hash), insert on consent_events to candour_link;--> statement-breakpoint
grant select on consent_attestations, consent_events to candour_integration;--> statement-breakpoint

-- The sweep looks for what happened after a signature and has no annex: ids and numbers, no words.
grant select (clinic_id, consent_id, number, event, at) on consent_events to candour_job;--> statement-breakpoint
grant select (clinic_id, consent_id, number, event, at, hash) on consent_events to candour_admin;--> statement-breakpoint
grant select (clinic_id, consent_id, number, at, hash) on consent_events to candour_opener;--> statement-breakpoint
grant select, insert on consent_discussions, countersignatures to candour_clinic;--> statement-breakpoint
grant select on consent_discussions, countersignatures to candour_integration, candour_patient;--> statement-breakpoint
grant select, insert, update on consents to candour_clinic;--> statement-breakpoint

grant select, update (status, reason, signed_at, updated_at, valid_until, questions_since) on consents to
  candour_patient;--> statement-breakpoint
grant select on consents to candour_integration, candour_emergency, candour_opener;--> statement-breakpoint

grant select (clinic_id, id, patient_id, status, expires_at), update (status, viewed_at, updated_at) on consents to
  candour_link;--> statement-breakpoint

-- What the platform may know of a consent without a reason: metadata. To whom a message went is left out, and what an
-- event says; the policies leave out whose names alone would tell of somebody's health.
grant select (clinic_id, id, status, content_hash, sent_at, viewed_at, signed_at, finalised_at, expires_at,
  created_at, updated_at, kind) on consents to candour_admin;--> statement-breakpoint

-- Whether a consent was given to anybody.
grant select (clinic_id, id, status, sent_at, signed_at, finalised_at, expires_at, valid_until, reconfirm_since,
  started_at) on consents to candour_job;--> statement-breakpoint
grant select (clinic_id, id, patient_id, clinician_id), update (patient_id) on consents to candour_search;--> statement-breakpoint
grant select (clinic_id, id, content) on consents to candour_supporter;--> statement-breakpoint
grant select (clinic_id, consent_id, staff_id) on consent_discussions to candour_search;--> statement-breakpoint

revoke all on function move_merged_consents(uuid) from public;
grant execute on function move_merged_consents(uuid) to candour_clinic;--> statement-breakpoint
revoke all on function wait_consent() from public;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- capacity
-- Whether patients can decide, and what is decided for those who cannot: written once by the practice, never changed, told
-- by the chain as it was written. A signature that the newest assessment does not allow is refused here as well.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "capacity_assessments" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"form" text NOT NULL,
	"form_version" text NOT NULL,
	"law" text NOT NULL,
	"title" text NOT NULL,
	"answers" jsonb NOT NULL,
	"told" jsonb NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"post" text NOT NULL,
	"gdc_number" text,
	"hash" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"result" text NOT NULL,
	"decision" text NOT NULL,
	"assessed_at" timestamp with time zone NOT NULL,
	"place" text NOT NULL,
	"again" text NOT NULL,
	CONSTRAINT "capacity_assessments_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "capacity_assessments_number" UNIQUE("clinic_id","consent_id","number"),
	CONSTRAINT "capacity_assessments_form" CHECK (form in ('mental-capacity-act', 'adults-with-incapacity', 'northern-ireland')),
	CONSTRAINT "capacity_assessments_result" CHECK (result in ('has', 'lacks', 'open')),
	CONSTRAINT "capacity_assessments_again" CHECK ((number = 1) = (again = ''))
);--> statement-breakpoint

CREATE TABLE "capacity_decisions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"form" text NOT NULL,
	"form_version" text NOT NULL,
	"law" text NOT NULL,
	"title" text NOT NULL,
	"answers" jsonb NOT NULL,
	"told" jsonb NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"post" text NOT NULL,
	"gdc_number" text,
	"hash" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"choice" text NOT NULL,
	"assessment" integer NOT NULL,
	CONSTRAINT "capacity_decisions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "capacity_decisions_number" UNIQUE("clinic_id","consent_id","number"),
	CONSTRAINT "capacity_decisions_form" CHECK (form in ('mental-capacity-act', 'adults-with-incapacity', 'northern-ireland')),
	CONSTRAINT "capacity_decisions_choice" CHECK (choice in ('go-ahead', 'not-to-treat'))
);--> statement-breakpoint

ALTER TABLE "capacity_assessments" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "capacity_decisions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE "capacity_assessments" ADD CONSTRAINT "capacity_assessments_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "capacity_assessments" ADD CONSTRAINT "capacity_assessments_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "capacity_decisions" ADD CONSTRAINT "capacity_decisions_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "capacity_decisions" ADD CONSTRAINT "capacity_decisions_assessment" FOREIGN KEY ("clinic_id","consent_id","assessment") REFERENCES "public"."capacity_assessments"("clinic_id","consent_id","number");--> statement-breakpoint
ALTER TABLE "capacity_decisions" ADD CONSTRAINT "capacity_decisions_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

-- Each record is the next of its consent, and nothing is decided but on the newest assessment, where it says so.
create function guard_capacity_assessment() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.number <> (select coalesce(max(a.number), 0) + 1 from public.capacity_assessments a
                    where a.clinic_id = new.clinic_id and a.consent_id = new.consent_id) then
    raise exception 'An assessment follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

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

CREATE POLICY "clinic" ON "capacity_assessments" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "capacity_assessments" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "clinic" ON "capacity_decisions" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "capacity_decisions" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

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
end $$;--> statement-breakpoint

create trigger guard_capacity_assessment before insert on capacity_assessments for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_capacity_assessment();--> statement-breakpoint

create trigger guard_capacity_decision before insert on capacity_decisions for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_capacity_decision();--> statement-breakpoint

grant select, insert on capacity_assessments, capacity_decisions to candour_clinic;--> statement-breakpoint
grant select on capacity_assessments, capacity_decisions to candour_integration;--> statement-breakpoint

-- A patient's side asks what was found, to know whether it may sign; the words are for the practice and the access pack.
-- A patient's side reads what the chain names them by; the words stay for the practice and the access pack.
grant select (clinic_id, consent_id, number, form, hash, result) on capacity_assessments to candour_patient;--> statement-breakpoint
grant select (clinic_id, consent_id, number, hash) on capacity_decisions to candour_patient;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- pictures
-- Who may do what with the pictures of a consent: they are chosen while it is a draft, and belong to its text afterwards.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "consent_pictures" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"kind" text NOT NULL,
	"caption" text NOT NULL,
	"taken_on" text,
	"alt" text NOT NULL,
	"marks" jsonb NOT NULL,
	"confirmed_for" text,
	"waiting_bytes" "bytea",
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_pictures_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "consent_pictures_type_known" CHECK (type in ('image/jpeg', 'image/png')),
	CONSTRAINT "consent_pictures_kind_known" CHECK (kind in ('xray', 'photo'))
);--> statement-breakpoint

ALTER TABLE "consent_pictures" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "consent_pictures_of_consent" ON "consent_pictures" USING btree ("clinic_id","consent_id","id");--> statement-breakpoint
CREATE INDEX "consent_pictures_by_content" ON "consent_pictures" USING btree ("clinic_id","sha256");--> statement-breakpoint

ALTER TABLE "consent_pictures" ADD CONSTRAINT "consent_pictures_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint

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

CREATE POLICY "clinic" ON "consent_pictures" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "consent_pictures" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

create trigger guard_consent_picture before insert or update or delete on consent_pictures for each row
  when (pg_has_role('candour_app', current_user, 'set') and current_user <> 'candour_destroyer')
  execute function guard_consent_picture();--> statement-breakpoint

grant select, insert, update (kind, caption, taken_on, alt, marks, confirmed_for, waiting_bytes, updated_at), delete
  on consent_pictures to candour_clinic;--> statement-breakpoint
grant select on consent_pictures to candour_integration, candour_patient, candour_supporter;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- saved-views
--
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "saved_views" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"staff_id" uuid,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_views_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "saved_views_name" UNIQUE NULLS NOT DISTINCT("clinic_id","staff_id","name")
);--> statement-breakpoint

ALTER TABLE "saved_views" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint

CREATE POLICY "clinic" ON "saved_views" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

grant select, insert, update, delete on saved_views to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- tasks
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "tasks" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"consent_id" uuid NOT NULL,
	"cause_id" uuid NOT NULL,
	"assigned_to" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" text,
	"outcome" text,
	"note" text DEFAULT '' NOT NULL,
	"due_at" timestamp with time zone,
	CONSTRAINT "tasks_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "tasks_kind" CHECK (kind in ('urgent-worry', 'worry', 'call', 'letter', 'answer', 'understanding', 'matter', 'talk', 'capacity', 'new-link')),
	CONSTRAINT "tasks_outcome" CHECK (outcome in ('done', 'reached', 'no-answer', 'wrong-number', 'posted', 'not-needed')),
	CONSTRAINT "tasks_ended" CHECK ((done_at is null) = (outcome is null) and (done_at is null) = (done_by is null))
);--> statement-breakpoint

ALTER TABLE "tasks" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "tasks_of_cause" ON "tasks" USING btree ("clinic_id","cause_id","kind");--> statement-breakpoint
CREATE INDEX "tasks_open" ON "tasks" USING btree ("clinic_id","created_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "tasks_done" ON "tasks" USING btree ("clinic_id","done_at");--> statement-breakpoint
CREATE INDEX "tasks_of_consent" ON "tasks" USING btree ("clinic_id","consent_id");--> statement-breakpoint

ALTER TABLE "tasks" ADD CONSTRAINT "tasks_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_clinic_id_assigned_to_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","assigned_to") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

CREATE POLICY "clinic" ON "tasks" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

grant select, insert, update on tasks to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- questions
-- Questions and answers: who may write what, and that the chain of a consent tells of each as it was written.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "question_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"question_id" uuid,
	"kind" text NOT NULL,
	"part" integer,
	"part_title" text DEFAULT '' NOT NULL,
	"is_blocking" boolean DEFAULT false NOT NULL,
	"mode" text,
	"why" text,
	"text" text NOT NULL,
	"staff_id" uuid,
	"by_name" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "question_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "question_entries_kind" CHECK (kind in ('asked', 'added', 'answered', 'settled')),
	CONSTRAINT "question_entries_mode" CHECK (mode in ('message', 'call', 'visit')),
	CONSTRAINT "question_entries_why" CHECK (why in ('have-answer', 'not-needed')),
	CONSTRAINT "question_entries_shape" CHECK ((kind = 'asked') = (question_id is null) and (kind = 'answered') = (mode is not null)
        and (kind = 'answered') = (staff_id is not null) and (kind = 'settled') = (why is not null)
        and (kind = 'settled') = (text = '') and (kind in ('asked', 'added') or not is_blocking))
);--> statement-breakpoint

ALTER TABLE "question_entries" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "question_entries_number" ON "question_entries" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint

ALTER TABLE "question_entries" ADD CONSTRAINT "question_entries_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "question_entries" ADD CONSTRAINT "question_entries_of_question" FOREIGN KEY ("clinic_id","question_id") REFERENCES "public"."question_entries"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "question_entries" ADD CONSTRAINT "question_entries_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

-- A patient asks and settles, the practice answers; each entry is the next of its consent, about the question it names.
create function guard_question_entry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (current_user = 'candour_patient') <> (new.kind in ('asked', 'added', 'settled')) then
    raise exception 'This is another side''s to write' using errcode = 'integrity_constraint_violation';
  end if;
  if new.number <> (select coalesce(max(q.number), 0) + 1 from public.question_entries q
                    where q.clinic_id = new.clinic_id and q.consent_id = new.consent_id) then
    raise exception 'An entry follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  if new.question_id is not null and not exists (
    select from public.question_entries q
    where q.clinic_id = new.clinic_id and q.id = new.question_id and q.consent_id = new.consent_id and q.kind = 'asked') then
    raise exception 'An entry belongs to a question of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

CREATE POLICY "clinic" ON "question_entries" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "question_entries" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

do $$
declare
  rule record;
begin
  for rule in select * from (values ('consents', 'id'), ('question_entries', 'consent_id'), ('consent_pictures', 'consent_id'))
    as rules (name, consent) loop
    execute format('create policy supporter on public.%I for select to candour_supporter
      using (clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::uuid
        and %I = any(string_to_array(nullif(current_setting(''app.consent_ids'', true), ''''), '','')::uuid[]))',
      rule.name, rule.consent);
  end loop;
end $$;--> statement-breakpoint

create trigger guard_question_entry before insert on question_entries for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_question_entry();--> statement-breakpoint

-- Nobody changes or removes what was asked and answered.
grant select, insert on question_entries to candour_clinic, candour_patient;--> statement-breakpoint
grant select on question_entries to candour_integration, candour_supporter;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- authority
-- Who may sign, as staff decided it, and who signs beside whoever consents.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "authority_decisions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"nation" text NOT NULL,
	"age_group" text NOT NULL,
	"answers" jsonb NOT NULL,
	"registered_on" date,
	"rule" text NOT NULL,
	"outcome" text NOT NULL,
	"kind" text NOT NULL,
	"form" text NOT NULL,
	"signers" jsonb NOT NULL,
	"title" text NOT NULL,
	"why" text NOT NULL,
	"sources" jsonb NOT NULL,
	"person" jsonb,
	"seen" text NOT NULL,
	"reason" text NOT NULL,
	"asked" jsonb NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"gdc_number" text,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "authority_decisions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "authority_decisions_kind" CHECK (kind in ('signs', 'not-this-person', 'stop')),
	CONSTRAINT "authority_decisions_signers" CHECK ((kind = 'signs') = (jsonb_array_length(signers) > 0))
);--> statement-breakpoint

ALTER TABLE "authority_decisions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "authority_decisions_number" ON "authority_decisions" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint

ALTER TABLE "authority_decisions" ADD CONSTRAINT "authority_decisions_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "authority_decisions" ADD CONSTRAINT "authority_decisions_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

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

CREATE POLICY "clinic" ON "authority_decisions" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "authority_decisions" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

create policy destroyer on authority_decisions to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = authority_decisions.clinic_id
                and c.id = authority_decisions.consent_id));--> statement-breakpoint

create trigger guard_authority_decision before insert on authority_decisions for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_authority_decision();--> statement-breakpoint

-- Nobody changes or removes a decision; the patient's side reads what holds for their own consent.
grant select, insert on authority_decisions to candour_clinic;--> statement-breakpoint
grant select on authority_decisions to candour_integration, candour_patient;--> statement-breakpoint
grant select, delete on authority_decisions to candour_destroyer;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- readings
-- How texts were read: told by patients alone, never changed, and named by the event before their signature.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "readings" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"visit" uuid NOT NULL,
	"visit_number" integer NOT NULL,
	"spells" jsonb NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "readings_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "readings_numbers" CHECK (number > 0 and visit_number > 0)
);--> statement-breakpoint

ALTER TABLE "readings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "readings_number" ON "readings" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "readings_once" ON "readings" USING btree ("clinic_id","consent_id","visit","visit_number");--> statement-breakpoint

ALTER TABLE "readings" ADD CONSTRAINT "readings_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint

create function guard_reading() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.number <> (select coalesce(max(r.number), 0) + 1 from public.readings r
                    where r.clinic_id = new.clinic_id and r.consent_id = new.consent_id) then
    raise exception 'A report follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

-- The first word is the one that tells most, in each of its readings; the others are looked for in what that finds.
-- A key may stand for a patient more than once, hence a few more of them than patients.
create function search_patients(words text[], rows_max int, statuses text[])
returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with readings as (
    select word, array_agg(case when reading ~ '^\d{4,}$' then '%' || reading || '%'
      else '% ' || replace(replace(replace(reading, '\', '\\'), '%', '\%'), '_', '\_') || '%' end) as patterns
    from unnest(words[2:]) with ordinality w (reading_list, word)
    cross join lateral unnest(string_to_array(reading_list, '|')) reading
    group by word
  ), others as (
    select coalesce(array_agg(patterns[1]) filter (where cardinality(patterns) = 1), '{}') as single,
      coalesce(bool_or(cardinality(patterns) > 1), false) as has_several
    from readings
  )
  select distinct found.patient_id from (
    select k.patient_id
    from unnest(statuses) wanted
    cross join unnest(string_to_array(words[1], '|')) beginning
    cross join lateral (
      select p.patient_id from public.patient_keys p
      where p.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and p.status = wanted
        and p.key >= beginning and p.key < beginning || chr(1114111)
        and p.key like all ((select single from others)::text[])
        and (not (select has_several from others) or not exists (
          select from readings r where cardinality(r.patterns) > 1 and not p.key like any (r.patterns)))
      limit rows_max * 8) k) found
  limit rows_max
$$;
alter function search_patients(text[], integer, text[]) owner to candour_search;--> statement-breakpoint

CREATE POLICY "clinic" ON "readings" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "readings" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

create policy destroyer on readings to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = readings.clinic_id and c.id = readings.consent_id));--> statement-breakpoint

create trigger guard_reading before insert on readings for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_reading();--> statement-breakpoint

grant select, insert on readings to candour_patient;--> statement-breakpoint
grant select on readings to candour_clinic, candour_integration;--> statement-breakpoint

-- A record that two people decided to end takes these with it.
grant select, delete on readings to candour_destroyer;--> statement-breakpoint

revoke all on function search_patients(text[], int, text[]) from public;
grant execute on function search_patients(text[], int, text[]) to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- viewings
-- How videos were watched: told by patients alone, never changed, and named by events of the consent's chain.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "viewings" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"video_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"showing" uuid NOT NULL,
	"showing_number" integer NOT NULL,
	"said" jsonb NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "viewings_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "viewings_numbers" CHECK (number > 0 and showing_number >= 0),
	CONSTRAINT "viewings_kinds" CHECK (kind in ('started', 'watched', 'read_instead'))
);--> statement-breakpoint

ALTER TABLE "viewings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "viewings_number" ON "viewings" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "viewings_once" ON "viewings" USING btree ("clinic_id","consent_id","showing","showing_number");--> statement-breakpoint

ALTER TABLE "viewings" ADD CONSTRAINT "viewings_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint

create function guard_viewing() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.number <> (select coalesce(max(v.number), 0) + 1 from public.viewings v
                    where v.clinic_id = new.clinic_id and v.consent_id = new.consent_id) then
    raise exception 'An entry follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

CREATE POLICY "clinic" ON "viewings" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "viewings" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

create policy destroyer on viewings to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = viewings.clinic_id and c.id = viewings.consent_id));--> statement-breakpoint

create trigger guard_viewing before insert on viewings for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_viewing();--> statement-breakpoint

grant select, insert on viewings to candour_patient;--> statement-breakpoint
grant select on viewings to candour_clinic, candour_integration;--> statement-breakpoint

-- A record that two people decided to end takes these with it.
grant select, delete on viewings to candour_destroyer;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- understanding
-- Understanding checks: who may write what, and that the chain of a consent vouches for each as it was written.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "understanding_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"question" text,
	"answer" integer,
	"is_right" boolean,
	"text" text DEFAULT '' NOT NULL,
	"staff_id" uuid,
	"by_name" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "understanding_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "understanding_entries_kind" CHECK (kind in ('answered', 'talk', 'finished', 'explained')),
	CONSTRAINT "understanding_entries_shape" CHECK ((kind = 'answered') = (answer is not null) and (kind = 'answered') = (is_right is not null)
        and (kind <> 'answered' or question is not null) and (kind in ('answered', 'talk') or question is null)
        and (kind = 'explained') = (staff_id is not null) and (kind <> 'explained' or text <> '')
        and (kind in ('finished', 'explained') or text = ''))
);--> statement-breakpoint

ALTER TABLE "understanding_entries" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "understanding_entries_number" ON "understanding_entries" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint

ALTER TABLE "understanding_entries" ADD CONSTRAINT "understanding_entries_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "understanding_entries" ADD CONSTRAINT "understanding_entries_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

-- A patient answers, the practice explains; each entry is the next of its consent.
create function guard_understanding_entry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (current_user = 'candour_patient') <> (new.kind in ('answered', 'talk', 'finished')) then
    raise exception 'This is another side''s to write' using errcode = 'integrity_constraint_violation';
  end if;
  if new.number <> (select coalesce(max(e.number), 0) + 1 from public.understanding_entries e
                    where e.clinic_id = new.clinic_id and e.consent_id = new.consent_id) then
    raise exception 'An entry follows the last one of its consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

CREATE POLICY "clinic" ON "understanding_entries" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "understanding_entries" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

create policy destroyer on understanding_entries to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = understanding_entries.clinic_id
                and c.id = understanding_entries.consent_id));--> statement-breakpoint

create trigger guard_understanding_entry before insert on understanding_entries for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_understanding_entry();--> statement-breakpoint

-- Nobody changes or removes what was answered and explained.
grant select, insert on understanding_entries to candour_clinic, candour_patient;--> statement-breakpoint
grant select on understanding_entries to candour_integration;--> statement-breakpoint

-- What may be taken away with a record whose end two people decided.
grant select, delete on understanding_entries to candour_destroyer;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- matters
-- What matters to patients and what they say of their choice: who may write what, and that the chain of a consent tells of
-- each as it was written.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "matter_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"answers_id" uuid,
	"mode" text,
	"talked_at" timestamp with time zone,
	"remind_days" integer,
	"staff_id" uuid,
	"by_name" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "matter_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "matter_entries_kind" CHECK (kind in ('told', 'dropped', 'nothing', 'answered', 'leaned', 'thinking', 'call_wanted', 'allowed', 'refused', 'blank', 'withdrawn')),
	CONSTRAINT "matter_entries_mode" CHECK (mode in ('message', 'in-person', 'phone', 'video', 'paper', 'verbal')),
	CONSTRAINT "matter_entries_shape" CHECK ((kind = 'answered') = (answers_id is not null)
        and (kind = 'answered') = (mode is not null and mode not in ('paper', 'verbal'))
        and (kind in ('allowed', 'refused', 'blank') and staff_id is not null) = (mode is not null and mode in ('paper', 'verbal'))
        and (kind <> 'blank' or (mode is not null and mode = 'paper'))
        and (talked_at is not null) = (mode is not null and mode <> 'message')
        and (kind = 'thinking' or remind_days is null) and (kind <> 'answered' or staff_id is not null)
        and (kind in ('answered', 'withdrawn', 'allowed', 'refused', 'blank') or staff_id is null) and (mode is distinct from 'message' or text <> ''))
);--> statement-breakpoint

ALTER TABLE "matter_entries" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "matter_entries_number" ON "matter_entries" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint

ALTER TABLE "matter_entries" ADD CONSTRAINT "matter_entries_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "matter_entries" ADD CONSTRAINT "matter_entries_answered" FOREIGN KEY ("clinic_id","answers_id") REFERENCES "public"."matter_entries"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "matter_entries" ADD CONSTRAINT "matter_entries_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

-- Additional consents on paper and by word of mouth: staff write down what was ticked or said, and only where the consent
-- was given that way. And what other programs may read of a consent's kept files.

-- A patient tells, the practice answers; both may note that an additional consent was taken back. What staff write of an
-- additional consent says how it was given, and the consent itself was given like that. Each entry is the next of its
-- consent, and an answer is one to what was told in it.
create function guard_matter_entry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
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

CREATE POLICY "clinic" ON "matter_entries" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "matter_entries" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

create policy destroyer on matter_entries to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = matter_entries.clinic_id and c.id = matter_entries.consent_id));--> statement-breakpoint

create trigger guard_matter_entry before insert on matter_entries for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_matter_entry();--> statement-breakpoint

-- Nobody changes or removes what was told and answered.
grant select, insert on matter_entries to candour_clinic, candour_patient;--> statement-breakpoint
grant select on matter_entries to candour_integration;--> statement-breakpoint

-- What was told goes with the record that two people end.
grant select, delete on matter_entries to candour_destroyer;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- supporters
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "supporter_openings" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"supporter_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "supporter_openings_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "supporters" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"name" text NOT NULL,
	"relation" text NOT NULL,
	"by" text NOT NULL,
	"contact" text NOT NULL,
	"token_hash" text NOT NULL,
	"message_id" uuid,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"locked_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"number" integer,
	"hash" text,
	CONSTRAINT "supporters_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "supporters_number" UNIQUE("clinic_id","consent_id","number"),
	CONSTRAINT "supporters_told" CHECK ((number is null) = (hash is null)),
	CONSTRAINT "supporters_by" CHECK (by in ('email', 'sms', 'own')),
	CONSTRAINT "supporters_contact" CHECK ((by = 'own') = (contact = '')),
	CONSTRAINT "supporters_time" CHECK (expires_at <= created_at + interval '14 days')
);--> statement-breakpoint

ALTER TABLE "supporter_openings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "supporters" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "supporter_openings_token" ON "supporter_openings" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "supporter_openings_of" ON "supporter_openings" USING btree ("clinic_id","supporter_id");--> statement-breakpoint
CREATE INDEX "supporter_openings_of_consent" ON "supporter_openings" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "supporters_token" ON "supporters" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "supporters_of_consent" ON "supporters" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "supporters_message" ON "supporters" USING btree ("clinic_id","message_id");--> statement-breakpoint

ALTER TABLE "supporter_openings" ADD CONSTRAINT "supporter_openings_clinic_id_supporter_id_supporters_clinic_id_id_fk" FOREIGN KEY ("clinic_id","supporter_id") REFERENCES "public"."supporters"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "supporter_openings" ADD CONSTRAINT "supporter_openings_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "supporters" ADD CONSTRAINT "supporters_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "supporters" ADD CONSTRAINT "supporters_clinic_id_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","message_id") REFERENCES "public"."messages"("clinic_id","id");--> statement-breakpoint

create function open_supporter_session(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, supporter_id uuid, consent_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.clinic_id, s.id, s.consent_id
  from public.supporter_openings o
  join public.supporters s on s.clinic_id = o.clinic_id and s.id = o.supporter_id
  join public.consents c on c.clinic_id = s.clinic_id and c.id = s.consent_id
  where o.token_hash = wanted_hash and o.expires_at > moment and s.revoked_at is null and s.expires_at > moment
    and c.status in ('sent', 'viewed', 'verbal', 'signed', 'finalised')
$$;
alter function open_supporter_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint

-- Before a scope exists: whose link or cookie this is, while it lives and there is something to read.
create function open_supporter_link(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, supporter_id uuid, consent_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.clinic_id, s.id, s.consent_id
  from public.supporters s
  join public.consents c on c.clinic_id = s.clinic_id and c.id = s.consent_id
  where s.token_hash = wanted_hash and s.revoked_at is null and s.expires_at > moment
    and c.status in ('sent', 'viewed', 'verbal', 'signed', 'finalised')
$$;
alter function open_supporter_link(text, timestamptz) owner to candour_opener;--> statement-breakpoint

-- Whoever is let in now is told of, as the next of their consent.
create function guard_new_supporter() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.number is null or new.number <> 1 + (select count(*) from public.supporters s
                                              where s.clinic_id = new.clinic_id and s.consent_id = new.consent_id) then
    raise exception 'Whoever is let in follows the last one of the consent' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

create function guard_supporter() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.locked_at is not null and (new.locked_at, new.failed_attempts) is distinct from (old.locked_at, old.failed_attempts)
    or old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'What became of an invitation stays' using errcode = 'integrity_constraint_violation';
  end if;
  if new.failed_attempts not in (old.failed_attempts, old.failed_attempts + 1)
    and not (new.failed_attempts = 0 and new.locked_at is null) then
    raise exception 'Attempts are counted one by one' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

CREATE POLICY "clinic" ON "supporter_openings" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "supporter_openings" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "opener" ON "supporter_openings" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "supporters" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "supporters" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "opener" ON "supporters" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

create trigger guard_supporter before update on supporters for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_supporter();--> statement-breakpoint

create trigger guard_new_supporter before insert on supporters for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_new_supporter();--> statement-breakpoint

-- A patient lets somebody read along and ends it; the practice sends the link, counts attempts and may end it too.
grant select, insert, update (revoked_at) on supporters to candour_patient;--> statement-breakpoint
grant select, update (message_id, failed_attempts, locked_at, revoked_at) on supporters to candour_clinic;--> statement-breakpoint
grant select on supporters to candour_opener;--> statement-breakpoint

-- Other programs are told whether a record is whole; not where a link went, nor what opens it.
grant select (clinic_id, id, consent_id, name, relation, by, locked_at, expires_at, revoked_at, created_at, number,
  hash) on supporters to candour_integration, candour_emergency;--> statement-breakpoint
grant select, insert on supporter_openings to candour_clinic;--> statement-breakpoint
grant select on supporter_openings to candour_patient, candour_emergency, candour_opener;--> statement-breakpoint
grant select (clinic_id, id, supporter_id, consent_id, at) on supporter_openings to candour_integration;--> statement-breakpoint

revoke all on function open_supporter_link(text, timestamptz) from public;
grant execute on function open_supporter_link(text, timestamptz) to candour_app;--> statement-breakpoint

revoke all on function open_supporter_session(text, timestamptz) from public;
grant execute on function open_supporter_session(text, timestamptz) to candour_app;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- signing
-- The way in, and who reads along: who may write what, and that what became of a code or an invitation stays.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "link_codes" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"link_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"hash_of_code" text,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "link_codes_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "links" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"message_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"locked_at" timestamp with time zone,
	"first_opened_at" timestamp with time zone,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handed_by" uuid,
	"without_code" boolean DEFAULT false NOT NULL,
	CONSTRAINT "links_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "links_message" UNIQUE("clinic_id","message_id")
);--> statement-breakpoint

CREATE TABLE "patient_sessions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"link_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "patient_sessions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "signatures" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"link_id" uuid,
	"idempotency_key" text NOT NULL,
	"name" text NOT NULL,
	"signer_role" text NOT NULL,
	"mark" jsonb NOT NULL,
	"mark_hash" text NOT NULL,
	"statements" jsonb NOT NULL,
	"content_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"declined" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"help" jsonb,
	CONSTRAINT "signatures_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "signatures_way" CHECK ((link_id is null) = (mark ->> 'kind' in ('paper', 'decided'))),
	CONSTRAINT "signatures_role" CHECK (signer_role in ('patient', 'parent', 'attorney', 'deputy', 'guardian', 'decision-maker')),
	CONSTRAINT "signatures_decided" CHECK ((signer_role = 'decision-maker') = (mark ->> 'kind' = 'decided'))
);--> statement-breakpoint

ALTER TABLE "link_codes" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "links" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "patient_sessions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "signatures" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "link_codes_message" ON "link_codes" USING btree ("clinic_id","message_id");--> statement-breakpoint
CREATE INDEX "link_codes_of_link" ON "link_codes" USING btree ("clinic_id","link_id");--> statement-breakpoint
CREATE INDEX "link_codes_of_consent" ON "link_codes" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "links_token" ON "links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "links_of_consent" ON "links" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "links_locked" ON "links" USING btree ("locked_at") WHERE locked_at is not null;--> statement-breakpoint
CREATE INDEX "patient_sessions_token" ON "patient_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_once" ON "signatures" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_key" ON "signatures" USING btree ("clinic_id","idempotency_key");--> statement-breakpoint

ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_clinic_id_link_id_links_clinic_id_id_fk" FOREIGN KEY ("clinic_id","link_id") REFERENCES "public"."links"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_clinic_id_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","message_id") REFERENCES "public"."messages"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_clinic_id_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","message_id") REFERENCES "public"."messages"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_clinic_id_handed_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","handed_by") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "patient_sessions" ADD CONSTRAINT "patient_sessions_clinic_id_link_id_links_clinic_id_id_fk" FOREIGN KEY ("clinic_id","link_id") REFERENCES "public"."links"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_clinic_id_link_id_links_clinic_id_id_fk" FOREIGN KEY ("clinic_id","link_id") REFERENCES "public"."links"("clinic_id","id");--> statement-breakpoint

-- A proved birth date, while its link lives.
create function open_patient_session(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, link_id uuid, consent_id uuid, patient_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.clinic_id, p.link_id, p.consent_id, c.patient_id
  from public.patient_sessions p
  join public.links l on l.clinic_id = p.clinic_id and l.id = p.link_id
  join public.consents c on c.clinic_id = p.clinic_id and c.id = p.consent_id
  where p.token_hash = wanted_hash and p.expires_at > moment and l.revoked_at is null
$$;
alter function open_patient_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint

-- A live link: neither expired nor revoked. Expired, revoked and unknown are the same: no row.
create function open_link(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, link_id uuid, consent_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.clinic_id, l.id, l.consent_id
  from public.links l
  where l.token_hash = wanted_hash and l.revoked_at is null and l.expires_at > moment
$$;
alter function open_link(text, timestamptz) owner to candour_opener;--> statement-breakpoint

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

-- Which consent a link, dead or alive, was for: so that a new one can be sent to the contact on file.
create function find_consent(wanted_hash text, wanted_id uuid)
returns table (clinic_id uuid, consent_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.clinic_id, l.consent_id from public.links l where l.token_hash = wanted_hash
  union
  select c.clinic_id, c.id from public.consents c where c.id = wanted_id
$$;
alter function find_consent(text, uuid) owner to candour_opener;--> statement-breakpoint

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

create function guard_link_code() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.used_at is not null and new is distinct from old then
    raise exception 'A used code stays used' using errcode = 'integrity_constraint_violation';
  end if;
  if new.failed_attempts not in (old.failed_attempts, old.failed_attempts + 1) then
    raise exception 'Attempts are counted one by one' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

CREATE POLICY "clinic" ON "link_codes" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "link_codes" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "clinic" ON "links" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "links" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "opener" ON "links" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

CREATE POLICY "admin" ON "links" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "patient_sessions" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "patient_sessions" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "opener" ON "patient_sessions" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "signatures" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "signatures" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

-- A record whose time is over takes them along.
do $$
declare
  rule text;
begin
  foreach rule in array array['link_codes', 'supporters', 'supporter_openings'] loop
    execute format('grant select, delete on public.%I to candour_destroyer', rule);
    execute format('create policy destroyer on public.%1$I to candour_destroyer
      using (clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::uuid
        and exists (select from public.consents c where c.clinic_id = %1$I.clinic_id and c.id = %1$I.consent_id))', rule);
  end loop;
end $$;--> statement-breakpoint

create trigger guard_link before update on links for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_link();--> statement-breakpoint

create trigger guard_link_code before update on link_codes for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_link_code();--> statement-breakpoint

create trigger guard_capable_signature before insert on signatures for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_capable_signature();--> statement-breakpoint

grant select on patient_sessions to candour_clinic, candour_opener;--> statement-breakpoint
grant insert on patient_sessions to candour_link;--> statement-breakpoint

-- Since when a patient can have read at all.
grant select (clinic_id, consent_id, created_at) on patient_sessions to candour_patient;--> statement-breakpoint
grant select, insert, update (message_id, revoked_at) on links to candour_clinic;--> statement-breakpoint
grant select, update (locked_at, first_opened_at, failed_attempts) on links to candour_link;--> statement-breakpoint
grant select on links to candour_patient, candour_opener;--> statement-breakpoint

-- Neither whose link it is nor what it leads to; and of messages neither to whom nor about what.
grant select (clinic_id, id, expires_at, revoked_at, locked_at) on links to candour_admin;--> statement-breakpoint

-- The practice's side makes a code and sends it; whoever holds the link tries one.
grant select, insert, update (hash_of_code, expires_at) on link_codes to candour_clinic;--> statement-breakpoint
grant select, update (failed_attempts, used_at) on link_codes to candour_link;--> statement-breakpoint
grant select on link_codes to candour_patient;--> statement-breakpoint

-- What was signed by hand is kept by the staff who take it in; the check on the table lets no other way stand without a link.
grant select, insert on signatures to candour_clinic, candour_patient;--> statement-breakpoint
grant select on signatures to candour_integration;--> statement-breakpoint

revoke all on function find_consent(text, uuid) from public;
grant execute on function find_consent(text, uuid) to candour_app;--> statement-breakpoint

revoke all on function open_link(text, timestamptz) from public;
grant execute on function open_link(text, timestamptz) to candour_app;--> statement-breakpoint

revoke all on function open_patient_session(text, timestamptz) from public;
grant execute on function open_patient_session(text, timestamptz) to candour_app;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- paper
-- Signed papers: staff take them in, both sides read them. Nothing of a scan is changed or taken away; only its bytes leave
-- the database once the file store has them.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "paper_files" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"scan_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"type" text NOT NULL,
	"pages" integer NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "paper_files_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "paper_files_position" UNIQUE("clinic_id","scan_id","position"),
	CONSTRAINT "paper_files_type" CHECK (type in ('application/pdf', 'image/jpeg', 'image/png'))
);--> statement-breakpoint

CREATE TABLE "paper_scans" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"reason" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"taken_by" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paper_scans_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "paper_scans_number" UNIQUE("clinic_id","consent_id","number"),
	CONSTRAINT "paper_scans_reason" CHECK ((number = 1) = (reason = ''))
);--> statement-breakpoint

CREATE TABLE "paper_uploads" (
	"clinic_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "paper_uploads_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

ALTER TABLE "paper_files" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "paper_scans" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "paper_uploads" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "paper_files_of_consent" ON "paper_files" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "paper_scans_by_time" ON "paper_scans" USING btree ("clinic_id","taken_at");--> statement-breakpoint

ALTER TABLE "paper_files" ADD CONSTRAINT "paper_files_clinic_id_scan_id_paper_scans_clinic_id_id_fk" FOREIGN KEY ("clinic_id","scan_id") REFERENCES "public"."paper_scans"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "paper_files" ADD CONSTRAINT "paper_files_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "paper_scans" ADD CONSTRAINT "paper_scans_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "paper_scans" ADD CONSTRAINT "paper_scans_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "paper_uploads" ADD CONSTRAINT "paper_uploads_clinic_id_id_paper_files_clinic_id_id_fk" FOREIGN KEY ("clinic_id","id") REFERENCES "public"."paper_files"("clinic_id","id");--> statement-breakpoint

CREATE POLICY "clinic" ON "paper_files" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "paper_files" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "clinic" ON "paper_scans" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "paper_scans" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "clinic" ON "paper_uploads" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "paper_uploads" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

grant select, insert, delete on paper_uploads to candour_clinic;--> statement-breakpoint

-- Scans of signed papers and pictures that belong to a text are documents of it, which other programs read with the same
-- scope as the sealed record.
grant select on paper_files, paper_scans, paper_uploads to candour_integration, candour_patient;--> statement-breakpoint
grant select, insert on paper_files, paper_scans to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- reminders
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "reminder_plans" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"next_step" text,
	"next_at" timestamp with time zone,
	"climb_message_id" uuid,
	"climb_at" timestamp with time zone,
	CONSTRAINT "reminder_plans_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "reminder_plans_next" CHECK ((next_at is null) = (next_step is null)),
	CONSTRAINT "reminder_plans_climbing" CHECK ((climb_at is null) = (climb_message_id is null))
);--> statement-breakpoint

CREATE TABLE "reminder_policies" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"policy" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reminder_policies_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "reminders" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"step" text NOT NULL,
	"message_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "reminders_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

ALTER TABLE "reminder_plans" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "reminder_policies" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "reminders" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "reminder_plans_once" ON "reminder_plans" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "reminder_plans_due" ON "reminder_plans" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "reminder_plans_climb" ON "reminder_plans" USING btree ("climb_at") WHERE climb_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reminder_policies_once" ON "reminder_policies" USING btree ("clinic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reminders_once" ON "reminders" USING btree ("clinic_id","consent_id","step");--> statement-breakpoint

ALTER TABLE "reminder_plans" ADD CONSTRAINT "reminder_plans_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "reminder_plans" ADD CONSTRAINT "reminder_plans_clinic_id_climb_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","climb_message_id") REFERENCES "public"."messages"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "reminder_policies" ADD CONSTRAINT "reminder_policies_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_clinic_id_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","message_id") REFERENCES "public"."messages"("clinic_id","id");--> statement-breakpoint

CREATE POLICY "clinic" ON "reminder_plans" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "reminder_plans" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "reminder_policies" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "reminders" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

grant select, insert, update on reminder_plans, reminder_policies to candour_clinic;--> statement-breakpoint
grant select (clinic_id, consent_id, next_at, climb_message_id, climb_at) on reminder_plans to candour_job;--> statement-breakpoint
grant select, insert on reminders to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- documents
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "document_versions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"sealing_key_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"about" integer DEFAULT 0 NOT NULL,
	"stamped_until" timestamp with time zone,
	CONSTRAINT "document_versions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "document_versions_kind_known" CHECK (kind in ('signed', 'finalised', 'annex', 'archived', 'annex-archived')),
	CONSTRAINT "document_versions_stamp_ends" CHECK ((stamped_until is not null) = (kind in ('archived', 'annex-archived')))
);--> statement-breakpoint

CREATE TABLE "sealing_keys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"certificate" text NOT NULL,
	"wrapped_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone
);--> statement-breakpoint

ALTER TABLE "document_versions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sealing_keys" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "document_versions_number" ON "document_versions" USING btree ("clinic_id","consent_id","number");--> statement-breakpoint
CREATE INDEX "document_versions_by_time" ON "document_versions" USING btree ("clinic_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_versions_kind" ON "document_versions" USING btree ("clinic_id","consent_id","kind","about");--> statement-breakpoint
create index document_versions_sha256 on document_versions (sha256);--> statement-breakpoint

ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_sealing_key_id_sealing_keys_id_fk" FOREIGN KEY ("sealing_key_id") REFERENCES "public"."sealing_keys"("id");--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint

CREATE POLICY "clinic" ON "document_versions" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "document_versions" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "job" ON "document_versions" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "admin" ON "document_versions" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "app" ON "sealing_keys" FOR ALL TO "candour_app" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "admin" ON "sealing_keys" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

create policy opener on document_versions for select to candour_opener using (true);--> statement-breakpoint

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

grant select on sealing_keys to candour_admin;--> statement-breakpoint
grant select, insert, update (retired_at) on sealing_keys to candour_app;--> statement-breakpoint
grant select, insert on document_versions to candour_clinic;--> statement-breakpoint
grant select on document_versions to candour_integration, candour_patient;--> statement-breakpoint

grant select (clinic_id, id, consent_id, kind, number, sha256, bytes, sealing_key_id, created_at, stamped_until) on
  document_versions to candour_admin;--> statement-breakpoint
grant select (clinic_id, consent_id, number, sha256, created_at) on document_versions to candour_opener;--> statement-breakpoint

grant select (clinic_id, consent_id, kind, number, created_at, about, stamped_until) on document_versions to
  candour_job;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- emergency-accesses
-- Somebody who runs the platform opens one consent of a practice, for a reason and for an hour at most (rulings 5). The
-- row is the practice's: nobody deletes it but with the record, and nothing of it changes but that it ended early.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "emergency_accesses" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"admin_id" text NOT NULL,
	"admin_name" text NOT NULL,
	"reason" text NOT NULL,
	"words" text NOT NULL,
	"ticket" text NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "emergency_accesses_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "emergency_accesses_reason" CHECK (reason in ('support', 'safety', 'legal', 'security', 'other')),
	CONSTRAINT "emergency_accesses_words" CHECK (char_length(words) >= 20),
	CONSTRAINT "emergency_accesses_time" CHECK (until_at > from_at and until_at <= from_at + interval '60 minutes' and ended_at >= from_at)
);--> statement-breakpoint

ALTER TABLE "emergency_accesses" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "emergency_accesses_by_time" ON "emergency_accesses" USING btree ("clinic_id","from_at","id");--> statement-breakpoint
CREATE INDEX "emergency_accesses_of_consent" ON "emergency_accesses" USING btree ("consent_id","from_at");--> statement-breakpoint
CREATE INDEX "emergency_accesses_named" ON "emergency_accesses" USING btree ("id");--> statement-breakpoint

ALTER TABLE "emergency_accesses" ADD CONSTRAINT "emergency_accesses_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint

-- It ends once, and only early; whoever ended it cannot begin it again.
create function guard_emergency_access() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.ended_at is not null or new.ended_at is null then
    raise exception 'An access ends once' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

-- An access that runs, to whoever opened it, for as long as they run the platform.
create function open_emergency_access(wanted uuid, who text, moment timestamptz)
returns table (clinic_id uuid, consent_id uuid, reason text, until_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.clinic_id, a.consent_id, a.reason, a.until_at
  from public.emergency_accesses a join auth."user" u on u.id = a.admin_id
  where a.id = wanted and a.admin_id = who and a.ended_at is null and a.from_at <= moment and a.until_at > moment
    and u.is_active and u.platform_role = 'super_admin'
$$;
alter function open_emergency_access(uuid, text, timestamptz) owner to candour_opener;--> statement-breakpoint

CREATE POLICY "clinic" ON "emergency_accesses" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "emergency_accesses" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "opener" ON "emergency_accesses" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

create policy destroyer on emergency_accesses to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c
                where c.clinic_id = emergency_accesses.clinic_id and c.id = emergency_accesses.consent_id));--> statement-breakpoint

create trigger guard_emergency_access before update on emergency_accesses for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_emergency_access();--> statement-breakpoint

grant select on emergency_accesses to candour_clinic, candour_opener;--> statement-breakpoint
grant select, insert, update (ended_at) on emergency_accesses to candour_admin;--> statement-breakpoint
grant select, delete on emergency_accesses to candour_destroyer;--> statement-breakpoint

revoke all on function open_emergency_access(uuid, text, timestamptz) from public;
grant execute on function open_emergency_access(uuid, text, timestamptz) to candour_app;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- evidence
-- Daily digests of a practice's chains: each follows the one before, and none is changed or taken away. And what anybody
-- may ask of a sealed file who has its fingerprint: when it was sealed, and of nobody whose it is.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "chain_digests" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"number" integer NOT NULL,
	"day" date NOT NULL,
	"from_at" timestamp with time zone,
	"until_at" timestamp with time zone NOT NULL,
	"body" text NOT NULL,
	"heads" jsonb NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"signature" text NOT NULL,
	"sealing_key_id" uuid NOT NULL,
	"time_stamp" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chain_digests_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "chain_digests_number" UNIQUE("clinic_id","number"),
	CONSTRAINT "chain_digests_day" UNIQUE("clinic_id","day")
);--> statement-breakpoint

ALTER TABLE "chain_digests" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE "chain_digests" ADD CONSTRAINT "chain_digests_sealing_key_id_sealing_keys_id_fk" FOREIGN KEY ("sealing_key_id") REFERENCES "public"."sealing_keys"("id");--> statement-breakpoint
ALTER TABLE "chain_digests" ADD CONSTRAINT "chain_digests_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint

create function guard_chain_digest() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  last record;
begin
  select d.number, d.hash, d.until_at, d.day into last from public.chain_digests d
  where d.clinic_id = new.clinic_id order by d.number desc limit 1;
  -- What another run of the same day added is settled by its keys.
  if last.day = new.day then
    return new;
  end if;
  if new.number <> coalesce(last.number, 0) + 1 or new.previous_hash <> coalesce(last.hash, '')
    or new.from_at is distinct from last.until_at or new.hash <> encode(sha256(convert_to(new.body, 'UTF8')), 'hex') then
    raise exception 'A digest follows the last one of its clinic' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

CREATE POLICY "clinic" ON "chain_digests" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "chain_digests" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

create trigger guard_chain_digest before insert on chain_digests for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_chain_digest();--> statement-breakpoint

grant select, insert on chain_digests to candour_clinic;--> statement-breakpoint
grant select (clinic_id, created_at) on chain_digests to candour_job;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- appointments
-- Who may do what with appointments: none is deleted, for what was planned and started stays told.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "appointment_consents" (
	"clinic_id" uuid NOT NULL,
	"appointment_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	CONSTRAINT "appointment_consents_clinic_id_appointment_id_consent_id_pk" PRIMARY KEY("clinic_id","appointment_id","consent_id")
);--> statement-breakpoint

CREATE TABLE "appointments" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"patient_id" uuid NOT NULL,
	"clinician_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"room" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"needs_consent" boolean DEFAULT true NOT NULL,
	"treatments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"consents_chosen" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'booked' NOT NULL,
	"site_check" jsonb,
	"arrived_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"override_reason" text,
	"assessed_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "appointments_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "appointments_status" CHECK (status in ('booked', 'arrived', 'started', 'done', 'cancelled', 'not-attended'))
);--> statement-breakpoint

ALTER TABLE "appointment_consents" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "appointments" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "appointment_consents_of_consent" ON "appointment_consents" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "appointments_by_time" ON "appointments" USING btree ("clinic_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "appointments_of_patient" ON "appointments" USING btree ("clinic_id","patient_id","starts_at");--> statement-breakpoint
CREATE INDEX "appointments_to_assess" ON "appointments" USING btree ("starts_at") WHERE status in ('booked', 'arrived');--> statement-breakpoint

ALTER TABLE "appointment_consents" ADD CONSTRAINT "appointment_consents_clinic_id_appointment_id_appointments_clinic_id_id_fk" FOREIGN KEY ("clinic_id","appointment_id") REFERENCES "public"."appointments"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "appointment_consents" ADD CONSTRAINT "appointment_consents_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_clinic_id_clinician_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","clinician_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_clinic_id_created_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","created_by") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

create function wait_of_appointment() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id)
  select clinic_id, consent_id from public.appointment_consents
  where clinic_id = new.clinic_id and appointment_id = new.id;
  return null;
end $$;
alter function wait_of_appointment() owner to candour_search;--> statement-breakpoint

CREATE POLICY "clinic" ON "appointment_consents" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "appointments" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "appointments" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

create policy whose on appointment_consents for select to candour_search using (true);--> statement-breakpoint

create trigger wait_for_counting after update on appointments for each row
  when (old.site_check is distinct from new.site_check or old.clinician_id <> new.clinician_id)
  execute function wait_of_appointment();--> statement-breakpoint

-- An appointment may be removed only while the list that booked it is taken back, and only where nobody has begun.
grant select, insert, update, delete on appointments to candour_clinic;--> statement-breakpoint

-- To find the appointments whose consents are due for a look, and nothing of whose they are.
grant select (clinic_id, id, starts_at, status, assessed_at) on appointments to candour_job;--> statement-breakpoint
grant select, insert, delete on appointment_consents to candour_clinic;--> statement-breakpoint
grant select on appointment_consents to candour_search;--> statement-breakpoint
revoke all on function wait_of_appointment() from public;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- day-lists
--
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "day_list_clinicians" (
	"clinic_id" uuid NOT NULL,
	"written" text NOT NULL,
	"staff_id" uuid,
	CONSTRAINT "day_list_clinicians_clinic_id_written_pk" PRIMARY KEY("clinic_id","written")
);--> statement-breakpoint

CREATE TABLE "day_list_numbers" (
	"clinic_id" uuid NOT NULL,
	"number" text NOT NULL,
	"patient_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	CONSTRAINT "day_list_numbers_clinic_id_number_pk" PRIMARY KEY("clinic_id","number")
);--> statement-breakpoint

CREATE TABLE "day_list_rows" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"list_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb,
	"choice" text,
	"patient_id" uuid,
	"added_patient" boolean DEFAULT false NOT NULL,
	"appointment_id" uuid,
	"appointment_version" integer,
	"outcome" text,
	"result" text,
	"before" jsonb,
	"undone" text,
	"remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "day_list_rows_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "day_list_rows_number" UNIQUE("clinic_id","list_id","number"),
	CONSTRAINT "day_list_rows_outcome" CHECK (outcome in ('new', 'new-patient', 'changed', 'same', 'begun', 'ended-here', 'who', 'whose', 'cancelled', 'left', 'unusable')),
	CONSTRAINT "day_list_rows_choice" CHECK (choice in ('patient', 'create', 'leave', 'again')),
	CONSTRAINT "day_list_rows_result" CHECK (result in ('booked', 'updated', 'unchanged', 'left-out')),
	CONSTRAINT "day_list_rows_undone" CHECK (undone in ('removed', 'restored', 'kept'))
);--> statement-breakpoint

CREATE TABLE "day_list_treatments" (
	"clinic_id" uuid NOT NULL,
	"written" text NOT NULL,
	"template_id" uuid,
	"needs_consent" boolean NOT NULL,
	CONSTRAINT "day_list_treatments_clinic_id_written_pk" PRIMARY KEY("clinic_id","written")
);--> statement-breakpoint

CREATE TABLE "day_lists" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"file_name" text NOT NULL,
	"encoding" text NOT NULL,
	"separator" text NOT NULL,
	"fingerprint" text NOT NULL,
	"columns" jsonb NOT NULL,
	"is_remembered" boolean NOT NULL,
	"date_order" text NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	"row_count" integer NOT NULL,
	"results" jsonb NOT NULL,
	"cancelled" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"forgotten_at" timestamp with time zone,
	"first_row" jsonb,
	"has_header_row" boolean DEFAULT true NOT NULL,
	"repair" jsonb,
	"is_repaired" boolean DEFAULT false NOT NULL,
	CONSTRAINT "day_lists_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "day_lists_status" CHECK (status in ('draft', 'checked', 'done', 'undoing', 'undone')),
	CONSTRAINT "day_lists_date_order" CHECK (date_order in ('day-first', 'month-first'))
);--> statement-breakpoint

ALTER TABLE "day_list_clinicians" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "day_list_numbers" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "day_list_rows" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "day_list_treatments" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "day_lists" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "day_list_clinicians_staff" ON "day_list_clinicians" USING btree ("clinic_id","staff_id");--> statement-breakpoint
CREATE INDEX "day_list_numbers_patient" ON "day_list_numbers" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "day_list_numbers_list" ON "day_list_numbers" USING btree ("clinic_id","list_id");--> statement-breakpoint
CREATE INDEX "day_list_rows_appointment" ON "day_list_rows" USING btree ("clinic_id","appointment_id");--> statement-breakpoint
CREATE INDEX "day_list_rows_patient" ON "day_list_rows" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "day_lists_by_time" ON "day_lists" USING btree ("clinic_id","created_at");--> statement-breakpoint
CREATE INDEX "day_lists_alike" ON "day_lists" USING btree ("clinic_id","fingerprint","created_at");--> statement-breakpoint

ALTER TABLE "day_list_clinicians" ADD CONSTRAINT "day_list_clinicians_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "day_list_clinicians" ADD CONSTRAINT "day_list_clinicians_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "day_list_numbers" ADD CONSTRAINT "day_list_numbers_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_list_numbers" ADD CONSTRAINT "day_list_numbers_clinic_id_list_id_day_lists_clinic_id_id_fk" FOREIGN KEY ("clinic_id","list_id") REFERENCES "public"."day_lists"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "day_list_rows" ADD CONSTRAINT "day_list_rows_list" FOREIGN KEY ("clinic_id","list_id") REFERENCES "public"."day_lists"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "day_list_treatments" ADD CONSTRAINT "day_list_treatments_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "day_lists" ADD CONSTRAINT "day_lists_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint

-- A row outlives the patient and the appointment that it added; only their ids go with them, never the clinic's.
alter table day_list_rows add constraint day_list_rows_patient
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete set null (patient_id);--> statement-breakpoint

alter table day_list_rows add constraint day_list_rows_appointment
  foreign key (clinic_id, appointment_id) references appointments (clinic_id, id) on delete set null (appointment_id);--> statement-breakpoint

CREATE POLICY "clinic" ON "day_list_clinicians" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "day_list_numbers" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "day_list_rows" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "day_list_treatments" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "day_lists" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "day_lists" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

create policy removable on patients as restrictive for delete to candour_clinic
  using (is_trial or exists (
    select 1 from patient_import_rows r join patient_imports i on i.clinic_id = r.clinic_id and i.id = r.import_id
    where r.clinic_id = patients.clinic_id and r.patient_id = patients.id and r.result = 'added' and i.status = 'undoing'
  ) or exists (
    select 1 from day_list_rows r join day_lists l on l.clinic_id = r.clinic_id and l.id = r.list_id
    where r.clinic_id = patients.clinic_id and r.patient_id = patients.id and r.added_patient and l.status = 'undoing'
  ));--> statement-breakpoint

create policy removable on appointments as restrictive for delete to candour_clinic
  using (status = 'booked' and started_at is null and exists (
    select 1 from day_list_rows r join day_lists l on l.clinic_id = r.clinic_id and l.id = r.list_id
    where r.clinic_id = appointments.clinic_id and r.appointment_id = appointments.id and r.result = 'booked'
      and l.status = 'undoing'
  ));--> statement-breakpoint

grant select, insert, update on day_list_clinicians, day_list_treatments to candour_clinic;--> statement-breakpoint
grant select, insert, update, delete on day_list_numbers, day_list_rows, day_lists to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, status, moved_at, finished_at, forgotten_at) on day_lists to candour_job;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- aftercare
-- The time after a treatment: who may write what, and that nobody rewrites what a patient said.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "aftercare_policies" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"policy" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "aftercare_policies_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "aftercare_steps" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"done_id" uuid NOT NULL,
	"step" text NOT NULL,
	"message_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "aftercare_steps_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "aftercare_stops" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "aftercare_stops_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "surveys" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"template_ids" jsonb NOT NULL,
	"is_skipped" boolean NOT NULL,
	"answers" jsonb,
	"text" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "surveys_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "surveys_skipped" CHECK (is_skipped = (answers is null))
);--> statement-breakpoint

CREATE TABLE "treatments_done" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"appointment_id" uuid,
	"treatments" jsonb NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"taken_back_at" timestamp with time zone,
	"next_step" text,
	"next_at" timestamp with time zone,
	"survey_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "treatments_done_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "treatments_done_next" CHECK ((next_at is null) = (next_step is null))
);--> statement-breakpoint

CREATE TABLE "worries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"worry" text NOT NULL,
	"level" text NOT NULL,
	"asked" jsonb NOT NULL,
	"shown" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"taken_up_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"settled_by" text,
	"settled_note" text,
	CONSTRAINT "worries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "worries_level" CHECK (level in ('red', 'amber', 'green')),
	CONSTRAINT "worries_settled" CHECK ((settled_at is null) = (settled_by is null) and (settled_at is null) = (settled_note is null))
);--> statement-breakpoint

ALTER TABLE "aftercare_policies" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "aftercare_steps" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "aftercare_stops" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "surveys" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "treatments_done" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "worries" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "aftercare_policies_once" ON "aftercare_policies" USING btree ("clinic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "aftercare_steps_once" ON "aftercare_steps" USING btree ("clinic_id","done_id","step");--> statement-breakpoint
CREATE INDEX "aftercare_steps_of_consent" ON "aftercare_steps" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "aftercare_stops_of_consent" ON "aftercare_stops" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "surveys_once" ON "surveys" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "treatments_done_of_consent" ON "treatments_done" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "treatments_done_of_appointment" ON "treatments_done" USING btree ("clinic_id","appointment_id");--> statement-breakpoint
CREATE INDEX "treatments_done_due" ON "treatments_done" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "worries_once" ON "worries" USING btree ("clinic_id","consent_id","key");--> statement-breakpoint

ALTER TABLE "aftercare_policies" ADD CONSTRAINT "aftercare_policies_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "aftercare_steps" ADD CONSTRAINT "aftercare_steps_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "aftercare_steps" ADD CONSTRAINT "aftercare_steps_clinic_id_done_id_treatments_done_clinic_id_id_fk" FOREIGN KEY ("clinic_id","done_id") REFERENCES "public"."treatments_done"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "aftercare_steps" ADD CONSTRAINT "aftercare_steps_clinic_id_message_id_messages_clinic_id_id_fk" FOREIGN KEY ("clinic_id","message_id") REFERENCES "public"."messages"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "aftercare_stops" ADD CONSTRAINT "aftercare_stops_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "treatments_done" ADD CONSTRAINT "treatments_done_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "treatments_done" ADD CONSTRAINT "treatments_done_appointment" FOREIGN KEY ("clinic_id","appointment_id") REFERENCES "public"."appointments"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "treatments_done" ADD CONSTRAINT "treatments_done_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "worries" ADD CONSTRAINT "worries_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint

-- What was taken back stays so.
create function guard_treatment_done() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.taken_back_at is not null and (new.taken_back_at is distinct from old.taken_back_at or new.next_at is not null) then
    raise exception 'What was taken back is followed by nothing' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

-- A worry begins untouched by the practice.
create function guard_worry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.taken_up_at is not null or new.settled_at is not null then
    raise exception 'A worry begins with nobody having seen it' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint

CREATE POLICY "clinic" ON "aftercare_policies" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "aftercare_steps" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "aftercare_stops" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "aftercare_stops" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "clinic" ON "surveys" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "surveys" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "clinic" ON "treatments_done" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "treatments_done" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

CREATE POLICY "job" ON "treatments_done" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "worries" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "patient" ON "worries" FOR ALL TO "candour_link", "candour_patient" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[])) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and consent_id = any(string_to_array(nullif(current_setting('app.consent_ids', true), ''), ',')::uuid[]));--> statement-breakpoint

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
end $$;--> statement-breakpoint

create trigger guard_worry before insert on worries for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_worry();--> statement-breakpoint

create trigger guard_treatment_done before update on treatments_done for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_treatment_done();--> statement-breakpoint

grant select, insert, update on aftercare_policies to candour_clinic;--> statement-breakpoint
grant select, insert, update (taken_back_at, next_step, next_at, survey_at) on treatments_done to candour_clinic;--> statement-breakpoint

-- A patient adds, and sees of their worries all but who dealt with them and how.
grant select on treatments_done to candour_patient;--> statement-breakpoint
grant select (clinic_id, id, next_at) on treatments_done to candour_job;--> statement-breakpoint
grant select, insert on aftercare_steps to candour_clinic;--> statement-breakpoint
grant select on aftercare_stops, surveys to candour_clinic;--> statement-breakpoint
grant select, insert on aftercare_stops, surveys to candour_patient;--> statement-breakpoint
grant select, update (taken_up_at, settled_at, settled_by, settled_note) on worries to candour_clinic;--> statement-breakpoint

grant select (clinic_id, id, consent_id, key, worry, level, asked, shown, text, language, told_at, hash, at,
  taken_up_at, settled_at), insert on worries to candour_patient;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- analytics
-- What is counted of consents. A practice counts its own and hands the difference on; the platform adds it up and sees no
-- consent, no person and, in the totals of all, no practice.
-- What a practice sees of its consents, added up. A trigger adds the difference whenever a consent counts as something
-- else, so that nothing that writes counts can forget it; a job makes the figures anew from the counts and mends them.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "clinic_figures" (
	"clinic_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"span" text NOT NULL,
	"start" date NOT NULL,
	"item" text NOT NULL,
	"measure" text NOT NULL,
	"total" integer NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "clinic_figures_clinic_id_subject_span_start_item_measure_pk" PRIMARY KEY("clinic_id","subject","span","start","item","measure"),
	CONSTRAINT "clinic_figures_subject" CHECK (subject in ('practice', 'treatment', 'clinician', 'section', 'question', 'language', 'format')),
	CONSTRAINT "clinic_figures_span" CHECK (span in ('month', 'quarter', 'year'))
);--> statement-breakpoint

CREATE TABLE "clinic_months" (
	"clinic_id" uuid NOT NULL,
	"month" date NOT NULL,
	"sent" integer NOT NULL,
	"signed" integer NOT NULL,
	"first_sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "clinic_months_clinic_id_month_pk" PRIMARY KEY("clinic_id","month")
);--> statement-breakpoint

CREATE TABLE "consent_counts" (
	"clinic_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"month" date NOT NULL,
	"treatment" text NOT NULL,
	"clinician_id" uuid NOT NULL,
	"counts" jsonb NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"items" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counted_by" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "consent_counts_clinic_id_consent_id_pk" PRIMARY KEY("clinic_id","consent_id")
);--> statement-breakpoint

CREATE TABLE "figure_recounts" (
	"clinic_id" uuid PRIMARY KEY NOT NULL,
	"recounted_at" timestamp with time zone NOT NULL,
	"mended" integer NOT NULL
);--> statement-breakpoint

CREATE TABLE "platform_totals" (
	"month" date NOT NULL,
	"treatment" text NOT NULL,
	"measure" text NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "platform_totals_month_treatment_measure_pk" PRIMARY KEY("month","treatment","measure"),
	CONSTRAINT "platform_totals_measure" CHECK (measure in ('sent', 'opened', 'signed', 'declined', 'withdrawn', 'expired', 'voided', 'signed_in_an_hour', 'signed_in_a_day', 'signed_in_three_days', 'signed_in_a_week', 'signed_in_a_fortnight', 'signed_later', 'with_video', 'with_own_pictures', 'with_several_treatments', 'in_another_language', 'in_another_format', 'with_understanding_check', 'with_questions', 'with_supporter', 'reminded', 'signed_on_tablet', 'signed_on_paper', 'agreed_verbally', 'signed_by_another', 'signed_after_reminder', 'signed_soon_after_reminder', 'addenda', 'refusals'))
);--> statement-breakpoint

CREATE TABLE "total_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "total_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" date NOT NULL,
	"treatment" text NOT NULL,
	"measure" text NOT NULL,
	"change" integer NOT NULL,
	CONSTRAINT "total_changes_measure" CHECK (measure in ('sent', 'opened', 'signed', 'declined', 'withdrawn', 'expired', 'voided', 'signed_in_an_hour', 'signed_in_a_day', 'signed_in_three_days', 'signed_in_a_week', 'signed_in_a_fortnight', 'signed_later', 'with_video', 'with_own_pictures', 'with_several_treatments', 'in_another_language', 'in_another_format', 'with_understanding_check', 'with_questions', 'with_supporter', 'reminded', 'signed_on_tablet', 'signed_on_paper', 'agreed_verbally', 'signed_by_another', 'signed_after_reminder', 'signed_soon_after_reminder', 'addenda', 'refusals'))
);--> statement-breakpoint

-- The same few rows change again and again: room beside them spares their index.
alter table clinic_figures set (fillfactor = 70);--> statement-breakpoint

ALTER TABLE "clinic_figures" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clinic_months" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consent_counts" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "figure_recounts" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "platform_totals" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "total_changes" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "clinic_months_by_month" ON "clinic_months" USING btree ("month");--> statement-breakpoint

ALTER TABLE "clinic_figures" ADD CONSTRAINT "clinic_figures_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "clinic_months" ADD CONSTRAINT "clinic_months_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "consent_counts" ADD CONSTRAINT "consent_counts_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "figure_recounts" ADD CONSTRAINT "figure_recounts_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint

-- Every figure that a consent is part of: each of its counts under the practice, its treatment and its clinician, and
-- what was counted of its parts, for its month, quarter and year.
create function figures_of_counts(counted consent_counts)
returns table (subject text, span text, start date, item text, measure text, total int)
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select told.subject, spans.span, spans.start, told.item, told.measure, told.total
  from (
    select under.subject, under.item, counts.key as measure, counts.value::int as total
    from jsonb_each_text(counted.counts) counts cross join (values ('practice', ''), ('treatment', counted.treatment),
      ('clinician', counted.clinician_id::text)) under(subject, item)
    union all
    select subjects.key, items.key, counts.key, counts.value::int
    from jsonb_each(counted.items) subjects, jsonb_each(subjects.value) items, jsonb_each_text(items.value) counts) told
  cross join (values ('month', counted.month), ('quarter', date_trunc('quarter', counted.month)::date),
    ('year', date_trunc('year', counted.month)::date)) spans(span, start)
$$;--> statement-breakpoint

-- The figures of a practice from all that its consents count as: added up by month first and by quarter and year then,
-- another way than the trigger goes. Counts and figures are read at one moment and what differs is added, so that nobody
-- waits who counts meanwhile. Answers how many figures were wrong.
create function recount_clinic_figures(clinic uuid) returns int language plpgsql
set search_path = pg_catalog, pg_temp set work_mem = '64MB' as $$
declare mended int;
begin
  with cells as materialized (
    select month, treatment, clinician_id::text as clinician, counts.key as measure, sum(counts.value::int) as total
    from public.consent_counts c, jsonb_each_text(c.counts) counts where c.clinic_id = clinic group by 1, 2, 3, 4),
  months as (
    select case grouping(treatment, clinician) when 3 then 'practice' when 1 then 'treatment' else 'clinician' end as subject,
      month, coalesce(treatment, clinician, '') as item, measure, sum(total) as total
    from cells group by grouping sets ((month, measure), (month, treatment, measure), (month, clinician, measure))
    union all
    select subjects.key, c.month, items.key, counts.key, sum(counts.value::int)
    from public.consent_counts c, jsonb_each(c.items) subjects, jsonb_each(subjects.value) items,
      jsonb_each_text(items.value) counts
    where c.clinic_id = clinic group by 1, 2, 3, 4),
  found as (
    select subject, span, date_trunc(span, month)::date as start, item, measure, sum(total)::int as total
    from months cross join (values ('month'), ('quarter'), ('year')) spans(span) group by 1, 2, 3, 4, 5),
  wrong as (
    select subject, span, start, item, measure, coalesce(found.total, 0) + coalesce(f.kept, 0) - coalesce(f.total, 0) as change
    from found full join (select * from public.clinic_figures where clinic_id = clinic) f
      using (subject, span, start, item, measure)),
  right_again as (
    insert into public.clinic_figures as f (clinic_id, subject, span, start, item, measure, total)
    select clinic, subject, span, start, item, measure, change from wrong where change <> 0
    order by subject, span, start, item, measure
    on conflict (clinic_id, subject, span, start, item, measure) do update set total = f.total + excluded.total
    returning 1)
  select count(*) from right_again into mended;
  return mended;
end $$;--> statement-breakpoint

-- In one order, so that two who add to the same figures wait for one another and never for ever.
create function keep_clinic_figures() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    update public.clinic_figures f set kept = f.kept + gone.total
    from (select g.subject, g.span, g.start, g.item, g.measure, sum(g.total)::int as total
      from public.figures_of_counts(old) g group by 1, 2, 3, 4, 5) gone
    where f.clinic_id = old.clinic_id and (f.subject, f.span, f.start, f.item, f.measure) =
      (gone.subject, gone.span, gone.start, gone.item, gone.measure);
    return null;
  end if;
  insert into public.clinic_figures (clinic_id, subject, span, start, item, measure, total)
  select new.clinic_id, subject, span, start, item, measure, sum(total)
  from (
    select * from public.figures_of_counts(new)
    union all
    select subject, span, start, item, measure, -total from public.figures_of_counts(old)) changed
  group by subject, span, start, item, measure having sum(total) <> 0
  order by subject, span, start, item, measure
  on conflict (clinic_id, subject, span, start, item, measure)
    do update set total = clinic_figures.total + excluded.total;
  return null;
end $$;--> statement-breakpoint

CREATE POLICY "clinic" ON "clinic_figures" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "clinic_months" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "clinic_months" FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "consent_counts" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "consent_counts" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "figure_recounts" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "figure_recounts" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "admin" ON "platform_totals" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic_insert" ON "total_changes" FOR INSERT TO "candour_clinic" WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "admin" ON "total_changes" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

create policy destroyer on consent_counts to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = consent_counts.clinic_id and c.id = consent_counts.consent_id));--> statement-breakpoint

create policy destroyer on clinic_figures to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

create trigger keep_clinic_figures after insert or delete or update of month, treatment, clinician_id, counts, items
  on consent_counts for each row execute function keep_clinic_figures();--> statement-breakpoint

grant select, insert, update on clinic_figures, clinic_months, consent_counts, figure_recounts to candour_clinic;--> statement-breakpoint
grant select on clinic_months to candour_admin;--> statement-breakpoint
grant insert on total_changes to candour_clinic;--> statement-breakpoint
grant select, update, delete on total_changes to candour_admin;--> statement-breakpoint
grant select, insert, update on platform_totals to candour_admin;--> statement-breakpoint

-- A record that two people decided to end takes what its consents counted as with it; the totals name nobody and stay.
grant select, delete on consent_counts to candour_destroyer;--> statement-breakpoint
grant select (clinic_id, consent_id, counted_at, counted_by) on consent_counts to candour_job;--> statement-breakpoint
grant select on figure_recounts to candour_job;--> statement-breakpoint

-- What a record counted as stays in the figures when it is destroyed, and is no longer to be found among the counts.
grant select, update (kept) on clinic_figures to candour_destroyer;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- records
-- Holds and requests are written down and completed, never taken away or rewritten.
-- Records whose time is over: what was decided, who carries it out, and that they can carry out nothing else.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "data_request_steps" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"request_id" uuid NOT NULL,
	"patient_id" uuid,
	"kind" text NOT NULL,
	"on" date NOT NULL,
	"note" text NOT NULL,
	"consent_id" uuid,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "data_request_steps_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "data_request_steps_kind" CHECK (kind in ('received', 'identity-asked', 'identified', 'clarification-asked', 'clarified', 'extended', 'noted', 'corrected', 'marketing-erased', 'pack-given', 'closed'))
);--> statement-breakpoint

CREATE TABLE "access_requests" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid,
	"received_on" date NOT NULL,
	"due_on" date NOT NULL,
	"requester" text NOT NULL,
	"opened_by" text NOT NULL,
	"identity_how" text,
	"identity_by" text,
	"identity_at" timestamp with time zone,
	"outcome" text,
	"outcome_note" text DEFAULT '' NOT NULL,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"kind" text DEFAULT 'access' NOT NULL,
	"clock_from" date,
	"stopped_for" text,
	"stopped_on" date,
	"stopped_days" integer DEFAULT 0 NOT NULL,
	"is_extended" boolean DEFAULT false NOT NULL,
	"grounds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reminded_on" date,
	CONSTRAINT "access_requests_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "access_requests_kind" CHECK (kind in ('access', 'rectification', 'erasure', 'restriction', 'portability', 'objection')),
	CONSTRAINT "access_requests_outcome" CHECK (outcome in ('answered', 'partly', 'refused', 'withdrawn')),
	CONSTRAINT "access_requests_identity" CHECK (num_nulls(identity_how, identity_by, identity_at) in (0, 3)),
	CONSTRAINT "access_requests_closed" CHECK (num_nulls(outcome, closed_by, closed_at) in (0, 3)),
	CONSTRAINT "access_requests_stopped" CHECK (stopped_for in ('identity', 'clarification') and num_nulls(stopped_for, stopped_on) in (0, 2))
);--> statement-breakpoint

CREATE TABLE "destroyed_consents" (
	"clinic_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"destruction_id" uuid NOT NULL,
	"status" text NOT NULL,
	"content_hash" text,
	"mark_hash" text,
	"was_intact" boolean NOT NULL,
	"chain" jsonb NOT NULL,
	"documents" jsonb NOT NULL,
	CONSTRAINT "destroyed_consents_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "destructions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"initials" text NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"last_care_on" date NOT NULL,
	"review_on" date NOT NULL,
	"rule" text NOT NULL,
	"reason" text NOT NULL,
	"proposed_by_id" uuid NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"withdrawn_by" text,
	"withdrawn_at" timestamp with time zone,
	"confirmed_by_id" uuid,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	"stopped_because" text,
	"number" integer,
	"erased_at" timestamp with time zone,
	"counts" jsonb,
	"evidence_hash" text,
	"files_left" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sha256" text,
	"bytes" integer,
	"sealing_key_id" uuid,
	CONSTRAINT "destructions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "destructions_status" CHECK (status in ('proposed', 'withdrawn', 'confirmed', 'stopped', 'erased', 'done')),
	CONSTRAINT "destructions_withdrawn" CHECK ((status = 'withdrawn') = (withdrawn_at is not null)),
	CONSTRAINT "destructions_two_people" CHECK (confirmed_by_id <> proposed_by_id),
	CONSTRAINT "destructions_confirmed" CHECK (num_nulls(confirmed_by_id, confirmed_by, confirmed_at) = case when status in ('proposed', 'withdrawn') then 3 else 0 end),
	CONSTRAINT "destructions_erased" CHECK (num_nulls(number, erased_at, counts, evidence_hash) = case when status in ('erased', 'done') then 0 else 4 end),
	CONSTRAINT "destructions_done" CHECK (num_nulls(sha256, bytes, sealing_key_id) = case when status = 'done' then 0 else 3 end),
	CONSTRAINT "destructions_stopped" CHECK ((status = 'stopped') = (stopped_because is not null))
);--> statement-breakpoint

CREATE TABLE "legal_holds" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"set_by_id" uuid NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"lifted_by_id" uuid,
	"lifted_by" text,
	"lifted_at" timestamp with time zone,
	"lifted_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "legal_holds_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "legal_holds_lifted" CHECK (num_nulls(lifted_by_id, lifted_by, lifted_at) in (0, 3))
);--> statement-breakpoint

CREATE TABLE "record_files" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"patient_id" uuid,
	"status" text DEFAULT 'preparing' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"sha256" text,
	"bytes" bigint,
	"failure" text,
	"made_by_id" uuid NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"released_to" uuid,
	"released_until" timestamp with time zone,
	CONSTRAINT "record_files_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "record_files_kind" CHECK (kind in ('pack', 'export') and (kind = 'pack') = (patient_id is not null)),
	CONSTRAINT "record_files_status" CHECK (status in ('preparing', 'ready', 'failed', 'expired')),
	CONSTRAINT "record_files_progress" CHECK (progress between 0 and 100),
	CONSTRAINT "record_files_ready" CHECK (status <> 'ready' or num_nulls(sha256, bytes, expires_at) = 0)
);--> statement-breakpoint

ALTER TABLE "data_request_steps" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "access_requests" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "destroyed_consents" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "destructions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "legal_holds" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "record_files" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "data_request_steps_of_consent" ON "data_request_steps" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "data_request_steps_of" ON "data_request_steps" USING btree ("clinic_id","request_id");--> statement-breakpoint
CREATE INDEX "data_request_steps_of_patient" ON "data_request_steps" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "access_requests_of_patient" ON "access_requests" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "access_requests_by_time" ON "access_requests" USING btree ("clinic_id","due_on");--> statement-breakpoint
CREATE INDEX "access_requests_open" ON "access_requests" USING btree ("due_on") WHERE closed_at is null and stopped_for is null;--> statement-breakpoint
CREATE INDEX "destroyed_consents_of" ON "destroyed_consents" USING btree ("clinic_id","destruction_id");--> statement-breakpoint
CREATE INDEX "destructions_by_proposal" ON "destructions" USING btree ("clinic_id","proposed_at","id");--> statement-breakpoint
CREATE INDEX "destructions_under_way" ON "destructions" USING btree ("confirmed_at") WHERE status in ('confirmed', 'erased');--> statement-breakpoint
CREATE UNIQUE INDEX "destructions_number" ON "destructions" USING btree ("clinic_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "destructions_open" ON "destructions" USING btree ("clinic_id","patient_id") WHERE status in ('proposed', 'confirmed');--> statement-breakpoint
CREATE UNIQUE INDEX "legal_holds_standing" ON "legal_holds" USING btree ("clinic_id","patient_id") WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX "legal_holds_of_patient" ON "legal_holds" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE INDEX "record_files_of_patient" ON "record_files" USING btree ("clinic_id","patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "record_files_one_export" ON "record_files" USING btree ("clinic_id") WHERE kind = 'export' and status = 'preparing';--> statement-breakpoint
CREATE INDEX "record_files_passing" ON "record_files" USING btree ("created_at") WHERE status in ('preparing', 'ready');--> statement-breakpoint

ALTER TABLE "data_request_steps" ADD CONSTRAINT "data_request_steps_clinic_id_request_id_access_requests_clinic_id_id_fk" FOREIGN KEY ("clinic_id","request_id") REFERENCES "public"."access_requests"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "data_request_steps" ADD CONSTRAINT "data_request_steps_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "data_request_steps" ADD CONSTRAINT "data_request_steps_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "destroyed_consents" ADD CONSTRAINT "destroyed_consents_clinic_id_destruction_id_destructions_clinic_id_id_fk" FOREIGN KEY ("clinic_id","destruction_id") REFERENCES "public"."destructions"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_sealing_key_id_sealing_keys_id_fk" FOREIGN KEY ("sealing_key_id") REFERENCES "public"."sealing_keys"("id");--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_clinic_id_proposed_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","proposed_by_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "destructions" ADD CONSTRAINT "destructions_clinic_id_confirmed_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","confirmed_by_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_clinic_id_set_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","set_by_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_clinic_id_lifted_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","lifted_by_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "record_files" ADD CONSTRAINT "record_files_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "record_files" ADD CONSTRAINT "record_files_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "record_files" ADD CONSTRAINT "record_files_clinic_id_made_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","made_by_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

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

-- Of a record that was erased its hashes stay, and so whoever kept a copy is still told that it was sealed here.
create function known_evidence(documents text[], heads text[])
returns table (kind text, sha256 text, at timestamptz, is_newest boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select 'document', d.sha256, d.created_at, true
  from public.document_versions d where d.sha256 = any (known_evidence.documents)
  union all
  select 'head', e.hash, e.at, not exists (
    select from public.consent_events n
    where n.clinic_id = e.clinic_id and n.consent_id = e.consent_id and n.number = e.number + 1)
  from public.consent_events e where e.hash = any (known_evidence.heads)
  union all
  select case when f.sha256 = any (known_evidence.heads) then 'head' else 'document' end, f.sha256, f.at, f.is_newest
  from public.destroyed_consents c cross join lateral (
    select e ->> 'hash' as sha256, (e ->> 'at')::timestamptz as at,
      (e ->> 'number')::int = jsonb_array_length(c.chain) as is_newest
    from jsonb_array_elements(c.chain) e where e ->> 'hash' = any (known_evidence.heads)
    union all
    select d ->> 'sha256', (select max((e ->> 'at')::timestamptz) from jsonb_array_elements(c.chain) e
                            where e ->> 'event' = 'document.sealed'), true
    from jsonb_array_elements(c.documents) d where d ->> 'sha256' = any (known_evidence.documents)) f
$$;
alter function known_evidence(text[], text[]) owner to candour_opener;--> statement-breakpoint

CREATE POLICY "clinic" ON "data_request_steps" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "access_requests" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "access_requests" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "destroyed_consents" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "destructions" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "destructions" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "legal_holds" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "record_files" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "record_files" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

create policy destroyer on destructions to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  with check (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

create policy destroyer on destroyed_consents for insert to candour_destroyer
  with check (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from destructions d where d.clinic_id = destroyed_consents.clinic_id
                and d.id = destroyed_consents.destruction_id and d.status = 'confirmed'));--> statement-breakpoint

create policy opener on destroyed_consents for select to candour_opener using (true);--> statement-breakpoint

create policy destroyer on data_request_steps to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.patients p where p.clinic_id = data_request_steps.clinic_id and p.id = data_request_steps.patient_id));--> statement-breakpoint

create trigger guard_lifted before update on legal_holds for each row
  when (old.lifted_at is not null and pg_has_role('candour_app', current_user, 'set')) execute function guard_once();--> statement-breakpoint

create trigger guard_closed before update on access_requests for each row
  when (old.closed_at is not null and pg_has_role('candour_app', current_user, 'set')) execute function guard_once();--> statement-breakpoint

create trigger guard_destruction before insert or update on destructions for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_destruction();--> statement-breakpoint

-- The practice decides; what stays of a record is written by the role that takes it away.
grant select, insert, update (status, withdrawn_by, withdrawn_at, confirmed_by_id, confirmed_by, confirmed_at,
  files_left, sha256, bytes, sealing_key_id) on destructions to candour_clinic;--> statement-breakpoint

grant select, update (status, stopped_because, number, erased_at, counts, evidence_hash, files_left) on destructions
  to candour_destroyer;--> statement-breakpoint
grant select (clinic_id, id, status, confirmed_at) on destructions to candour_job;--> statement-breakpoint
grant select on destroyed_consents to candour_clinic;--> statement-breakpoint
grant insert on destroyed_consents to candour_destroyer;--> statement-breakpoint
grant select (clinic_id, id, chain, documents) on destroyed_consents to candour_opener;--> statement-breakpoint
grant select, insert, update (lifted_by_id, lifted_by, lifted_at, lifted_reason) on legal_holds to candour_clinic;--> statement-breakpoint

grant select, insert, update (status, progress, sha256, bytes, failure, expires_at, released_to, released_until) on
  record_files to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, status, created_at, expires_at) on record_files to candour_job;--> statement-breakpoint

grant select, insert, update (due_on, identity_how, identity_by, identity_at, outcome, outcome_note, closed_by,
  closed_at, clock_from, stopped_for, stopped_on, stopped_days, is_extended, grounds, reminded_on) on
  access_requests to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, due_on, closed_at, stopped_for, reminded_on) on access_requests to candour_job;--> statement-breakpoint

-- Steps are written down once and never changed: a correction stands beside what it corrects.
grant select, insert on data_request_steps to candour_clinic;--> statement-breakpoint

-- A record that two people decided to end takes these with it.
grant select, delete on data_request_steps to candour_destroyer;--> statement-breakpoint

revoke all on function known_evidence(text[], text[]) from public;
grant execute on function known_evidence(text[], text[]) to candour_app;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- compliance
-- Evidence for inspections: what was written down once is only added to; what moves on is changed in the columns of that
-- alone. The sweep sees which months of which practices have no sample, and which packs are past their time.
-- What the evidence list finds on each consent is kept, and added up by day as it changes. Whatever an item asks of writes
-- down, when it changes, whose marks may be others now; a job makes those anew, and readers look at them as they are.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "compliance_countings" (
	"clinic_id" uuid PRIMARY KEY NOT NULL,
	"rules" integer NOT NULL,
	"time_zone" text NOT NULL,
	"begun_at" timestamp with time zone NOT NULL
);--> statement-breakpoint

CREATE TABLE "compliance_days" (
	"clinic_id" uuid NOT NULL,
	"day" date NOT NULL,
	"item" smallint NOT NULL,
	"applies" integer NOT NULL,
	"met" integer NOT NULL,
	CONSTRAINT "compliance_days_clinic_id_day_item_pk" PRIMARY KEY("clinic_id","day","item")
);--> statement-breakpoint

CREATE TABLE "compliance_marks" (
	"clinic_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"population" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"patient_id" uuid NOT NULL,
	"applies" bigint NOT NULL,
	"met" bigint NOT NULL,
	"versions" uuid[] NOT NULL,
	CONSTRAINT "compliance_marks_clinic_id_consent_id_population_pk" PRIMARY KEY("clinic_id","consent_id","population"),
	CONSTRAINT "compliance_marks_population" CHECK (population in ('completed', 'started', 'ended'))
);--> statement-breakpoint

CREATE TABLE "compliance_waiting" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	CONSTRAINT "compliance_waiting_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "compliance_wordings" (
	"clinic_id" uuid NOT NULL,
	"day" date NOT NULL,
	"version_id" uuid NOT NULL,
	"consents" integer NOT NULL,
	CONSTRAINT "compliance_wordings_clinic_id_day_version_id_pk" PRIMARY KEY("clinic_id","day","version_id")
);--> statement-breakpoint

CREATE TABLE "compliance_notes" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"item" text NOT NULL,
	"text" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "compliance_notes_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "improvement_actions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"item" text,
	"source" text,
	"title" text NOT NULL,
	"consent_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"owner_id" uuid,
	"due_on" date NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"outcome" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	CONSTRAINT "improvement_actions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "improvement_actions_source" UNIQUE("clinic_id","source"),
	CONSTRAINT "improvement_actions_status" CHECK (status in ('open', 'closed')),
	CONSTRAINT "improvement_actions_closed" CHECK (num_nulls(closed_by, closed_at) = case when status = 'closed' then 0 else 2 end)
);--> statement-breakpoint

CREATE TABLE "compliance_incidents" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"happened_on" date NOT NULL,
	"summary" text NOT NULL,
	"is_about_consent" boolean NOT NULL,
	"about_consent" uuid,
	"candour" text DEFAULT '' NOT NULL,
	"learning" text DEFAULT '' NOT NULL,
	"shared" text DEFAULT '' NOT NULL,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	CONSTRAINT "compliance_incidents_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "compliance_incidents_kind" CHECK (kind in ('incident', 'near-miss', 'complaint')),
	CONSTRAINT "compliance_incidents_closed" CHECK (num_nulls(closed_by, closed_at) in (0, 2)),
	CONSTRAINT "compliance_incidents_learned" CHECK (closed_at is null or (learning <> '' and shared <> ''))
);--> statement-breakpoint

CREATE TABLE "inspection_packs" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"status" text DEFAULT 'preparing' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"sha256" text,
	"bytes" bigint,
	"failure" text,
	"made_by_id" uuid NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"released_to" uuid,
	"released_until" timestamp with time zone,
	CONSTRAINT "inspection_packs_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "inspection_packs_days" CHECK (from_day <= to_day),
	CONSTRAINT "inspection_packs_status" CHECK (status in ('preparing', 'ready', 'failed', 'expired')),
	CONSTRAINT "inspection_packs_progress" CHECK (progress between 0 and 100),
	CONSTRAINT "inspection_packs_ready" CHECK (status <> 'ready' or num_nulls(sha256, bytes, expires_at) = 0)
);--> statement-breakpoint

CREATE TABLE "policy_readings" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"version_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "policy_readings_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "policy_readings_once" UNIQUE("clinic_id","version_id","staff_id")
);--> statement-breakpoint

CREATE TABLE "policy_versions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"policy" text NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"review_on" date NOT NULL,
	"staff_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "policy_versions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "policy_versions_number" UNIQUE("clinic_id","policy","number")
);--> statement-breakpoint

CREATE TABLE "sample_audits" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"month" char(7) NOT NULL,
	"version" text NOT NULL,
	"seed" text NOT NULL,
	"population" integer NOT NULL,
	"sample" jsonb NOT NULL,
	"made_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "sample_audits_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "sample_audits_once" UNIQUE("clinic_id","month","version"),
	CONSTRAINT "sample_audits_month" CHECK (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);--> statement-breakpoint

CREATE TABLE "staff_trainings" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"staff_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"title" text NOT NULL,
	"done_on" date NOT NULL,
	"certificate_type" text,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"taken_back_at" timestamp with time zone,
	"taken_back_by" text,
	CONSTRAINT "staff_trainings_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "staff_trainings_topic" CHECK (topic in ('consent', 'capacity', 'other')),
	CONSTRAINT "staff_trainings_type" CHECK (certificate_type in ('application/pdf', 'image/jpeg', 'image/png')),
	CONSTRAINT "staff_trainings_taken_back" CHECK (num_nulls(taken_back_at, taken_back_by) in (0, 2))
);--> statement-breakpoint

CREATE TABLE "training_certificates" (
	"clinic_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "training_certificates_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

ALTER TABLE "compliance_countings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "compliance_days" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "compliance_marks" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "compliance_waiting" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "compliance_wordings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "compliance_notes" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "improvement_actions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "compliance_incidents" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "inspection_packs" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "policy_readings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "policy_versions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sample_audits" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "staff_trainings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "training_certificates" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "compliance_marks_by_day" ON "compliance_marks" USING btree ("clinic_id","population","day","patient_id");--> statement-breakpoint
CREATE INDEX "compliance_waiting_of_consent" ON "compliance_waiting" USING btree ("clinic_id","consent_id");--> statement-breakpoint
CREATE INDEX "compliance_notes_of_item" ON "compliance_notes" USING btree ("clinic_id","item","at");--> statement-breakpoint
CREATE INDEX "improvement_actions_by_due" ON "improvement_actions" USING btree ("clinic_id","status","due_on","id");--> statement-breakpoint
CREATE INDEX "compliance_incidents_by_day" ON "compliance_incidents" USING btree ("clinic_id","happened_on","id");--> statement-breakpoint
CREATE UNIQUE INDEX "inspection_packs_one" ON "inspection_packs" USING btree ("clinic_id") WHERE status = 'preparing';--> statement-breakpoint
CREATE INDEX "inspection_packs_by_time" ON "inspection_packs" USING btree ("clinic_id","created_at");--> statement-breakpoint
CREATE INDEX "inspection_packs_passing" ON "inspection_packs" USING btree ("created_at") WHERE status in ('preparing', 'ready');--> statement-breakpoint
CREATE INDEX "policy_readings_of_staff" ON "policy_readings" USING btree ("clinic_id","staff_id");--> statement-breakpoint
CREATE INDEX "staff_trainings_by_day" ON "staff_trainings" USING btree ("clinic_id","done_on","id");--> statement-breakpoint

ALTER TABLE "compliance_countings" ADD CONSTRAINT "compliance_countings_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "compliance_days" ADD CONSTRAINT "compliance_days_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "compliance_marks" ADD CONSTRAINT "compliance_marks_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "compliance_waiting" ADD CONSTRAINT "compliance_waiting_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "compliance_wordings" ADD CONSTRAINT "compliance_wordings_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "compliance_notes" ADD CONSTRAINT "compliance_notes_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "compliance_notes" ADD CONSTRAINT "compliance_notes_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "improvement_actions" ADD CONSTRAINT "improvement_actions_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "improvement_actions" ADD CONSTRAINT "improvement_actions_clinic_id_owner_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","owner_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "compliance_incidents" ADD CONSTRAINT "compliance_incidents_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "inspection_packs" ADD CONSTRAINT "inspection_packs_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "inspection_packs" ADD CONSTRAINT "inspection_packs_clinic_id_made_by_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","made_by_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "policy_readings" ADD CONSTRAINT "policy_readings_clinic_id_version_id_policy_versions_clinic_id_id_fk" FOREIGN KEY ("clinic_id","version_id") REFERENCES "public"."policy_versions"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "policy_readings" ADD CONSTRAINT "policy_readings_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "sample_audits" ADD CONSTRAINT "sample_audits_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "staff_trainings" ADD CONSTRAINT "staff_trainings_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "training_certificates" ADD CONSTRAINT "training_certificates_clinic_id_id_staff_trainings_clinic_id_id_fk" FOREIGN KEY ("clinic_id","id") REFERENCES "public"."staff_trainings"("clinic_id","id");--> statement-breakpoint

create function wait_of_consent() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id) values (new.clinic_id, new.consent_id);
  return null;
end $$;
alter function wait_of_consent() owner to candour_search;--> statement-breakpoint

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

-- Tables whose rows may be taken away while the consent stays.
create function wait_of_lost() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.compliance_waiting (clinic_id, consent_id) values (old.clinic_id, old.consent_id);
  return null;
end $$;
alter function wait_of_lost() owner to candour_search;--> statement-breakpoint

CREATE POLICY "clinic" ON "compliance_countings" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "compliance_countings" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "compliance_days" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "compliance_marks" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "compliance_waiting" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "compliance_waiting" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "search_insert" ON "compliance_waiting" FOR INSERT TO "candour_search" WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "compliance_wordings" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "compliance_notes" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "improvement_actions" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "compliance_incidents" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "inspection_packs" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "inspection_packs" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "policy_readings" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "policy_versions" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "sample_audits" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "sample_audits" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "staff_trainings" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "training_certificates" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

create policy destroyer on compliance_marks to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = compliance_marks.clinic_id and c.id = compliance_marks.consent_id));--> statement-breakpoint

create policy destroyer on compliance_waiting to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = compliance_waiting.clinic_id and c.id = compliance_waiting.consent_id));--> statement-breakpoint

create policy destroyer on compliance_days to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

create policy destroyer on compliance_wordings to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

create trigger add_compliance_days after insert on compliance_marks
  referencing new table as changed for each statement execute function add_compliance_days();--> statement-breakpoint

create trigger take_compliance_days after delete on compliance_marks
  referencing old table as changed for each statement execute function take_compliance_days();--> statement-breakpoint

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

grant select, insert on compliance_notes, policy_readings, policy_versions, sample_audits, training_certificates to
  candour_clinic;--> statement-breakpoint

grant select, insert, update (title, owner_id, due_on, status, outcome, closed_by, closed_at) on improvement_actions
  to candour_clinic;--> statement-breakpoint
grant select, insert, update (taken_back_at, taken_back_by) on staff_trainings to candour_clinic;--> statement-breakpoint

grant select, insert, update (candour, learning, shared, closed_by, closed_at) on compliance_incidents to
  candour_clinic;--> statement-breakpoint
grant select (clinic_id, month, version) on sample_audits to candour_job;--> statement-breakpoint

grant select, insert, update (status, progress, sha256, bytes, failure, expires_at, released_to, released_until) on
  inspection_packs to candour_clinic;--> statement-breakpoint
grant select (clinic_id, id, status, created_at, expires_at) on inspection_packs to candour_job;--> statement-breakpoint
grant select, insert, update on compliance_countings, compliance_days, compliance_wordings to candour_clinic;--> statement-breakpoint
grant select on compliance_countings to candour_job;--> statement-breakpoint
grant select, insert, delete on compliance_marks, compliance_waiting to candour_clinic;--> statement-breakpoint

-- A record that two people decided to end takes these with it.
grant select, delete on compliance_marks, compliance_waiting to candour_destroyer;--> statement-breakpoint
grant insert on compliance_waiting to candour_search;--> statement-breakpoint
grant select (clinic_id) on compliance_waiting to candour_job;--> statement-breakpoint
grant select, update (applies, met) on compliance_days to candour_destroyer;--> statement-breakpoint
grant select, update (consents) on compliance_wordings to candour_destroyer;--> statement-breakpoint
revoke all on function wait_of_consent() from public;--> statement-breakpoint
revoke all on function wait_of_lost() from public;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- data-protection
-- Breaches: what was written down about one stays; the breach itself is only closed, once.
-- The processing record of a practice: what it changed of the one that ships, and its own.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "breach_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"breach_id" uuid NOT NULL,
	"said" jsonb NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "breach_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "breaches" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"title" text NOT NULL,
	"discovered_at" timestamp with time zone NOT NULL,
	"opened_by" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"lessons" text DEFAULT '' NOT NULL,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	CONSTRAINT "breaches_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "breaches_closed" CHECK (num_nulls(closed_by, closed_at) in (0, 2))
);--> statement-breakpoint

CREATE TABLE "processing_entries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"shipped_key" text,
	"is_left_out" boolean DEFAULT false NOT NULL,
	"purpose" text NOT NULL,
	"lawful_basis" text NOT NULL,
	"people" text NOT NULL,
	"data" text NOT NULL,
	"recipients" text NOT NULL,
	"transfers" text NOT NULL,
	"retention" text NOT NULL,
	"security" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "processing_entries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

ALTER TABLE "breach_entries" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "breaches" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "processing_entries" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "breach_entries_of" ON "breach_entries" USING btree ("clinic_id","breach_id");--> statement-breakpoint
CREATE INDEX "breaches_by_time" ON "breaches" USING btree ("clinic_id","discovered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "processing_entries_shipped" ON "processing_entries" USING btree ("clinic_id","shipped_key");--> statement-breakpoint

ALTER TABLE "breach_entries" ADD CONSTRAINT "breach_entries_clinic_id_breach_id_breaches_clinic_id_id_fk" FOREIGN KEY ("clinic_id","breach_id") REFERENCES "public"."breaches"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "breaches" ADD CONSTRAINT "breaches_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "processing_entries" ADD CONSTRAINT "processing_entries_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint

CREATE POLICY "clinic" ON "breach_entries" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "breaches" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "processing_entries" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

create trigger guard_closed before update on breaches for each row
  when (old.closed_at is not null and pg_has_role('candour_app', current_user, 'set')) execute function guard_once();--> statement-breakpoint

grant select, insert, update (lessons, closed_by, closed_at) on breaches to candour_clinic;--> statement-breakpoint
grant select, insert on breach_entries to candour_clinic;--> statement-breakpoint
grant select, insert, update, delete on processing_entries to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- kiosks
-- Browsers in patients' hands: what a session that was handed over still opens, and who may do what with the forms.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "kiosk_forms" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"handover_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"link_id" uuid,
	CONSTRAINT "kiosk_forms_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "kiosk_forms_once" UNIQUE("clinic_id","handover_id","consent_id")
);--> statement-breakpoint

CREATE TABLE "kiosk_handovers" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"session_id" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"proved_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kiosk_handovers_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "kiosk_handovers_attempts" CHECK (failed_attempts >= 0)
);--> statement-breakpoint

ALTER TABLE "kiosk_forms" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "kiosk_handovers" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE "kiosk_forms" ADD CONSTRAINT "kiosk_forms_of_handover" FOREIGN KEY ("clinic_id","handover_id") REFERENCES "public"."kiosk_handovers"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "kiosk_forms" ADD CONSTRAINT "kiosk_forms_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "kiosk_handovers" ADD CONSTRAINT "kiosk_handovers_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint

CREATE POLICY "clinic" ON "kiosk_forms" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "kiosk_handovers" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

grant select, insert, update (failed_attempts, proved_until, ended_at) on kiosk_handovers to candour_clinic;--> statement-breakpoint
grant select, insert, update (link_id) on kiosk_forms to candour_clinic;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- patient-home
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "home_links" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"email" text NOT NULL,
	"token_hash" text,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "home_links_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "home_sessions" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"patient_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "home_sessions_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

ALTER TABLE "home_links" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "home_sessions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "home_links_token" ON "home_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "home_sessions_token" ON "home_sessions" USING btree ("token_hash");--> statement-breakpoint

ALTER TABLE "home_links" ADD CONSTRAINT "home_links_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "home_sessions" ADD CONSTRAINT "home_sessions_clinic_id_patient_id_patients_clinic_id_id_fk" FOREIGN KEY ("clinic_id","patient_id") REFERENCES "public"."patients"("clinic_id","id");--> statement-breakpoint

-- A live link to a patient's own page; dead and unknown are the same: no row.
create function open_home_link(wanted_hash text, moment timestamptz) returns table (clinic_id uuid, link_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.clinic_id, l.id from public.home_links l
  where l.token_hash = wanted_hash and l.used_at is null and l.expires_at > moment
$$;
alter function open_home_link(text, timestamptz) owner to candour_opener;--> statement-breakpoint

-- A patient's own page: one patient record, and every consent of it that was ever sent.
create function open_home_session(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, patient_id uuid, consent_ids uuid[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select h.clinic_id, h.patient_id,
         array(select c.id from public.consents c
               where c.clinic_id = h.clinic_id and c.patient_id = h.patient_id and c.sent_at is not null)
  from public.home_sessions h
  where h.token_hash = wanted_hash and h.expires_at > moment
$$;
alter function open_home_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint

CREATE POLICY "clinic" ON "home_links" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "opener" ON "home_links" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "home_sessions" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "opener" ON "home_sessions" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

grant select, insert, delete on home_sessions to candour_clinic;--> statement-breakpoint
grant select on home_links, home_sessions to candour_opener;--> statement-breakpoint
grant select, insert, update (token_hash, failed_attempts, used_at) on home_links to candour_clinic;--> statement-breakpoint

revoke all on function open_home_link(text, timestamptz) from public;
grant execute on function open_home_link(text, timestamptz) to candour_app;--> statement-breakpoint

revoke all on function open_home_session(text, timestamptz) from public;
grant execute on function open_home_session(text, timestamptz) to candour_app;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- integrations
-- Other programs: what their keys open, what they are told, and what is put into their folder.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "api_keys" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"token_hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_keys_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "webhook_attempts" (
	"clinic_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status_code" integer,
	"duration_ms" integer NOT NULL,
	"failure" text,
	CONSTRAINT "webhook_attempts_clinic_id_delivery_id_number_pk" PRIMARY KEY("clinic_id","delivery_id","number")
);--> statement-breakpoint

CREATE TABLE "webhook_deliveries" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"consent_id" uuid NOT NULL,
	"event_number" integer NOT NULL,
	"event" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"give_up_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "webhook_deliveries_status" CHECK (status in ('queued', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_next" CHECK ((status = 'queued') = (next_attempt_at is not null))
);--> statement-breakpoint

CREATE TABLE "webhooks" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"disabled_because" text,
	"disabled_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhooks_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "webhooks_status" CHECK (status in ('active', 'disabled', 'removed')),
	CONSTRAINT "webhooks_disabled" CHECK ((status = 'disabled') = (disabled_because is not null) and disabled_because in ('failures', 'staff')),
	CONSTRAINT "webhooks_https" CHECK (url like 'https://%')
);--> statement-breakpoint

CREATE TABLE "write_backs" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"consent_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"placing_attempt" integer,
	"next_attempt_at" timestamp with time zone,
	"give_up_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "write_backs_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "write_backs_status" CHECK (status in ('queued', 'placing', 'delivered', 'failed')),
	CONSTRAINT "write_backs_placing" CHECK ((status <> 'placing' or placing_attempt is not null) and (status <> 'queued' or placing_attempt is null)),
	CONSTRAINT "write_backs_next" CHECK ((status in ('queued', 'placing')) = (next_attempt_at is not null)),
	CONSTRAINT "write_backs_delivered" CHECK ((status = 'delivered') = (delivered_at is not null))
);--> statement-breakpoint

ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhooks" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "write_backs" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE INDEX "api_keys_token" ON "api_keys" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("clinic_id","webhook_id","consent_id","event_number");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("clinic_id","webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "write_backs_once" ON "write_backs" USING btree ("clinic_id","document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "write_backs_name" ON "write_backs" USING btree ("clinic_id","file_name");--> statement-breakpoint
CREATE INDEX "write_backs_newest" ON "write_backs" USING btree ("clinic_id","created_at","id");--> statement-breakpoint
CREATE INDEX "write_backs_due" ON "write_backs" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint

ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_clinic_id_created_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","created_by") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_clinic_id_delivery_id_webhook_deliveries_clinic_id_id_fk" FOREIGN KEY ("clinic_id","delivery_id") REFERENCES "public"."webhook_deliveries"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_clinic_id_webhook_id_webhooks_clinic_id_id_fk" FOREIGN KEY ("clinic_id","webhook_id") REFERENCES "public"."webhooks"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_clinic_id_created_by_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","created_by") REFERENCES "public"."staff"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "write_backs" ADD CONSTRAINT "write_backs_clinic_id_consent_id_consents_clinic_id_id_fk" FOREIGN KEY ("clinic_id","consent_id") REFERENCES "public"."consents"("clinic_id","id");--> statement-breakpoint
ALTER TABLE "write_backs" ADD CONSTRAINT "write_backs_clinic_id_document_id_document_versions_clinic_id_id_fk" FOREIGN KEY ("clinic_id","document_id") REFERENCES "public"."document_versions"("clinic_id","id");--> statement-breakpoint

-- A live key of an active practice: unknown, revoked and expired are the same, no row. Its use is noted now and then.
create function open_api_key(wanted_hash text, moment timestamptz, noted_before timestamptz)
returns table (clinic_id uuid, key_id uuid, name text, scopes jsonb)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with live as (
    select k.clinic_id, k.id, k.name, k.scopes
    from public.api_keys k join public.clinics c on c.id = k.clinic_id and c.status = 'active'
    where k.token_hash = wanted_hash and k.revoked_at is null and k.expires_at > moment),
  noted as (
    update public.api_keys k set last_used_at = moment from live l
    where k.clinic_id = l.clinic_id and k.id = l.id and coalesce(k.last_used_at <= noted_before, true))
  select l.clinic_id, l.id, l.name, l.scopes from live l
$$;
alter function open_api_key(text, timestamptz, timestamptz) owner to candour_opener;--> statement-breakpoint

-- How much of its plan a practice uses: sums and counts.
create function clinic_usage(wanted uuid) returns table (video_bytes bigint, api_keys int, webhooks int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select
    (select coalesce(sum(v.bytes::bigint + coalesce(v.playable_bytes, 0)), 0)::bigint
     from public.videos v where v.owner_clinic_id = wanted),
    (select count(*)::int from public.api_keys k where k.clinic_id = wanted and k.revoked_at is null),
    (select count(*)::int from public.webhooks w where w.clinic_id = wanted and w.status <> 'removed')
$$;
alter function clinic_usage(uuid) owner to candour_opener;--> statement-breakpoint

CREATE POLICY "clinic" ON "api_keys" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "opener" ON "api_keys" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

CREATE POLICY "use" ON "api_keys" FOR UPDATE TO "candour_opener" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "webhook_attempts" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "clinic" ON "webhook_deliveries" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "webhook_deliveries" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "webhooks" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "opener" ON "webhooks" FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "write_backs" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "job" ON "write_backs" FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

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

grant select, insert, update (name, url, events, secret, previous_secret, previous_secret_until, status,
  disabled_because, disabled_at, failing_since) on webhooks to candour_clinic;--> statement-breakpoint
grant select (clinic_id, status) on webhooks to candour_opener;--> statement-breakpoint
grant select, insert, update (revoked_at) on api_keys to candour_clinic;--> statement-breakpoint
grant select, update (last_used_at) on api_keys to candour_opener;--> statement-breakpoint
grant select, insert, update (status, next_attempt_at, give_up_at, tries) on webhook_deliveries to candour_clinic;--> statement-breakpoint

-- Sweeps list what is due.
grant select (clinic_id, id, next_attempt_at) on webhook_deliveries, write_backs to candour_job;--> statement-breakpoint

grant select, insert, update (status, failure, attempts, placing_attempt, next_attempt_at, give_up_at, delivered_at)
  on write_backs to candour_clinic;--> statement-breakpoint
grant select, insert on webhook_attempts to candour_clinic;--> statement-breakpoint

revoke all on function clinic_usage(uuid) from public;
grant execute on function clinic_usage(uuid) to candour_admin;--> statement-breakpoint

revoke all on function open_api_key(text, timestamptz, timestamptz) from public;
grant execute on function open_api_key(text, timestamptz, timestamptz) to candour_app;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- billing
-- What practices pay. A practice reads how it stands and writes down what it asked of Stripe; what Stripe says is written
-- by jobs of the platform alone.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "billing_accounts" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"status" text,
	"plan" text,
	"monthly_pence" integer DEFAULT 0 NOT NULL,
	"period_ends_at" timestamp with time zone,
	"trial_ends_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"next_plan" text,
	"next_monthly_pence" integer,
	"next_plan_at" timestamp with time zone,
	"vat_number" text DEFAULT '' NOT NULL,
	"looks_begun" integer DEFAULT 0 NOT NULL,
	"look_applied" integer DEFAULT 0 NOT NULL,
	"looked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_accounts_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);--> statement-breakpoint

CREATE TABLE "billing_attempts" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"plan" text,
	"state" text NOT NULL,
	"failure" text,
	"session_id" text,
	"by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "billing_attempts_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "billing_attempts_kind" CHECK (kind in ('checkout', 'portal', 'change', 'ending', 'vat-number')),
	CONSTRAINT "billing_attempts_state" CHECK (state in ('begun', 'done', 'failed'))
);--> statement-breakpoint

CREATE TABLE "billing_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"is_fetched" boolean NOT NULL,
	"customer_id" text NOT NULL,
	"facts" jsonb NOT NULL,
	"applied_at" timestamp with time zone
);--> statement-breakpoint

ALTER TABLE "billing_accounts" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "billing_attempts" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "billing_events" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE UNIQUE INDEX "billing_accounts_once" ON "billing_accounts" USING btree ("clinic_id");--> statement-breakpoint
CREATE INDEX "billing_accounts_by_customer" ON "billing_accounts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "billing_attempts_begun" ON "billing_attempts" USING btree ("created_at") WHERE state = 'begun';--> statement-breakpoint
CREATE INDEX "billing_events_of_customer" ON "billing_events" USING btree ("customer_id","happened_at");--> statement-breakpoint
CREATE INDEX "billing_events_by_time" ON "billing_events" USING btree ("happened_at");--> statement-breakpoint
CREATE INDEX "billing_events_waiting" ON "billing_events" USING btree ("received_at") WHERE applied_at is null;--> statement-breakpoint

ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "billing_attempts" ADD CONSTRAINT "billing_attempts_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint

CREATE POLICY "clinic" ON "billing_accounts" FOR SELECT TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "billing_accounts" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "clinic" ON "billing_attempts" FOR ALL TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

CREATE POLICY "admin" ON "billing_attempts" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

CREATE POLICY "admin" ON "billing_events" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

grant select on billing_accounts to candour_clinic;--> statement-breakpoint

grant select, insert, update (subscription_id, status, plan, monthly_pence, period_ends_at, trial_ends_at, ends_at,
  next_plan, next_monthly_pence, next_plan_at, vat_number, looks_begun, look_applied, looked_at) on billing_accounts
  to candour_admin;--> statement-breakpoint
grant select, insert, update (state, failure, session_id, finished_at) on billing_attempts to candour_clinic;--> statement-breakpoint
grant select, update (state, failure, finished_at) on billing_attempts to candour_admin;--> statement-breakpoint

-- Only added to: that one was applied is all that is ever said of it later.
grant select, insert, update (applied_at) on billing_events to candour_admin;--> statement-breakpoint

-- --------------------------------------------------------------------------------------------------------------------
-- setup
-- What the set-up pages settle, and patients who are nobody.
-- --------------------------------------------------------------------------------------------------------------------

CREATE TABLE "installation_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"secret" text,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" text NOT NULL,
	CONSTRAINT "installation_settings_name" CHECK (name ~ '^[a-z][a-z-]*(:[0-9a-f-]{36})?$')
);--> statement-breakpoint

ALTER TABLE "installation_settings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE POLICY "admin" ON "installation_settings" FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

-- The start reads it before anything serves: where files are kept, and whether the demo is over.
create policy owner on installation_settings for select to current_user using (true);--> statement-breakpoint

grant select, insert, update, delete on installation_settings to candour_admin;--> statement-breakpoint

revoke create on schema public from candour_opener, candour_search;--> statement-breakpoint

set local check_function_bodies = on;

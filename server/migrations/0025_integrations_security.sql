-- Other programs: what their keys open, what they are told, and what is put into their folder.

alter table api_keys force row level security;--> statement-breakpoint
alter table webhooks force row level security;--> statement-breakpoint
alter table webhook_deliveries force row level security;--> statement-breakpoint
alter table webhook_attempts force row level security;--> statement-breakpoint
alter table write_backs force row level security;--> statement-breakpoint

grant select, insert, update (revoked_at) on api_keys to candour_clinic;--> statement-breakpoint
grant select, insert on webhooks to candour_clinic;--> statement-breakpoint
grant update (name, url, events, secret, previous_secret, previous_secret_until, status, disabled_because, disabled_at, failing_since) on webhooks to candour_clinic;--> statement-breakpoint
grant select, insert, update (status, next_attempt_at, give_up_at, tries) on webhook_deliveries to candour_clinic;--> statement-breakpoint
grant select, insert on webhook_attempts to candour_clinic;--> statement-breakpoint
grant select, insert, update (status, failure, attempts, placing_attempt, next_attempt_at, give_up_at, delivered_at) on write_backs to candour_clinic;--> statement-breakpoint

-- Sweeps list what is due.
grant select (clinic_id, id, next_attempt_at) on webhook_deliveries, write_backs to candour_job;--> statement-breakpoint

-- A program with a key reads what a sealed record is made of, and of a patient who they are; it writes nothing at all.
grant usage on schema public to candour_integration;--> statement-breakpoint
grant select on consents, consent_events, consent_discussions, consent_attestations, countersignatures, signatures, document_versions to candour_integration;--> statement-breakpoint
grant select (id, time_zone) on clinics to candour_integration;--> statement-breakpoint
grant select (clinic_id, id, title, first_name, last_name, date_of_birth, nhs_number, status, updated_at) on patients to candour_integration;--> statement-breakpoint

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
$$;--> statement-breakpoint
grant select, update (last_used_at) on api_keys to candour_opener;--> statement-breakpoint
grant create on schema public to candour_opener;--> statement-breakpoint
alter function open_api_key(text, timestamptz, timestamptz) owner to candour_opener;--> statement-breakpoint
revoke create on schema public from candour_opener;--> statement-breakpoint
revoke all on function open_api_key(text, timestamptz, timestamptz) from public;--> statement-breakpoint
grant execute on function open_api_key(text, timestamptz, timestamptz) to candour_app;

-- Daily digests of a practice's chains: each follows the one before, and none is changed or taken away. And what anybody
-- may ask of a sealed file who has its fingerprint: when it was sealed, and of nobody whose it is.

alter table chain_digests force row level security;--> statement-breakpoint
grant select, insert on chain_digests to candour_clinic;--> statement-breakpoint
grant select (clinic_id, created_at) on chain_digests to candour_job;--> statement-breakpoint

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
create trigger guard_chain_digest before insert on chain_digests for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_chain_digest();--> statement-breakpoint

create index consent_events_hash on consent_events (hash);--> statement-breakpoint
create index consent_events_by_time on consent_events (clinic_id, at);--> statement-breakpoint
create index document_versions_sha256 on document_versions (sha256);--> statement-breakpoint

grant select (clinic_id, consent_id, number, at, hash) on consent_events to candour_opener;--> statement-breakpoint
grant select (clinic_id, consent_id, number, sha256, created_at) on document_versions to candour_opener;--> statement-breakpoint
grant select (clinic_id, id, chain, documents) on destroyed_consents to candour_opener;--> statement-breakpoint
create policy opener on consent_events for select to candour_opener using (true);--> statement-breakpoint
create policy opener on document_versions for select to candour_opener using (true);--> statement-breakpoint
create policy opener on destroyed_consents for select to candour_opener using (true);--> statement-breakpoint

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
$$;--> statement-breakpoint
grant candour_opener to current_user with set true;--> statement-breakpoint
grant create on schema public to candour_opener;--> statement-breakpoint
alter function known_evidence(text[], text[]) owner to candour_opener;--> statement-breakpoint
revoke create on schema public from candour_opener;--> statement-breakpoint
revoke all on function known_evidence(text[], text[]) from public;--> statement-breakpoint
grant execute on function known_evidence(text[], text[]) to candour_app;

-- The way in, and who reads along: who may write what, and that what became of a code or an invitation stays.

alter table link_codes force row level security;--> statement-breakpoint
alter table supporters force row level security;--> statement-breakpoint
alter table supporter_openings force row level security;--> statement-breakpoint

-- The code word stands on the page before the birth date (rulings 40).
grant select (code_word) on clinics to candour_link;--> statement-breakpoint

-- The practice's side makes a code and sends it; whoever holds the link tries one.
grant select, insert, update (hash_of_code, expires_at) on link_codes to candour_clinic;--> statement-breakpoint
grant select, update (failed_attempts, used_at) on link_codes to candour_link;--> statement-breakpoint
grant select on link_codes to candour_patient;--> statement-breakpoint

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
create trigger guard_link_code before update on link_codes for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_link_code();--> statement-breakpoint

-- A patient lets somebody read along and ends it; the practice sends the link, counts attempts and may end it too.
grant select, insert, update (revoked_at) on supporters to candour_patient;--> statement-breakpoint
grant select, update (message_id, failed_attempts, locked_at, revoked_at) on supporters to candour_clinic;--> statement-breakpoint
grant select, insert on supporter_openings to candour_clinic;--> statement-breakpoint
grant select on supporter_openings to candour_patient;--> statement-breakpoint
grant select on supporters, supporter_openings to candour_opener;--> statement-breakpoint

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
create trigger guard_supporter before update on supporters for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_supporter();--> statement-breakpoint

-- Whoever reads along: the frozen text of that one consent, its pictures and its questions, and whose practice it is.
grant usage on schema public to candour_supporter;--> statement-breakpoint
grant select (id, name, phone, brand_colour, logo, policies) on clinics to candour_supporter;--> statement-breakpoint
grant select (clinic_id, id, content) on consents to candour_supporter;--> statement-breakpoint
grant select on question_entries, consent_pictures to candour_supporter;--> statement-breakpoint
create policy supporter on clinics for select to candour_supporter
  using (id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
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

-- Before a scope exists: whose link or cookie this is, while it lives and there is something to read.
create function open_supporter_link(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, supporter_id uuid, consent_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.clinic_id, s.id, s.consent_id
  from public.supporters s
  join public.consents c on c.clinic_id = s.clinic_id and c.id = s.consent_id
  where s.token_hash = wanted_hash and s.revoked_at is null and s.expires_at > moment
    and c.status in ('sent', 'viewed', 'verbal', 'signed', 'finalised')
$$;--> statement-breakpoint
create function open_supporter_session(wanted_hash text, moment timestamptz)
returns table (clinic_id uuid, supporter_id uuid, consent_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.clinic_id, s.id, s.consent_id
  from public.supporter_openings o
  join public.supporters s on s.clinic_id = o.clinic_id and s.id = o.supporter_id
  join public.consents c on c.clinic_id = s.clinic_id and c.id = s.consent_id
  where o.token_hash = wanted_hash and o.expires_at > moment and s.revoked_at is null and s.expires_at > moment
    and c.status in ('sent', 'viewed', 'verbal', 'signed', 'finalised')
$$;--> statement-breakpoint
grant create on schema public to candour_opener;--> statement-breakpoint
alter function open_supporter_link(text, timestamptz) owner to candour_opener;--> statement-breakpoint
alter function open_supporter_session(text, timestamptz) owner to candour_opener;--> statement-breakpoint
revoke create on schema public from candour_opener;--> statement-breakpoint
revoke all on function open_supporter_link(text, timestamptz), open_supporter_session(text, timestamptz) from public;--> statement-breakpoint
grant execute on function open_supporter_link(text, timestamptz), open_supporter_session(text, timestamptz) to candour_app;--> statement-breakpoint

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
end $$;

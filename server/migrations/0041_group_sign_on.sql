-- The identity provider of a group of practices and its domains, used by practices that agree to it. Those that joined
-- before are asked.
CREATE TABLE "group_sign_in_connections" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"group_id" uuid NOT NULL,
	"name" text NOT NULL,
	"protocol" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text,
	"secret" text,
	"sign_in_address" text,
	"certificates" jsonb,
	"trusts_emails" boolean NOT NULL,
	"counts_second_factor" boolean NOT NULL,
	"group_claim" text NOT NULL,
	"practice_levels" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "group_sign_in_connections_one" UNIQUE("group_id"),
	CONSTRAINT "group_sign_in_connections_protocol" CHECK (case protocol
        when 'oidc' then client_id is not null and secret is not null and sign_in_address is null and certificates is null
        when 'saml' then client_id is null and secret is null and sign_in_address is not null
          and coalesce(jsonb_array_length(certificates), 0) > 0
        else false end)
);
--> statement-breakpoint
ALTER TABLE "group_sign_in_connections" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "group_sign_in_domains" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"group_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"token" text NOT NULL,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "group_sign_in_domains_domain" UNIQUE("group_id","domain")
);
--> statement-breakpoint
ALTER TABLE "group_sign_in_domains" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "practice_group_members" ADD COLUMN "uses_sign_on_since" timestamp with time zone;--> statement-breakpoint
CREATE POLICY "group" ON "group_sign_in_connections" AS PERMISSIVE FOR ALL TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid) WITH CHECK (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "group_sign_in_connections" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (group_id = (select m.group_id from practice_group_members m
      where m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and m.uses_sign_on_since is not null));--> statement-breakpoint
CREATE POLICY "opener" ON "group_sign_in_connections" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "group" ON "group_sign_in_domains" AS PERMISSIVE FOR ALL TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid) WITH CHECK (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "group_sign_in_domains" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (group_id = (select m.group_id from practice_group_members m
      where m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and m.uses_sign_on_since is not null));--> statement-breakpoint
CREATE POLICY "opener" ON "group_sign_in_domains" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "admin" ON "group_sign_in_domains" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

alter table group_sign_in_connections add constraint group_sign_in_connections_group_id_practice_groups_id_fk
  foreign key (group_id) references practice_groups (id);--> statement-breakpoint
alter table group_sign_in_domains add constraint group_sign_in_domains_group_id_practice_groups_id_fk
  foreign key (group_id) references practice_groups (id);--> statement-breakpoint

grant select, insert, update, delete on group_sign_in_connections, group_sign_in_domains to candour_group;--> statement-breakpoint
grant select on group_sign_in_connections, group_sign_in_domains to candour_clinic;--> statement-breakpoint
-- Where the provider is asked, and with what, nobody learns before a practice is known.
grant select (id, group_id, name) on group_sign_in_connections to candour_opener;--> statement-breakpoint
grant select (group_id, domain, verified_at) on group_sign_in_domains to candour_opener;--> statement-breakpoint
grant select (id, group_id, domain), update (verified_at) on group_sign_in_domains to candour_admin;--> statement-breakpoint
grant update (uses_sign_on_since) on practice_group_members to candour_clinic;--> statement-breakpoint
grant select (uses_sign_on_since) on practice_group_members to candour_opener;--> statement-breakpoint

-- The practices whose group signs in addresses of a domain: those that agreed, and have no provider of their own.
create function find_group_sign_ins(wanted_domain text)
returns table (connection_id uuid, connection_name text, clinic_name text, clinic_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select k.id, k.name, c.name, c.id
  from public.group_sign_in_domains d
  join public.group_sign_in_connections k on k.group_id = d.group_id
  join public.practice_group_members m on m.group_id = k.group_id and m.uses_sign_on_since is not null
  join public.clinics c on c.id = m.clinic_id and c.status = 'active'
  left join public.sign_in_connections o on o.clinic_id = m.clinic_id
  where d.domain = wanted_domain and d.verified_at is not null and o.id is null
$$;--> statement-breakpoint
alter function find_group_sign_ins(text) owner to candour_opener;--> statement-breakpoint
revoke all on function find_group_sign_ins(text) from public;--> statement-breakpoint
grant execute on function find_group_sign_ins(text) to candour_app;--> statement-breakpoint

-- The practices that a group's connection speaks for now.
create function practices_of_group_sign_in(wanted uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.clinic_id
  from public.group_sign_in_connections k
  join public.practice_group_members m on m.group_id = k.group_id and m.uses_sign_on_since is not null
  join public.clinics c on c.id = m.clinic_id and c.status = 'active'
  left join public.sign_in_connections o on o.clinic_id = m.clinic_id
  where k.id = wanted and o.id is null
$$;--> statement-breakpoint
alter function practices_of_group_sign_in(uuid) owner to candour_opener;--> statement-breakpoint
revoke all on function practices_of_group_sign_in(uuid) from public;--> statement-breakpoint
grant execute on function practices_of_group_sign_in(uuid) to candour_app;--> statement-breakpoint

-- Whether an account works at one of them: it may be joined to the group's identity then, and not otherwise.
create function is_staff_of_group_sign_in(wanted uuid, wanted_user text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from public.group_sign_in_connections k
    join public.practice_group_members m on m.group_id = k.group_id and m.uses_sign_on_since is not null
    join public.clinics c on c.id = m.clinic_id and c.status = 'active'
    join public.staff s on s.clinic_id = m.clinic_id and s.user_id = wanted_user and s.status = 'active'
    left join public.sign_in_connections o on o.clinic_id = m.clinic_id
    where k.id = wanted and o.id is null)
$$;--> statement-breakpoint
alter function is_staff_of_group_sign_in(uuid, text) owner to candour_opener;--> statement-breakpoint
revoke all on function is_staff_of_group_sign_in(uuid, text) from public;--> statement-breakpoint
grant execute on function is_staff_of_group_sign_in(uuid, text) to candour_app;--> statement-breakpoint

-- Ends the sessions of the caller's own practice that a provider opened.
create function end_own_provider_sessions() returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  own uuid[] := array(
    select m.id from public.staff m where m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);
begin
  delete from auth.session s where s.staff_id = any(own) and s.way in ('sso', 'sso-mfa');
end $$;--> statement-breakpoint
alter function end_own_provider_sessions() owner to candour_opener;--> statement-breakpoint
revoke all on function end_own_provider_sessions() from public;--> statement-breakpoint
grant execute on function end_own_provider_sessions() to candour_clinic;

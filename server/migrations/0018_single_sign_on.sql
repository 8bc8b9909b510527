-- The sign-in of practices at their own identity providers.
CREATE TABLE "scim_groups" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"display_name" text NOT NULL,
	"external_id" text,
	"members" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scim_groups_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "scim_groups_name" UNIQUE("clinic_id","display_name")
);
--> statement-breakpoint
ALTER TABLE "scim_groups" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scim_users" (
	"clinic_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"external_id" text,
	CONSTRAINT "scim_users_clinic_id_id_pk" PRIMARY KEY("clinic_id","id")
);
--> statement-breakpoint
ALTER TABLE "scim_users" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_in_connections" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"secret" text NOT NULL,
	"trusts_emails" boolean NOT NULL,
	"counts_second_factor" boolean NOT NULL,
	"group_claim" text NOT NULL,
	"group_levels" jsonb NOT NULL,
	"default_level" integer,
	"is_forced" boolean DEFAULT false NOT NULL,
	"break_glass_id" uuid,
	"last_sign_in_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_connections_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "sign_in_connections_one" UNIQUE("clinic_id"),
	CONSTRAINT "sign_in_connections_level" CHECK (default_level between 1 and 4),
	CONSTRAINT "sign_in_connections_break_glass" CHECK (not is_forced or break_glass_id is not null)
);
--> statement-breakpoint
ALTER TABLE "sign_in_connections" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_in_domains" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"domain" text NOT NULL,
	"token" text NOT NULL,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_domains_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "sign_in_domains_domain" UNIQUE("clinic_id","domain")
);
--> statement-breakpoint
ALTER TABLE "sign_in_domains" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_clinic_id_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_connections" ADD CONSTRAINT "sign_in_connections_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_connections" ADD CONSTRAINT "sign_in_connections_clinic_id_break_glass_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","break_glass_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_domains" ADD CONSTRAINT "sign_in_domains_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "clinic" ON "scim_groups" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "scim_users" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "sign_in_connections" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "opener" ON "sign_in_connections" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "sign_in_domains" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "opener" ON "sign_in_domains" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

grant select, insert, update, delete on sign_in_connections, sign_in_domains to candour_clinic;--> statement-breakpoint
-- SCIM: what a key for staff accounts may write of staff, which is neither role nor right nor whose account it is. The
-- client secret is not read.
grant select (clinic_id, id, email, first_name, last_name, role, permission_level, status, is_owner, created_at, updated_at),
  insert (clinic_id, email, first_name, last_name, permission_level, status, created_at, updated_at),
  update (first_name, last_name, permission_level, status, updated_at) on staff to candour_integration;--> statement-breakpoint
grant select (clinic_id, id, group_levels, default_level, break_glass_id) on sign_in_connections to candour_integration;--> statement-breakpoint
grant select (clinic_id, domain, verified_at) on sign_in_domains to candour_integration;--> statement-breakpoint
grant select, insert, update on scim_users to candour_integration;--> statement-breakpoint
grant select, insert, update, delete on scim_groups to candour_integration;--> statement-breakpoint
grant select on sign_in_connections, sign_in_domains to candour_opener;--> statement-breakpoint
grant select (user_id, provider_id) on auth.account to candour_opener;--> statement-breakpoint

-- The practices whose provider signs in addresses of a domain: by the domain alone, whoever has an account.
create function find_sign_in_connections(wanted_domain text)
returns table (connection_id uuid, connection_name text, clinic_name text, is_forced boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select k.id, k.name, c.name, k.is_forced
  from public.sign_in_domains d
  join public.sign_in_connections k on k.clinic_id = d.clinic_id
  join public.clinics c on c.id = d.clinic_id and c.status = 'active'
  where d.domain = wanted_domain and d.verified_at is not null
  order by c.name, k.id
$$;--> statement-breakpoint
alter function find_sign_in_connections(text) owner to candour_opener;--> statement-breakpoint
revoke all on function find_sign_in_connections(text) from public;
grant execute on function find_sign_in_connections(text) to candour_app;--> statement-breakpoint

-- Whose a connection is; nothing for practices that are not active.
create function clinic_of_sign_in_connection(wanted uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select k.clinic_id from public.sign_in_connections k
  join public.clinics c on c.id = k.clinic_id and c.status = 'active'
  where k.id = wanted
$$;--> statement-breakpoint
alter function clinic_of_sign_in_connection(uuid) owner to candour_opener;--> statement-breakpoint
revoke all on function clinic_of_sign_in_connection(uuid) from public;
grant execute on function clinic_of_sign_in_connection(uuid) to candour_app;--> statement-breakpoint

-- The staff records of an account that are opened by single sign-on alone.
create function forced_single_sign_on(wanted_user text) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.id from public.staff m join public.sign_in_connections k on k.clinic_id = m.clinic_id
  where m.user_id = wanted_user and k.is_forced and k.break_glass_id <> m.id
$$;--> statement-breakpoint
alter function forced_single_sign_on(text) owner to candour_opener;--> statement-breakpoint
revoke all on function forced_single_sign_on(text) from public;
grant execute on function forced_single_sign_on(text) to candour_app;--> statement-breakpoint

-- Active administrators of the caller's practice who sign in with something of their own.
create function own_administrators_with_credentials() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id from public.staff s
  where s.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and s.status = 'active' and s.role = 'clinic_admin' and (
      exists (select from auth.account a where a.user_id = s.user_id and a.provider_id = 'credential')
      or exists (select from auth.passkey p where p.user_id = s.user_id))
$$;--> statement-breakpoint
alter function own_administrators_with_credentials() owner to candour_opener;--> statement-breakpoint
revoke all on function own_administrators_with_credentials() from public;
grant execute on function own_administrators_with_credentials() to candour_clinic;--> statement-breakpoint

-- Ends the sessions that act as these people of the caller's own practice; where `only_others`, not those of single sign-on.
create function end_own_staff_sessions(wanted uuid[], only_others boolean) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from auth.session s using public.staff m
  where m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and m.id = any(wanted)
    and s.staff_id = m.id and not (only_others and s.way in ('sso', 'sso-mfa'))
$$;--> statement-breakpoint
alter function end_own_staff_sessions(uuid[], boolean) owner to candour_opener;--> statement-breakpoint
revoke all on function end_own_staff_sessions(uuid[], boolean) from public;
grant execute on function end_own_staff_sessions(uuid[], boolean) to candour_clinic, candour_integration;--> statement-breakpoint

-- A session whose second factor was given at the practice's provider ('sso-mfa') is not asked to set one up here.
create or replace function read_session(wanted text, moment timestamptz)
returns table (
  session_id text, stage text, locked_to uuid, way text, proved_at timestamptz, seen_at timestamptz, expires_at timestamptz,
  user_id text, email text, name text, photo text, platform_role text, user_active boolean, started_at timestamptz,
  has_second_factor boolean,
  staff_id uuid, staff_status text, role text, permissions jsonb, permission_level int,
  login_hours_restricted boolean, login_hours jsonb,
  clinic_id uuid, clinic_name text, clinic_status text, time_zone text, session_idle_minutes int, session_hours int,
  requires_second_factor boolean, second_factor_from timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id,
         case when s.stage <> 'open' then s.stage
              when s.locked_to is not null then 'locked'
              when s.seen_at < moment - make_interval(mins => coalesce(c.session_idle_minutes, 30)) then 'locked'
              when c.requires_second_factor and coalesce(c.second_factor_from <= moment, true)
                and not held.any_factor and s.way <> 'sso-mfa' then 'enrol'
              else 'open' end,
         s.locked_to, s.way, s.proved_at, s.seen_at, s.expires_at,
         u.id, u.email, u.name, u.image, u.platform_role, u.is_active, s.created_at, held.any_factor,
         m.id, m.status, m.role, m.permissions, m.permission_level, m.login_hours_restricted, m.login_hours,
         c.id, c.name, c.status, c.time_zone, c.session_idle_minutes, c.session_hours, c.requires_second_factor,
         c.second_factor_from
  from auth.session s
  join auth."user" u on u.id = s.user_id
  cross join lateral (
    select exists (select from auth.second_factor f where f.user_id = u.id and f.confirmed_at is not null)
        or exists (select from auth.passkey p where p.user_id = u.id) as any_factor) held
  left join public.staff m on m.id = s.staff_id and m.user_id = u.id
  left join public.clinics c on c.id = m.clinic_id
  where s.token = wanted and s.expires_at > moment
    and s.created_at + make_interval(hours => coalesce(c.session_hours, 12)) > moment
$$;

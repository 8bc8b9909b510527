-- A group of practices words policies once: its own versions, which practices adopt. What a practice has adopted, and when
-- it reviews it, the group sees only where the practice agreed to that: those that joined before are asked.
CREATE TABLE "group_policy_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"group_id" uuid NOT NULL,
	"policy" text NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "group_policy_versions_number" UNIQUE("group_id","policy","number")
);
--> statement-breakpoint
ALTER TABLE "group_policy_versions" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD COLUMN "group_version_id" uuid;--> statement-breakpoint
ALTER TABLE "practice_group_members" ADD COLUMN "shows_policies_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_group_version_id_group_policy_versions_id_fk" FOREIGN KEY ("group_version_id") REFERENCES "public"."group_policy_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "group" ON "policy_versions" AS PERMISSIVE FOR SELECT TO "candour_group" USING (clinic_id = any(array(select m.clinic_id from practice_group_members m
  where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid and m.shows_policies_since is not null)));--> statement-breakpoint
CREATE POLICY "group" ON "group_policy_versions" AS PERMISSIVE FOR ALL TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid) WITH CHECK (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "group_policy_versions" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (group_id = (select m.group_id from practice_group_members m where m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint

alter table group_policy_versions add constraint group_policy_versions_group_id_practice_groups_id_fk
  foreign key (group_id) references practice_groups (id);--> statement-breakpoint

-- What was shared stays as it was: it is only marked as shared no longer.
grant select, insert, update (withdrawn_at) on group_policy_versions to candour_group;--> statement-breakpoint
grant select on group_policy_versions to candour_clinic;--> statement-breakpoint
-- Which version and when: no wording of the practice's own, and nobody's name.
grant select (clinic_id, policy, number, at, review_on, group_version_id) on policy_versions to candour_group;--> statement-breakpoint
grant update (shows_policies_since) on practice_group_members to candour_clinic;--> statement-breakpoint

-- The group's logo and colour, which its practices show where they have none of their own. Those that joined before are
-- asked. Logos are kept and read, never changed.
CREATE TABLE "practice_group_brands" (
	"group_id" uuid PRIMARY KEY NOT NULL,
	"colour" text,
	"logo" text,
	"version" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "practice_group_brands_colour" CHECK (colour ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "practice_group_brands_logo" CHECK (logo ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "practice_group_brands" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "practice_group_logos" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"group_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "practice_group_logos_once" UNIQUE("group_id","sha256")
);
--> statement-breakpoint
ALTER TABLE "practice_group_logos" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "practice_group_members" ADD COLUMN "uses_branding_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "practice_group_brands" ADD CONSTRAINT "practice_group_brands_group_id_practice_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."practice_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_group_logos" ADD CONSTRAINT "practice_group_logos_group_id_practice_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."practice_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "practice_group_logos_name" ON "practice_group_logos" USING btree ("sha256");--> statement-breakpoint
CREATE POLICY "opener" ON "practice_group_members" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "group" ON "practice_group_brands" AS PERMISSIVE FOR ALL TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid) WITH CHECK (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "opener" ON "practice_group_brands" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "group" ON "practice_group_logos" AS PERMISSIVE FOR ALL TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid) WITH CHECK (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "practice_group_logos" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (group_id = (select m.group_id from practice_group_members m where m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "opener" ON "practice_group_logos" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

grant select, insert, update (colour, logo, version, changed_at) on practice_group_brands to candour_group;--> statement-breakpoint
grant select, insert on practice_group_logos to candour_group;--> statement-breakpoint
grant select on practice_group_logos to candour_clinic;--> statement-breakpoint
grant select on practice_group_brands, practice_group_logos to candour_opener;--> statement-breakpoint
grant select (clinic_id, group_id, uses_branding_since) on practice_group_members to candour_opener;--> statement-breakpoint
grant update (uses_branding_since) on practice_group_members to candour_clinic;--> statement-breakpoint

-- What its group gives the practice that asks, while it takes that: a patient's role is shown no group.
create function group_brand_of(practice uuid) returns table (colour text, logo text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select b.colour, b.logo
  from public.practice_group_members m join public.practice_group_brands b on b.group_id = m.group_id
  where m.clinic_id = practice and m.uses_branding_since is not null
    and practice = nullif(current_setting('app.clinic_id', true), '')::uuid
$$;--> statement-breakpoint
alter function group_brand_of(uuid) owner to candour_opener;--> statement-breakpoint
revoke all on function group_brand_of(uuid) from public;--> statement-breakpoint
grant execute on function group_brand_of(uuid) to candour_clinic, candour_link, candour_patient, candour_supporter;--> statement-breakpoint

create function open_group_logo(wanted text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.content from public.practice_group_logos l where l.sha256 = wanted limit 1
$$;--> statement-breakpoint
alter function open_group_logo(text) owner to candour_opener;--> statement-breakpoint
revoke all on function open_group_logo(text) from public;--> statement-breakpoint
grant execute on function open_group_logo(text) to candour_app;

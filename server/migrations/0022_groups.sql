-- Groups of practices: what practices agreed to show one another, counted under a role of its own.
CREATE TABLE "practice_group_invitations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"group_id" uuid NOT NULL,
	"email" text NOT NULL,
	"invited_by" text NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "practice_group_invitations_answer" CHECK (answer in ('joined', 'declined', 'withdrawn')),
	CONSTRAINT "practice_group_invitations_answered" CHECK ((answer is null) = (answered_at is null))
);
--> statement-breakpoint
ALTER TABLE "practice_group_invitations" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "practice_group_members" (
	"clinic_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"joined_by" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "practice_group_members_clinic_id_pk" PRIMARY KEY("clinic_id")
);
--> statement-breakpoint
ALTER TABLE "practice_group_members" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "practice_group_people" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "practice_group_people_once" UNIQUE("user_id"),
	CONSTRAINT "practice_group_people_role" CHECK (role in ('group_admin', 'group_auditor'))
);
--> statement-breakpoint
ALTER TABLE "practice_group_people" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "practice_groups" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "practice_groups_name" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "practice_groups" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "practice_group_invitations" ADD CONSTRAINT "practice_group_invitations_group_id_practice_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."practice_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_group_members" ADD CONSTRAINT "practice_group_members_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_group_members" ADD CONSTRAINT "practice_group_members_group_id_practice_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."practice_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "practice_group_people" ADD CONSTRAINT "practice_group_people_group_id_practice_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."practice_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "practice_group_invitations_open" ON "practice_group_invitations" USING btree ("group_id","email") WHERE answer is null;--> statement-breakpoint
CREATE INDEX "practice_group_members_of_group" ON "practice_group_members" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "practice_group_people_of_group" ON "practice_group_people" USING btree ("group_id");--> statement-breakpoint
CREATE POLICY "group" ON "clinics" AS PERMISSIVE FOR SELECT TO "candour_group" USING (id = any(array(
      select m.clinic_id from practice_group_members m where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "group" ON "improvement_actions" AS PERMISSIVE FOR SELECT TO "candour_group" USING (clinic_id = any(array(
      select m.clinic_id from practice_group_members m where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "group" ON "inspection_packs" AS PERMISSIVE FOR SELECT TO "candour_group" USING (clinic_id = any(array(
      select m.clinic_id from practice_group_members m where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "group" ON "consents" AS PERMISSIVE FOR SELECT TO "candour_group" USING (clinic_id = any(array(
      select m.clinic_id from practice_group_members m where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid)));--> statement-breakpoint
CREATE POLICY "admin" ON "practice_group_invitations" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint
CREATE POLICY "group" ON "practice_group_invitations" AS PERMISSIVE FOR ALL TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid) WITH CHECK (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "practice_group_invitations" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (exists (select from staff s where s.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and s.role = 'clinic_admin'
      and s.status = 'active' and s.user_id is not null and lower(s.email) = practice_group_invitations.email));--> statement-breakpoint
CREATE POLICY "clinic_answer" ON "practice_group_invitations" AS PERMISSIVE FOR UPDATE TO "candour_clinic" USING (answer is null and exists (select from staff s where s.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and s.role = 'clinic_admin'
      and s.status = 'active' and s.user_id is not null and lower(s.email) = practice_group_invitations.email)) WITH CHECK (answer in ('joined', 'declined') and exists (select from staff s where s.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and s.role = 'clinic_admin'
      and s.status = 'active' and s.user_id is not null and lower(s.email) = practice_group_invitations.email));--> statement-breakpoint
CREATE POLICY "clinic" ON "practice_group_members" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "practice_group_members" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and group_id in (
          select i.group_id from practice_group_invitations i where i.answer is null));--> statement-breakpoint
CREATE POLICY "clinic_delete" ON "practice_group_members" AS PERMISSIVE FOR DELETE TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "group" ON "practice_group_members" AS PERMISSIVE FOR SELECT TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "practice_group_members" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint
CREATE POLICY "admin" ON "practice_group_people" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "opener" ON "practice_group_people" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "admin" ON "practice_groups" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "group" ON "practice_groups" AS PERMISSIVE FOR SELECT TO "candour_group" USING (id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "practice_groups" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (id in (select m.group_id from practice_group_members m
        union all select i.group_id from practice_group_invitations i where i.answer is null));--> statement-breakpoint
CREATE POLICY "opener" ON "practice_groups" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

-- A role ends with its account.
alter table practice_group_people add constraint practice_group_people_account
  foreign key (user_id) references auth."user" (id) on delete cascade;--> statement-breakpoint

grant usage on schema public to candour_group;--> statement-breakpoint
-- Counts of what was sent and signed when, of what is to be improved, and of packs: no patient, no person, no wording.
grant select (id, name, time_zone) on clinics to candour_group;--> statement-breakpoint
grant select (clinic_id, status, sent_at, signed_at) on consents to candour_group;--> statement-breakpoint
grant select (clinic_id, status, due_on) on improvement_actions to candour_group;--> statement-breakpoint
grant select (clinic_id, status, created_at) on inspection_packs to candour_group;--> statement-breakpoint
grant select on practice_groups, practice_group_members to candour_group;--> statement-breakpoint
grant select, insert, update (answer, answered_at) on practice_group_invitations to candour_group;--> statement-breakpoint

-- A practice reads what it is asked, answers, and joins or leaves; nobody else puts it into a group.
grant select on practice_groups to candour_clinic;--> statement-breakpoint
grant select, update (answer, answered_at) on practice_group_invitations to candour_clinic;--> statement-breakpoint
grant select, insert, delete on practice_group_members to candour_clinic;--> statement-breakpoint

grant select, insert on practice_groups to candour_admin;--> statement-breakpoint
grant select, insert, delete on practice_group_people to candour_admin;--> statement-breakpoint
grant select on practice_group_invitations, practice_group_members to candour_admin;--> statement-breakpoint
grant select on practice_groups, practice_group_people to candour_opener;--> statement-breakpoint

-- Which role an account has in which group; asked before there is a scope.
create function find_group_role(wanted text) returns table (group_id uuid, group_name text, role text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g.id, g.name, p.role from public.practice_group_people p
  join public.practice_groups g on g.id = p.group_id
  where p.user_id = wanted
$$;--> statement-breakpoint
alter function find_group_role(text) owner to candour_opener;--> statement-breakpoint
revoke all on function find_group_role(text) from public;
grant execute on function find_group_role(text) to candour_app;

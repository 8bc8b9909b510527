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
grant update (shows_policies_since) on practice_group_members to candour_clinic;

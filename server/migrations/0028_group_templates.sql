-- A group of practices owns templates that it shares with them: copies of what one of them uses. Practices that joined
-- before were told that it reads no wording: it reads none of theirs until they agree.
ALTER TABLE "practice_group_members" ADD COLUMN "shares_templates_since" timestamp with time zone;--> statement-breakpoint
CREATE POLICY "clinic_update" ON "practice_group_members" AS PERMISSIVE FOR UPDATE TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "templates" DROP CONSTRAINT "templates_offered";--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "owner_group_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "templates_shared_once" ON "templates" USING btree ("owner_group_id","duplicated_from") WHERE owner_group_id is not null and deleted_at is null;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_one_owner" CHECK (owner_clinic_id is null or owner_group_id is null);--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_offered" CHECK (not offered_to_all or (owner_clinic_id is null and owner_group_id is null));--> statement-breakpoint
CREATE POLICY "group" ON "template_versions" AS PERMISSIVE FOR SELECT TO "candour_group" USING (exists (select from templates t where t.id = template_id and (
  t.owner_group_id = nullif(current_setting('app.group_id', true), '')::uuid or t.current_version_id = template_versions.id or exists (
    select from templates c where c.owner_group_id = nullif(current_setting('app.group_id', true), '')::uuid and c.origin_version_id = template_versions.id and c.deleted_at is null))));--> statement-breakpoint
CREATE POLICY "group_insert" ON "template_versions" AS PERMISSIVE FOR INSERT TO "candour_group" WITH CHECK (template_id in (select t.id from templates t where t.owner_group_id = nullif(current_setting('app.group_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "group" ON "templates" AS PERMISSIVE FOR SELECT TO "candour_group" USING (owner_group_id = nullif(current_setting('app.group_id', true), '')::uuid or (deleted_at is null and status = 'active' and owner_clinic_id = any(array(
  select m.clinic_id from practice_group_members m
  where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid and m.shares_templates_since is not null))));--> statement-breakpoint
CREATE POLICY "group_insert" ON "templates" AS PERMISSIVE FOR INSERT TO "candour_group" WITH CHECK (owner_group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "group_update" ON "templates" AS PERMISSIVE FOR UPDATE TO "candour_group" USING (owner_group_id = nullif(current_setting('app.group_id', true), '')::uuid) WITH CHECK (owner_group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "group" ON "videos" AS PERMISSIVE FOR SELECT TO "candour_group" USING (owner_clinic_id is null);--> statement-breakpoint
ALTER POLICY "clinic_read" ON "templates" TO candour_clinic USING ((owner_clinic_id is null and offered_to_all) or owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
  or owner_group_id = (select m.group_id from practice_group_members m where m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) or id in (select u.template_id from template_uses u where u.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint
ALTER POLICY "admin" ON "templates" TO candour_admin USING (owner_clinic_id is null and owner_group_id is null);--> statement-breakpoint
ALTER POLICY "admin_insert" ON "templates" TO candour_admin WITH CHECK (owner_clinic_id is null and owner_group_id is null);--> statement-breakpoint
ALTER POLICY "admin_update" ON "templates" TO candour_admin USING (owner_clinic_id is null and owner_group_id is null) WITH CHECK (owner_clinic_id is null and owner_group_id is null);--> statement-breakpoint

alter table templates add constraint templates_owner_group_id_practice_groups_id_fk
  foreign key (owner_group_id) references practice_groups (id);--> statement-breakpoint

-- Wording alone: who wrote it, approved it or answers for it at a practice is not the group's to read.
grant select (id, owner_clinic_id, owner_group_id, name, treatment_type, status, current_version_id, duplicated_from,
  origin_version_id, created_at, updated_at, deleted_at), insert, update (name, description, treatment_type,
  treatment_subtype, requires_tooth, requires_diagnosis, current_version_id, proposed_version_id, origin_version_id,
  updated_at, updated_by, updated_by_name, deleted_at) on templates to candour_group;--> statement-breakpoint
grant select (id, template_id, number, label, heading, wording, hash), insert on template_versions to candour_group;--> statement-breakpoint
grant select (id, owner_clinic_id) on videos to candour_group;--> statement-breakpoint
grant update (shares_templates_since) on practice_group_members to candour_clinic;

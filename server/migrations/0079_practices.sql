ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "is_owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_owner" ON "staff" USING btree ("clinic_id") WHERE is_owner;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'webhook-disabled', 'write-back-failed', 'reminder', 'letter', 'question-answered', 'link-code', 'question-notice', 'supporter-link', 'aftercare', 'survey', 'worry', 'access-ended', 'access-restored', 'owner-changed'));--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_owner_stays" CHECK (not is_owner or (role = 'clinic_admin' and status = 'active'));--> statement-breakpoint
DROP POLICY "admin_reopening" ON "clinics" CASCADE;--> statement-breakpoint
CREATE POLICY "admin_insert" ON "clinics" AS PERMISSIVE FOR INSERT TO "candour_admin" WITH CHECK (status = 'active');--> statement-breakpoint
CREATE POLICY "admin_update" ON "clinics" AS PERMISSIVE FOR UPDATE TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "opener" ON "webhooks" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
CREATE POLICY "admin_insert" ON "staff" AS PERMISSIVE FOR INSERT TO "candour_admin" WITH CHECK (role = 'clinic_admin' and status = 'active' and not registered and user_id is null);--> statement-breakpoint
CREATE POLICY "admin_update" ON "staff" AS PERMISSIVE FOR UPDATE TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "opener" ON "videos" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);
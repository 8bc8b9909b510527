-- Scans of files for malware: what was found in stored files, and how far each owner's have been scanned.
CREATE TABLE "file_scan_passes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_clinic_id" uuid,
	"source" integer DEFAULT 0 NOT NULL,
	"after" text DEFAULT '' NOT NULL,
	"scanned" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "file_scan_passes_once" UNIQUE NULLS NOT DISTINCT("owner_clinic_id")
);
--> statement-breakpoint
ALTER TABLE "file_scan_passes" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "quarantined_files" (
	"name" text PRIMARY KEY NOT NULL,
	"owner_clinic_id" uuid,
	"signature" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "quarantined_files" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "scan" text DEFAULT 'unscanned' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'data-request-due', 'review-due', 'webhook-disabled', 'write-back-failed', 'reminder', 'letter', 'question-answered', 'link-code', 'question-notice', 'supporter-link', 'aftercare', 'survey', 'worry', 'access-ended', 'access-restored', 'owner-changed', 'emergency-access', 'file-blocked'));--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_scan_known" CHECK (scan in ('unscanned', 'pending', 'clean', 'removed', 'quarantined'));--> statement-breakpoint
CREATE POLICY "clinic" ON "file_scan_passes" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "file_scan_passes" AS PERMISSIVE FOR ALL TO "candour_admin" USING (owner_clinic_id is null) WITH CHECK (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "job" ON "file_scan_passes" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "quarantined_files" AS PERMISSIVE FOR ALL TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin_insert" ON "quarantined_files" AS PERMISSIVE FOR INSERT TO "candour_admin" WITH CHECK (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "admin" ON "quarantined_files" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint
CREATE POLICY "app" ON "quarantined_files" AS PERMISSIVE FOR SELECT TO "candour_app" USING (true);--> statement-breakpoint
grant select, insert on quarantined_files to candour_clinic, candour_admin;--> statement-breakpoint
grant select (name) on quarantined_files to candour_app;--> statement-breakpoint
grant select, insert, update on file_scan_passes to candour_clinic, candour_admin;--> statement-breakpoint
grant select (owner_clinic_id, begun_at, ended_at) on file_scan_passes to candour_job;--> statement-breakpoint
grant update (scan) on videos to candour_clinic, candour_admin;--> statement-breakpoint
grant select (scan, created_at) on videos to candour_job;

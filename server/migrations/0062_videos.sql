CREATE TABLE "video_showings" (
	"clinic_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"shown_at" timestamp with time zone NOT NULL,
	CONSTRAINT "video_showings_clinic_id_video_id_pk" PRIMARY KEY("clinic_id","video_id")
);
--> statement-breakpoint
ALTER TABLE "video_showings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "video_uploads" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_clinic_id" uuid,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"video_id" uuid,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "video_uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"owner_clinic_id" uuid,
	"public_id" text NOT NULL,
	"name" text NOT NULL,
	"format" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"duration" double precision,
	"thumbnail" text DEFAULT '' NOT NULL,
	"transcript" text DEFAULT '' NOT NULL,
	"captions" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"state_reason" text DEFAULT '' NOT NULL,
	"upload_id" uuid,
	"playable_id" text,
	"playable_bytes" integer,
	"poster_id" text,
	"poster_bytes" integer,
	"created_by" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "videos_public_id" UNIQUE("public_id"),
	CONSTRAINT "videos_format_known" CHECK (format in ('video/mp4', 'video/webm', 'video/quicktime', 'video/x-msvideo')),
	CONSTRAINT "videos_state_known" CHECK (state in ('playable', 'waiting', 'failed')),
	CONSTRAINT "videos_playable_whole" CHECK ((playable_id is null) = (playable_bytes is null)),
	CONSTRAINT "videos_poster_whole" CHECK ((poster_id is null) = (poster_bytes is null))
);
--> statement-breakpoint
ALTER TABLE "videos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "video_showings_of_video" ON "video_showings" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "video_uploads_of_owner" ON "video_uploads" USING btree ("owner_clinic_id","created_at");--> statement-breakpoint
CREATE INDEX "videos_of_owner" ON "videos" USING btree ("owner_clinic_id","public_id");--> statement-breakpoint
CREATE INDEX "videos_by_content" ON "videos" USING btree ("owner_clinic_id","sha256");--> statement-breakpoint
CREATE POLICY "clinic" ON "video_showings" AS PERMISSIVE FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "video_showings" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint
CREATE POLICY "clinic_read" ON "video_uploads" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "video_uploads" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_update" ON "video_uploads" AS PERMISSIVE FOR UPDATE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_delete" ON "video_uploads" AS PERMISSIVE FOR DELETE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "video_uploads" AS PERMISSIVE FOR ALL TO "candour_admin" USING (owner_clinic_id is null) WITH CHECK (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "job" ON "video_uploads" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint
CREATE POLICY "clinic_read" ON "videos" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (owner_clinic_id is null or owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_insert" ON "videos" AS PERMISSIVE FOR INSERT TO "candour_clinic" WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_update" ON "videos" AS PERMISSIVE FOR UPDATE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_delete" ON "videos" AS PERMISSIVE FOR DELETE TO "candour_clinic" USING (owner_clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "videos" AS PERMISSIVE FOR ALL TO "candour_admin" USING (owner_clinic_id is null) WITH CHECK (owner_clinic_id is null);--> statement-breakpoint
CREATE POLICY "job" ON "videos" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"text" text NOT NULL,
	"kind" text NOT NULL,
	"audience" text NOT NULL,
	"for_clinic" uuid,
	"from" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"by_name" text NOT NULL,
	CONSTRAINT "announcements_kind" CHECK (kind in ('information', 'maintenance', 'urgent')),
	CONSTRAINT "announcements_audience" CHECK (audience in ('clinics', 'one-clinic', 'admins')),
	CONSTRAINT "announcements_clinic" CHECK ((audience = 'one-clinic') = (for_clinic is not null))
);
--> statement-breakpoint
ALTER TABLE "announcements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_days" (
	"day" date NOT NULL,
	"action" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "audit_days_day_action_pk" PRIMARY KEY("day","action")
);
--> statement-breakpoint
ALTER TABLE "audit_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "feature_holds" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"feature" text NOT NULL,
	"for_clinic" uuid,
	"reason" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"by_name" text NOT NULL,
	CONSTRAINT "feature_holds_once" UNIQUE NULLS NOT DISTINCT("feature","for_clinic")
);
--> statement-breakpoint
ALTER TABLE "feature_holds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "maintenance" (
	"is_here" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_on" boolean NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp with time zone,
	"since" timestamp with time zone NOT NULL,
	"by_name" text NOT NULL,
	CONSTRAINT "maintenance_once" CHECK (is_here)
);
--> statement-breakpoint
ALTER TABLE "maintenance" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "rate_limits" ADD COLUMN "refused_until" bigint;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_for_clinic_clinics_id_fk" FOREIGN KEY ("for_clinic") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feature_holds" ADD CONSTRAINT "feature_holds_for_clinic_clinics_id_fk" FOREIGN KEY ("for_clinic") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_by_time" ON "announcements" USING btree ("until");--> statement-breakpoint
CREATE INDEX "messages_by_time" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_astray_by_time" ON "messages" USING btree ("created_at") WHERE status in ('bounced', 'failed', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "links_locked" ON "links" USING btree ("locked_at") WHERE locked_at is not null;--> statement-breakpoint
CREATE POLICY "admin" ON "links" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint
CREATE POLICY "admin" ON "rate_limits" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (false);--> statement-breakpoint
CREATE POLICY "admin" ON "announcements" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "announcements" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (audience = 'clinics' or audience = 'one-clinic' and for_clinic = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "app" ON "announcements" AS PERMISSIVE FOR SELECT TO "candour_app" USING (audience = 'clinics');--> statement-breakpoint
CREATE POLICY "admin_read" ON "audit_days" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint
CREATE POLICY "job" ON "audit_days" AS PERMISSIVE FOR ALL TO "candour_job" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "admin" ON "feature_holds" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "clinic" ON "feature_holds" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (for_clinic is null or for_clinic = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "app" ON "feature_holds" AS PERMISSIVE FOR SELECT TO "candour_app" USING (true);--> statement-breakpoint
CREATE POLICY "admin" ON "maintenance" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "app" ON "maintenance" AS PERMISSIVE FOR SELECT TO "candour_app", "candour_clinic" USING (true);--> statement-breakpoint
ALTER POLICY "admin" ON "messages" TO candour_admin USING (kind not in ('question-notice', 'aftercare', 'survey', 'worry'));
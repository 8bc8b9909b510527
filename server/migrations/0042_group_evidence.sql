-- Evidence reports of a group of practices: which there are and how far each is. What one says is in its file.
CREATE TABLE "group_evidence_reports" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"group_id" uuid NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"status" text DEFAULT 'preparing' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"sha256" text,
	"bytes" bigint,
	"failure" text,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "group_evidence_reports_days" CHECK (from_day <= to_day),
	CONSTRAINT "group_evidence_reports_status" CHECK (status in ('preparing', 'ready', 'failed')),
	CONSTRAINT "group_evidence_reports_progress" CHECK (progress between 0 and 100),
	CONSTRAINT "group_evidence_reports_ready" CHECK (status <> 'ready' or num_nulls(sha256, bytes) = 0)
);
--> statement-breakpoint
ALTER TABLE "group_evidence_reports" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "group_evidence_reports" ADD CONSTRAINT "group_evidence_reports_group_id_practice_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."practice_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "group_evidence_reports_one" ON "group_evidence_reports" USING btree ("group_id") WHERE status = 'preparing';--> statement-breakpoint
CREATE INDEX "group_evidence_reports_by_time" ON "group_evidence_reports" USING btree ("group_id","created_at");--> statement-breakpoint
CREATE POLICY "group" ON "group_evidence_reports" AS PERMISSIVE FOR ALL TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid) WITH CHECK (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "job" ON "group_evidence_reports" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);--> statement-breakpoint

-- Who agreed to show monthly figures before was not told of the evidence list: those practices are asked again.
update practice_group_members set shows_figures_since = null where shows_figures_since is not null;--> statement-breakpoint

-- What was asked for stays as it was; how far it is, the group's own job says.
grant select, insert, update (status, progress, sha256, bytes, failure) on group_evidence_reports to candour_group;--> statement-breakpoint
grant select (id, group_id, status, created_at) on group_evidence_reports to candour_job;

-- What a practice declined or stopped of what it may agree to in its group. What was stopped before stands nowhere: it is asked once more.
ALTER TABLE "practice_group_members" ADD COLUMN "stopped_agreements" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Since when somebody has a practice system paused: it stays so when access is granted anew.
ALTER TABLE "practice_systems" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
-- Logos of groups are scanned again with what belongs to no practice.
CREATE POLICY "admin" ON "practice_group_logos" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

grant update (stopped_agreements) on practice_group_members to candour_clinic;--> statement-breakpoint
grant update (paused_at) on practice_systems to candour_clinic;--> statement-breakpoint
grant select on practice_group_logos to candour_admin;

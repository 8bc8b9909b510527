ALTER TABLE "tasks" DROP CONSTRAINT "tasks_kind";--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "look_again_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "consent_events_annexed" ON "consent_events" USING btree ("clinic_id","consent_id","number") WHERE event in ('consent.withdrawn', 'consent.treatments_withdrawn', 'consent.voided', 'consent.addendum_agreed');--> statement-breakpoint
CREATE INDEX "consents_to_look_at_again" ON "consents" USING btree ("clinic_id","updated_at","id","look_again_at") WHERE look_again_at is not null;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_kind" CHECK (kind in ('urgent-worry', 'worry', 'call', 'letter', 'answer', 'understanding', 'matter', 'talk', 'capacity', 'new-link'));--> statement-breakpoint
CREATE POLICY "job" ON "consent_events" AS PERMISSIVE FOR SELECT TO "candour_job" USING (true);
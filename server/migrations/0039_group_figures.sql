-- What became of the consents of a practice, by month, its group sees where the practice agreed to that: those that joined
-- before are asked.
ALTER TABLE "practice_group_members" ADD COLUMN "shows_figures_since" timestamp with time zone;--> statement-breakpoint
CREATE POLICY "group" ON "clinic_figures" AS PERMISSIVE FOR SELECT TO "candour_group" USING (subject = 'practice' and clinic_id = any(array(select m.clinic_id from practice_group_members m
  where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid and m.shows_figures_since is not null)));--> statement-breakpoint

-- Counts of the practice as a whole: no treatment, no clinician.
grant select (clinic_id, subject, span, start, measure, total) on clinic_figures to candour_group;--> statement-breakpoint
grant update (shows_figures_since) on practice_group_members to candour_clinic;

ALTER TABLE "matter_entries" DROP CONSTRAINT "matter_entries_kind";--> statement-breakpoint
ALTER TABLE "matter_entries" DROP CONSTRAINT "matter_entries_mode";--> statement-breakpoint
ALTER TABLE "matter_entries" DROP CONSTRAINT "matter_entries_shape";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
CREATE INDEX "paper_scans_by_time" ON "paper_scans" USING btree ("clinic_id","taken_at");--> statement-breakpoint
ALTER TABLE "matter_entries" ADD CONSTRAINT "matter_entries_kind" CHECK (kind in ('told', 'dropped', 'nothing', 'answered', 'leaned', 'thinking', 'call_wanted', 'allowed', 'refused', 'blank', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "matter_entries" ADD CONSTRAINT "matter_entries_mode" CHECK (mode in ('message', 'in-person', 'phone', 'video', 'paper', 'verbal'));--> statement-breakpoint
ALTER TABLE "matter_entries" ADD CONSTRAINT "matter_entries_shape" CHECK ((kind = 'answered') = (answers_id is not null)
        and (kind = 'answered') = (mode is not null and mode not in ('paper', 'verbal'))
        and (kind in ('allowed', 'refused', 'blank') and staff_id is not null) = (mode is not null and mode in ('paper', 'verbal'))
        and (kind <> 'blank' or (mode is not null and mode = 'paper'))
        and (talked_at is not null) = (mode is not null and mode <> 'message')
        and (kind = 'thinking' or remind_days is null) and (kind <> 'answered' or staff_id is not null)
        and (kind in ('answered', 'withdrawn', 'allowed', 'refused', 'blank') or staff_id is null) and (mode is distinct from 'message' or text <> ''));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'webhook-disabled', 'write-back-failed', 'reminder', 'letter', 'question-answered', 'link-code', 'question-notice', 'supporter-link', 'aftercare', 'survey', 'worry'));
-- Who may do what with messages, reminders and tasks. What was heard of a message is written once and stays.

alter table message_news force row level security;--> statement-breakpoint
alter table message_texts force row level security;--> statement-breakpoint
alter table reminder_policies force row level security;--> statement-breakpoint
alter table reminder_plans force row level security;--> statement-breakpoint
alter table reminders force row level security;--> statement-breakpoint
alter table tasks force row level security;--> statement-breakpoint

grant select, insert on message_news, reminders to candour_clinic;--> statement-breakpoint
grant select, insert, update, delete on message_texts to candour_clinic;--> statement-breakpoint
grant select, insert, update on reminder_policies, reminder_plans, tasks to candour_clinic;--> statement-breakpoint

-- A provider names a message; a sweep looks for what is due. Both learn ids and no more.
grant select (clinic_id, id) on messages to candour_job;--> statement-breakpoint
grant select (clinic_id, consent_id, next_at, climb_at, climb_message_id) on reminder_plans to candour_job;

-- What strangers wrote to the platform: the platform's own work keeps it, mails it and deletes it when its time is over.

alter table enquiries force row level security;--> statement-breakpoint

grant select, insert, delete, update (delivery, delivery_at, answered_at, answered_by) on enquiries to candour_admin;

-- Who may do what with saved views of the list of consents.

alter table saved_views force row level security;--> statement-breakpoint

grant select, insert, update, delete on saved_views to candour_clinic;

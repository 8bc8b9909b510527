-- Who may do what with medical histories: answers and reviews are written once, and nobody may change or delete one.

alter table histories force row level security;--> statement-breakpoint
alter table history_entries force row level security;--> statement-breakpoint
alter table history_reviews force row level security;--> statement-breakpoint

grant select, insert on histories, history_entries, history_reviews to candour_clinic;--> statement-breakpoint
grant update (version) on histories to candour_clinic;

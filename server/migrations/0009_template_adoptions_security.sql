-- Who may do what with adoptions: they are written once, and nobody may change or delete one.

alter table template_adoptions force row level security;--> statement-breakpoint

grant select, insert on template_adoptions to candour_clinic;

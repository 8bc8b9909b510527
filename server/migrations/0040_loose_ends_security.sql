-- Who may do what with favourites; and in which languages a practice offers its pages is told before the birth date.

alter table template_favourites force row level security;--> statement-breakpoint

grant select, insert, delete on template_favourites to candour_clinic;--> statement-breakpoint

grant select (policies) on clinics to candour_link;

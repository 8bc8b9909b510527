-- What cookies and codes are derived from: read and made by the application's login alone, outside every scope.

alter table root_keys force row level security;--> statement-breakpoint
grant select, insert on root_keys to candour_app;

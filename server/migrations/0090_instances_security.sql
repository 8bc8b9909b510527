-- Which instances run: told and read by the application's login alone, outside every scope.

alter table instances force row level security;--> statement-breakpoint
grant select, insert, delete, update (seen_at) on instances to candour_app;
--> statement-breakpoint
-- How many messages stand where: counted for whoever watches over the installation.
grant select (status, channel) on messages to candour_job;

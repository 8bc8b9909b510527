-- What super administrators look after: limits, locked links, messages that went astray, maintenance, announcements,
-- features that are held back, and how often what was done.

alter table maintenance force row level security;--> statement-breakpoint
alter table announcements force row level security;--> statement-breakpoint
alter table feature_holds force row level security;--> statement-breakpoint
alter table audit_days force row level security;--> statement-breakpoint

grant select, insert, update on maintenance to candour_admin;--> statement-breakpoint
grant select on maintenance to candour_app;--> statement-breakpoint
grant select (is_on, until) on maintenance to candour_clinic;--> statement-breakpoint

grant select, insert, update (until) on announcements to candour_admin;--> statement-breakpoint
grant select on announcements to candour_clinic, candour_app;--> statement-breakpoint

grant select, insert, delete on feature_holds to candour_admin;--> statement-breakpoint
grant select on feature_holds to candour_app;--> statement-breakpoint
grant select (feature, for_clinic) on feature_holds to candour_clinic;--> statement-breakpoint

grant select on audit_days to candour_admin;--> statement-breakpoint
grant select, insert, update on audit_days to candour_job;--> statement-breakpoint

grant select, delete on rate_limits to candour_admin;--> statement-breakpoint

-- Neither whose link it is nor what it leads to; and of messages neither to whom nor about what.
grant select (clinic_id, id, locked_at, expires_at, revoked_at) on links to candour_admin;--> statement-breakpoint
grant select (clinic_id, id, kind, channel, status, failure, created_at) on messages to candour_admin;--> statement-breakpoint

-- What was sealed before anybody counted; rows that no seal lists yet are counted when they are sealed.
insert into audit_days (day, action, count)
select (at at time zone 'Europe/London')::date, action, count(*)
from audit_rows r
where not exists (select 1 from audit_unsealed u where u.clinic_id = r.clinic_id and u.row_id = r.id)
group by 1, 2;

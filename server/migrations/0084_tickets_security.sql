-- Support tickets: a practice writes to its own and reads them without the notes; those who run the platform read all.

alter table tickets force row level security;--> statement-breakpoint
alter table ticket_posts force row level security;--> statement-breakpoint
alter table ticket_files force row level security;--> statement-breakpoint
alter table ticket_mails force row level security;--> statement-breakpoint
alter table canned_answers force row level security;--> statement-breakpoint

grant select, insert,
  update (status, updated_at, solution_due_at, paused_at, solved_at, closed_at) on tickets to candour_clinic;--> statement-breakpoint
grant select, insert on ticket_posts, ticket_files to candour_clinic;--> statement-breakpoint

grant select, insert, delete,
  update (status, priority, assignee_id, assignee_name, updated_at, first_answered_at, first_answer_due_at,
    solution_due_at, paused_at, solved_at, closed_at) on tickets to candour_admin;--> statement-breakpoint
grant select, insert, update (delivery, delivery_at) on ticket_posts to candour_admin;--> statement-breakpoint
grant select, insert, update (waiting_bytes) on ticket_files to candour_admin;--> statement-breakpoint
grant select, insert, delete on ticket_mails to candour_admin;--> statement-breakpoint
grant select, insert, update, delete on canned_answers to candour_admin;--> statement-breakpoint

-- Whom a ticket can be given to: who they are and where mail reaches them, and nothing else of their accounts.
create function super_admins() returns table (id text, name text, email text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, u.email from auth."user" u
  where u.platform_role = 'super_admin' and u.is_active order by u.name, u.id
$$;--> statement-breakpoint
grant create on schema public to candour_opener;--> statement-breakpoint
alter function super_admins() owner to candour_opener;--> statement-breakpoint
revoke create on schema public from candour_opener;--> statement-breakpoint
revoke all on function super_admins() from public;--> statement-breakpoint
grant execute on function super_admins() to candour_admin;

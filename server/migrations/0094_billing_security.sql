-- What practices pay. A practice reads how it stands and writes down what it asked of Stripe; what Stripe says is written
-- by jobs of the platform alone.

alter table billing_accounts force row level security;--> statement-breakpoint
alter table billing_attempts force row level security;--> statement-breakpoint
alter table billing_events force row level security;--> statement-breakpoint

grant select on billing_accounts to candour_clinic;--> statement-breakpoint
grant select, insert, update (state, failure, session_id, finished_at) on billing_attempts to candour_clinic;--> statement-breakpoint
grant select, insert, update (subscription_id, status, plan, monthly_pence, period_ends_at, trial_ends_at, ends_at, next_plan,
    next_monthly_pence, next_plan_at, vat_number, looks_begun, look_applied, looked_at) on billing_accounts to candour_admin;--> statement-breakpoint
grant select, update (state, failure, finished_at) on billing_attempts to candour_admin;--> statement-breakpoint
-- Only added to: that one was applied is all that is ever said of it later.
grant select, insert, update (applied_at) on billing_events to candour_admin;--> statement-breakpoint
grant update (graces, unpaid_since) on clinics to candour_admin;

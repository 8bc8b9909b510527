-- A group of practices pays for the plans of those that agree to it: one customer of the payment service, one bill. A practice
-- may pay by card itself, so that joining does not say it: each is asked.
CREATE TABLE "group_billed_practices" (
	"clinic_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"paid_since" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "group_billed_practices_clinic_id_group_id_pk" PRIMARY KEY("clinic_id","group_id"),
	CONSTRAINT "group_billed_practices_plan" CHECK (plan in ('starter', 'growth', 'growth-pro', 'enterprise'))
);
--> statement-breakpoint
ALTER TABLE "group_billed_practices" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "group_billing_accounts" (
	"group_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"status" text,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"monthly_pence" integer DEFAULT 0 NOT NULL,
	"period_ends_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"unpaid_since" timestamp with time zone,
	"looks_begun" integer DEFAULT 0 NOT NULL,
	"look_applied" integer DEFAULT 0 NOT NULL,
	"looked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "group_billing_accounts" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "group_billing_attempts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"group_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"session_id" text,
	"by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "group_billing_attempts_kind" CHECK (kind in ('checkout', 'portal', 'ending')),
	CONSTRAINT "group_billing_attempts_state" CHECK (state in ('begun', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "group_billing_attempts" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "practice_group_members" ADD COLUMN "billed_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "group_billed_practices" ADD CONSTRAINT "group_billed_practices_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_billed_practices_of_group" ON "group_billed_practices" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "group_billing_accounts_by_customer" ON "group_billing_accounts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "group_billing_attempts_of_group" ON "group_billing_attempts" USING btree ("group_id","created_at");--> statement-breakpoint
CREATE INDEX "group_billing_attempts_begun" ON "group_billing_attempts" USING btree ("created_at") WHERE state = 'begun';--> statement-breakpoint
CREATE POLICY "group" ON "group_billed_practices" AS PERMISSIVE FOR ALL TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid and clinic_id = any(array(
      select m.clinic_id from practice_group_members m where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid and m.billed_since is not null))) WITH CHECK (group_id = nullif(current_setting('app.group_id', true), '')::uuid and clinic_id = any(array(
      select m.clinic_id from practice_group_members m where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid and m.billed_since is not null)));--> statement-breakpoint
CREATE POLICY "clinic" ON "group_billed_practices" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic_end" ON "group_billed_practices" AS PERMISSIVE FOR UPDATE TO "candour_clinic" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and ended_at is not null);--> statement-breakpoint
CREATE POLICY "admin" ON "group_billed_practices" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "group" ON "group_billing_accounts" AS PERMISSIVE FOR SELECT TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "group_billing_accounts" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (group_id = (select m.group_id from practice_group_members m
        where m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and m.billed_since is not null));--> statement-breakpoint
CREATE POLICY "admin" ON "group_billing_accounts" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "group" ON "group_billing_attempts" AS PERMISSIVE FOR ALL TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid) WITH CHECK (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "admin" ON "group_billing_attempts" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);--> statement-breakpoint

alter table group_billed_practices add constraint group_billed_practices_group_id_practice_groups_id_fk
  foreign key (group_id) references practice_groups (id);--> statement-breakpoint
alter table group_billing_accounts add constraint group_billing_accounts_group_id_practice_groups_id_fk
  foreign key (group_id) references practice_groups (id);--> statement-breakpoint
alter table group_billing_attempts add constraint group_billing_attempts_group_id_practice_groups_id_fk
  foreign key (group_id) references practice_groups (id);--> statement-breakpoint

-- What was paid, and since when, the platform alone says.
grant select, insert (clinic_id, group_id, plan, set_by, set_at), update (plan, set_by, set_at, ended_at)
  on group_billed_practices to candour_group;--> statement-breakpoint
grant select, update (ended_at) on group_billed_practices to candour_clinic;--> statement-breakpoint
grant select, update (paid_since), delete on group_billed_practices to candour_admin;--> statement-breakpoint
grant select on group_billing_accounts to candour_group;--> statement-breakpoint
grant select (group_id, status, ends_at) on group_billing_accounts to candour_clinic;--> statement-breakpoint
grant select, insert, update on group_billing_accounts to candour_admin;--> statement-breakpoint
grant select, insert on group_billing_attempts to candour_group;--> statement-breakpoint
grant select, update (state, failure, session_id, finished_at) on group_billing_attempts to candour_admin;--> statement-breakpoint
grant update (billed_since) on practice_group_members to candour_clinic;--> statement-breakpoint
CREATE POLICY "opener" ON "billing_accounts" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
grant select (clinic_id, status) on billing_accounts to candour_opener;--> statement-breakpoint
grant select (billed_since) on practice_group_members to candour_opener;--> statement-breakpoint
-- Which plan holds at practices that agreed to the group's bill, and whether their own card pays still. Of the others a group
-- reads neither.
create function group_plans()
  returns table (clinic_id uuid, plan text, trial_ends_at timestamptz, graces jsonb, unpaid_since timestamptz, pays_by_card boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id, c.plan, c.trial_ends_at, c.graces, c.unpaid_since,
    exists (select from public.billing_accounts a where a.clinic_id = c.id
      and a.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused'))
  from public.practice_group_members m join public.clinics c on c.id = m.clinic_id
  where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid and m.billed_since is not null
$$;--> statement-breakpoint
alter function group_plans() owner to candour_opener;--> statement-breakpoint
revoke all on function group_plans() from public;--> statement-breakpoint
grant execute on function group_plans() to candour_group;

-- A group sees what a plan is charged before it is chosen, and has a VAT number; a practice reads of a logo of its group whether it is in quarantine.
ALTER TABLE "group_billing_attempts" DROP CONSTRAINT "group_billing_attempts_kind";--> statement-breakpoint
ALTER TABLE "group_billed_practices" ADD COLUMN "previewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "group_billing_accounts" ADD COLUMN "vat_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "group_billing_attempts" ADD CONSTRAINT "group_billing_attempts_kind" CHECK (kind in ('checkout', 'portal', 'ending', 'vat-number'));--> statement-breakpoint
CREATE POLICY "opener" ON "quarantined_files" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint
grant insert (previewed_at), update (previewed_at) on group_billed_practices to candour_group;--> statement-breakpoint
-- As before, and whether anybody can sign in there.
drop function group_plans();--> statement-breakpoint
create function group_plans()
  returns table (clinic_id uuid, plan text, trial_ends_at timestamptz, graces jsonb, unpaid_since timestamptz, pays_by_card boolean, status text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id, c.plan, c.trial_ends_at, c.graces, c.unpaid_since,
    exists (select from public.billing_accounts a where a.clinic_id = c.id
      and a.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused')), c.status
  from public.practice_group_members m join public.clinics c on c.id = m.clinic_id
  where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid and m.billed_since is not null
$$;--> statement-breakpoint
alter function group_plans() owner to candour_opener;--> statement-breakpoint
revoke all on function group_plans() from public;--> statement-breakpoint
grant execute on function group_plans() to candour_group;--> statement-breakpoint
grant select (name) on quarantined_files to candour_opener;--> statement-breakpoint
-- Whether a file is given to nobody, whoever owns it: a practice that knows its name is told no more of it.
create function is_quarantined(wanted text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.quarantined_files f where f.name = wanted)
$$;--> statement-breakpoint
alter function is_quarantined(text) owner to candour_opener;--> statement-breakpoint
revoke all on function is_quarantined(text) from public;--> statement-breakpoint
grant execute on function is_quarantined(text) to candour_clinic;

-- What a practice declined or stopped of what it may agree to in its group.
ALTER TABLE "practice_group_members" ADD COLUMN "stopped_agreements" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Since when somebody has a practice system paused: it stays so when access is granted anew.
ALTER TABLE "practice_systems" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
-- Logos of groups are scanned again with what belongs to no practice.
CREATE POLICY "admin" ON "practice_group_logos" AS PERMISSIVE FOR SELECT TO "candour_admin" USING (true);--> statement-breakpoint

grant update (stopped_agreements) on practice_group_members to candour_clinic;--> statement-breakpoint
grant update (paused_at) on practice_systems to candour_clinic;--> statement-breakpoint
grant select on practice_group_logos to candour_admin;--> statement-breakpoint

-- What a practice stopped before, its log says: the last that it decided since it joined, of what it does not give.
do $$
declare
  member record;
  stopped text[];
begin
  for member in
    select clinic_id, group_id, joined_at, array_remove(array[
      case when shares_templates_since is null then 'templates' end,
      case when uses_fees_since is null then 'fees' end,
      case when shows_policies_since is null then 'policies' end,
      case when uses_branding_since is null then 'branding' end,
      case when billed_since is null then 'billing' end], null) as not_given
    from practice_group_members
  loop
    select array_agg(agreement order by agreement) into stopped from (
      select distinct on (details ->> 'agreement') details ->> 'agreement' as agreement, action from audit_rows
      where clinic_id = member.clinic_id and subject = member.group_id::text and at >= member.joined_at
        and action in ('group.agreement_given', 'group.agreement_stopped')
        and details ->> 'agreement' = any(member.not_given)
      order by details ->> 'agreement', sequence desc) last
    where action = 'group.agreement_stopped';
    if stopped is not null then
      update practice_group_members set stopped_agreements = stopped where clinic_id = member.clinic_id;
    end if;
  end loop;
end $$;--> statement-breakpoint
-- Nothing but the end of its access pauses a connection otherwise than by somebody's hand.
update practice_systems set paused_at = now() where status = 'paused' and problem is distinct from 'access-ended';--> statement-breakpoint
-- Logos of groups that are there already wait no month for the next pass.
update file_scan_passes set source = 0, after = '', scanned = 0, skipped = 0, begun_at = now(), ended_at = null where owner_clinic_id is null and ended_at is not null;

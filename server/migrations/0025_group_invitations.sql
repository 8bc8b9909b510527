ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review', 'data-request-due', 'review-due', 'webhook-disabled', 'write-back-failed', 'reminder', 'letter', 'question-answered', 'link-code', 'question-notice', 'supporter-link', 'aftercare', 'survey', 'worry', 'access-ended', 'access-restored', 'owner-changed', 'emergency-access', 'file-blocked', 'group-invitation'));--> statement-breakpoint
CREATE POLICY "opener" ON "practice_group_invitations" AS PERMISSIVE FOR SELECT TO "candour_opener" USING (true);--> statement-breakpoint

-- The board counts what changed this month, by the index of changes.
grant select (updated_at) on consents to candour_group;--> statement-breakpoint

grant select on practice_group_invitations to candour_opener;--> statement-breakpoint

-- Whom an invitation is addressed to while it is not answered; asked before there is a scope.
create function find_invited_administrators(wanted uuid) returns table (clinic_id uuid, staff_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.clinic_id, s.id from public.practice_group_invitations i
  join public.staff s on lower(s.email) = i.email
    and s.role = 'clinic_admin' and s.status = 'active' and s.user_id is not null
  join public.clinics c on c.id = s.clinic_id and c.status = 'active'
  where i.id = wanted and i.answer is null
$$;--> statement-breakpoint
alter function find_invited_administrators(uuid) owner to candour_opener;--> statement-breakpoint
revoke all on function find_invited_administrators(uuid) from public;
grant execute on function find_invited_administrators(uuid) to candour_app;

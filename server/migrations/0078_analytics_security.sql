-- What is counted of consents. A practice counts its own and hands the difference on; the platform adds it up and sees no
-- consent, no person and, in the totals of all, no practice.

alter table consent_counts force row level security;--> statement-breakpoint
alter table clinic_totals force row level security;--> statement-breakpoint
alter table clinic_months force row level security;--> statement-breakpoint
alter table total_changes force row level security;--> statement-breakpoint
alter table platform_totals force row level security;--> statement-breakpoint

grant select, insert, update on consent_counts, clinic_totals, clinic_months to candour_clinic;--> statement-breakpoint
grant insert on total_changes to candour_clinic;--> statement-breakpoint
grant select (clinic_id, consent_id) on consent_counts to candour_job;--> statement-breakpoint
-- Whether a consent was given to anybody.
grant select (sent_at) on consents to candour_job;--> statement-breakpoint
grant select on clinic_months to candour_admin;--> statement-breakpoint
grant select, update, delete on total_changes to candour_admin;--> statement-breakpoint
grant select, insert, update on platform_totals to candour_admin;--> statement-breakpoint

-- A record that two people decided to end takes what its consents counted as with it; the totals name nobody and stay.
grant select, delete on consent_counts to candour_destroyer;--> statement-breakpoint
create policy destroyer on consent_counts to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid
    and exists (select from public.consents c where c.clinic_id = consent_counts.clinic_id and c.id = consent_counts.consent_id));

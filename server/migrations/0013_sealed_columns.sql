-- Columns that hold what patients and staff wrote are encrypted by the application with the practice's key. What figures
-- count of them is noted beside them.
ALTER TABLE "history_entries" DROP CONSTRAINT "history_entries_details";--> statement-breakpoint
ALTER TABLE "history_entries" DROP CONSTRAINT "history_entries_answer";--> statement-breakpoint
ALTER TABLE "capacity_decisions" ADD COLUMN "was_consulted" boolean;--> statement-breakpoint
ALTER TABLE "consent_discussions" ADD COLUMN "note_length" integer;--> statement-breakpoint
ALTER TABLE "data_keys" ADD COLUMN "columns_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "history_entries" ADD CONSTRAINT "history_entries_answer" CHECK (answer in ('yes', 'no', 'unknown') or starts_with(answer, 'sealed.'));--> statement-breakpoint
grant update (columns_checked_at) on data_keys to candour_app;--> statement-breakpoint
grant select (columns_checked_at) on data_keys to candour_job;--> statement-breakpoint
grant usage on schema public to candour_sealer;--> statement-breakpoint
-- One role encrypts what is there from before, also of tables that are otherwise added to alone: these columns, and no others.
do $$
declare
  sealed record;
begin
  for sealed in select * from (values
    ('consents', 'reason, start_override', ''),
    ('history_entries', 'answer, fields, teeth', ''),
    ('capacity_assessments', 'answers, told, decision, place, again', ''),
    ('capacity_decisions', 'answers, told', ', was_consulted'),
    ('authority_decisions', 'reason', ''),
    ('question_entries', 'text', ''),
    ('matter_entries', 'text', ''),
    ('understanding_entries', 'text', ''),
    ('consent_discussions', 'note, what_matters, child_view', ', note_length'),
    ('patient_notes', 'text', ''),
    ('tasks', 'note', ''),
    ('worries', 'worry, asked, shown, text, settled_note', ''),
    ('surveys', 'text', ''),
    ('treatment_outcomes', 'note', ''),
    ('compliance_incidents', 'summary, candour, learning, shared', '')) as of_table (name, columns, counted) loop
    execute format('grant select (clinic_id, id, %1$s%2$s), update (%1$s%2$s) on public.%3$I to candour_sealer',
      sealed.columns, sealed.counted, sealed.name);
    execute format('create policy sealer on public.%I to candour_sealer
      using (clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::uuid)
      with check (clinic_id = nullif(current_setting(''app.clinic_id'', true), '''')::uuid)', sealed.name);
  end loop;
end $$;--> statement-breakpoint
grant select (clinic_id, consent_id, number, details), update (details) on consent_events to candour_sealer;--> statement-breakpoint
create policy sealer on consent_events to candour_sealer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid)
  with check (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint
-- A reason comes with a move of its consent; encrypting it later is none.
drop trigger guard_consent on consents;--> statement-breakpoint
create trigger guard_consent before insert or update on consents for each row
  when (pg_has_role('candour_app', current_user, 'set') and current_user <> 'candour_sealer')
  execute function guard_consent();

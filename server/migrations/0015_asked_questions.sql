ALTER TABLE "consents" ADD COLUMN "asked_questions" jsonb;--> statement-breakpoint

-- What a day board reads of a frozen text that fills pages is taken out of it once, when it is written. Nobody else writes it.
create function take_asked_questions() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.asked_questions := case when new.content is not null then (
    select coalesce(jsonb_agg(jsonb_build_object('id', q -> 'id', 'question', q -> 'question') order by place), '[]')
    from jsonb_path_query(new.content, '$.understanding.questions[*]') with ordinality asked (q, place)) end;
  return new;
end $$;--> statement-breakpoint
create trigger take_asked_questions before insert or update of content, asked_questions on consents
  for each row execute function take_asked_questions();--> statement-breakpoint

-- The frozen text is compared where a statement writes it, and only there: to read and compare it with itself took every
-- change of a consent longer than the change. A statement that does not name the column cannot change it, and no trigger does.
create function guard_consent_content() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not (old.status = 'draft' or old.status = 'approved' and new.status in ('sent', 'verbal'))
    and new.content is distinct from old.content then
    raise exception 'This part of a consent is frozen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger guard_consent_content before update of content on consents for each row
  when (pg_has_role('candour_app', current_user, 'set')) execute function guard_consent_content();--> statement-breakpoint

create or replace function guard_consent() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  -- The time of each move belongs to the move: set with it, never again, and not before the move before. Clocks of
  -- several instances may differ a little.
  stamps_before timestamptz[] := array[null, null, null, null];
  stamps_after timestamptz[] := array[new.sent_at, new.viewed_at, new.signed_at, new.finalised_at];
  stamped text[] := array['sent', 'viewed', 'signed', 'finalised'];
  status_before text := null;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'draft' or num_nonnulls(new.content, new.content_hash, new.reason) > 0 then
      raise exception 'A consent begins as a draft' using errcode = 'integrity_constraint_violation';
    end if;
  else
    status_before := old.status;
    stamps_before := array[old.sent_at, old.viewed_at, old.signed_at, old.finalised_at];
    if new.status <> old.status and not exists (
      select from public.consent_moves() m
      where m.role = current_user and m.status_from = old.status and m.status_to = new.status) then
      raise exception 'This role may not move a consent so' using errcode = 'integrity_constraint_violation';
    end if;
    if new.status = old.status and new.reason is distinct from old.reason then
      raise exception 'The reason belongs to a move' using errcode = 'integrity_constraint_violation';
    end if;
    if (new.clinic_id, new.id, new.created_by, new.created_at) is distinct from
       (old.clinic_id, old.id, old.created_by, old.created_at) or
       not (old.status = 'draft' or old.status = 'approved' and new.status in ('sent', 'verbal')) and
       (new.patient_id, new.clinician_id, new.replaces_id, new.kind, new.parent_id, new.diagnosis, new.plan, new.treatment,
        new.teeth, new.reflection_hours, new.content_hash)
       is distinct from
       (old.patient_id, old.clinician_id, old.replaces_id, old.kind, old.parent_id, old.diagnosis, old.plan, old.treatment,
        old.teeth, old.reflection_hours, old.content_hash) then
      raise exception 'This part of a consent is frozen' using errcode = 'integrity_constraint_violation';
    end if;
  end if;
  if new.changed_plan is not null and new.status not in ('verbal', 'signed', 'finalised', 'withdrawn', 'voided', 'superseded')
    or (new.confirmed_at, new.started_at, new.start_override) is distinct from (null, null, null)
      and new.status in ('draft', 'approved') then
    raise exception 'Only what was agreed to is confirmed, changed or begun' using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'UPDATE' and old.started_at is not null and
    (new.started_at, new.start_override) is distinct from (old.started_at, old.start_override) and
    ((new.started_at, new.start_override) is distinct from (null, null) or not exists (
      select from public.consent_events e
      where e.clinic_id = old.clinic_id and e.consent_id = old.id and e.event = 'consent.treatment_start_undone'
        and e.at between old.started_at and old.started_at + interval '1 minute')) then
    raise exception 'When treatment began stays' using errcode = 'integrity_constraint_violation';
  end if;
  for place in 1..4 loop
    if stamped[place] = new.status and status_before is distinct from new.status then
      if stamps_before[place] is not null or stamps_after[place] is null then
        raise exception 'A move sets its time' using errcode = 'integrity_constraint_violation';
      end if;
      if stamps_after[place] < (select max(earlier) from unnest(stamps_before) earlier) - interval '1 minute' then
        raise exception 'The time of a move comes after that of the last' using errcode = 'integrity_constraint_violation';
      end if;
    elsif stamps_after[place] is distinct from stamps_before[place] then
      raise exception 'The time of a move is set with it alone' using errcode = 'integrity_constraint_violation';
    end if;
  end loop;
  return new;
end $$;

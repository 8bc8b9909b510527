-- What a practice sees of its consents, added up. A trigger adds the difference whenever a consent counts as something
-- else, so that nothing that writes counts can forget it; a job makes the figures anew from the counts and mends them.

alter table clinic_figures force row level security;--> statement-breakpoint
alter table figure_recounts force row level security;--> statement-breakpoint
-- The same few rows change again and again: room beside them spares their index.
alter table clinic_figures set (fillfactor = 70);--> statement-breakpoint

grant select, insert, update on clinic_figures, figure_recounts to candour_clinic;--> statement-breakpoint
grant select on figure_recounts to candour_job;--> statement-breakpoint
grant select (counted_by, counted_at) on consent_counts to candour_job;--> statement-breakpoint
-- What a record counted as stays in the figures when it is destroyed, and is no longer to be found among the counts.
grant select, update (kept) on clinic_figures to candour_destroyer;--> statement-breakpoint
create policy destroyer on clinic_figures to candour_destroyer
  using (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

-- Every figure that a consent is part of: each of its counts under the practice, its treatment and its clinician, and
-- what was counted of its parts, for its month, quarter and year.
create function figures_of_counts(counted consent_counts)
returns table (subject text, span text, start date, item text, measure text, total int)
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select told.subject, spans.span, spans.start, told.item, told.measure, told.total
  from (
    select under.subject, under.item, counts.key as measure, counts.value::int as total
    from jsonb_each_text(counted.counts) counts cross join (values ('practice', ''), ('treatment', counted.treatment),
      ('clinician', counted.clinician_id::text)) under(subject, item)
    union all
    select subjects.key, items.key, counts.key, counts.value::int
    from jsonb_each(counted.items) subjects, jsonb_each(subjects.value) items, jsonb_each_text(items.value) counts) told
  cross join (values ('month', counted.month), ('quarter', date_trunc('quarter', counted.month)::date),
    ('year', date_trunc('year', counted.month)::date)) spans(span, start)
$$;--> statement-breakpoint

-- In one order, so that two who add to the same figures wait for one another and never for ever.
create function keep_clinic_figures() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    update public.clinic_figures f set kept = f.kept + gone.total
    from (select g.subject, g.span, g.start, g.item, g.measure, sum(g.total)::int as total
      from public.figures_of_counts(old) g group by 1, 2, 3, 4, 5) gone
    where f.clinic_id = old.clinic_id and (f.subject, f.span, f.start, f.item, f.measure) =
      (gone.subject, gone.span, gone.start, gone.item, gone.measure);
    return null;
  end if;
  insert into public.clinic_figures (clinic_id, subject, span, start, item, measure, total)
  select new.clinic_id, subject, span, start, item, measure, sum(total)
  from (
    select * from public.figures_of_counts(new)
    union all
    select subject, span, start, item, measure, -total from public.figures_of_counts(old)) changed
  group by subject, span, start, item, measure having sum(total) <> 0
  order by subject, span, start, item, measure
  on conflict (clinic_id, subject, span, start, item, measure)
    do update set total = clinic_figures.total + excluded.total;
  return null;
end $$;--> statement-breakpoint
create trigger keep_clinic_figures after insert or delete or update of month, treatment, clinician_id, counts, items
  on consent_counts for each row execute function keep_clinic_figures();--> statement-breakpoint

-- The figures of a practice from all that its consents count as: added up by month first and by quarter and year then,
-- another way than the trigger goes. Counts and figures are read at one moment and what differs is added, so that nobody
-- waits who counts meanwhile. Answers how many figures were wrong.
create function recount_clinic_figures(clinic uuid) returns int language plpgsql
set search_path = pg_catalog, pg_temp set work_mem = '64MB' as $$
declare mended int;
begin
  with cells as materialized (
    select month, treatment, clinician_id::text as clinician, counts.key as measure, sum(counts.value::int) as total
    from public.consent_counts c, jsonb_each_text(c.counts) counts where c.clinic_id = clinic group by 1, 2, 3, 4),
  months as (
    select case grouping(treatment, clinician) when 3 then 'practice' when 1 then 'treatment' else 'clinician' end as subject,
      month, coalesce(treatment, clinician, '') as item, measure, sum(total) as total
    from cells group by grouping sets ((month, measure), (month, treatment, measure), (month, clinician, measure))
    union all
    select subjects.key, c.month, items.key, counts.key, sum(counts.value::int)
    from public.consent_counts c, jsonb_each(c.items) subjects, jsonb_each(subjects.value) items,
      jsonb_each_text(items.value) counts
    where c.clinic_id = clinic group by 1, 2, 3, 4),
  found as (
    select subject, span, date_trunc(span, month)::date as start, item, measure, sum(total)::int as total
    from months cross join (values ('month'), ('quarter'), ('year')) spans(span) group by 1, 2, 3, 4, 5),
  wrong as (
    select subject, span, start, item, measure, coalesce(found.total, 0) + coalesce(f.kept, 0) - coalesce(f.total, 0) as change
    from found full join (select * from public.clinic_figures where clinic_id = clinic) f
      using (subject, span, start, item, measure)),
  right_again as (
    insert into public.clinic_figures as f (clinic_id, subject, span, start, item, measure, total)
    select clinic, subject, span, start, item, measure, change from wrong where change <> 0
    order by subject, span, start, item, measure
    on conflict (clinic_id, subject, span, start, item, measure) do update set total = f.total + excluded.total
    returning 1)
  select count(*) from right_again into mended;
  return mended;
end $$;

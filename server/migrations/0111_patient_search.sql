-- Patients are found by any four digits of a number, by the parts of a name that signs part, and by a dotless i. The
-- owner is let through to the rows there are for as long as this takes.

alter table patients no force row level security;--> statement-breakpoint
alter table patient_keys no force row level security;--> statement-breakpoint

-- A number of seven digits and more is found by each of its endings, down to four digits.
create or replace function patient_keys_of(search_text text) returns setof text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  with words as (select word from unnest(string_to_array(search_text, ' ')) word where word <> '')
  select distinct word || ' ' || search_text from (
    select word from words
    union all
    select substr(word, first) from words cross join generate_series(2, length(word) - 3) first where word ~ '^\d{7,}$'
  ) found
$$;--> statement-breakpoint

-- What records are found by from now on besides: as patient-search-rules.ts writes it of those that are saved.
with folded as (
  select clinic_id, id, replace(search_text, 'ı', 'i') as search_text, phone,
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(lower(normalize(concat_ws(' ', first_name, last_name, preferred_name), nfd) collate pg_c_utf8), '[\u0300-\u036f]', '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ı', 'i') as names,
    regexp_replace(phone, '[^0-9]', '', 'g') as digits
  from patients
), added as (
  select f.clinic_id, f.id, f.search_text, (
    select string_agg(distinct ' ' || w.word, '') from (
      select regexp_split_to_table(f.names, '[\s''’‘ʼʻʽ`´ʹ′‛＇.,;:/()"-]+') as word
      union all
      select regexp_replace(regexp_split_to_table(f.names, '\s+'), '[''’‘ʼʻʽ`´ʹ′‛＇.,;:/()"-]+', '', 'g')
      union all
      select '0' || f.digits where f.digits ~ '^[1237]\d{8,9}$' and f.phone not like '%+%'
      union all
      select '0' || substr(f.digits, 3) where f.digits ~ '^44\d{9,10}$' and f.phone not like '%+%'
    ) w
    where w.word <> '' and position(' ' || w.word in ' ' || f.search_text) = 0
  ) as more
  from folded f
)
update patients p set search_text = a.search_text || coalesce(a.more, '')
from added a
where p.clinic_id = a.clinic_id and p.id = a.id and p.search_text <> a.search_text || coalesce(a.more, '');--> statement-breakpoint

insert into patient_keys (clinic_id, status, key, patient_id)
select p.clinic_id, p.status, key, p.id from patients p cross join lateral patient_keys_of(p.search_text) key
where p.search_text ~ '\d{7}'
on conflict do nothing;--> statement-breakpoint

-- The first word is the one that tells most, in each of its readings; the others are looked for in what that finds, four
-- digits and more anywhere in a number. A key may stand for a patient more than once, hence more of them than patients.
drop function search_patients(text[], int, text[]);--> statement-breakpoint
create function search_patients(words text[], rows_max int, statuses text[])
returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with readings as (
    select word, array_agg(case when reading ~ '^\d{4,}$' then '%' || reading || '%'
      else '% ' || replace(replace(replace(reading, '\', '\\'), '%', '\%'), '_', '\_') || '%' end) as patterns
    from unnest(words[2:]) with ordinality w (reading_list, word)
    cross join lateral unnest(string_to_array(reading_list, '|')) reading
    group by word
  ), others as (
    select coalesce(array_agg(patterns[1]) filter (where cardinality(patterns) = 1), '{}') as single,
      coalesce(bool_or(cardinality(patterns) > 1), false) as has_several
    from readings
  )
  select distinct found.patient_id from (
    select k.patient_id
    from unnest(statuses) wanted
    cross join unnest(string_to_array(words[1], '|')) beginning
    cross join lateral (
      select p.patient_id from public.patient_keys p
      where p.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and p.status = wanted
        and p.key >= beginning and p.key < beginning || chr(1114111)
        and p.key like all ((select single from others)::text[])
        and (not (select has_several from others) or not exists (
          select from readings r where cardinality(r.patterns) > 1 and not p.key like any (r.patterns)))
      limit rows_max * 8) k) found
  limit rows_max
$$;--> statement-breakpoint
grant create on schema public to candour_search;--> statement-breakpoint
alter function search_patients(text[], int, text[]) owner to candour_search;--> statement-breakpoint
revoke create on schema public from candour_search;--> statement-breakpoint
revoke all on function search_patients(text[], int, text[]) from public;--> statement-breakpoint
grant execute on function search_patients(text[], int, text[]) to candour_clinic;--> statement-breakpoint

alter table patients force row level security;--> statement-breakpoint
alter table patient_keys force row level security;

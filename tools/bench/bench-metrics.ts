import type pg from 'pg'
import { measureTime } from './bench-app.ts'

const section = (name: string) =>
  `'${name}', jsonb_build_object('read', 1, 'seconds', (place / 7) % 90, 'left_off', (place % 13 = 0)::int)`
const countConsents = `
  insert into consent_counts (clinic_id, consent_id, month, treatment, clinician_id, counts, items, counted_by, counted_at)
  select clinic_id, id, date_trunc('month', sent)::date, treatment,
    ('00000000-0000-4000-8000-0000000000' || lpad((place % 20)::text, 2, '0'))::uuid,
    jsonb_build_object('sent', 1, 'opened', (place % 10 > 0)::int, 'signed', (place % 10 > 2)::int)
      || case place % 7 when 0 then '{"declined":1}' when 1 then '{"with_questions":1,"reminded":1,"signed_after_reminder":1}'
        when 2 then '{"withdrawn":1,"signed_in_an_hour":1}' else '{"signed_in_a_day":1,"with_understanding_check":1}' end::jsonb
      || case when place % 20 = 0 then jsonb_build_object('feedback', 1, 'feedback_points:understood', 4,
        'feedback_points:asSaid', 5, 'feedback_points:again', 4, 'feedback_points:regret', 1) else '{}' end,
    jsonb_build_object('language', jsonb_build_object(case when place % 9 = 0 then 'lang' || place % 15 else 'en' end,
      '{"sent":1,"opened":1}'::jsonb), 'format', '{"standard":{"sent":1,"opened":1}}'::jsonb)
      || case when place % 2 = 0 then jsonb_build_object('section', jsonb_build_object(${[
        'Treatment Description',
        'Risks and Complications',
        'Benefits',
        'Alternatives',
      ]
        .map(section)
        .join(', ')})) else '{}' end
      || case when place % 3 = 0 then jsonb_build_object('question', jsonb_build_object(
        'What can go wrong, number ' || place % 200 || '?', '{"answered":1,"missed":1}'::jsonb)) else '{}' end,
    2, now()
  from (select clinic_id, id, treatment, coalesce(sent_at, created_at) as sent, floor(random() * 1000000)::int as place
    from consents where clinic_id = $1 limit $2) given`

/** Lets so many consents of a practice count as something, and its figures be made by the product's own recount. */
export async function addBenchMetrics(db: pg.Client, clinicId: string, count: number): Promise<void> {
  await db.query('set session_replication_role = replica')
  await db.query('delete from consent_counts where clinic_id = $1', [clinicId])
  await db.query('delete from clinic_figures where clinic_id = $1', [clinicId])
  await db.query(countConsents, [clinicId, count])
  await db.query('set session_replication_role = origin')
  await db.query('vacuum analyze consent_counts')
  const { ms } = await measureTime(() => db.query('select recount_clinic_figures($1)', [clinicId]))
  console.log(`${count} consents recounted in ${(ms / 1000).toFixed(1)} s`)
  await db.query('vacuum analyze clinic_figures')
}

import type pg from 'pg'

/** Nine in ten are finished; the rest stand where consents stand, the newest as often as the oldest. */
const states = [
  ...['draft', 10, 'approved', 11, 'sent', 25, 'viewed', 35, 'signed', 65, 'verbal', 70],
  ...['declined', 85, 'withdrawn', 90, 'expired', 95, 'voided', 100],
]
const stateForIndex = (place: string) => {
  const cases = Array.from({ length: states.length / 2 }, (_, at) => [states[at * 2], states[at * 2 + 1]])
  return `case ${cases.map(([state, below]) => `when ${place} < ${below} then '${state}'`).join(' ')} else 'finalised' end`
}

/** Five years of a practice: its patients, the library's treatments, the commonest a tenth of all, its clinicians. */
const addConsents = `
  with people as (select id, row_number() over () as at from patients where clinic_id = $1),
    named as (select id, current_version_id, name, row_number() over (order by id) as at
      from templates where owner_clinic_id is null),
    team as (select id, row_number() over () as at from staff where clinic_id = $1),
    made as materialized (
      select (random() * 1000)::int as place, now() - random() * interval '5 years' as changed,
        1 + floor(power(random(), 3) * (select count(*) from named))::int as named_at,
        1 + floor(random() * (select count(*) from people))::int as patient_at,
        1 + floor(random() * (select count(*) from team))::int as clinician_at
      from generate_series(1, $2::int)),
    added as (
      insert into consents (clinic_id, patient_id, clinician_id, status, plan, treatment, content, content_hash,
        created_by, created_at, updated_at, reason, signed_at, expires_at, reconfirm_since, questions_since)
      select $1, people.id, team.id, ${stateForIndex('place')}, '{}', named.name, '{}', '', team.id, changed, changed,
        case when place between 95 and 99 then 'Made in error' end,
        case when place between 35 and 69 or place >= 100 then changed end,
        now() + interval '1 day' + random() * interval '29 days', case when place between 500 and 501 then changed end,
        case when place between 11 and 12 then changed end
      from made join people on people.at = patient_at join named on named.at = named_at
        join team on team.at = clinician_at
      returning clinic_id, id, treatment)
  insert into consent_items (clinic_id, consent_id, template_id, template_version_id, treatment)
  select clinic_id, added.id, template.id, current_version_id, treatment
  from added join (select distinct on (name) * from named) template on template.name = treatment`

/** Each of those that wait for an answer was sent by a message, of which one in fifty came back. */
const addMessages = `
  insert into messages (clinic_id, kind, about_id, recipient, status, created_at, updated_at)
  select clinic_id, 'consent-link', id, 'patient@example.org', case when random() < 0.02 then 'bounced' else 'delivered' end,
    updated_at, updated_at
  from consents where clinic_id = $1 and status in ('sent', 'viewed')`

/** Gives a practice so many consents, made out to the patients it has. */
export async function addBenchConsents(owner: pg.Client, clinicId: string, count: number): Promise<void> {
  await owner.query(addConsents, [clinicId, count])
  await owner.query(addMessages, [clinicId])
  for (const table of ['consents', 'consent_items', 'messages', 'patients'])
    await owner.query(`vacuum analyze ${table}`)
}

import type pg from 'pg'

type TreatedPeople = {
  /** A consent whose treatment was carried out: each of these people has one like it. */
  consentId: string
  doneId: string
  people: number
  /** How long ago they were treated. */
  daysAgo: number
  /** What came of it, as it was recorded for each; null where nobody followed them up. */
  outcome: { occurred: string[]; listed: string[]; daysAfter: number } | null
}

/** Writes as many treated people straight into the tables, as their owner, with what came of it. */
export async function addTreatedPeople(
  owner: pg.Client,
  { consentId, doneId, people, daysAgo, outcome }: TreatedPeople,
): Promise<void> {
  await owner.query(
    `with people as materialized (
       select gen_random_uuid() as patient_id, gen_random_uuid() as consent_id, gen_random_uuid() as done_id
       from generate_series(1, $3)),
     source as (select c, i, d, p from consents c
       join consent_items i on i.clinic_id = c.clinic_id and i.consent_id = c.id
       join treatments_done d on d.clinic_id = c.clinic_id and d.id = $2
       join patients p on p.clinic_id = c.clinic_id and p.id = c.patient_id where c.id = $1),
     patients_made as (insert into patients select (jsonb_populate_record(source.p, jsonb_build_object(
         'id', people.patient_id, 'last_name', 'Treated ' || people.patient_id))).* from people, source returning id),
     consents_made as (insert into consents select (jsonb_populate_record(source.c, jsonb_build_object(
         'id', people.consent_id, 'patient_id', people.patient_id))).* from people, source returning id),
     items_made as (insert into consent_items select (jsonb_populate_record(source.i, jsonb_build_object(
         'id', gen_random_uuid(), 'consent_id', people.consent_id))).* from people, source returning id),
     done_made as (insert into treatments_done select (jsonb_populate_record(source.d, jsonb_build_object(
         'id', people.done_id, 'consent_id', people.consent_id, 'next_at', null, 'next_step', null,
         'done_at', now() - $4 * interval '1 day'))).* from people, source returning id)
     insert into treatment_outcomes (clinic_id, consent_id, done_id, place, template_id, result, listed, occurred, note,
         method, assessed_at, staff_id, by_name, at)
       select (source.c).clinic_id, people.consent_id, people.done_id, 0, (source.i).template_id, 'known', $6::jsonb, $5::jsonb,
         '', 'examined', now() - $4 * interval '1 day' + $7 * interval '1 day', (source.d).staff_id, 'Tom Hughes', now()
       from people, source where $8`,
    [
      ...[consentId, doneId, people, daysAgo],
      ...[JSON.stringify(outcome?.occurred ?? []), JSON.stringify(outcome?.listed ?? [])],
      ...[outcome?.daysAfter ?? 0, outcome !== null],
    ],
  )
}

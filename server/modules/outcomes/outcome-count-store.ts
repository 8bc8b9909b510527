import { eq, isNull, lt, or, sql } from 'drizzle-orm'
import { day_ms } from '../../platform/clock.ts'
import type { JobScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { treatmentsDone } from '../aftercare/aftercare-schema.ts'
import { consentItems, consents } from '../consents/consent-schema.ts'
import { ownFigures } from '../own-figures/own-figure-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import type { OutcomeCase } from './outcome-rules.ts'
import { treatmentOutcomes } from './outcome-schema.ts'

type Window = { from: Date; until: Date }

/**
 * Treatments of templates that the practice follows up, carried out between two moments, each with the newest of its
 * outcomes. What was taken back, and what patients refused, is none.
 */
const casesIn = ({ clinicId }: StaffScope, { from, until }: Window) => sql`
  select i.template_id, c.patient_id, c.id as consent_id, d.done_at, i.treatment, o.result, o.listed, o.occurred, o.assessed_at
  from ${treatmentsDone} d
  join ${consents} c on c.clinic_id = d.clinic_id and c.id = d.consent_id
  cross join lateral jsonb_to_recordset(d.treatments) t(place int)
  join ${consentItems} i
    on i.clinic_id = d.clinic_id and i.consent_id = d.consent_id and i.position = t.place + 1
  left join lateral (
    select n.result, n.listed, n.occurred, n.assessed_at from ${treatmentOutcomes} n
    where n.clinic_id = d.clinic_id and n.done_id = d.id and n.place = t.place
    order by n.at desc, n.id desc limit 1
  ) o on true
  where d.clinic_id = ${clinicId} and d.taken_back_at is null and c.kind <> 'refusal'
    and d.done_at >= ${from.toISOString()}::timestamptz and d.done_at <= ${until.toISOString()}::timestamptz
    and i.template_id in (select f.template_id from ${treatmentOutcomes} f where f.clinic_id = ${clinicId})`

type CaseRow = {
  template_id: string
  patient_id: string
  done_at: Date
  result: 'known' | 'not-known' | null
  listed: string[]
  occurred: string[]
  assessed_at: Date
}

/** The same, to be counted. */
export async function casesBetween(scope: JobScope, window: Window): Promise<OutcomeCase[]> {
  const { rows } = await scope.tx.execute<CaseRow>(casesIn(scope, window))
  return rows.map(({ template_id: templateId, patient_id: patientId, done_at: doneAt, result, ...row }) => ({
    ...{ templateId, patientId, doneAt: new Date(doneAt) },
    outcome:
      result === null
        ? null
        : {
            ...{ result, listed: row.listed, occurred: row.occurred },
            assessedAt: new Date(row.assessed_at),
          },
  }))
}

type DueRow = {
  consent_id: string
  patient_id: string
  name: string
  treatment: string
  done_at: Date
  total: number
}

/**
 * Treatments of the series that are counted whose result is not known for long enough yet, the longest ago first; with how
 * many there are. What somebody said cannot be known is due no more.
 */
export async function listDue(
  scope: StaffScope,
  { window, followUpDays, limit }: { window: Window; followUpDays: number; limit: number },
) {
  const { rows } = await scope.tx.execute<DueRow>(sql`
    with cases as (${casesIn(scope, window)}),
    starts as (select template_id, min(done_at) as since from cases where result is not null group by template_id),
    people as (
      select distinct on (cases.template_id, patient_id) cases.* from cases join starts using (template_id)
      where done_at >= since order by cases.template_id, patient_id, done_at
    )
    select people.consent_id, people.patient_id, p.first_name || ' ' || p.last_name as name, people.treatment,
      people.done_at, count(*) over ()::int as total
    from people join ${patients} p on p.clinic_id = ${scope.clinicId} and p.id = people.patient_id
    where result is null
      or (result = 'known' and assessed_at < people.done_at + ${followUpDays} * interval '1 day')
    order by people.done_at, people.consent_id limit ${limit}`)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ consent_id: consentId, patient_id: id, name, treatment: title, done_at: doneAt }) => ({
      ...{ consentId, title, patient: { id, name } },
      doneAt: new Date(doneAt).toISOString(),
    })),
  }
}

const count_interval_days = 1

/** Practices that record outcomes and were not counted for a day. */
export async function clinicsToCountOutcomes({ tx, now }: SweepScope): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ clinicId: treatmentOutcomes.clinicId })
    .from(treatmentOutcomes)
    .leftJoin(ownFigures, eq(ownFigures.clinicId, treatmentOutcomes.clinicId))
    .where(
      or(
        isNull(ownFigures.clinicId),
        lt(ownFigures.countedAt, new Date(now.getTime() - count_interval_days * day_ms)),
      ),
    )
  return rows.map(({ clinicId }) => clinicId)
}

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { day_ms } from './test-clock.ts'

/** A finalised consent as rows, with everything that inspections ask for; a test changes what it is about. */
export type SeededConsent = {
  /** When it was finalised; the other times go by it. */
  at: Date
  patient: Partial<{
    date_of_birth: string
    access_needs: string[]
    language: string
    needs_asked_on: string | null
  }>
  consent: Partial<{
    status: string
    sent_at: Date
    signed_at: Date
    finalised_at: Date | null
    started_at: Date | null
    confirmed_at: Date | null
    valid_until: Date | null
    reflection_hours: number
  }>
  plan: Record<string, unknown>
  /** Null for none. */
  discussion: Partial<{
    note: string
    what_matters: string
    understanding: string
    child_view: string | null
    interpreter: string | null
    copy: string | null
    staff_id: string
  }> | null
  signature: Partial<{ signer_role: string; at: Date; content_hash: string }>
  teeth: string[]
  pricePence: number | null
  /** A version of a template; of the clinic's own where none is named. */
  versionId: string
  question: { askedAt: Date; answeredAt: Date | null } | null
  isReviewed: boolean
  /** Who compared tooth and side; null for nobody. */
  secondBy: string | null
  authority: { kind: string; seen: string; answers: Record<string, string> } | null
  assessment: { result: string; decision: Record<string, unknown> | null } | null
  /** What the last event says; of a consent that ended, why and how. */
  ended: { event: string; details: Record<string, unknown>; doneAfter: boolean } | null
  isChainBroken: boolean
}
export type SeededChange = Partial<SeededConsent>

export const addHours = (at: Date, count: number): Date => new Date(at.getTime() + count * 3_600_000)

type Clinic = { id: string; staff: { dentist: { staffId?: string | null } } }

const plan = {
  options: [
    { title: 'Crown', kind: 'treatment', notSuitable: '' },
    { title: 'No treatment', kind: 'no-treatment', notSuitable: '' },
  ],
  recommended: 0,
  recommendedWhy: 'It lasts longest.',
  personalRisks: [
    {
      ruleId: 'R001',
      severity: 'confirm',
      decision: 'accepted',
      statement: 'More bleeding',
      reason: '',
      because: [],
      teeth: [],
    },
  ],
  noPersonalRisks: '',
  language: 'en',
  format: 'standard',
  linkDays: null,
  reflectionWaived: '',
}
const hash = 'a'.repeat(64)

/** Writes one such consent straight into the tables, as their owner; its id and that of its patient. */
export async function seedConsent(
  owner: pg.Client,
  clinic: Clinic,
  versionOf: { templateId: string; versionId: string },
  change: SeededChange & { at: Date },
): Promise<{ consentId: string; patientId: string }> {
  const { at } = change
  const [consentId, patientId, clinician] = [randomUUID(), randomUUID(), clinic.staff.dentist.staffId!]
  const insert = (table: string, row: Record<string, unknown>) => {
    const columns = Object.keys(row)
    const values = columns.map((column) => {
      const value = row[column]
      const isJson =
        value !== null && typeof value === 'object' && !(value instanceof Date) && !Buffer.isBuffer(value)
      return isJson ? JSON.stringify(value) : value
    })
    const places = columns.map((_, place) => `$${place + 1}`)
    const names = columns.map((column) => `"${column}"`)
    return owner.query(`insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`, values)
  }
  const ids = { clinic_id: clinic.id, consent_id: consentId }
  await insert('patients', {
    ...{
      clinic_id: clinic.id,
      id: patientId,
      first_name: 'Eleanor',
      last_name: `Seeded ${patientId.slice(0, 8)}`,
    },
    ...{ date_of_birth: '1961-03-14', access_needs: [], language: 'en', needs_asked_on: '2020-01-06' },
    ...{ search_text: 'eleanor', ...change.patient },
  })
  const consent = {
    ...{ status: 'finalised', sent_at: addHours(at, -72), signed_at: addHours(at, -24), finalised_at: at },
    ...{ started_at: addHours(at, 48), confirmed_at: addHours(at, 47), valid_until: addHours(at, 90 * 24) },
    ...{ reflection_hours: 24, ...change.consent },
  }
  await insert('consents', {
    ...{ clinic_id: clinic.id, id: consentId, patient_id: patientId, clinician_id: clinician, ...consent },
    ...{ plan: { ...plan, ...change.plan }, treatment: 'Root canal', content: { title: 'Root canal' } },
    ...{
      content_hash: hash,
      created_by: clinician,
      viewed_at: consent.sent_at,
      updated_at: addHours(at, 100),
    },
  })
  const { rows: versions } = await owner.query<{ template_id: string }>(
    'select template_id from template_versions where id = $1',
    [change.versionId ?? versionOf.versionId],
  )
  await insert('consent_items', {
    ...{
      ...ids,
      template_id: versions[0]!.template_id,
      template_version_id: change.versionId ?? versionOf.versionId,
    },
    ...{ teeth: change.teeth ?? ['46'], treatment: 'Root canal' },
    price_pence: change.pricePence === undefined ? 7350 : change.pricePence,
  })
  if (change.discussion !== null)
    await insert('consent_discussions', {
      ...{ ...ids, staff_id: clinician, by_name: 'Tom Hughes', on: addHours(at, -80), mode: 'in-person' },
      note: 'Went through the treatment, its risks and the other ways to go.',
      ...{ what_matters: 'Wants to keep the tooth', understanding: 'explained-back', copy: 'handed' },
      ...{ recorded_at: addHours(at, -80), ...change.discussion },
    })
  const linkId = randomUUID()
  await insert('links', { ...ids, id: linkId, token_hash: linkId, expires_at: at })
  await insert('signatures', {
    ...{ ...ids, link_id: linkId, idempotency_key: linkId, name: 'Eleanor', signer_role: 'patient' },
    ...{ mark: { kind: 'typed', typed: 'Eleanor' }, mark_hash: hash, statements: [], content_hash: hash },
    ...{ at: consent.signed_at, ip: '192.0.2.1', user_agent: 'test', ...change.signature },
  })
  await insert('countersignatures', {
    ...{ ...ids, staff_id: clinician, name: 'Tom Hughes', gdc_number: '248163', content_hash: hash, at },
  })
  const events = [
    'consent.sent',
    'consent.signed',
    'consent.finalised',
    ...(change.ended ? [change.ended.event] : []),
  ]
  for (const [place, event] of events.entries())
    await insert('consent_events', {
      ...{
        ...ids,
        number: place + 1,
        event,
        at: addHours(at, place === 3 ? 60 : place - 2),
        actor: 'test',
        ip: '',
      },
      ...{ user_agent: '', details: place === 3 ? change.ended!.details : {}, hash: `${consentId}${place}` },
      previous_hash:
        place === 0 ? '' : change.isChainBroken && place === 1 ? 'other' : `${consentId}${place - 1}`,
    })
  if (change.ended?.doneAfter)
    await insert('treatments_done', {
      ...{ ...ids, treatments: [], done_at: addHours(at, 70), staff_id: clinician, by_name: 'Tom Hughes' },
      created_at: addHours(at, 70),
    })
  await insert('histories', { clinic_id: clinic.id, patient_id: patientId })
  if (change.isReviewed !== false)
    await insert('history_reviews', {
      ...{
        clinic_id: clinic.id,
        patient_id: patientId,
        version: 0,
        by_staff_id: clinician,
        by_name: 'Tom Hughes',
      },
      at: new Date(consent.signed_at.getTime() - 5 * day_ms),
    })
  if (change.question) {
    const [first, { askedAt, answeredAt }] = [randomUUID(), change.question]
    const entry = { ...ids, hash }
    await insert('question_entries', {
      ...entry,
      id: first,
      number: 1,
      kind: 'asked',
      text: 'Why?',
      at: askedAt,
    })
    if (answeredAt)
      await insert('question_entries', {
        ...{
          ...entry,
          number: 2,
          question_id: first,
          kind: 'answered',
          mode: 'call',
          text: 'So.',
          at: answeredAt,
        },
        ...{ staff_id: clinician, by_name: 'Tom Hughes' },
      })
  }
  if (change.secondBy !== undefined) {
    const appointmentId = randomUUID()
    await insert('appointments', {
      ...{
        clinic_id: clinic.id,
        id: appointmentId,
        patient_id: patientId,
        clinician_id: clinician,
        minutes: 30,
      },
      ...{ starts_at: addHours(at, 48), created_by: clinician, status: 'started' },
      site_check: change.secondBy && {
        staffId: change.secondBy,
        name: 'Priya Nair',
        at: at.toISOString(),
        teeth: ['46'],
      },
    })
    await insert('appointment_consents', { ...ids, appointment_id: appointmentId })
  }
  if (change.authority)
    await insert('authority_decisions', {
      ...{
        ...ids,
        number: 1,
        nation: 'england',
        age_group: 'child',
        rule: 'x',
        outcome: 'x',
        form: 'consent',
      },
      ...{
        signers: change.authority.kind === 'signs' ? ['parent'] : [],
        title: '',
        why: '',
        sources: [],
        reason: '',
      },
      ...{
        asked: [],
        staff_id: clinician,
        by_name: 'Tom Hughes',
        hash,
        at: addHours(at, -80),
        ...change.authority,
      },
    })
  if (change.assessment) {
    const filled = {
      ...{
        ...ids,
        number: 1,
        form: 'mental-capacity-act',
        form_version: '1.0',
        law: '',
        title: '',
        told: [],
      },
      ...{
        staff_id: clinician,
        by_name: 'Tom Hughes',
        post: 'Dentist',
        hash,
        recorded_at: addHours(at, -80),
      },
    }
    await insert('capacity_assessments', {
      ...{ ...filled, answers: {}, result: change.assessment.result, decision: '', place: '', again: '' },
      assessed_at: addHours(at, -80),
    })
    if (change.assessment.decision)
      await insert('capacity_decisions', {
        ...{ ...filled, answers: change.assessment.decision, choice: 'go-ahead', assessment: 1 },
      })
  }
  return { consentId, patientId }
}

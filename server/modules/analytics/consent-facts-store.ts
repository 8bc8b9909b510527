import { sql, type SQL } from 'drizzle-orm'
import type { SurveyAnswers } from '../../../contract/aftercare.ts'
import type { ConsentKind, ConsentStatus } from '../../../contract/consent-states.ts'
import type { CheckStep } from '../../../contract/understanding-state.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import { surveys } from '../aftercare/aftercare-schema.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consentEvents, consentItems, consents } from '../consents/consent-schema.ts'
import { questionEntries } from '../questions/question-schema.ts'
import { readings } from '../readings/reading-schema.ts'
import { reminders } from '../reminders/reminder-schema.ts'
import { links, signatures } from '../signing/signing-schema.ts'
import { supporters } from '../supporters/supporter-schema.ts'
import { templates } from '../templates/template-schema.ts'
import { understandingEntries } from '../understanding/understanding-schema.ts'
import type { CountedConsent, CountKey } from './count-rules.ts'

type ConsentFactsRow = {
  month: string
  treatment: string
  clinician_id: string
  kind: ConsentKind
  status: ConsentStatus
  sent_at: string
  viewed_at: string | null
  signed_at: string | null
  events: string[]
  signed_where: CountedConsent['signedWhere']
  signer_role: string | null
  reminders: string[]
  treatments: number
  language: string | null
  format: string | null
  has_video: boolean
  has_own_pictures: boolean
  has_understanding_check: boolean
  has_questions: boolean
  has_supporter: boolean
  check_questions: { id: string; question: string }[] | null
  check_steps: CheckStep[] | null
  read_parts: CountedConsent['readParts'] | null
  left_off: string | null
  asked_about: string[] | null
  feedback: SurveyAnswers | null
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))
/** What a part of the frozen text is called, by its place from 1. */
const titleOf = (place: SQL) => sql`given.content -> 'sections' -> (${place} - 1) ->> 'title'`
const consentKey = sql`(${consents.clinicId}, ${consents.id})`

/**
 * What a consent is counted by, read at one moment; undefined for one that nobody was given yet. It counts for the month
 * in which it was sent, or agreed to by word of mouth where it never was, and for the first of its treatments.
 */
export async function readCountedConsent(
  { tx, clinicId }: JobScope,
  consentId: string,
): Promise<{ consent: CountedConsent; place: CountKey; givenAt: Date } | undefined> {
  const { rows } = await tx.execute<ConsentFactsRow>(sql`
    with given as (
      select ${consents}.*, coalesce(${consents.sentAt}, (
        select min(${consentEvents.at}) from ${consentEvents}
        where (${consentEvents.clinicId}, ${consentEvents.consentId}) = ${consentKey}
          and ${consentEvents.event} = 'consent.verbal')) as given_at
      from ${consents} where ${consentKey} = (${clinicId}, ${consentId}::uuid))
    select to_char(date_trunc('month', given.given_at at time zone ${clinics.timeZone}), 'YYYY-MM-DD') as month,
      coalesce((
        select coalesce(nullif(${templates.treatmentSubtype}, ''), ${templates.treatmentType})
        from ${consentItems} join ${templates} on ${templates.id} = ${consentItems.templateId}
        where (${consentItems.clinicId}, ${consentItems.consentId}) = (given.clinic_id, given.id)
        order by ${consentItems.position} limit 1), given.treatment) as treatment,
      given.clinician_id, given.kind, given.status,
      given.given_at as sent_at, given.viewed_at, given.signed_at,
      array(select distinct ${consentEvents.event} from ${consentEvents}
        where (${consentEvents.clinicId}, ${consentEvents.consentId}) = (given.clinic_id, given.id)
          and ${consentEvents.event} in ('consent.withdrawn', 'consent.verbal')) as events,
      case when ${signatures.mark} ->> 'kind' in ('paper', 'decided') then ${signatures.mark} ->> 'kind'
        when ${links.handedBy} is not null then 'tablet' when ${signatures.id} is not null then 'screen' end as signed_where,
      ${signatures.signerRole} as signer_role,
      (select coalesce(jsonb_agg(${reminders.at} order by ${reminders.at}), '[]') from ${reminders}
        where (${reminders.clinicId}, ${reminders.consentId}) = (given.clinic_id, given.id)) as reminders,
      coalesce(jsonb_array_length(given.content -> 'treatments'), 1) as treatments,
      given.content ->> 'language' as language, given.content ->> 'format' as format,
      jsonb_path_exists(given.content, '$.sections[*].media ? (@ != null)') as has_video,
      coalesce(jsonb_array_length(given.content -> 'ownPictures'), 0) > 0 as has_own_pictures,
      coalesce(given.content ? 'understanding', false) as has_understanding_check,
      exists (select from ${questionEntries}
        where (${questionEntries.clinicId}, ${questionEntries.consentId}) = (given.clinic_id, given.id)) as has_questions,
      exists (select from ${supporters}
        where (${supporters.clinicId}, ${supporters.consentId}) = (given.clinic_id, given.id)) as has_supporter,
      given.content -> 'understanding' -> 'questions' as check_questions,
      (select jsonb_agg(jsonb_build_object('kind', ${understandingEntries.kind},
          'question', ${understandingEntries.question}, 'isRight', ${understandingEntries.isRight})
          order by ${understandingEntries.number})
        from ${understandingEntries}
        where (${understandingEntries.clinicId}, ${understandingEntries.consentId}) = (given.clinic_id, given.id)) as check_steps,
      (select jsonb_agg(jsonb_build_object('title', ${titleOf(sql`part.place`)}, 'seconds', round(part.ms / 1000.0)))
        from (select (spell ->> 'part')::int as place, sum((spell ->> 'ms')::int) as ms
          from ${readings}, jsonb_array_elements(${readings.spells}) spell
          where (${readings.clinicId}, ${readings.consentId}) = (given.clinic_id, given.id) group by 1) part) as read_parts,
      (select ${titleOf(sql`(${readings.spells} -> -1 ->> 'part')::int`)} from ${readings}
        where (${readings.clinicId}, ${readings.consentId}) = (given.clinic_id, given.id)
        order by ${readings.number} desc limit 1) as left_off,
      (select jsonb_agg(${questionEntries.partTitle}) from ${questionEntries}
        where (${questionEntries.clinicId}, ${questionEntries.consentId}) = (given.clinic_id, given.id)
          and ${questionEntries.kind} = 'asked') as asked_about,
      (select ${surveys.answers} from ${surveys}
        where (${surveys.clinicId}, ${surveys.consentId}) = (given.clinic_id, given.id)) as feedback
    from given join ${clinics} on ${clinics.id} = given.clinic_id
      left join ${signatures} on (${signatures.clinicId}, ${signatures.consentId}) = (given.clinic_id, given.id)
      left join ${links} on (${links.clinicId}, ${links.id}) = (${signatures.clinicId}, ${signatures.linkId})
    where given.given_at is not null`)
  const [row] = rows
  return row && factsOf(row)
}

function factsOf(row: ConsentFactsRow): { consent: CountedConsent; place: CountKey; givenAt: Date } {
  const { month, treatment, clinician_id: clinicianId, kind, status, language, format } = row
  const givenAt = new Date(row.sent_at)
  const consent: CountedConsent = {
    ...{ kind, status, sentAt: givenAt },
    viewedAt: dateOf(row.viewed_at),
    signedAt: dateOf(row.signed_at),
    wasWithdrawn: row.events.includes('consent.withdrawn'),
    wasAgreedVerbally: row.events.includes('consent.verbal'),
    signedWhere: row.signed_where,
    isSignedByAnother: row.signer_role !== null && row.signer_role !== 'patient',
    reminders: row.reminders.map((at) => new Date(at)),
    hasVideo: row.has_video ?? false,
    hasOwnPictures: row.has_own_pictures,
    treatments: row.treatments,
    isInAnotherLanguage: language !== null && language !== 'en',
    isInAnotherFormat: format !== null && format !== 'standard',
    hasUnderstandingCheck: row.has_understanding_check,
    hasQuestions: row.has_questions,
    hasSupporter: row.has_supporter,
    language: language ?? 'en',
    format: format ?? 'standard',
    checkQuestions: row.check_questions ?? [],
    checkSteps: row.check_steps ?? [],
    readParts: row.read_parts ?? [],
    leftOff: row.left_off,
    askedAbout: row.asked_about ?? [],
    feedback: row.feedback,
  }
  return { consent, place: { month, treatment, clinicianId }, givenAt }
}

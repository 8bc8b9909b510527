import { sql, type SQL } from 'drizzle-orm'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { aftercareSteps, treatmentsDone } from '../aftercare/aftercare-schema.ts'
import { appointmentConsents, appointments } from '../appointments/appointment-schema.ts'
import { authorityDecisions } from '../authority/authority-schema.ts'
import { capacityAssessments, capacityDecisions } from '../capacity/capacity-schema.ts'
import {
  consentAttestations,
  consentDiscussions,
  consentEvents,
  consentItems,
  consents,
  countersignatures,
} from '../consents/consent-schema.ts'
import { historyReviews } from '../histories/history-schema.ts'
import { matterEntries } from '../matters/matter-schema.ts'
import { messages } from '../messages/message-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { questionEntries } from '../questions/question-schema.ts'
import { signatures } from '../signing/signing-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templateVersions } from '../templates/template-schema.ts'
import { understandingEntries } from '../understanding/understanding-schema.ts'
import { extractionTypes, sedationTypes } from './compliance-checks.ts'

/**
 * Over which time facts are read: when each span begins and, last, when the last one ends; where days begin; and of which
 * consents alone, if not of all.
 */
export type FactPeriod = { bounds: readonly Date[]; timeZone: string; of?: readonly string[] }

/** Ids as one parameter, however many they are. */
export const idList = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`

const momentList = (moments: readonly Date[]): SQL =>
  sql`array[${sql.join(
    moments.map((moment) => sql`${moment.toISOString()}::timestamptz`),
    sql`, `,
  )}]`

/**
 * The consents that something happened to in that time, each once, with the number of the span in which it was finalised,
 * begun, or ended by its patient; 0 where it was not. What was made void never was a consent, and the record of saying no
 * is none either.
 */
function baseConsentsSql({ clinicId }: StaffScope, { bounds, of }: FactPeriod): SQL {
  const [first, last] = [bounds[0]!.toISOString(), bounds.at(-1)!.toISOString()]
  const within = (moment: SQL) => sql`${moment} >= ${first}::timestamptz and ${moment} < ${last}::timestamptz`
  const spanOf = (moment: SQL) =>
    sql`case when ${within(moment)} then width_bucket(${moment}, ${momentList(bounds)}) else 0 end`
  return sql`select c.*, e.at as event_at, e.event, e.details as ended_said,
      ${spanOf(sql`c.finalised_at`)} as completed, ${spanOf(sql`c.started_at`)} as started,
      case when c.status in ('withdrawn', 'declined') then ${spanOf(sql`e.at`)} else 0 end as ended
    from (select id, clinic_id, patient_id, clinician_id, status, treatment, plan, content_hash, sent_at, signed_at,
        finalised_at, started_at, confirmed_at, valid_until, reflection_hours
      from ${consents} where clinic_id = ${clinicId} ${of ? sql`and id = any(${idList(of)})` : sql``}
        and status <> 'voided' and kind <> 'refusal' and (
        (${within(sql`finalised_at`)}) or (${within(sql`started_at`)})
        or (status in ('withdrawn', 'declined') and updated_at >= ${first}::timestamptz))) c
    left join lateral (select at, event, details from ${consentEvents}
      where clinic_id = c.clinic_id and consent_id = c.id
        and event in ('consent.withdrawn', 'consent.declined', 'consent.verbal')
      order by number desc limit 1) e on c.status in ('withdrawn', 'declined') or c.signed_at is null`
}

/** What stands beside the consents of `base`, each of them once. */
function relatedRecordsSql({ clinicId }: StaffScope): SQL {
  const ofBase = sql`clinic_id = ${clinicId} and consent_id in (select id from base)`
  return sql`
    talks as materialized (select consent_id, count(*) as discussions,
        bool_or(coalesce(note_length, length(note)) >= 40 and by_name <> '') as noted, bool_or(what_matters <> '') as matters_said,
        bool_or(understanding <> 'not-yet') as understanding_checked, bool_or(child_view is not null) as child_view,
        bool_or(interpreter is not null) as interpreter_told, bool_or(copy is not null) as copy_told,
        (array_agg(staff_id order by "on" desc))[1] as led_by
      from ${consentDiscussions} where ${ofBase} group by consent_id),
    told as materialized (select consent_id, true as matters_told from ${matterEntries}
      where ${ofBase} and kind in ('told', 'nothing') group by consent_id),
    threads as materialized (select consent_id, count(*) as asked, bool_and(answered is not null) as all_answered,
        max(answered) as last_answer
      from (select consent_id, min(at) filter (where kind in ('answered', 'settled')) as answered
        from ${questionEntries} where ${ofBase} group by consent_id, coalesce(question_id, id)) q group by consent_id),
    checks as materialized (select consent_id, true as check_finished from ${understandingEntries}
      where ${ofBase} and kind = 'finished' group by consent_id),
    signed as materialized (select consent_id, signer_role, content_hash as signed_hash, at as signature_at,
        mark ->> 'kind' = 'paper' as on_paper from ${signatures} where ${ofBase}),
    countersigned as materialized (select consent_id, content_hash as countersigned_hash
      from ${countersignatures} where ${ofBase}),
    authority as materialized (select distinct on (consent_id) consent_id, kind as authority_kind,
        seen as authority_seen from ${authorityDecisions} where ${ofBase} order by consent_id, number desc),
    doubts as materialized (select consent_id, bool_or(answers ->> 'capacity' <> 'not-doubted') as capacity_doubted
      from ${authorityDecisions} where ${ofBase} group by consent_id),
    assessed as materialized (select consent_id, count(*) as assessments,
        (array_agg(result order by number desc))[1] as assessed
      from ${capacityAssessments} where ${ofBase} group by consent_id),
    decided as materialized (select consent_id, bool_or(coalesce(was_consulted,
          jsonb_path_exists(answers, '$.*.people[*]') or jsonb_path_exists(answers, '$.advocate.chosen[*]')
          or jsonb_path_exists(answers, '$.keyvalue() ? (@.key starts with "nobody" && @.value.text != "")'))) as consulted
      from ${capacityDecisions} where ${ofBase} group by consent_id),
    versions as materialized (select id, heading ->> 'treatmentType' as type,
        coalesce((heading ->> 'requiresTooth')::boolean, false) as requires_tooth,
        jsonb_path_exists(wording, '$.sections[*] ? (@.title == "No Treatment" && @.content != "")') as no_treatment,
        jsonb_path_exists(wording, '$.sections[*] ? (@.title == "Aftercare Instructions" && @.content != "")') as aftercare
      from ${templateVersions} where id in (select template_version_id from ${consentItems} where ${ofBase})),
    treated as materialized (select i.consent_id, array_agg(v.type) as treatment_types,
        array_agg(distinct v.id) as version_ids,
        bool_and(v.no_treatment) as tells_no_treatment, bool_and(v.aftercare) as tells_aftercare,
        bool_and(i.price_pence is not null or i.band is not null) as priced,
        bool_or(v.requires_tooth) as needs_tooth,
        bool_and(not v.requires_tooth or i.teeth <> '[]') as names_tooth,
        bool_or(v.type = any(${sedationTypes})) as is_sedation, bool_or(v.type = any(${extractionTypes})) as takes_out
      from ${consentItems} i join versions v on v.id = i.template_version_id
      where i.clinic_id = ${clinicId} and i.consent_id in (select id from base) group by i.consent_id),
    seconds as materialized (select a.consent_id,
        bool_or(p.site_check is not null and p.site_check ->> 'staffId' <> p.clinician_id::text) as second_checked
      from ${appointmentConsents} a join ${appointments} p on p.clinic_id = a.clinic_id and p.id = a.appointment_id
      where a.clinic_id = ${clinicId} and a.consent_id in (select id from base) group by a.consent_id),
    helped as materialized (select consent_id, true as interpreted from ${consentAttestations}
      where ${ofBase} and role = 'interpreter' group by consent_id),
    copies as materialized (select about_id as consent_id, true as copy_sent from ${messages}
      where clinic_id = ${clinicId} and about_id in (select id from base) and kind = 'signed-copy'
        and status in ('sending', 'sent', 'delivered', 'unconfirmed') group by about_id),
    advice as materialized (select consent_id, true as advice_sent from ${aftercareSteps}
      where ${ofBase} group by consent_id),
    done as materialized (select consent_id, max(done_at) as done_at from ${treatmentsDone}
      where ${ofBase} and taken_back_at is null group by consent_id),
    linked as materialized (select consent_id,
        bool_and(number = place and previous_hash = coalesce(before, '')) as chain_linked
      from (select consent_id, number, previous_hash, row_number() over of_consent as place,
          lag(hash) over of_consent as before
        from ${consentEvents} where ${ofBase} window of_consent as (partition by consent_id order by number)) l
      group by consent_id)`
}

/**
 * What is known of each consent that something happened to in that time, one row each, as the relation `facts`: to be put
 * before a query that reads it. Days are those of the practice.
 */
export function consentFactsSql(scope: StaffScope, time: FactPeriod): SQL {
  const { clinicId } = scope
  const dayOf = (moment: SQL) => sql`(${moment} at time zone ${time.timeZone})::date`
  return sql`with base as materialized (${baseConsentsSql(scope, time)}), ${relatedRecordsSql(scope)},
    facts as (select base.id, base.patient_id, base.status, base.treatment, base.plan, base.reflection_hours,
      base.sent_at, base.signed_at, base.finalised_at, base.started_at, base.valid_until, base.completed, base.started,
      base.ended, base.ended_said, base.event_at as ended_at, version_ids,
      coalesce(base.signed_at, case when base.event = 'consent.verbal' then base.event_at end) as agreed_at,
      ${dayOf(sql`base.confirmed_at`)} as confirmed_day, ${dayOf(sql`base.started_at`)} as started_day,
      ${dayOf(sql`signed.signature_at`)} as signed_day,
      (select count(*) from jsonb_array_elements(coalesce(base.plan -> 'options', '[]')) o
        where coalesce(o ->> 'notSuitable', '') = '') as offered,
      jsonb_array_length(jsonb_path_query_array(base.plan, '$.personalRisks[*] ? (@.decision != "left-out")')) as own_risks,
      jsonb_array_length(jsonb_path_query_array(base.plan, '$.personalRisks[*] ? (@.severity == "stop")')) as stops,
      jsonb_array_length(jsonb_path_query_array(base.plan,
        '$.personalRisks[*] ? (@.severity == "stop" && @.reason != "")')) as stops_explained,
      exists (select from ${historyReviews} h where h.clinic_id = ${clinicId} and h.patient_id = base.patient_id
        and h.at <= base.signed_at and h.at > base.signed_at - interval '30 days') as history_reviewed,
      coalesce(done.done_at > base.event_at, false) as treated_later,
      signed.signed_hash is not distinct from base.content_hash as signed_same,
      countersigned.countersigned_hash is not distinct from base.content_hash as countersigned_same,
      p.first_name, p.last_name, p.date_of_birth, p.access_needs, p.language as patient_language, p.needs_asked_on,
      s.gdc_number as led_gdc, s.is_clinician as led_clinician, s.job_title as led_title,
      coalesce(talks.discussions, 0) as discussions, noted, matters_said, understanding_checked, child_view,
      interpreter_told, copy_told, matters_told, asked, all_answered, last_answer, check_finished, signer_role,
      coalesce(on_paper, false) as on_paper, authority_kind, authority_seen, capacity_doubted,
      coalesce(assessments, 0) as assessments, assessed.assessed, consulted, treatment_types, tells_no_treatment,
      tells_aftercare, priced, needs_tooth, names_tooth, is_sedation, takes_out, second_checked, interpreted, copy_sent,
      advice_sent, chain_linked
    from base
    join ${patients} p on p.clinic_id = ${clinicId} and p.id = base.patient_id
    left join talks on talks.consent_id = base.id
    left join told on told.consent_id = base.id
    left join threads on threads.consent_id = base.id
    left join checks on checks.consent_id = base.id
    left join signed on signed.consent_id = base.id
    left join countersigned on countersigned.consent_id = base.id
    left join authority on authority.consent_id = base.id
    left join doubts on doubts.consent_id = base.id
    left join assessed on assessed.consent_id = base.id
    left join decided on decided.consent_id = base.id
    left join treated on treated.consent_id = base.id
    left join seconds on seconds.consent_id = base.id
    left join helped on helped.consent_id = base.id
    left join copies on copies.consent_id = base.id
    left join advice on advice.consent_id = base.id
    left join done on done.consent_id = base.id
    left join linked on linked.consent_id = base.id
    left join ${staff} s on s.clinic_id = ${clinicId} and s.id = coalesce(talks.led_by, base.clinician_id))`
}

import { sql, type SQL } from 'drizzle-orm'
import { checklist } from './compliance-checklist.ts'

/**
 * What an item asks of one consent, in the columns of `factsOf`: of which consents it is counted, to which of them it
 * applies, and what makes it count. The checklist says the same in words.
 */
export type ConsentCheck = {
  item: string
  /** Finalised, begun, or taken back and declined in the period. */
  population: 'completed' | 'started' | 'ended'
  applies: SQL
  met: SQL
}

const everyone = sql`true`

const sqlTextArray = (values: readonly string[]): SQL =>
  values.length === 0
    ? sql`'{}'::text[]`
    : sql`array[${sql.join(
        values.map((value) => sql`${value}`),
        sql`, `,
      )}]::text[]`

/** Whether the post of whoever led the discussion fits all the treatments. */
const isWithinScope = sql.join(
  checklist.scope.map(
    ({ post, treatments }) =>
      sql`not (lower(led_title) like ${`%${post}%`} and not (treatment_types <@ ${sqlTextArray(treatments)}))`,
  ),
  sql` and `,
)

const isChild = sql`date_of_birth > (coalesce(signed_at, finalised_at, sent_at) - interval '16 years')::date`
const needsFormat = sql`(jsonb_exists(access_needs, 'large-print') or jsonb_exists(access_needs, 'easy-read'))`
const speaksOther = sql`patient_language <> 'en'`

const completed = (item: string, met: SQL, applies: SQL = everyone): ConsentCheck => ({
  ...{ item, population: 'completed', applies: sql`(${applies})`, met: sql`(${met})` },
})
const started = (item: string, met: SQL, applies: SQL = sql`started_at is not null`): ConsentCheck => ({
  ...{ item, population: 'started', applies: sql`(${applies})`, met: sql`(${met})` },
})

/** The items that are about single consents. */
export const consentChecks: readonly ConsentCheck[] = [
  started('CQ01', sql`agreed_at <= started_at`),
  completed('CQ02', sql`offered >= 1 + (plan -> 'recommended' <> 'null')::int and discussions > 0`),
  completed('CQ03', sql`tells_no_treatment and agreed_at is not null`),
  completed('CQ04', sql`own_risks > 0 or coalesce(plan ->> 'noPersonalRisks', '') <> ''`),
  completed('CQ05', sql`matters_said or matters_told`),
  completed('CQ06', sql`plan -> 'recommended' <> 'null' and coalesce(plan ->> 'recommendedWhy', '') <> ''`),
  completed(
    'CQ07',
    sql`signed_at - sent_at >= interval '24 hours'`,
    sql`reflection_hours >= 24 and signed_at is not null and sent_at is not null`,
  ),
  completed('CQ08', sql`all_answered and last_answer <= coalesce(signed_at, finalised_at)`, sql`asked > 0`),
  completed('CQ09', sql`check_finished or understanding_checked`),
  completed('CQ10', sql`noted`),
  started('CQ11', sql`confirmed_day = started_day`),
  started(
    'CQ12',
    sql`not (started_at > valid_until)`,
    sql`started_at is not null and valid_until is not null`,
  ),
  started(
    'CQ13',
    sql`names_tooth and (not takes_out or second_checked)`,
    sql`started_at is not null and needs_tooth`,
  ),
  completed('CQ14', sql`history_reviewed`, sql`signed_at is not null`),
  completed('CQ15', sql`stops_explained = stops`, sql`stops > 0`),
  completed('CQ16', sql`assessments > 0`, sql`capacity_doubted or assessments > 0`),
  completed('CQ17', sql`consulted`, sql`assessed = 'lacks'`),
  completed(
    'CQ18',
    sql`authority_kind = 'signs' and authority_seen <> ''`,
    sql`signer_role in ('attorney', 'deputy', 'guardian')`,
  ),
  completed('CQ19', sql`authority_kind = 'signs'`, isChild),
  completed('CQ20', sql`child_view`, isChild),
  completed(
    'CQ22',
    sql`(not ${needsFormat} or jsonb_exists(access_needs, plan ->> 'format'))
      and (not ${speaksOther} or plan ->> 'language' = patient_language)`,
    sql`${needsFormat} or ${speaksOther}`,
  ),
  completed(
    'CQ23',
    sql`interpreted or interpreter_told`,
    sql`(jsonb_exists(access_needs, 'interpreter') or jsonb_exists(access_needs, 'british-sign-language'))`,
  ),
  started(
    'CQ26',
    sql`signer_role is not null and signed_day < started_day`,
    sql`started_at is not null and is_sedation`,
  ),
  completed('CQ27', sql`priced and agreed_at is not null`),
  completed('CQ28', sql`copy_sent or copy_told or on_paper`),
  {
    ...{ item: 'CQ29', population: 'ended', applies: sql`(status = 'withdrawn')` },
    met: sql`((started_at is null or started_at <= ended_at) and not treated_later)`,
  },
  {
    ...{ item: 'CQ30', population: 'ended', applies: sql`(status = 'declined')` },
    met: sql`(coalesce(ended_said ->> 'consequences', '') <> '' and coalesce(ended_said ->> 'safetyNet', '') <> '')`,
  },
  started('CQ31', sql`advice_sent or (tells_aftercare and (copy_sent or copy_told or on_paper))`),
  completed('CQ33', sql`led_gdc is not null and led_clinician and ${isWithinScope}`),
  completed('CQ36', sql`chain_linked and signed_same and countersigned_same`),
]

const checksByItem = new Map(consentChecks.map((check) => [check.item, check]))

export const checkOf = (item: string): ConsentCheck | undefined => checksByItem.get(item)

/** The treatment types of the checklist, as arrays of the database. */
export const sedationTypes = sqlTextArray(checklist.sedation)
export const extractionTypes = sqlTextArray(checklist.extraction)

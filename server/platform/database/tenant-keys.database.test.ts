import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client(database.logins.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** One row for the installation or for what it offers to every practice: small, and the same wherever a practice is. */
const ofThePlatform = [
  ...[
    'announcements',
    'audit_days',
    'billing_events',
    'canned_answers',
    'clinics',
    'enquiries',
    'feature_holds',
  ],
  ...['installation_settings', 'instances', 'maintenance', 'platform_document_versions', 'platform_totals'],
  'group_policy_versions',
  ...['practice_group_brands', 'practice_group_invitations', 'practice_group_logos'],
  ...['practice_group_people', 'practice_groups'],
  ...['rate_limits', 'root_keys', 'sealing_keys', 'template_reviews', 'ticket_mails', 'total_changes'],
]
/** The platform's where they name no owner, and else a practice's: read side by side. */
const owned = [
  ...['template_decisions', 'template_translations', 'template_versions', 'templates'],
  ...['file_scan_passes', 'quarantined_files'],
  ...['treatment_subtypes', 'treatment_types', 'video_uploads', 'videos'],
]

/** A group's own, which its practices read: few rows, on every server. */
const ofGroups = [
  'group_billing_accounts',
  'group_billing_attempts',
  'group_evidence_reports',
  'group_fees',
  'group_phrases',
  'group_sign_in_connections',
  'group_sign_in_domains',
]

/** What somebody holds who has said nothing of a practice yet: with practices apart, one index says where each is. */
const byToken = [
  ...['api_keys.api_keys_token', 'home_links.home_links_token', 'home_sessions.home_sessions_token'],
  ...[
    'links.links_token',
    'patient_sessions.patient_sessions_token',
    'staff.staff_address',
    'staff.staff_user',
  ],
  'embed_origins.embed_origins_frame',
  ...['smart_grants.smart_grants_code', 'smart_grants.smart_grants_token'],
  ...['supporter_openings.supporter_openings_token', 'supporters.supporters_token'],
  ...['billing_accounts.billing_accounts_by_customer', 'clinic_logos.clinic_logos_name'],
  ...['messages.messages_named', 'ticket_posts.ticket_posts_by_delivery', 'tickets.tickets_by_number'],
  ...['consent_events.consent_events_hash', 'document_versions.document_versions_sha256'],
]
/** What sweeps look for in every practice at once: where practices are apart, each place sweeps its own. */
const bySweep = [
  ...['access_requests.access_requests_open', 'appointments.appointments_to_assess'],
  ...[
    'billing_attempts.billing_attempts_begun',
    'consents.consents_expiring',
    'destructions.destructions_under_way',
  ],
  'idempotency_keys.idempotency_keys_by_time',
  ...['inspection_packs.inspection_packs_passing', 'links.links_locked', 'record_files.record_files_passing'],
  ...['reminder_plans.reminder_plans_climb', 'reminder_plans.reminder_plans_due'],
  ...['treatments_done.treatments_done_due', 'webhook_deliveries.webhook_deliveries_due'],
  'write_backs.write_backs_due',
  ...['practice_systems.practice_systems_due', 'practice_system_deliveries.practice_system_deliveries_due'],
]
/** What a group of practices counts: it is put together from each place as well. */
const byGroup = [
  'group_billed_practices.group_billed_practices_of_group',
  'practice_group_members.practice_group_members_of_group',
]
/** What super administrators list: it is put together from each place. */
const byAdmin = [
  ...[
    'audit_rows.audit_rows_by_time',
    'audit_rows.audit_rows_from_address',
    'audit_rows.audit_rows_of_action',
  ],
  ...[
    'audit_rows.audit_rows_of_person',
    'audit_rows.audit_rows_of_session',
    'clinic_months.clinic_months_by_month',
  ],
  ...['consents.consents_watched', 'emergency_accesses.emergency_accesses_named'],
  ...['emergency_accesses.emergency_accesses_of_consent', 'messages.messages_astray_by_time'],
  ...['messages.messages_by_time', 'tickets.tickets_by_status', 'video_showings.video_showings_of_video'],
]

const named = async (query: string) =>
  (await owner.query<{ name: string }>(`${query} order by 1`)).rows.map(({ name }) => name)

const tables = (condition: string) =>
  named(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${condition}`,
  )
const ofPractice = `exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'clinic_id')`

it('every table belongs to a practice, but those of the platform', async () => {
  expect(await tables(`not ${ofPractice}`)).toEqual([...ofThePlatform, ...owned, ...ofGroups].toSorted())
  expect((await tables(ofPractice)).length).toBeGreaterThan(60)
})

it('every row of a practice says whose it is, and its key begins with that', async () => {
  const nobodys = `exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attnotnull)`
  expect(await tables(nobodys)).toEqual([])
  const keyed = `exists (select 1 from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.conrelid = c.oid and k.contype = 'p' and a.attname = 'clinic_id')`
  // One row for a practice and a template: its key is a unique constraint, which begins so as well.
  expect(await tables(`${ofPractice} and not ${keyed}`)).toEqual(['template_uses'])
})

it('what is looked for in every practice at once is named, with the reason', async () => {
  const across = await named(
    `select c.relname || '.' || i.indexrelid::regclass as name from pg_index i join pg_class c on c.oid = i.indrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where c.relnamespace = 'public'::regnamespace and a.attname <> 'clinic_id' and ${ofPractice}`,
  )
  expect(across).toEqual([...byToken, ...bySweep, ...byGroup, ...byAdmin].toSorted())
})

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { OpenedConsent } from '../../testing/test-clinic.ts'
import { rawQuery, type RawScope } from '../../testing/raw-query.ts'
import { assertRestrictedLogin } from './roles.ts'

let testApp: TestApp
let app: pg.Client
let query: ReturnType<typeof rawQuery>
let consentA: OpenedConsent

beforeAll(async () => {
  testApp = await openTestApp()
  consentA = await testApp.clinicA.addFinalised()
  await testApp.runJobs()
  await testApp.sealAuditLog()
  app = new pg.Client(testApp.logins.app)
  await app.connect()
  query = rawQuery(app)
})

afterAll(async () => {
  await app.end()
  await testApp.close()
})

const named = <T>(text: string) =>
  testApp.owner.query<{ name: T }>(text).then(({ rows }) => rows.map(({ name }) => name))

describe('evidence', () => {
  const roles: RawScope[] = [
    {},
    { role: 'candour_clinic' },
    { role: 'candour_patient' },
    { role: 'candour_link' },
    { role: 'candour_admin' },
    { role: 'candour_group' },
    { role: 'candour_job' },
    { role: 'candour_integration' },
  ]

  it.each([
    'audit_rows',
    'audit_seals',
    'consent_events',
    'signatures',
    'countersignatures',
    'document_versions',
    'template_adoptions',
    'history_entries',
    'history_reviews',
    'emergency_accesses',
  ])('%s can be changed and deleted by no role of the application', async (table) => {
    for (const as of roles) {
      const scope = { ...as, clinicId: testApp.clinicA.id, consentIds: [consentA.consentId] }
      const who = `${table} as ${as.role ?? 'the login'}`
      await expect(query(scope, `delete from ${table}`), who).rejects.toThrow('permission denied')
      await expect(query(scope, `update ${table} set clinic_id = clinic_id`), who).rejects.toThrow(
        'permission denied',
      )
      await expect(query(scope, `truncate ${table} cascade`), who).rejects.toThrow('permission denied')
    }
  })

  it('template_versions can be changed and deleted by no role of the application either', async () => {
    for (const as of roles) {
      const scope = { ...as, clinicId: testApp.clinicA.id, consentIds: [consentA.consentId] }
      for (const change of ['delete from template_versions', `update template_versions set reason = 'x'`])
        await expect(query(scope, change), as.role ?? 'the login').rejects.toThrow('permission denied')
    }
  })

  it('is written by nobody in a tenant role: audit rows come from the bare login alone', async () => {
    const insert = `insert into audit_rows (clinic_id, id) values ($1, gen_random_uuid())`
    for (const role of [
      'candour_clinic',
      'candour_patient',
      'candour_link',
      'candour_admin',
      'candour_group',
      'candour_job',
      'candour_integration',
    ] as const) {
      await expect(
        query({ role, clinicId: testApp.clinicA.id }, insert, [testApp.clinicA.id]),
        role,
      ).rejects.toThrow('permission denied')
    }
  })

  it('jobs cannot be read or written in a tenant role', async () => {
    await expect(
      query({ role: 'candour_clinic', clinicId: testApp.clinicA.id }, 'select * from pgboss.job'),
    ).rejects.toThrow('permission denied')
  })
})

describe('the catalogue', () => {
  it('has row-level security enabled and forced, with a policy, on every table', async () => {
    const open = await named<string>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity
         and exists (select 1 from pg_policy p where p.polrelid = c.oid))`,
    )
    expect(open).toEqual([])
  })

  it('begins every key between tenant tables with the clinic', async () => {
    const platformTables = [
      'clinics',
      'sealing_keys',
      'templates',
      'template_versions',
      'platform_document_versions',
      'group_policy_versions',
      'practice_groups',
    ]
    const { rows } = await testApp.owner.query<{ name: string; first: string; target: string | null }>(
      `select k.conrelid::regclass || '.' || k.conname as name, a.attname as first, k.confrelid::regclass::text as target
       from pg_constraint k join pg_class c on c.oid = k.conrelid
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
       where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f')
         and exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'clinic_id')`,
    )
    expect(rows.length).toBeGreaterThan(25)
    const wrong = rows.filter(
      ({ first, target }) => first !== 'clinic_id' && !platformTables.includes(target ?? ''),
    )
    expect(wrong).toEqual([])
  })

  it('begins every unique index of a tenant table with the clinic', async () => {
    const wrong = await named<string>(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where c.relnamespace = 'public'::regnamespace and i.indisunique and a.attname <> 'clinic_id'
         and exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'clinic_id')`,
    )
    expect(wrong).toEqual([])
  })

  it('lets only functions with a fixed search path run with the rights of another', async () => {
    const { rows } = await testApp.owner.query<{
      name: string
      owner: string
      path: string[] | null
      anyone: boolean
    }>(
      `select p.proname as name, r.rolname as owner, p.proconfig as path, has_function_privilege('public', p.oid, 'execute') as anyone
       from pg_proc p join pg_roles r on r.oid = p.proowner where p.prosecdef order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'accounts_of_clinic',
      'address_holder',
      'answer_group_invitation',
      'clinic_of_sign_in_connection',
      'clinic_usage',
      'clinics_of_patient_address',
      'end_own_provider_sessions',
      'end_own_staff_sessions',
      'find_consent',
      'find_group_role',
      'find_group_sign_ins',
      'find_invited_administrators',
      'find_sign_in_connections',
      'forced_single_sign_on',
      'found_clinic',
      'group_brand_of',
      'group_plans',
      'hand_session_over',
      'is_quarantined',
      'is_staff_of_group_sign_in',
      'known_evidence',
      'move_merged_consents',
      'move_merged_consents',
      'open_api_key',
      'open_embed_frame',
      'open_emergency_access',
      'open_group_logo',
      'open_home_link',
      'open_home_session',
      'open_link',
      'open_logo',
      'open_patient_session',
      'open_session',
      'open_smart_code',
      'open_smart_token',
      'open_supporter_link',
      'open_supporter_session',
      'own_administrators_with_credentials',
      'own_second_factor_holders',
      'practices_of_group_sign_in',
      'read_session',
      'search_patients',
      'search_patients',
      'second_factor_holders',
      'set_account_active',
      'staff_of_account',
      'staff_of_address',
      'staff_records_of',
      'super_admins',
      'touch_session',
      'wait_consent',
      'wait_of_appointment',
      'wait_of_consent',
      'wait_of_lost',
      'wait_of_message',
      'wait_of_patient',
      'wait_of_review',
      'wait_of_staff',
    ])
    for (const { owner, path, anyone } of rows) {
      expect(['candour_opener', 'candour_search']).toContain(owner)
      expect(path?.[0]).toMatch(/^search_path=pg_catalog,.*pg_temp$/)
      expect(anyone).toBe(false)
    }
  })

  it('gives the logins no power of their own', async () => {
    const { rows } = await testApp.owner.query(
      `select rolname from pg_roles where rolname in ('candour_app', 'candour_auth')
         and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
    )
    expect(rows).toEqual([])
    const owned =
      await named<string>(`select c.relname as name from pg_class c join pg_roles r on r.oid = c.relowner
      where r.rolname like 'candour_%' and r.rolname <> 'candour_owner'`)
    expect(owned).toEqual([])
  })

  it('stops a start under a login that could bypass it', async () => {
    await expect(assertRestrictedLogin(app)).resolves.toBeUndefined()
    await expect(assertRestrictedLogin(testApp.owner)).rejects.toThrow('could bypass row-level security')
  })
})

describe('plans, as the application makes them', () => {
  /** The plan of a statement in clinic A, with sequential scans only where nothing else will do. */
  async function planOf(text: string): Promise<string> {
    const scope = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    const rows = await query<{ 'QUERY PLAN': string }>(scope, `explain (costs off) ${text}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  beforeAll(async () => {
    await testApp.owner.query(
      `insert into patients (clinic_id, first_name, last_name, date_of_birth, search_text)
       select c.id, 'First' || n, 'Last' || n, '1980-01-01', 'first' || n || ' last' || n
       from clinics c, generate_series(1, 4000) n`,
    )
    await testApp.owner.query('analyze patients')
  })

  it.each([
    ['patients_by_name', 'last_name, first_name, id'],
    ['patients_by_name', 'last_name desc, first_name desc, id desc'],
    ['patients_by_birth', 'date_of_birth desc, id desc'],
  ])('the list of patients reads %s in order of %s', async (index, order) => {
    const plan = await planOf(
      `select * from patients where clinic_id = '${testApp.clinicA.id}' and status = 'active' order by ${order} limit 25`,
    )
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/Seq Scan|Sort/)
  })

  it('one patient is read by key', async () => {
    const plan = await planOf(
      `select * from patients where clinic_id = '${testApp.clinicA.id}' and id = '${consentA.patientId}'`,
    )
    expect(plan).toContain('patients_clinic_id_id_pk')
    expect(plan).not.toContain('Seq Scan')
  })
})

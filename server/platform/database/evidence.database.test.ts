import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consentStatuses, consentTransitions, type ConsentStatus } from '../../../contract/consent-states.ts'
import type { OpenedConsent } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { rawQuery, type ScopeRole } from '../../testing/raw-query.ts'

// What a role could do to evidence if the code let it: raw statements, refused by the database itself.

let testApp: TestApp
let app: pg.Client
let query: ReturnType<typeof rawQuery>
let signed: OpenedConsent
let viewed: OpenedConsent
let draftId: string

beforeAll(async () => {
  testApp = await openTestApp()
  signed = await testApp.clinicA.addSigned()
  viewed = await testApp.clinicA.addViewed()
  draftId = (await testApp.clinicA.addDraft()).id
  app = new pg.Client(testApp.logins.app)
  await app.connect()
  query = rawQuery(app)
})

afterAll(async () => {
  await app.end()
  await testApp.close()
})

/** One statement as a role, in the scope of these consents; undone again. */
const as = (role: ScopeRole, text: string, values: unknown[] = []) =>
  query(
    { role, clinicId: testApp.clinicA.id, consentIds: [signed.consentId, viewed.consentId, draftId] },
    text,
    values,
  )

describe('the moves of a consent', () => {
  const roles = ['candour_clinic', 'candour_patient', 'candour_link'] as const
  const stamps: Partial<Record<ConsentStatus, string>> = {
    sent: 'sent_at',
    viewed: 'viewed_at',
    signed: 'signed_at',
    finalised: 'finalised_at',
  }

  /** The moves of the contract, for the role that whoever makes them has. */
  const expected = Object.entries(consentTransitions)
    .flatMap(([move, { from, to, who }]) =>
      who.flatMap((mover) => {
        const patient = move === 'view' ? 'candour_link' : 'candour_patient'
        return from.map((status) => `${mover === 'patient' ? patient : 'candour_clinic'}: ${status} > ${to}`)
      }),
    )
    // What was never opened is signed on paper alone, which staff take in.
    .filter((move) => move !== 'candour_patient: sent > signed')

  it('are for each role those of the contract, and no others', async () => {
    const possible: string[] = []
    for (const from of consentStatuses) {
      await testApp.owner.query(
        `update consents set status = $2, sent_at = null, viewed_at = null, signed_at = null, finalised_at = null where id = $1`,
        [viewed.consentId, from],
      )
      for (const role of roles) {
        for (const to of consentStatuses.filter((status) => status !== from)) {
          const stamp = stamps[to] ? `, ${stamps[to]} = now()` : ''
          const move = `update consents set status = $2${stamp} where id = $1`
          const done = await as(role, move, [viewed.consentId, to]).then(
            () => true,
            () => false,
          )
          if (done) possible.push(`${role}: ${from} > ${to}`)
        }
      }
    }
    await testApp.owner.query(
      `update consents set status = 'viewed', sent_at = now(), viewed_at = now() where id = $1`,
      [viewed.consentId],
    )
    expect(possible.toSorted()).toEqual([...new Set(expected)].toSorted())
  })

  it.each<[string, ScopeRole, string]>([
    ['without its time', 'candour_patient', `status = 'signed'`],
    ['backdated', 'candour_patient', `status = 'signed', signed_at = viewed_at - interval '1 day'`],
    ['with the time of another move', 'candour_clinic', `status = 'voided', signed_at = now()`],
    [
      'with an earlier time of the move before',
      'candour_clinic',
      `status = 'voided', viewed_at = now() - interval '1 day'`,
    ],
  ])('are refused %s', async (_name, role, change) => {
    await expect(as(role, `update consents set ${change} where id = $1`, [viewed.consentId])).rejects.toThrow(
      'time',
    )
  })

  it('begin with a draft', async () => {
    const insert = (column: string, value: string) =>
      `insert into consents (clinic_id, patient_id, clinician_id, created_by, plan, treatment, ${column})
       select clinic_id, patient_id, clinician_id, created_by, plan, treatment, ${value} from consents where id = $1`
    for (const [column, value] of [
      ['status, content, content_hash', `'signed', content, content_hash`],
      ['status', `'voided'`],
      ['signed_at', 'now()'],
      ['content', 'content'],
    ] as const) {
      await expect(as('candour_clinic', insert(column, value), [signed.consentId]), column).rejects.toThrow(
        /begins as a draft|set with it alone/,
      )
    }
    await expect(as('candour_clinic', insert('diagnosis', `'X'`), [signed.consentId])).resolves.toEqual([])
  })
})

describe('what was sent', () => {
  it.each([
    `content = '{}'`,
    `content_hash = repeat('0', 64)`,
    'patient_id = gen_random_uuid()',
    'clinician_id = gen_random_uuid()',
    `diagnosis = 'X'`,
    `plan = '{}'`,
    'replaces_id = id',
    'created_by = gen_random_uuid()',
    `sent_at = sent_at - interval '1 day'`,
    'viewed_at = null',
    `signed_at = signed_at + interval '1 second'`,
    'finalised_at = now()',
    `reason = 'X'`,
  ])('keeps its %s', async (change) => {
    const update = `update consents set ${change} where id = $1`
    await expect(as('candour_clinic', update, [signed.consentId])).rejects.toThrow(
      /frozen|set with it|belongs to a move/,
    )
  })

  it.each([
    ['while it moves on', `status = 'finalised', finalised_at = now(), content = '{}'`],
    ['with its hash', `content = '{}', content_hash = repeat('0', 64)`],
    ['in one place of it', `content = jsonb_set(content, '{title}', '"X"')`],
  ])('keeps its text %s', async (_name, change) => {
    const update = `update consents set ${change} where id = $1`
    await expect(as('candour_clinic', update, [signed.consentId])).rejects.toThrow('frozen')
    await expect(as('candour_clinic', update, [viewed.consentId])).rejects.toThrow()
  })

  it('keeps the words of its questions as its text has them, whoever would write others', async () => {
    const { consentId } = await testApp.clinicA.addSigned()
    const update = `update consents set asked_questions = '[{"id":"x","question":"Another?"}]' where id = $1`
    await testApp.owner.query(update, [consentId])
    const { rows } = await testApp.owner.query<{ asked: unknown; frozen: unknown }>(
      `select asked_questions as asked, (
         select coalesce(jsonb_agg(jsonb_build_object('id', q -> 'id', 'question', q -> 'question')), '[]')
         from jsonb_path_query(content, '$.understanding.questions[*]') q) as frozen
       from consents where id = $1`,
      [consentId],
    )
    expect(rows[0]!.asked).toEqual(rows[0]!.frozen)
    await expect(as('candour_patient', update, [consentId])).rejects.toThrow('permission denied')
  })

  it('is still open as a draft', async () => {
    const update = `update consents set diagnosis = 'X', plan = '{}' where id = $1 returning id`
    expect(await as('candour_clinic', update, [draftId])).toHaveLength(1)
  })

  it('keeps its treatments, which a draft may change', async () => {
    const add = `insert into consent_items (clinic_id, consent_id, position, template_id, template_version_id, treatment)
      select clinic_id, $2, 9, template_id, template_version_id, treatment from consent_items where consent_id = $1`
    const changes: [string, unknown[]][] = [
      [`update consent_items set teeth = '["11"]' where consent_id = $1`, [signed.consentId]],
      ['delete from consent_items where consent_id = $1', [signed.consentId]],
      [add, [draftId, signed.consentId]],
      [
        'update consent_items set consent_id = $2, position = 9 where consent_id = $1',
        [draftId, signed.consentId],
      ],
    ]
    for (const [text, values] of changes)
      await expect(as('candour_clinic', text, values), text).rejects.toThrow('frozen')
    await expect(as('candour_clinic', add, [signed.consentId, draftId])).resolves.toEqual([])
    await expect(
      as('candour_clinic', 'delete from consent_items where consent_id = $1', [draftId]),
    ).resolves.toEqual([])
  })
})

describe('an event', () => {
  /** Adds an event that is the next of its chain, but for what is changed. */
  const add = (
    role: ScopeRole,
    { consentId }: { consentId: string },
    event: string,
    number = 'number + 1',
    previous = 'hash',
  ) =>
    as(
      role,
      `insert into consent_events (clinic_id, consent_id, number, event, at, actor, ip, user_agent, details, previous_hash, hash)
       select clinic_id, consent_id, ${number}, $2, now(), 'X', 'X', 'X', '{}', ${previous}, repeat('0', 64)
       from consent_events where consent_id = $1 order by number desc limit 1`,
      [consentId, event],
    )

  it.each<[string, string, string]>([
    ['that leaves a gap', 'number + 2', 'hash'],
    ['that is not linked to the last', 'number + 1', `repeat('0', 64)`],
    ['that begins a chain of its own', '0', `''`],
  ])('is refused %s', async (_name, number, previous) => {
    await expect(add('candour_clinic', signed, 'consent.voided', number, previous)).rejects.toThrow(
      'follows the last',
    )
  })

  it('of what the patient does is not told by the practice', async () => {
    for (const event of ['consent.viewed', 'consent.signed'])
      await expect(add('candour_clinic', viewed, event), event).rejects.toThrow("patient's to tell")
    await expect(add('candour_clinic', viewed, 'consent.declined')).rejects.toThrow('did not happen')
    await expect(add('candour_clinic', viewed, 'document.sealed')).resolves.toEqual([])
  })

  it('is told by the patient only of what the patient did, once', async () => {
    for (const event of [
      'consent.signed',
      'consent.withdrawn',
      'consent.finalised',
      'document.sealed',
      'consent.viewed',
    ])
      await expect(add('candour_patient', signed, event), event).rejects.toThrow('did not happen')
    await expect(add('candour_patient', viewed, 'consent.signed')).rejects.toThrow('did not happen')
  })
})

describe('a link', () => {
  const change = (role: ScopeRole, set: string) =>
    as(role, `update links set ${set} where id = $1 returning id`, [viewed.linkId])

  it('counts attempts one by one, and from the start again after the right date', async () => {
    await testApp.owner.query('update links set failed_attempts = 3 where id = $1', [viewed.linkId])
    for (const set of [
      'failed_attempts = 4',
      'failed_attempts = 0',
      'failed_attempts = 4, locked_at = now()',
    ])
      expect(await change('candour_link', set), set).toHaveLength(1)
    for (const set of [
      'failed_attempts = 2',
      'failed_attempts = -90',
      'failed_attempts = 0, locked_at = now()',
    ])
      await expect(change('candour_link', set), set).rejects.toThrow('one by one')
  })

  it('once locked or opened stays so', async () => {
    await testApp.owner.query('update links set failed_attempts = 5, locked_at = now() where id = $1', [
      viewed.linkId,
    ])
    for (const set of ['locked_at = null', 'failed_attempts = 0', 'first_opened_at = null'])
      await expect(change('candour_link', set), set).rejects.toThrow('stays')
  })

  it('is revoked for good, by the practice alone', async () => {
    await testApp.owner.query('update links set revoked_at = now() where id = $1', [viewed.linkId])
    await expect(change('candour_clinic', 'revoked_at = null')).rejects.toThrow('stays')
    for (const role of ['candour_link', 'candour_patient'] as const)
      await expect(change(role, 'revoked_at = now()'), role).rejects.toThrow('permission denied')
    for (const set of ['locked_at = null', 'failed_attempts = 0', 'expires_at = now()', `token_hash = 'x'`])
      await expect(change('candour_clinic', set), set).rejects.toThrow('permission denied')
    await expect(change('candour_patient', 'failed_attempts = 0')).rejects.toThrow('permission denied')
  })
})

describe('whoever holds a link and has proved nothing', () => {
  it('reads no name, no number, no contact, no wording, and of staff nothing', async () => {
    const closed: Record<string, string[]> = {
      patients: [
        'first_name',
        'last_name',
        'nhs_number',
        'email',
        'phone',
        'address',
        'guardians',
        'search_text',
      ],
      consents: ['content', 'content_hash', 'diagnosis', 'plan', 'treatment', 'reason', 'clinician_id'],
      consent_events: ['actor', 'details', 'ip'],
      signatures: ['name'],
      countersignatures: ['name'],
      consent_items: ['treatment'],
      document_versions: ['sha256'],
      messages: ['recipient'],
      staff: ['last_name'],
      patient_sessions: ['token_hash'],
      idempotency_keys: ['answer'],
      audit_rows: ['details'],
    }
    for (const [table, columns] of Object.entries(closed)) {
      for (const column of columns)
        await expect(
          as('candour_link', `select ${column} from ${table}`),
          `${table}.${column}`,
        ).rejects.toThrow('permission denied')
    }
  })

  it('reads the birth date and the state of its own consent alone', async () => {
    const own = {
      role: 'candour_link',
      clinicId: testApp.clinicA.id,
      consentIds: [viewed.consentId],
    } as const
    expect(await query(own, 'select id from patients where date_of_birth is not null')).toEqual([
      { id: viewed.patientId },
    ])
    expect(await query(own, 'select id, status from consents')).toEqual([
      { id: viewed.consentId, status: 'viewed' },
    ])
    expect(await query(own, 'select distinct consent_id as id from links')).toEqual([
      { id: viewed.consentId },
    ])
    expect(await query(own, 'select id from clinics')).toEqual([{ id: testApp.clinicA.id }])
  })
})

describe('the practice', () => {
  it('changes its staff, whose records stay: nobody is deleted, given another id or another beginning', async () => {
    await expect(
      as('candour_clinic', `update staff set last_login_at = now(), last_login_ip = 'x'`),
    ).resolves.toEqual([])
    for (const set of ['id = uuidv7()', 'clinic_id = clinic_id', 'created_at = now()'])
      await expect(as('candour_clinic', `update staff set ${set}`), set).rejects.toThrow('permission denied')
    await expect(as('candour_clinic', 'delete from staff')).rejects.toThrow('permission denied')
    await expect(
      as(
        'candour_clinic',
        `insert into staff (clinic_id, email, first_name, last_name) values ($1, 'x@example.org', 'X', 'Y')`,
        [testApp.clinicB.id],
      ),
    ).rejects.toThrow('row-level security')
  })

  it('changes nothing of what it tidied but that it was undone', async () => {
    for (const set of [`items = '[]'`, `by = 'x'`, 'at = now()'])
      await expect(as('candour_clinic', `update cleanups set ${set}`), set).rejects.toThrow(
        'permission denied',
      )
    await expect(as('candour_clinic', 'delete from cleanups')).rejects.toThrow('permission denied')
  })

  it('switches off no account but one it took on, and that is on no staff any more', async () => {
    const set = (userId: string) =>
      as('candour_clinic', 'select set_account_active($1, false, now()) as done', [userId])
    for (const { userId } of [
      testApp.clinicA.staff.dentist,
      testApp.clinicB.staff.dentist,
      testApp.stranger,
      testApp.superAdmin,
    ])
      expect(await set(userId)).toEqual([{ done: false }])
  })
})

it('the search reads what patients are found by, whose consents a merge moves and which consents something is about', async () => {
  const { rows } = await testApp.owner.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and has_column_privilege('candour_search', c.oid, a.attnum, 'select')
     group by c.relname order by c.relname`,
  )
  const readable = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
  expect(Object.keys(readable)).toEqual([
    ...['appointment_consents', 'consent_discussions', 'consents', 'patient_keys', 'patient_merges'],
  ])
  expect(readable['consents']).toEqual(['clinic_id', 'clinician_id', 'id', 'patient_id'])
  expect(readable['consent_discussions']).toEqual(['clinic_id', 'consent_id', 'staff_id'])
  expect(readable['appointment_consents']).toEqual(['appointment_id', 'clinic_id', 'consent_id'])
})

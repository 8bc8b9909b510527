import { randomUUID } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { destroyed_text, sealedColumnsOf } from '../../platform/database/sealed-column.ts'
import { createJobRunners } from '../../platform/jobs/job-runner.ts'
import { keyringKeeper } from '../../platform/keys/key-keeper.ts'
import { openKeyring } from '../../platform/keys/keyring.ts'
import { assessments, decisions } from '../../testing/test-capacity.ts'
import { day_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { discussion } from '../../testing/test-clinic.ts'
import { writeAudit } from '../audit/index.ts'
import { columnSealingJob } from './data-key-column-jobs.ts'
import { destroyDataKeys, startNewDataKey } from './index.ts'
import { sealedTables } from './data-key-table-store.ts'

// Words are written by the product's own operations, and looked for in every row that the database holds.

let testApp: TestApp
beforeAll(async () => void (testApp = await openTestApp()))
afterAll(() => testApp.close())

const dentist = () => testApp.clinicA.as('dentist')
const planted = new Set<string>()
/** A text with a word that stands nowhere else. */
function word(): string {
  const made = `Q${randomUUID().replaceAll('-', '')}`
  planted.add(made)
  return `${made} is what was said`
}

/** Every row of every table, as whoever takes a dump reads it. */
async function dump(): Promise<Map<string, string[]>> {
  const { rows } = await testApp.owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'auth', 'pgboss') order by 1`,
  )
  const tables = new Map<string, string[]>()
  for (const { name } of rows) {
    const found = await testApp.owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
    tables.set(
      name,
      found.rows.map(({ row }) => row),
    )
  }
  return tables
}

const tablesWith = (tables: Map<string, string[]>, words: Iterable<string>): string[] =>
  [...tables].flatMap(([name, rows]) =>
    [...words].filter((one) => rows.some((row) => row.includes(one))).map((one) => `${name}: ${one}`),
  )

let patientId: string
let consentId: string
let treatedId: string
let withdrawn: { consentId: string }
const notesOf = () => dentist().callOk(contract.patients.notes, { patientId })

it('leaves none of what was written in the rows that a dump holds, and shows all of it to whoever may read it', async () => {
  const { clinicA } = testApp
  const viewed = await clinicA.addViewed()
  const { patient } = viewed
  ;({ patientId, consentId } = viewed)

  await dentist().callOk(contract.histories.save, {
    ...{ patientId, version: 0, source: 'patient' },
    facts: [{ factor: 'smoker', answer: 'yes', fields: { perDay: '7319' } }],
  })
  await dentist().callOk(contract.patients.addNote, { patientId, text: word() })
  await dentist().callOk(contract.authority.decide, {
    ...{ consentId, answers: { capacity: 'not-doubted', who: 'patient' } },
    reason: word(),
  })
  const asked = await patient.callOk(contract.questions.ask, {
    ...{ consentId, part: 1, text: word(), isBlocking: false },
  })
  const questionId = asked[0]!.id
  await dentist().callOk(contract.questions.answer, {
    ...{ consentId, questionId, mode: 'message', text: word() },
    seen: asked[0]!.entries.at(-1)!.id,
  })
  const { matters } = await patient.callOk(contract.matters.tell, {
    ...{ consentId, told: [{ prompt: 'work', text: word() }], isNothing: false },
  })
  await dentist().callOk(contract.matters.answer, {
    ...{ consentId, matterId: matters[0]!.id, mode: 'message', text: word() },
  })
  await patient.callOk(contract.matters.askCall, { consentId, times: ['morning'], text: word() })
  await patient.callOk(contract.understanding.talk, { consentId, question: null })
  const check = await dentist().callOk(contract.understanding.get, { consentId })
  await dentist().callOk(contract.understanding.explain, {
    ...{ consentId, text: word(), seen: check.entries.length },
  })
  await dentist().callOk(contract.consents.recordDiscussion, {
    consentId,
    discussion: { ...discussion(), note: word(), whatMatters: word() },
  })
  await testApp.runJobs()

  const incapable = await clinicA.addSent()
  const told = assessments.lacks
  const answers = { ...told.answers, doubt: { text: word() } }
  await dentist().callOk(contract.capacity.assess, {
    ...{ ...told, consentId: incapable.consentId, decision: word(), place: word(), answers },
  })
  const agreed = decisions.goAhead
  await dentist().callOk(contract.capacity.decide, {
    ...{ ...agreed, consentId: incapable.consentId, contentHash: incapable.contentHash },
    answers: { ...agreed.answers, wishes: { text: word() } },
  })

  withdrawn = await clinicA.addSigned()
  await dentist().callOk(contract.consents.recordWithdrawal, {
    consentId: withdrawn.consentId,
    reason: word(),
  })
  const refused = await clinicA.addSent()
  await dentist().callOk(contract.consents.recordRefusal, {
    ...{ consentId: refused.consentId, reason: word(), consequences: word(), safetyNet: word() },
  })

  const treated = await clinicA.addTreated()
  treatedId = treated.consentId
  const { doneId } = treated
  await dentist().callOk(contract.outcomes.record, {
    ...{ consentId: treatedId, doneId, place: 0, result: 'known', method: 'examined', note: word() },
  })
  await treated.patient.callOk(contract.aftercare.tellWorry, {
    ...{ consentId: treatedId, key: randomUUID(), worry: 'else', answers: {}, text: word() },
    toldAt: testApp.clock.now().toISOString(),
  })
  await testApp.runJobs()
  const { rows } = await dentist().callOk(contract.tasks.list, { kind: 'worry' })
  const task = rows.find((row) => row.consentId === treatedId)!
  await dentist().callOk(contract.tasks.complete, { taskId: task.id, outcome: 'reached', note: word() })
  await testApp.runJobs()

  const incident = { kind: 'near-miss', happenedOn: '2026-01-05', isAboutConsent: true } as const
  const manager = clinicA.as('manager')
  const { id: incidentId } = await manager.callOk(contract.incidents.record, { ...incident, summary: word() })
  await manager.callOk(contract.incidents.update, {
    ...{ incidentId, learning: word(), shared: word(), candour: word(), isClosed: true },
  })

  const answersOf = async () =>
    JSON.stringify([
      await dentist().callOk(contract.histories.get, { patientId }),
      await notesOf(),
      await dentist().callOk(contract.authority.read, { consentId }),
      await dentist().callOk(contract.questions.list, { consentId }),
      await dentist().callOk(contract.matters.list, { consentId }),
      await dentist().callOk(contract.understanding.get, { consentId }),
      await dentist().callOk(contract.consents.get, { consentId }),
      await dentist().callOk(contract.consents.get, withdrawn),
      await dentist().callOk(contract.consents.get, { consentId: refused.consentId }),
      await dentist().callOk(contract.capacity.get, { consentId: incapable.consentId }),
      await dentist().callOk(contract.outcomes.ofConsent, { consentId: treatedId }),
      await dentist().callOk(contract.aftercare.ofConsent, { consentId: treatedId }),
      await dentist().callOk(contract.tasks.listOfConsent, { consentId: treatedId }),
      await manager.callOk(contract.incidents.list, {}),
    ])
  const shown = await answersOf()
  expect([...planted].filter((one) => !shown.includes(one))).toEqual([])
  const tables = await dump()
  expect(tablesWith(tables, planted)).toEqual([])
  const [entry] = tables
    .get('public.history_entries')!
    .map((row) => JSON.parse(row) as Record<string, unknown>)
  expect(entry).toMatchObject({ answer: /^sealed\./, fields: /^sealed\./, teeth: null })
})

const depsOf = () => {
  const { clock, config } = testApp
  const { database } = testApp.app
  if (config.masterKey.off) throw new Error('The app has no master key')
  const keeper = keyringKeeper(openKeyring({ masterKey: config.masterKey.key }))
  const runners = createJobRunners({ database, clock, writeAudit, insertJobs: async () => {} })
  return { database, clock, keeper, ...runners }
}

const plainNotes = async (): Promise<number> =>
  (
    await testApp.owner.query<{ plain: number }>(
      `select count(*)::int as plain from patient_notes where clinic_id = $1 and not starts_with(text, 'sealed.')`,
      [testApp.clinicA.id],
    )
  ).rows[0]!.plain

it('reads what is from before, and encrypts it by a job that may be killed, and run again', async () => {
  const { clinicA } = testApp
  const plain = `P${randomUUID()}`
  const before = await notesOf()
  await testApp.owner.query(
    `insert into patient_notes (clinic_id, patient_id, text, by_staff_id, by_name, at)
     select $1, $2, $3 || ' ' || g, s.id, 'Tom Hughes', now() from generate_series(1, 450) g, lateral
       (select id from staff where clinic_id = $1 limit 1) s`,
    [clinicA.id, patientId, plain],
  )
  await testApp.owner.query(
    `update consent_discussions set note = repeat('y', 60), note_length = null where consent_id = $1`,
    [consentId],
  )
  // A reason as it was stored before; its event is hashed as it was said.
  const said = await dentist().callOk(contract.consents.get, withdrawn)
  await testApp.owner.query(`set session_replication_role = replica`)
  await testApp.owner.query(
    `update consent_events set details = details || jsonb_build_object('reason', $2::text)
     where consent_id = $1 and event = 'consent.withdrawn'`,
    [withdrawn.consentId, said.reason],
  )
  await testApp.owner.query('update consents set reason = $2 where id = $1', [
    withdrawn.consentId,
    said.reason,
  ])
  await testApp.owner.query(`set session_replication_role = default`)
  expect(tablesWith(await dump(), [said.reason!])).toHaveLength(2)
  const deps = depsOf()
  let runs = 0
  const dying: typeof deps.runSealing = (clinicId, work) => {
    if (++runs > 20) throw new Error('killed')
    return deps.runSealing(clinicId, work)
  }
  expect(await notesOf()).toHaveLength(before.length + 450)
  const sealing = columnSealingJob({ ...deps, runSealing: dying })({ clinicId: clinicA.id })
  await sealing.catch(() => {})
  await columnSealingJob(deps)({ clinicId: clinicA.id })
  expect(await plainNotes()).toBe(0)
  expect(tablesWith(await dump(), [plain, said.reason!])).toEqual([])
  const after = await dentist().callOk(contract.consents.get, withdrawn)
  expect([said.chainIntact, after]).toEqual([true, said])
  const notes = await notesOf()
  expect(notes.filter(({ text }) => text.startsWith(plain))).toHaveLength(450)
  const { rows } = await testApp.owner.query(
    'select note_length from consent_discussions where consent_id = $1',
    [consentId],
  )
  expect(rows).toEqual([{ note_length: 60 }])
  // It finds nothing more to do, and is not begun again.
  const stored = JSON.stringify([...(await dump())].filter(([name]) => name === 'public.patient_notes'))
  await columnSealingJob(deps)({ clinicId: clinicA.id })
  expect(JSON.stringify([...(await dump())].filter(([name]) => name === 'public.patient_notes'))).toBe(stored)
  await testApp.app.sweep('data-keys.columns')
  await testApp.runJobs()
  await testApp.app.sweep('data-keys.columns')
  expect(await testApp.runJobs()).toBe(0)
})

it('opens what the key before encrypted, and encrypts with the new one once every instance knows it', async () => {
  const keyId = await startNewDataKey(depsOf(), testApp.clinicA.id)
  const newest = async () =>
    (
      await testApp.owner.query<{ text: string }>(
        'select text from patient_notes where clinic_id = $1 order by id desc limit 1',
        [testApp.clinicA.id],
      )
    ).rows[0]!.text
  await dentist().callOk(contract.patients.addNote, { patientId, text: word() })
  expect(await newest()).not.toContain(keyId)
  testApp.clock.advance(4 * 60_000)
  await dentist().callOk(contract.patients.addNote, { patientId, text: word() })
  expect(await newest()).toContain(keyId)
  const shown = JSON.stringify(await notesOf())
  expect([...planted].slice(-2).filter((one) => !shown.includes(one))).toEqual([])
})

it('refuses a text that was moved to another row, or out of another practice', async () => {
  const { clinicB } = testApp
  const other = await clinicB.addPatient()
  await clinicB.as('dentist').callOk(contract.patients.addNote, { patientId: other, text: 'A note of B' })
  const move = (from: string, where: string) =>
    testApp.owner.query(
      `update patient_notes set text = (select text from patient_notes where clinic_id = $1 order by id limit 1) ${where}`,
      [from],
    )
  const { rows } = await testApp.owner.query<{ id: string; text: string }>(
    'select id, text from patient_notes where patient_id = $1 order by id desc limit 1',
    [patientId],
  )
  for (const from of [testApp.clinicA.id, clinicB.id]) {
    await move(from, `where id = '${rows[0]!.id}'`)
    expect((await dentist().call(contract.patients.notes, { patientId })).status).toBe(500)
  }
  await testApp.owner.query('update patient_notes set text = $2 where id = $1', [rows[0]!.id, rows[0]!.text])
  expect((await dentist().call(contract.patients.notes, { patientId })).status).toBe(200)
})

it('lets the role that encrypts change these columns, and nothing else', async () => {
  const { rows } = await testApp.owner.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.column_privileges
     where grantee = 'candour_sealer' and privilege_type = 'UPDATE' order by 1, 2`,
  )
  const counted = ['capacity_decisions.was_consulted', 'consent_discussions.note_length']
  // Of events the words within their details, which their hashes hold to what was said.
  counted.push('consent_events.details')
  const sealed = sealedTables.flatMap((table) =>
    sealedColumnsOf(table).map((column) => `${getTableName(table)}.${column}`),
  )
  expect(rows.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    [...sealed, ...counted].toSorted(),
  )
})

it('cannot be read once the keys of its practice are destroyed, and says so', async () => {
  const { clinicA } = testApp
  const clinicId = clinicA.id
  await testApp.owner.query(`update clinics set status = 'inactive', closed_at = now() where id = $1`, [
    clinicId,
  ])
  await destroyDataKeys(depsOf(), { clinicId, practice: 'Harbour Street', reason: 'Contract ended' })
  await testApp.owner.query(`update clinics set status = 'active', closed_at = null where id = $1`, [
    clinicId,
  ])
  testApp.clock.advance(day_ms / 1000)
  expect(new Set((await notesOf()).map(({ text }) => text))).toEqual(new Set([destroyed_text]))
  const questions = await dentist().callOk(contract.questions.list, { consentId })
  expect(questions[0]!.entries.map(({ text }) => text)).toEqual([destroyed_text, destroyed_text])
  // Nobody can tell any more whether it was these words: the links of the chain hold.
  const { reason, chainIntact } = await dentist().callOk(contract.consents.get, withdrawn)
  expect([reason, chainIntact]).toEqual([destroyed_text, true])
  for (const answer of [
    await dentist().call(contract.histories.get, { patientId }),
    await dentist().call(contract.consents.get, { consentId }),
    await dentist().call(contract.capacity.get, { consentId }),
    await dentist().call(contract.matters.list, { consentId }),
    await dentist().call(contract.aftercare.ofConsent, { consentId: treatedId }),
    await dentist().call(contract.outcomes.ofConsent, { consentId: treatedId }),
    await clinicA.as('manager').call(contract.incidents.list, {}),
  ])
    expect(answer.status).toBe(200)
})

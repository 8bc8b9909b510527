import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { destruction_proposal_days } from '../../../contract/limits.ts'
import { rawQuery, tenantTables } from '../../testing/raw-query.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { erasures, traces } from './erasure-map.ts'

const { destructions, records, audit } = contract
/** Nobody is called so: whatever still says it was left behind. */
const marker = 'Quorlzyx'

let testApp: TestApp
let app: pg.Client
let query: ReturnType<typeof rawQuery>
beforeAll(async () => {
  testApp = await openTestApp()
  app = new pg.Client(testApp.logins.app)
  await app.connect()
  query = rawQuery(app)
})
afterAll(async () => {
  await app.end()
  await testApp.close()
})

const fileOf = (name: string) => {
  const [folder, file] = name.split('/') as [string, string]
  return path.join(testApp.config.dataDir, 'files', folder, file.slice(0, 2), file)
}

/** In how many rows of each table a text still stands, whatever the column. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of await tenantTables(testApp.owner)) {
    const { rows } = await testApp.owner.query<{ count: number }>(
      `select count(*)::int as count from ${table} t where to_jsonb(t)::text ilike $1`,
      [`%${text}%`],
    )
    if (rows[0]!.count > 0) found.push(table)
  }
  return found
}

/** A patient of whom something stands in as many tables as there are, all of it thirty years old. */
async function addFullRecord(clinic: TestClinic) {
  const [owner, dentist] = [clinic.as('owner'), clinic.as('dentist')]
  const patientId = await clinic.addPatient({
    lastName: marker,
    email: `${marker}@example.org`,
    accessNotes: marker,
  })
  const duplicateId = await clinic.addPatient({ lastName: `${marker}-Again` })
  const facts = [{ factor: 'smoker', answer: 'yes' } as const]
  const history = { patientId, version: 0, source: 'patient', isReviewed: true, facts } as const
  await dentist.callOk(contract.histories.save, history)
  const consent = await clinic.addFinalised({ patientId, diagnosis: `Cracked, ${marker}` })
  const { consentId } = consent
  const said = { role: 'witness', name: marker, capacity: marker, statement: marker } as const
  await dentist.callOk(contract.consents.attest, { consentId, attestation: said })
  await dentist.callOk(contract.patients.addNote, { patientId, text: marker })
  await clinic.addMerge(patientId, duplicateId)
  await clinic.addAppointment({ patientId, consentIds: [consentId], reason: marker })
  const draft = await clinic.addDraft({ patientId, diagnosis: marker })
  await dentist.callOk(contract.consents.send, {
    consentId: draft.id,
    by: 'email',
    unaskedAcknowledged: true,
    wordingConfirmed: true,
  })
  await clinic.addCallTask(draft.id)
  await clinic.openHome(patientId)
  await testApp.anonymous().callOk(contract.patientHome.requestLink, { email: `${marker}@example.org` })
  await owner.callOk(records.setHold, { patientId, reason: marker })
  await owner.callOk(records.liftHold, { patientId, reason: marker })
  const asked = { kind: 'rectification', patientId, receivedOn: '2025-01-06', from: marker } as const
  const { id: requestId } = await dentist.callOk(contract.dataRequests.open, asked)
  const step = { kind: 'corrected', note: marker, consentId: draft.id } as const
  await dentist.callOk(contract.dataRequests.addStep, { requestId, step })
  await dentist.callOk(contract.dataRequests.close, { requestId, outcome: 'withdrawn', note: marker })
  const view = { name: `All of ${marker}`, filter: { view: 'all' as const, search: marker } }
  await dentist.callOk(contract.savedViews.create, view)
  await dentist.callOk(records.makePack, { patientId })
  await testApp.runJobs()
  await clinic.makeOld(patientId)
  return { patientId, consentId }
}

/** An app opened at a patient and agreed to, both expired and not cleared yet, and an address of a program. */
async function openApps(clinic: TestClinic, patientId: string): Promise<void> {
  const owner = clinic.as('owner')
  const address = 'https://app.example.org/launch'
  const { id: appId } = await owner.callOk(contract.smartApps.create, {
    ...{ name: 'Viewer', launchUrl: address, redirectUris: [address], scopes: ['patient/Consent.read'] },
  })
  await owner.callOk(contract.smartApps.launch, { appId, patientId })
  await testApp.owner.query(
    `insert into smart_grants (clinic_id, app_id, staff_id, opened_patient_id, scopes, redirect_uri, code_hash,
       code_challenge, code_expires_at, created_at)
     select clinic_id, app_id, staff_id, opened_patient_id, '[]', '', gen_random_uuid()::text, '', now(), now()
     from smart_launches where opened_patient_id = $1`,
    [patientId],
  )
  const program = clinic.withKey((await clinic.addApiKey()).secret)
  const { origin } = await owner.callOk(contract.embeds.addOrigin, { origin: 'https://app.example.org' })
  await program.callOk(contract.programs.createEmbed, { origin, patientId })
  await testApp.owner.query(
    `insert into launches (clinic_id, token_hash, key_id, staff_id, path, created_at, expires_at)
     select k.clinic_id, gen_random_uuid()::text, k.id, l.staff_id, '/clinic/patients/' || l.opened_patient_id, now(), now()
     from smart_launches l join api_keys k on k.clinic_id = l.clinic_id where l.opened_patient_id = $1 limit 1`,
    [patientId],
  )
}

const stateOf = async (clinic: TestClinic, destructionId: string) => {
  const { rows } = await clinic.as('owner').callOk(destructions.list, { pageSize: 100 })
  return rows.find(({ id }) => id === destructionId)!
}

describe('a record that two people destroyed', () => {
  // Three documents are drawn and sealed on the way, and a pack is made.
  it('leaves no name, no word of health and no file anywhere, and everybody else’s as it was', async () => {
    const clinic = await testApp.addClinic('Destroying')
    const { patientId, consentId } = await addFullRecord(clinic)
    const other = await clinic.addFinalised({
      patientId: await clinic.addPatient({ lastName: 'Neighbour' }),
    })
    await testApp.runJobs()
    await openApps(clinic, patientId)
    const opened = ['smart_launches', 'smart_grants', 'launches', 'embeds']
    expect(await tablesWith(patientId)).toEqual(expect.arrayContaining(opened))
    const before = await tablesWith(marker)
    for (const table of ['patients', 'consents', 'messages', 'saved_views', 'legal_holds'])
      expect(before, table).toContain(table)
    const { rows: kept } = await testApp.owner.query<{ sha256: string }>(
      `select sha256 from document_versions where consent_id = $1`,
      [consentId],
    )
    const { rows: packs } = await testApp.owner.query<{ sha256: string }>(
      `select sha256 from record_files where patient_id = $1`,
      [patientId],
    )
    const files = [
      ...kept.map(({ sha256 }) => fileOf(`documents/${sha256}.pdf`)),
      ...packs.map(({ sha256 }) => fileOf(`records/${sha256}.zip`)),
    ]
    expect(files).toHaveLength(3)
    expect(files.every((file) => existsSync(file))).toBe(true)
    const counted = async () =>
      (
        await testApp.owner.query(`select count(*)::int as n from consent_events where consent_id = $1`, [
          other.consentId,
        ])
      ).rows[0]
    const ofOther = await counted()

    const destructionId = await clinic.addDestroyed(patientId)
    expect(await tablesWith(marker)).toEqual([])
    expect((await tablesWith(patientId)).filter((table) => opened.includes(table))).toEqual([])
    expect(files.filter((file) => existsSync(file))).toEqual([])
    expect(await counted()).toEqual(ofOther)
    const { chainIntact } = await clinic
      .as('dentist')
      .callOk(contract.consents.get, { consentId: other.consentId })
    expect(chainIntact).toBe(true)
    expect((await clinic.as('dentist').call(contract.consents.get, { consentId })).status).toBe(404)
    expect((await clinic.as('dentist').call(contract.patients.get, { patientId })).status).toBe(404)
    expect(await stateOf(clinic, destructionId)).toMatchObject({
      status: 'done',
      patientName: null,
      patientId,
      initials: 'E. Q.',
      proposed: { by: 'Amara Okafor' },
      confirmed: { by: 'Siân Rees' },
      certificate: { number: 1, consents: 2, intact: true },
    })
  })

  it('leaves a log that still verifies, and names the gap with its certificate', async () => {
    const clinic = await testApp.addClinic('Verifying')
    const { patientId } = await clinic.addFinalised()
    await testApp.runJobs()
    await clinic.makeOld(patientId)
    await clinic.addDestroyed(patientId)
    await testApp.sealAuditLog()
    const verify = () => clinic.as('owner').callOk(audit.verify, {})
    const gap = { record: patientId, certificate: 1, consents: 1, intact: true }
    expect(await verify()).toMatchObject({ intact: true, brokenSeal: null, gaps: [gap] })
    const { rows } = await testApp.owner.query<{ action: string; details: object }>(
      `select action, details from audit_rows where subject = $1 and action like 'record.%' order by sequence`,
      [patientId],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'record.destruction_proposed',
      'record.destruction_confirmed',
      'record.destroyed',
      'record.certificate_sealed',
    ])
    // What is kept is what was noted in the sealed log: a hash of a chain that is altered afterwards shows.
    await testApp.owner.query(
      `update destroyed_consents set chain = jsonb_set(chain, '{1,hash}', '"00"') where clinic_id = $1`,
      [clinic.id],
    )
    expect(await verify()).toMatchObject({ intact: false, gaps: [{ ...gap, intact: false }] })
  })

  it('has a sealed certificate, for those who may decide, of their own practice', async () => {
    const clinic = await testApp.addClinic('Certifying')
    const patientId = await clinic.addDue({ lastName: marker })
    const url = `/api/clinic/destructions/${await clinic.addDestroyed(patientId)}/certificate`
    const { headers, raw, status } = await clinic.as('auditor').get(url)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect(raw.toString('latin1')).toContain('/ETSI.CAdES.detached')
    expect(raw.toString('latin1')).not.toContain(marker)
    expect((await clinic.as('dentist').get(url)).status).toBe(403)
    expect((await testApp.clinicB.as('owner').get(url)).status).toBe(404)
    const waiting = `/api/clinic/destructions/${await clinic.addProposal()}/certificate`
    expect((await clinic.as('owner').get(waiting)).status).toBe(404)
  })

  it('is taken up again where an interruption left it', async () => {
    const clinic = await testApp.addClinic('Interrupted')
    const destructionId = await clinic.addDestroyed()
    const left = `documents/${'0'.repeat(64)}.pdf`
    await mkdir(path.dirname(fileOf(left)), { recursive: true })
    await writeFile(fileOf(left), 'a file that was still to go')
    // As after a kill: the rows are gone, the files are not, and nobody made a certificate.
    await testApp.owner.query(
      `update destructions set status = 'erased', sha256 = null, bytes = null, sealing_key_id = null, files_left = $2 where id = $1`,
      [destructionId, JSON.stringify([left])],
    )
    expect(
      (await clinic.as('owner').get(`/api/clinic/destructions/${destructionId}/certificate`)).reason,
    ).toBe('not-ready')
    testApp.clock.advance(6 * minute_ms)
    try {
      await testApp.app.sweep('records.destructions')
      await testApp.runJobs()
    } finally {
      testApp.clock.advance(-6 * minute_ms)
    }
    expect(existsSync(fileOf(left))).toBe(false)
    expect(await stateOf(clinic, destructionId)).toMatchObject({ status: 'done' })
    const { rows } = await testApp.owner.query('select files_left from destructions where id = $1', [
      destructionId,
    ])
    expect(rows).toEqual([{ files_left: [] }])
  })
})

describe('proposing', () => {
  const propose = (clinic: TestClinic, patientId: string, reason = 'Over') =>
    clinic.as('owner').call(destructions.propose, { patientId, reason })

  it('is refused while the record is kept for something, and says for what', async () => {
    const { clinicA } = testApp
    expect((await propose(clinicA, await clinicA.addPatient())).reason).toBe('not-due')
    const held = await clinicA.addDue()
    await clinicA.as('owner').callOk(records.setHold, { patientId: held, reason: 'A claim' })
    expect((await propose(clinicA, held)).reason).toBe('held')
    const asked = await clinicA.addDue()
    const request = { kind: 'erasure', patientId: asked, receivedOn: '2025-01-06', from: 'Them' } as const
    await clinicA.as('dentist').callOk(contract.dataRequests.open, request)
    expect((await propose(clinicA, asked)).reason).toBe('request-open')
    const expected = await clinicA.addDue()
    await clinicA.addAppointment({ patientId: expected })
    expect((await propose(clinicA, expected)).reason).toBe('appointment-ahead')
    const kept = await clinicA.addDue()
    const merged = await clinicA.addDue()
    await clinicA.addMerge(kept, merged)
    expect((await propose(clinicA, merged)).status).toBe(404)
    expect((await propose(clinicA, await testApp.clinicB.addDue())).status).toBe(404)
  })

  it('takes the right for it, and a reason without the name', async () => {
    const patientId = await testApp.clinicA.addDue({ firstName: 'Zoë', lastName: 'Ng-Baker' })
    for (const who of ['dentist', 'lead', 'receptionist', 'nurse'] as const)
      expect(
        (await testApp.clinicA.as(who).call(destructions.propose, { patientId, reason: 'x' })).status,
        who,
      ).toBe(403)
    for (const reason of ['Record of Zoe', 'NG is gone', 'Mrs Baker moved'])
      expect((await propose(testApp.clinicA, patientId, reason)).reason, reason).toBe('names-patient')
    expect((await propose(testApp.clinicA, patientId, 'The baker’s shop closed')).reason).toBe(
      'names-patient',
    )
    expect((await propose(testApp.clinicA, patientId, 'Nothing new for eleven years')).status).toBe(200)
  })

  it('happens once, also at the same moment, and is shown on the list of records due', async () => {
    const clinic = await testApp.addClinic('Proposing')
    const patientId = await clinic.addDue()
    const isProposed = async () => (await clinic.as('owner').callOk(records.listDue, {})).rows[0]!.isProposed
    expect(await isProposed()).toBe(false)
    const both = await Promise.all(
      (['owner', 'manager'] as const).map((who) =>
        clinic.as(who).call(destructions.propose, { patientId, reason: 'Over' }),
      ),
    )
    expect(both.map(({ status, reason }) => reason ?? status).toSorted()).toEqual([200, 'already-proposed'])
    expect(await isProposed()).toBe(true)
    const { rows } = await clinic.as('owner').callOk(destructions.list, {})
    const destructionId = rows[0]!.id
    await clinic.as('auditor').callOk(destructions.withdraw, { destructionId })
    expect(await isProposed()).toBe(false)
    expect(await stateOf(clinic, destructionId)).toMatchObject({
      status: 'withdrawn',
      withdrawn: { by: 'Ida Frost' },
    })
    const again = await clinic.as('owner').call(destructions.withdraw, { destructionId })
    expect(again.reason).toBe('not-open')
  })
})

describe('confirming', () => {
  const confirm = (clinic: TestClinic, destructionId: string, who: 'owner' | 'manager' = 'manager') =>
    clinic.as(who).call(destructions.confirm, { destructionId })

  it('takes somebody else, who may and who proved just now that it is them', async () => {
    const destructionId = await testApp.clinicA.addProposal()
    expect((await confirm(testApp.clinicA, destructionId, 'owner')).reason).toBe('same-person')
    expect((await testApp.clinicA.as('dentist').call(destructions.confirm, { destructionId })).status).toBe(
      403,
    )
    expect((await testApp.clinicB.as('owner').call(destructions.confirm, { destructionId })).status).toBe(404)
    testApp.clock.advance(11 * minute_ms)
    const late = await confirm(testApp.clinicA, destructionId)
    testApp.clock.advance(-11 * minute_ms)
    expect(late.reason).toBe('requires-recent-login')
    expect((await confirm(testApp.clinicA, destructionId)).status).toBe(200)
    expect((await confirm(testApp.clinicA, destructionId)).reason).toBe('not-open')
    await testApp.runJobs()
    expect((await stateOf(testApp.clinicA, destructionId)).status).toBe('done')
  })

  it('is refused where the proposer lost the right meanwhile, or left', async () => {
    const clinic = await testApp.addClinic('Losing')
    const proposal = { patientId: await clinic.addDue(), reason: 'Over' }
    const { id } = await clinic.as('auditor').callOk(destructions.propose, proposal)
    const change = (set: string) =>
      testApp.owner.query(`update staff set ${set} where id = $1`, [clinic.staff.auditor.staffId])
    await change(`permissions = '{}'`)
    expect((await confirm(clinic, id)).reason).toBe('proposer-lost-right')
    await change(`permissions = '{"accessSettings": true}', status = 'inactive'`)
    expect((await confirm(clinic, id)).reason).toBe('proposer-lost-right')
    await change(`status = 'active'`)
    expect((await confirm(clinic, id)).status).toBe(200)
  })

  it('is refused where something came since: a hold, a request, an appointment, a consent', async () => {
    const { clinicA } = testApp
    const since = async (happens: (patientId: string) => Promise<unknown>) => {
      const patientId = await clinicA.addDue()
      const destructionId = await clinicA.addProposal(patientId)
      await happens(patientId)
      return (await confirm(clinicA, destructionId)).reason
    }
    const request = (patientId: string) =>
      clinicA.as('dentist').callOk(contract.dataRequests.open, {
        ...{ kind: 'access' as const, receivedOn: '2025-01-06', from: 'Them' },
        patientId,
      })
    expect(
      await since((patientId) => clinicA.as('owner').callOk(records.setHold, { patientId, reason: 'x' })),
    ).toBe('held')
    expect(await since(request)).toBe('request-open')
    expect(await since((patientId) => clinicA.addAppointment({ patientId }))).toBe('appointment-ahead')
    expect(await since((patientId) => clinicA.addDraft({ patientId }))).toBe('not-due')
    expect(await since(async (patientId) => clinicA.addMerge(await clinicA.addPatient(), patientId))).toBe(
      'not-due',
    )
  })

  it('comes too late after thirty days, and then the record can be proposed anew', async () => {
    const patientId = await testApp.clinicA.addDue()
    const destructionId = await testApp.clinicA.addProposal(patientId)
    await testApp.owner.query(`update destructions set expires_at = $2 where id = $1`, [
      destructionId,
      new Date(Date.now() - minute_ms),
    ])
    expect((await stateOf(testApp.clinicA, destructionId)).status).toBe('lapsed')
    expect((await confirm(testApp.clinicA, destructionId)).reason).toBe('not-open')
    const again = await stateOf(testApp.clinicA, await testApp.clinicA.addProposal(patientId))
    const days = (Date.parse(again.expiresAt) - Date.parse(again.proposed.at)) / day_ms
    expect(days).toBe(destruction_proposal_days)
  })

  it('destroys nothing where a hold came between it and the act', async () => {
    const patientId = await testApp.clinicA.addDue()
    const destructionId = await testApp.clinicA.addProposal(patientId)
    await testApp.clinicA.as('manager').callOk(destructions.confirm, { destructionId })
    await testApp.clinicA.as('owner').callOk(records.setHold, { patientId, reason: 'A claim' })
    await testApp.runJobs()
    expect(await stateOf(testApp.clinicA, destructionId)).toMatchObject({
      status: 'stopped',
      stoppedBecause: 'held',
      certificate: null,
    })
    expect((await testApp.clinicA.as('dentist').call(contract.patients.get, { patientId })).status).toBe(200)
  })
})

describe('the roles of the database', () => {
  it('let nobody but the destroyer take a record away, and it only what two people decided', async () => {
    const { consentId, patientId } = await testApp.clinicA.addFinalised()
    await testApp.runJobs()
    const own = { clinicId: testApp.clinicA.id, consentIds: [consentId] }
    const tables = [...new Set(erasures.map(({ table }) => table))]
    for (const table of ['consents', 'consent_events', 'signatures', 'document_versions', 'legal_holds'])
      for (const role of [
        'candour_clinic',
        'candour_patient',
        'candour_link',
        'candour_admin',
        'candour_job',
        'candour_integration',
      ] as const)
        await expect(query({ ...own, role }, `delete from ${table}`), `${table} as ${role}`).rejects.toThrow(
          'permission denied',
        )
    const destroyer = { ...own, role: 'candour_destroyer' } as const
    const { rows: decided } = await testApp.owner.query(
      `select 1 from destructions where clinic_id = $1 and status = 'confirmed'`,
      [testApp.clinicA.id],
    )
    expect(decided).toEqual([])
    for (const table of [...tables, ...Object.values(traces)]) {
      expect(await query(destroyer, `select 1 from ${table}`), table).toEqual([])
      expect(await query(destroyer, `delete from ${table} returning 1`), table).toEqual([])
      await expect(query(destroyer, `update ${table} set clinic_id = clinic_id`), table).rejects.toThrow(
        'permission denied',
      )
    }
    for (const table of ['audit_rows', 'audit_seals', 'staff', 'clinics', 'templates'])
      await expect(query(destroyer, `delete from ${table}`), table).rejects.toThrow('permission denied')
    // A decision about one record opens that one, in its own practice.
    const dueId = await testApp.clinicA.addDue()
    const destructionId = await testApp.clinicA.addProposal(dueId)
    expect(await query(destroyer, 'select id from patients')).toEqual([])
    await testApp.clinicA.as('manager').callOk(destructions.confirm, { destructionId })
    expect(await query(destroyer, 'select id from patients')).toEqual([{ id: dueId }])
    expect(await query(destroyer, `delete from patients where id = '${patientId}' returning id`)).toEqual([])
    expect(await query({ ...destroyer, clinicId: testApp.clinicB.id }, 'select id from patients')).toEqual([])
    await testApp.runJobs()
  })

  it('hold each step to its role and to two people, whatever the code does', async () => {
    const destructionId = await testApp.clinicA.addProposal()
    const as = (role: 'candour_clinic' | 'candour_destroyer', set: string) =>
      query(
        { role, clinicId: testApp.clinicA.id },
        `update destructions set ${set} where id = '${destructionId}'`,
      )
    const by = (who: 'owner' | 'manager') =>
      `status = 'confirmed', confirmed_by = 'x', confirmed_at = now(), confirmed_by_id = '${testApp.clinicA.staff[who].staffId}'`
    await expect(as('candour_clinic', by('owner'))).rejects.toThrow('destructions_two_people')
    await expect(as('candour_clinic', by('manager'))).resolves.toEqual([])
    await expect(as('candour_clinic', `status = 'erased'`)).rejects.toThrow('may not move')
    await expect(as('candour_destroyer', `status = 'erased'`)).rejects.toThrow('may not move')
    await expect(as('candour_destroyer', `status = 'stopped', stopped_because = 'held'`)).rejects.toThrow(
      'may not move',
    )
    await expect(as('candour_clinic', `reason = 'Another'`)).rejects.toThrow('permission denied')
    for (const table of ['destructions', 'destroyed_consents'])
      for (const role of ['candour_clinic', 'candour_destroyer'] as const)
        await expect(query({ role, clinicId: testApp.clinicA.id }, `delete from ${table}`)).rejects.toThrow(
          'permission denied',
        )
  })
})

it('names every table that reaches a patient by its keys', async () => {
  const { rows } = await testApp.owner.query<{ name: string }>(`
    with recursive reaches (id) as (
      select 'public.patients'::regclass::oid
      union
      select k.conrelid from pg_constraint k join reaches r on k.confrelid = r.id where k.contype = 'f')
    select c.relname as name from reaches r join pg_class c on c.oid = r.id
    union
    -- A column that says whose a row is, whether a key stands behind it or not.
    select c.relname from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname in ('patient_id', 'consent_id')`)
  const named = new Set([
    ...erasures.map(({ table }) => table),
    // Goes with its patient by a trigger.
    'patient_keys',
    // What stays, on purpose.
    'destructions',
  ])
  const reached = rows.map(({ name }) => name)
  expect(reached.length).toBeGreaterThan(25)
  expect(reached.filter((name) => !named.has(name))).toEqual([])
  // And nothing that is gone is still named.
  const tables = await tenantTables(testApp.owner)
  expect([...named, ...Object.values(traces)].filter((name) => !tables.includes(name))).toEqual([])
})

it('met no fault of the server on the way', () => {
  expect(testApp.loggedErrors).toEqual([])
})

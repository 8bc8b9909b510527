import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { addVideo, uploadFile } from '../../testing/test-upload.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { signatureFor, type OpenedConsent, type TestClinic } from '../../testing/test-clinic.ts'
import { assessments, decisions } from '../../testing/test-capacity.ts'
import { newPicture } from '../../testing/test-picture.ts'
import { addGroupInvitation, addGroupMember, addTestGroup } from '../../testing/test-group.ts'
import { rawQuery, tenantTables, type RawScope, type ScopeRole } from '../../testing/raw-query.ts'

// The code's own filter is left out on purpose: raw statements, as the roles that transactions take.

let testApp: TestApp
let app: pg.Client
let query: ReturnType<typeof rawQuery>
let consentA: OpenedConsent
let otherConsentA: OpenedConsent
let consentB: OpenedConsent

/** A reminder, a plan of more, a text and rules of the clinic's own, and a call to make. */
async function createDeliveries(clinic: TestClinic): Promise<void> {
  const { consentId } = await clinic.addSent()
  await testApp.runJobs()
  await clinic.as('dentist').callOk(contract.reminders.remindNow, { consentId })
  const manager = clinic.as('manager')
  await manager.callOk(contract.reminders.changePolicy, await manager.callOk(contract.reminders.policy, {}))
  const name = { kind: 'new-link', channel: 'sms', language: 'en' } as const
  await manager.callOk(contract.messages.changeText, { ...name, text: 'Please open {{link}}' })
  await clinic.addCallTask(consentId)
}

/** A hold, a request and a pack of a patient's record, and a fee and a logo of the clinic's own. */
async function createRecords(clinic: TestClinic, patientId: string): Promise<void> {
  const owner = clinic.as('owner')
  await owner.callOk(contract.records.setHold, { patientId, reason: 'A claim' })
  const request = { kind: 'access', patientId, receivedOn: '2025-01-06', from: 'The patient' } as const
  await owner.callOk(contract.dataRequests.open, request)
  await owner.callOk(contract.records.makePack, { patientId })
  const { patient } = await clinic.addDraft()
  await clinic.makeOld(patient.id)
  await clinic.addDestroyed(patient.id)
  const view = { name: 'Mine', filter: { view: 'drafts' as const } }
  await clinic.as('dentist').callOk(contract.savedViews.create, view)
  const { templateId, staff } = clinic
  await clinic.as('dentist').callOk(contract.phrases.choose, {
    ...{ templateId, clinicianId: staff.dentist.staffId!, field: 'reason' },
    ...{ text: 'it keeps the tooth', choice: 'pinned' },
  })
  const fee = { pricePence: 45_000, band: null, effectiveFrom: '2025-01-06' }
  await owner.callOk(contract.fees.save, { ...fee, templateId: clinic.templateId })
  const logo = { image: newPicture().toString('base64'), version: 1 }
  await owner.callOk(contract.clinicSettings.setLogo, logo)
}

/** A breach, an entry of the processing record, and a document that was accepted. */
async function createGovernanceRecords(clinic: TestClinic): Promise<void> {
  const [owner, { dataProtection, platformDocuments }] = [clinic.as('owner'), contract]
  const breach = { title: 'Lost letter', discoveredAt: '2025-01-06T09:30:00Z' }
  const { id: breachId } = await owner.callOk(dataProtection.openBreach, breach)
  await owner.callOk(dataProtection.addBreachEntry, { breachId, said: { kind: 'noted', note: 'By post' } })
  await owner.callOk(dataProtection.removeProcessing, { key: 'surveys' })
  const documents = await owner.callOk(platformDocuments.list, {})
  const { versionId } = documents.find(({ acceptance }) => acceptance === 'waiting')!
  await owner.callOk(platformDocuments.accept, { versionId })
}

/** What other programs, a practice system and a directory brought, and digests that were hashed again. */
async function createConnections(clinic: TestClinic): Promise<void> {
  const { programs, programDecisions, singleSignOn } = contract
  const [owner, program] = [clinic.as('owner'), clinic.withKey((await clinic.addApiKey()).secret)]
  const person = { identifier: 'p1', firstName: 'Ada', lastName: 'Moss', dateOfBirth: '1961-03-14' }
  await program.callOk(programs.savePatient, person)
  await program.callOk(programs.savePatient, { ...person, lastName: 'Married' })
  const booking = { patientId: await clinic.addPatient(), clinicianId: clinic.staff.dentist.staffId! }
  const when = { day: '2026-01-05', time: '15:30', farDayConfirmed: true }
  await program.callOk(programs.saveAppointment, { identifier: 'a1', ...booking, ...when })
  const launch = { open: 'patient', patientId: booking.patientId, staffId: booking.clinicianId } as const
  await program.callOk(programs.createLaunch, launch)
  const { origin } = await owner.callOk(contract.embeds.addOrigin, { origin: 'https://app.example.org' })
  await program.callOk(programs.createEmbed, { origin, patientId: booking.patientId })
  const app = {
    ...{ name: 'Viewer', launchUrl: 'https://app.example.org/', redirectUris: ['https://app.example.org/'] },
    scopes: ['patient/Consent.read' as const],
  }
  const { id: appId } = await owner.callOk(contract.smartApps.create, app)
  await owner.callOk(contract.smartApps.launch, { appId, patientId: booking.patientId })
  await testApp.owner.query(
    `insert into smart_grants (clinic_id, app_id, staff_id, opened_patient_id, scopes, redirect_uri, code_hash,
       code_challenge, code_expires_at, created_at)
     select clinic_id, app_id, staff_id, opened_patient_id, '[]', '', gen_random_uuid()::text, '', now(), now()
     from smart_launches where clinic_id = $1`,
    [clinic.id],
  )
  await owner.callOk(programDecisions.saveCode, { code: 'D01', label: 'Exam', templateId: clinic.templateId })
  await owner.callOk(singleSignOn.addDomain, { domain: `d${clinic.id}.example.org` })
  const { example } = singleSignOn.save['~orpc'].meta
  await owner.callOk(
    singleSignOn.save,
    example as Parameters<typeof owner.callOk<typeof singleSignOn.save>>[1],
  )
  await clinic.addSystemRecords()
  await testApp.owner.query(
    `with cursor as (
       insert into practice_system_cursors (clinic_id, system_id, resource)
       select clinic_id, id, 'patients' from practice_systems where clinic_id = $1),
     appointment as (
       insert into practice_system_appointments (clinic_id, system_id, external_id, outcome, external_patient_id,
         starts_at, latest, fingerprint)
       select clinic_id, id, '1', 'left-out', '1', now(), '{}', '' from practice_systems where clinic_id = $1)
     insert into digest_renewals (clinic_id, number, hash_algorithm, from_digest, to_digest, body, leaves, signature,
       sealing_key_id, created_at)
     select $1, 1, 'SHA-512', 1, 1, '', '[]', '', id, now() from sealing_keys limit 1`,
    [clinic.id],
  )
}

/** A question to those who run the platform, with a file. */
async function createTicket(clinic: TestClinic): Promise<void> {
  const files = [{ name: 'a.txt', content: Buffer.from('a').toString('base64') }]
  const written = { subject: 'Blurred', kind: 'problem' as const, words: 'Our logo is not sharp.', files }
  await clinic.as('dentist').callOk(contract.tickets.open, written)
}

/** How a practice pays by card, what it asked of the payment service, and a plan that a group pays for. */
async function createPayments(clinic: TestClinic): Promise<void> {
  await testApp.owner.query(
    `insert into group_billed_practices (clinic_id, group_id, plan, set_by, set_at)
     values ($1, $2, 'growth', 'Ines Marsh', now())`,
    [clinic.id, await addTestGroup(testApp.owner)],
  )
  await testApp.owner.query(
    `with account as (
       insert into billing_accounts (clinic_id, customer_id, created_at) values ($1, 'cus_isolated', now()))
     insert into billing_attempts (clinic_id, kind, state, by_name, created_at)
     values ($1, 'portal', 'done', 'Amara Okafor', now())`,
    [clinic.id],
  )
}

/** What was found of a patient who cannot decide, and what was decided for them. */
async function createCapacityAssessment(clinic: TestClinic): Promise<void> {
  const { consentId, contentHash } = await clinic.addSent()
  const dentist = clinic.as('dentist')
  await dentist.callOk(contract.capacity.assess, { ...assessments.lacks, consentId })
  await dentist.callOk(contract.capacity.decide, { ...decisions.goAhead, consentId, contentHash })
}

/** A record that another system made, with the manifest that named it. */
async function createForeignRecord(clinic: TestClinic): Promise<void> {
  await testApp.owner.query(
    `with manifest as (
       insert into foreign_imports (clinic_id, patient_import_id, file_name, source, columns, date_order, row_count,
         counts, created_by, created_at, moved_at)
       values ($1, $2, 'a.csv', 'Old', '[]', 'day-first', 1, '{}', 'Amara Okafor', now(), now()) returning *),
     row as (
       insert into foreign_import_rows (clinic_id, import_id, number, state, reason, patient_id, original_id, title,
         clinician, file_name, sha256)
       select clinic_id, id, 2, 'taken', '', $2, '1', 'Form', '', 'a.pdf', '' from manifest)
     insert into foreign_records (clinic_id, patient_id, import_id, source, source_key, original_id, title, clinician,
       file_name, sha256, bytes, pages, waiting_bytes, imported_by, imported_at)
     select clinic_id, $2, id, 'Old', 'old', '1', 'Form', '', 'a.pdf', repeat('0', 64), 1, 1, '\\x00', 'Amara Okafor',
       now() from manifest`,
    [clinic.id, await clinic.addPatient()],
  )
}

/** A scan of a paper whose bytes the file store does not have yet. */
async function createScan({ consentId }: OpenedConsent): Promise<void> {
  await testApp.owner.query(
    `with scan as (
       insert into paper_scans (clinic_id, consent_id, number, reason, staff_id, taken_by, taken_at)
       select clinic_id, id, 1, '', clinician_id, 'Tom Hughes', now() from consents where id = $1 returning *),
     file as (
       insert into paper_files (clinic_id, scan_id, consent_id, position, type, pages, bytes, sha256)
       select clinic_id, id, consent_id, 1, 'image/png', 1, 1, repeat('0', 64) from scan returning *)
     insert into paper_uploads (clinic_id, id, consent_id, content)
     select clinic_id, id, consent_id, '\\x00' from file`,
    [consentId],
  )
}

/** An X-ray that goes with the text, whose bytes the file store has. */
async function createPicture({ consentId }: OpenedConsent): Promise<void> {
  await testApp.owner.query(
    `insert into consent_pictures (clinic_id, consent_id, sha256, type, width, height, kind, caption, alt, marks,
       created_by, created_at, updated_at)
     select clinic_id, id, repeat('0', 64), 'image/png', 1, 1, 'xray', 'Your tooth', 'A lower molar', '[]',
       clinician_id, now(), now() from consents where id = $1`,
    [consentId],
  )
}

/** Somebody who reads along and has opened it, and a code that went to the patient's phone. */
async function createAccessMethod(clinic: TestClinic, consent: OpenedConsent): Promise<void> {
  await clinic.addSupporter(consent)
  await testApp.owner.query(
    `with message as (
       insert into messages (clinic_id, kind, channel, about_id, recipient, status)
       values ($1, 'link-code', 'sms', $2, '+447700900123', 'sent') returning id)
     insert into link_codes (clinic_id, link_id, consent_id, message_id, hash_of_code, expires_at, created_at)
     select $1, $3, $2, id, 'x', now(), now() from message`,
    [clinic.id, consent.consentId, consent.linkId],
  )
}

/** Something of each kind that inspections are told of. */
async function createEvidence(clinic: TestClinic): Promise<void> {
  const manager = clinic.as('manager')
  const { compliance, improvementActions, incidents, policies, trainings } = contract
  const [staffId, doneOn] = [clinic.staff.lead.staffId!, '2026-01-05']
  await manager.callOk(compliance.addNote, { itemId: 'CQ01', text: 'Looked at' })
  await manager.callOk(improvementActions.create, { title: 'Look again', ownerId: staffId, dueOn: doneOn })
  const wording = { policy: 'laser', title: 'Laser', text: 'Goggles on.', reviewOn: '2027-12-31', after: 0 }
  const { version } = await manager.callOk(policies.adopt, wording)
  await manager.callOk(policies.acknowledge, { policy: 'laser', versionId: version!.id })
  const certificate = newPicture().toString('base64')
  await manager.callOk(trainings.record, { staffId, topic: 'consent', title: 'Course', doneOn, certificate })
  const happened = { kind: 'near-miss', happenedOn: doneOn, summary: 'Nearly', isAboutConsent: true } as const
  await manager.callOk(incidents.record, happened)
  await clinic.addSampleAudit()
  await clinic.addInspectionPack()
  // What the list finds is kept, and something of it changes again.
  const { consentId } = await clinic.addFinalised()
  await testApp.app.sweep('compliance.unmarked')
  await testApp.runJobs()
  await testApp.owner.query('update consents set updated_at = updated_at where id = $1', [consentId])
}

/** A day list on the board, with whom and what it means by a clinician, a treatment and a number. */
async function createDayList(clinic: TestClinic): Promise<void> {
  const [as, { dayLists }] = [clinic.as('receptionist'), contract]
  const text = 'Time,Patient No,Patient,DOB,Dentist,Reason\n08:05,17,Ada Quill,14/03/1961,TH,Exam\n'
  const file = { fileName: 'day.csv', content: Buffer.from(text).toString('base64') }
  const { id: listId, columns, dateOrder, day } = await as.callOk(dayLists.read, file)
  await as.callOk(dayLists.check, { listId, fields: columns.map(({ field }) => field), dateOrder, day })
  const clinicianId = clinic.staff.dentist.staffId!
  await as.callOk(dayLists.chooseClinician, { listId, written: 'TH', clinicianId })
  const exam = { listId, written: 'Exam', templateId: null, needsConsent: false }
  await as.callOk(dayLists.chooseTreatment, exam)
  const { preview } = await as.callOk(dayLists.choose, { listId, number: 2, choice: 'create' })
  await as.callOk(dayLists.bringIn, { listId, seen: preview!.seen })
}

/** What was done on a consent, a message that followed, a worry, a stop and what its patient thinks of it weeks later. */
async function createAftercare(clinic: TestClinic, { consentId, patient }: OpenedConsent): Promise<void> {
  const { aftercare } = contract
  await clinic.as('manager').callOk(aftercare.changePolicy, {
    ...{ isOn: true, survey: true, alertStaffIds: [], changed: [] },
  })
  await clinic.as('dentist').callOk(aftercare.recordDone, { consentId, places: [0] })
  await clinic.letWeeksPass(consentId)
  await createOutcome(clinic, consentId)
  const worry = {
    key: crypto.randomUUID(),
    worry: 'breathing',
    answers: {},
    toldAt: new Date(0).toISOString(),
  }
  await patient.callOk(aftercare.tellWorry, { consentId, ...worry })
  await patient.callOk(aftercare.answerSurvey, { consentId, answers: null })
  await patient.callOk(aftercare.stop, { consentId })
  await testApp.owner.query(
    `insert into aftercare_steps (clinic_id, consent_id, done_id, step, message_id, at)
     select d.clinic_id, d.consent_id, d.id, 'day-1', m.id, now() from treatments_done d
     join messages m on m.clinic_id = d.clinic_id where d.consent_id = $1 limit 1`,
    [consentId],
  )
}

/** What came of what was done, and figures counted of it. */
async function createOutcome(clinic: TestClinic, consentId: string): Promise<void> {
  const dentist = clinic.as('dentist')
  const { done } = await dentist.callOk(contract.aftercare.ofConsent, { consentId })
  const outcome = { consentId, doneId: done[0]!.id, place: 0, result: 'known', method: 'examined' } as const
  await dentist.callOk(contract.outcomes.record, outcome)
  await testApp.owner.query(
    `insert into own_figures (clinic_id, template_id, treated, followed, follow_up_days, risks, counted_from, counted_until, counted_at)
     values ($1, $2, 1, 1, 31, '[]', now(), now(), now())`,
    [clinic.id, clinic.templateId],
  )
}

/** A consent that its patient asked about before both signed it. */
async function addAsked(clinic: TestClinic): Promise<OpenedConsent> {
  const viewed = await clinic.addWithVideo({ required: false })
  const { consentId, contentHash, patient, videoId } = viewed
  const question = { part: null, text: 'How long will it be sore?', isBlocking: false }
  await patient.callOk(contract.questions.ask, { consentId, ...question })
  const said = { told: [{ prompt: 'hope' as const, text: 'To keep my tooth' }], isNothing: false }
  const { matters } = await patient.callOk(contract.matters.tell, { consentId, ...said })
  await patient.callOk(contract.understanding.talk, { consentId, question: null })
  const spells = [{ part: 1, ms: 0, listenedMs: 0 }]
  const showing = { showing: crypto.randomUUID(), device: 'phone' } as const
  await patient.callOk(contract.viewings.start, { consentId, videoId, ...showing })
  await patient.callOk(contract.readings.report, { consentId, visit: crypto.randomUUID(), number: 1, spells })
  const answers = { capacity: 'not-doubted', who: 'patient' } as const
  await clinic.as('dentist').callOk(contract.authority.decide, { consentId, answers })
  await patient.callOk(contract.signing.sign, signatureFor(viewed))
  await clinic.discuss(viewed)
  const answer = { consentId, matterId: matters[0]!.id, mode: 'message', text: 'We will try.' } as const
  await clinic.as('dentist').callOk(contract.matters.answer, answer)
  await clinic
    .as('dentist')
    .callOk(contract.consents.finalise, { consentId, contentHash, name: 'Tom Hughes' })
  return viewed
}

beforeAll(async () => {
  testApp = await openTestApp()
  consentA = await addAsked(testApp.clinicA)
  otherConsentA = await testApp.clinicA.addFinalised({
    patientId: await testApp.clinicA.addPatient({ firstName: 'Owen' }),
  })
  consentB = await addAsked(testApp.clinicB)
  for (const clinic of [testApp.clinicA, testApp.clinicB]) {
    const items = [{ kind: 'never-registered', id: await clinic.addInvited() }] as const
    await clinic.as('owner').callOk(contract.cleanup.act, { items: [...items] })
    const { patientId, consentId } = clinic === testApp.clinicA ? consentA : consentB
    await clinic.addAppointment({ consentIds: [consentId], patientId })
    const history = { patientId, version: 0, source: 'patient', isReviewed: true } as const
    const facts = [{ factor: 'smoker', answer: 'yes' } as const]
    await clinic.as('dentist').callOk(contract.histories.save, { ...history, facts })
    await clinic.as('dentist').callOk(contract.capacity.assess, { ...assessments.has, consentId })
    const sharing = await clinic.addPatient({ email: 'shared@example.org' })
    await clinic.openHome(sharing)
    const { example } = contract.patientImports.read['~orpc'].meta
    const file = example as { fileName: string; content: string }
    await clinic.as('receptionist').callOk(contract.patientImports.read, file)
    const attestation = {
      role: 'witness',
      name: 'Priya Nair',
      capacity: '',
      statement: 'I was there.',
    } as const
    await clinic.as('dentist').callOk(contract.consents.attest, { consentId, attestation })
    const survivorId = await clinic.addPatient()
    const note = { patientId: survivorId, text: 'Prefers mornings.' }
    await clinic.as('dentist').callOk(contract.patients.addNote, note)
    await clinic.addMerge(survivorId, await clinic.addPatient())
    await createDeliveries(clinic)
    await createRecords(clinic, sharing)
    await createAftercare(clinic, clinic === testApp.clinicA ? consentA : consentB)
    await createDayList(clinic)
    await createForeignRecord(clinic)
    await clinic.addDigest()
    await createEvidence(clinic)
    await createCapacityAssessment(clinic)
    await createTicket(clinic)
    await createConnections(clinic)
    await createPayments(clinic)
    await createGovernanceRecords(clinic)
    await addGroupMember(testApp.owner, await addTestGroup(testApp.owner), clinic.id)
    await clinic.addApiKey()
    await clinic.addDelivery(await clinic.addWebhook())
    await clinic.addWriteBack()
    await testApp.as(testApp.superAdmin).callOk(contract.emergencyAccesses.open, {
      consentId: clinic === testApp.clinicA ? consentA.consentId : consentB.consentId,
      ...{ reason: 'support', words: 'The practice asked for help with it.' },
    })
    await addVideo(clinic.as('owner'), 'clinic')
    await uploadFile(clinic.as('owner'), 'clinic')
    await testApp.owner.query('insert into video_showings select $1, gen_random_uuid(), now()', [clinic.id])
    const { rows } = await clinic.as('dentist').callOk(contract.templates.list, {})
    const favourite = { templateId: rows[0]!.id, isFavourite: true }
    await clinic.as('dentist').callOk(contract.templates.setFavourite, favourite)
    const { consentId: handed } = await clinic.addSent()
    const colleague = testApp.as(await clinic.addColleague())
    await colleague.callOk(contract.kiosks.handOver, { consentIds: [handed] })
  }
  // A link to a patient's own page, at each practice where the address is on file.
  await testApp.anonymous().callOk(contract.patientHome.requestLink, { email: 'shared@example.org' })
  await testApp.runJobs()
  for (const consent of [consentA, otherConsentA, consentB]) {
    await createScan(consent)
    await createAccessMethod(consent === consentB ? testApp.clinicB : testApp.clinicA, consent)
    await createPicture(consent)
  }
  await testApp.app.sweep('analytics.uncounted')
  await testApp.runJobs()
  await testApp.sealAuditLog()
  // One row more, which no seal lists yet.
  await testApp.clinicA.addPatient()
  app = new pg.Client(testApp.logins.app)
  await app.connect()
  query = rawQuery(app)
})

afterAll(async () => {
  await app.end()
  await testApp.close()
})

/** The tenant tables that the role may read at all. */
async function readable(role: ScopeRole): Promise<string[]> {
  const { rows } = await testApp.owner.query<{ name: string }>(
    `select name from unnest($1::text[]) name where has_column_privilege($2, name, 'clinic_id', 'select')`,
    [await tenantTables(testApp.owner), role],
  )
  return rows.map(({ name }) => name)
}

describe('a query of the bare login', () => {
  it('is refused for every tenant table', async () => {
    const tables = await tenantTables(testApp.owner)
    expect(tables.length).toBeGreaterThan(12)
    const owned = ['templates', 'template_versions', 'treatment_types', 'treatment_subtypes']
    owned.push('videos', 'video_uploads')
    for (const table of [...tables, 'clinics', ...owned]) {
      await expect(query({}, `select * from ${table}`), table).rejects.toThrow('permission denied')
    }
  })

  it.each(['staff', 'patients', 'consents', 'signatures', 'messages'])(
    'may not write %s either',
    async (table) => {
      await expect(query({}, `delete from ${table}`)).rejects.toThrow('permission denied')
      await expect(query({}, `update ${table} set clinic_id = clinic_id`)).rejects.toThrow(
        'permission denied',
      )
    },
  )

  it('cannot reach accounts and passwords', async () => {
    await expect(query({}, 'select * from auth.account')).rejects.toThrow('permission denied')
    await expect(
      query({ role: 'candour_clinic', clinicId: testApp.clinicA.id }, 'select * from auth.session'),
    ).rejects.toThrow('permission denied')
  })
})

describe('a clinic', () => {
  it('reads its own rows of every table it may read, and none of another clinic', async () => {
    const tables = await readable('candour_clinic')
    // What a directory says of staff is read by the directory's key alone.
    const ofDirectories = ['scim_groups', 'scim_users']
    expect([...tables, ...ofDirectories].toSorted()).toEqual((await tenantTables(testApp.owner)).toSorted())
    for (const table of tables) {
      const seen = await query<{ own: number; all: number }>(
        { role: 'candour_clinic', clinicId: testApp.clinicA.id },
        `select count(*) filter (where clinic_id = $1)::int as own, count(*)::int as all from ${table}`,
        [testApp.clinicA.id],
      )
      const { own, all } = seen[0]!
      expect(own, table).toBe(all)
      // A table without a row of clinic A would prove nothing.
      expect(own, table).toBeGreaterThan(0)
    }
  })

  it('sees nothing at all when no clinic is set', async () => {
    for (const table of await readable('candour_clinic')) {
      expect(await query({ role: 'candour_clinic' }, `select clinic_id from ${table}`), table).toEqual([])
    }
  })

  it('sees itself alone among the clinics, and no template of another', async () => {
    const own = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    expect(await query(own, 'select id from clinics')).toEqual([{ id: testApp.clinicA.id }])
    const owners = await query(
      own,
      'select distinct owner_clinic_id as id from templates where owner_clinic_id is not null',
    )
    expect(owners).toEqual([{ id: testApp.clinicA.id }])
    const versions = await query(own, 'select template_id from template_versions where template_id = $1', [
      testApp.clinicB.templateId,
    ])
    expect(versions).toEqual([])
  })

  it('changes no row of another clinic', async () => {
    const own = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    const changes: [string, string][] = [
      ['patients', `update patients set first_name = 'X' where id = $1 returning id`],
      ['consents', `update consents set expires_at = now() where patient_id = $1 returning id`],
    ]
    for (const [table, text] of changes) {
      expect(await query(own, text, [consentB.patientId]), table).toEqual([])
      expect(await query(own, text, [consentA.patientId]), table).toHaveLength(1)
    }
    expect(
      await query(own, 'delete from consent_items where consent_id = $1 returning id', [consentB.consentId]),
    ).toEqual([])
  })

  it('cannot insert a row for another clinic, nor move one there', async () => {
    const own = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    const insert = `insert into patients (clinic_id, first_name, last_name, date_of_birth, search_text) values ($1, 'X', 'Y', '1980-01-01', 'x y')`
    await expect(query(own, insert, [testApp.clinicB.id])).rejects.toThrow('row-level security')
    await expect(query(own, insert, [testApp.clinicA.id])).resolves.toEqual([])
    await expect(query(own, 'update patients set clinic_id = $1', [testApp.clinicB.id])).rejects.toThrow(
      /row-level security|partition value/,
    )
  })

  it("cannot hang its own rows on another clinic's, since foreign keys carry the clinic", async () => {
    const link = `insert into links (clinic_id, consent_id, token_hash, expires_at) values ($1, $2, 'x', now())`
    const own = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    await expect(query(own, link, [testApp.clinicA.id, consentB.consentId])).rejects.toThrow('foreign key')
    await expect(query(own, link, [testApp.clinicA.id, consentA.consentId])).resolves.toEqual([])
  })

  it('cannot become a stronger role, nor read past its clinic by search', async () => {
    const own = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    for (const role of ['candour_opener', 'candour_search', 'candour_owner', 'candour_auth']) {
      await expect(query(own, `set role ${role}`), role).rejects.toThrow('permission denied')
    }
    const found = await query<{ id: string }>(
      own,
      `select search_patients($1, array['whitcombe'], 500, array['active']) as id`,
      [testApp.clinicA.id],
    )
    const ofAnother = `select search_patients($1, array['whitcombe'], 500, array['active'])`
    expect(await query(own, ofAnother, [testApp.clinicB.id])).toEqual([])
    // As the version before asks, which knows no cluster.
    const before = `select search_patients(array['whitcombe'], 500, array['active']) as id`
    if (!testApp.logins.isSpread) expect(await query(own, before)).toEqual(found)
    expect(found.map(({ id }) => id)).toContain(consentA.patientId)
    expect(found.map(({ id }) => id)).not.toContain(consentB.patientId)
  })

  it("moves no consent along another clinic's merge, and none that no merge names", async () => {
    const own = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    const { rows } = await testApp.owner.query<{ id: string }>(
      'select id from patient_merges where clinic_id = $1',
      [testApp.clinicB.id],
    )
    const move = 'select move_merged_consents($1, $2)'
    for (const merge of [rows[0]!.id, crypto.randomUUID()]) {
      for (const clinicId of [testApp.clinicA.id, testApp.clinicB.id])
        expect(await query(own, move, [clinicId, merge])).toEqual([])
      expect(await query(own, 'select move_merged_consents($1)', [merge])).toEqual([])
    }
    const frozen = query(own, 'update consents set patient_id = $1 where id = $2', [
      otherConsentA.patientId,
      consentA.consentId,
    ])
    await expect(frozen).rejects.toThrow('frozen')
  })
})

describe('what the platform and the clinics own side by side', () => {
  const asA = () => ({ role: 'candour_clinic', clinicId: testApp.clinicA.id }) as const
  const asAdmin = { role: 'candour_admin' } as const
  const owned = ['templates', 'treatment_types', 'treatment_subtypes']
  /** One that nobody gave a row of their own would prove nothing. */
  const ofB: Record<string, string> = {}
  const ofA: Record<string, string> = {}

  beforeAll(async () => {
    for (const [clinic, ids] of [
      [testApp.clinicA, ofA],
      [testApp.clinicB, ofB],
    ] as const) {
      const own = { name: 'Sleep', subtypes: ['Snoring Splint'] }
      const { id } = await clinic.as('manager').callOk(contract.treatments.create, own)
      const { rows } = await testApp.owner.query<{ id: string }>(
        'select id from treatment_subtypes where treatment_id = $1',
        [id],
      )
      Object.assign(ids, {
        templates: clinic.templateId,
        treatment_types: id,
        treatment_subtypes: rows[0]!.id,
      })
    }
  })

  const ownersIn = (scope: Parameters<typeof query>[0], table: string) =>
    query<{ owner: string | null }>(
      scope,
      `select distinct owner_clinic_id as owner from ${table} order by 1 nulls first`,
    ).then((rows) => rows.map(({ owner }) => owner))

  it.each(owned)(
    '%s: a clinic reads the platform’s and its own, those who run it the platform’s',
    async (table) => {
      expect(await ownersIn(asA(), table)).toEqual([null, testApp.clinicA.id])
      expect(await ownersIn(asAdmin, table)).toEqual([null])
      expect(await ownersIn({ role: 'candour_clinic' }, table)).toEqual([null])
    },
  )

  it.each(owned)('%s: nobody changes what another owns', async (table) => {
    const rename = `update ${table} set name = name where id = $1 returning id`
    const ofAll = `update ${table} set name = name returning owner_clinic_id as owner`
    expect(await query(asA(), rename, [ofA[table]])).toHaveLength(1)
    expect(await query(asA(), rename, [ofB[table]])).toEqual([])
    expect(await query(asAdmin, rename, [ofA[table]])).toEqual([])
    const owners = (rows: { owner: string | null }[]) => [...new Set(rows.map(({ owner }) => owner))]
    expect(owners(await query(asA(), ofAll))).toEqual([testApp.clinicA.id])
    expect(owners(await query(asAdmin, ofAll))).toEqual([null])
    for (const scope of [asA(), asAdmin])
      await expect(query(scope, `update ${table} set owner_clinic_id = null`)).rejects.toThrow(
        'permission denied',
      )
  })

  it.each(['treatment_types', 'treatment_subtypes'])(
    '%s: nobody deletes what another owns',
    async (table) => {
      const remove = `delete from ${table} where id = $1 returning id`
      expect(await query(asA(), remove, [ofA[table]])).toHaveLength(1)
      expect(await query(asA(), remove, [ofB[table]])).toEqual([])
      expect(await query(asAdmin, remove, [ofA[table]])).toEqual([])
      expect(await query({ role: 'candour_clinic' }, `delete from ${table} returning id`)).toEqual([])
    },
  )

  it('videos: a clinic reads the platform’s and its own, and changes its own; uploads are nobody else’s at all', async () => {
    await addVideo(testApp.as(testApp.superAdmin), 'admin')
    await uploadFile(testApp.as(testApp.superAdmin), 'admin')
    expect(await ownersIn(asA(), 'videos')).toEqual([null, testApp.clinicA.id])
    expect(await ownersIn(asA(), 'video_uploads')).toEqual([testApp.clinicA.id])
    for (const table of ['videos', 'video_uploads']) expect(await ownersIn(asAdmin, table)).toEqual([null])
    for (const [table, column] of [
      ['videos', 'transcript'],
      ['video_uploads', 'video_id'],
    ] as const) {
      const change = `update ${table} set ${column} = ${column} returning owner_clinic_id as owner`
      const owners = async (scope: Parameters<typeof query>[0]) => [
        ...new Set((await query<{ owner: string | null }>(scope, change)).map(({ owner }) => owner)),
      ]
      expect(await owners(asA())).toEqual([testApp.clinicA.id])
      expect(await owners(asAdmin)).toEqual([null])
      const given = `update ${table} set owner_clinic_id = null`
      for (const scope of [asA(), asAdmin])
        await expect(query(scope, given)).rejects.toThrow('permission denied')
    }
    const rename = `update videos set public_id = public_id, bytes = bytes, sha256 = sha256`
    await expect(query(asA(), rename)).rejects.toThrow('permission denied')
  })

  it('templates are deleted by nobody', async () => {
    for (const scope of [asA(), asAdmin])
      await expect(query(scope, 'delete from templates')).rejects.toThrow('permission denied')
  })

  it('nobody adds a row for another', async () => {
    const inserts = [
      `insert into treatment_types (name, owner_clinic_id) values ('X', $1) returning id`,
      `insert into treatment_subtypes (treatment_id, name, position, owner_clinic_id)
         select id, 'X', 99, $1 from treatment_types where owner_clinic_id is null limit 1 returning id`,
      `insert into templates (name, treatment_type, current_version_id, owner_clinic_id)
         values ('X', 'Other', gen_random_uuid(), $1) returning id`,
    ]
    for (const insert of inserts) {
      expect(await query(asA(), insert, [testApp.clinicA.id]), insert).toHaveLength(1)
      expect(await query(asAdmin, insert, [null]), insert).toHaveLength(1)
      for (const foreign of [null, testApp.clinicB.id])
        await expect(query(asA(), insert, [foreign]), insert).rejects.toThrow('row-level security')
      await expect(query(asAdmin, insert, [testApp.clinicA.id]), insert).rejects.toThrow('row-level security')
    }
  })

  it('nobody offers a clinic’s template to all', async () => {
    const offer = 'update templates set offered_to_all = true where id = $1 returning id'
    await expect(query(asA(), offer, [ofA.templates])).rejects.toThrow('permission denied')
    expect(await query(asAdmin, offer, [ofA.templates])).toEqual([])
  })

  it('nobody adds a version to a template of another, nor sees one', async () => {
    const insert = `insert into template_versions (template_id, number, label, heading, wording, hash, created_by, reason)
      select template_id, 99, label, heading, wording, hash, created_by, reason from template_versions
      where template_id = $1 limit 1 returning id`
    const seen = `select id from template_versions where template_id = $1`
    expect(await query(asA(), insert, [ofA.templates])).toHaveLength(1)
    for (const scope of [asAdmin, { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const])
      expect(await query(scope, seen, [ofA.templates])).toEqual([])
    const ofPlatform = await query<{ id: string }>(
      asA(),
      'select id from templates where owner_clinic_id is null limit 1',
    )
    await expect(query(asA(), insert, [ofPlatform[0]!.id])).rejects.toThrow('row-level security')
    expect(await query(asAdmin, insert, [ofPlatform[0]!.id])).toHaveLength(1)
  })

  it('those who run it look after a practice’s account, and change nothing of what it set or of its people', async () => {
    const [id] = [testApp.clinicA.id]
    const renamed = await query(
      asAdmin,
      `update clinics set name = name, plan = plan where id = $1 returning id`,
      [id],
    )
    expect(renamed).toHaveLength(1)
    for (const change of [
      'policies = policies',
      `code_word = ''`,
      'brand_colour = null',
      'requires_second_factor = false',
    ])
      await expect(query(asAdmin, `update clinics set ${change}`), change).rejects.toThrow(
        'permission denied',
      )
    await expect(query(asAdmin, 'delete from clinics')).rejects.toThrow('permission denied')
    for (const change of [
      `role = 'clinic_staff'`,
      `email = 'x'`,
      'user_id = null',
      'registered = true',
      `status = 'inactive'`,
    ])
      await expect(query(asAdmin, `update staff set ${change}`), change).rejects.toThrow('permission denied')
    const invite = `insert into staff (clinic_id, email, first_name, last_name, role, registered)
      values ($1, 'x@example.org', 'X', 'Y', $2, $3)`
    await expect(query(asAdmin, invite, [id, 'clinic_admin', false])).resolves.toEqual([])
    await expect(query(asAdmin, invite, [id, 'clinic_staff', false])).rejects.toThrow('row-level security')
    await expect(query(asAdmin, invite, [id, 'clinic_admin', true])).rejects.toThrow('row-level security')
    for (const table of ['videos', 'webhooks', 'api_keys', 'patients'])
      expect(await readable('candour_admin'), table).not.toContain(table)
    await expect(query(asAdmin, 'select recipient from messages')).rejects.toThrow('permission denied')
  })

  it('a practice closes itself and does not open itself again; nobody of a clinic asks how others do', async () => {
    const reopened = `update clinics set status = 'active', closed_at = null where id = $1`
    await testApp.owner.query(`update clinics set status = 'suspended' where id = $1`, [testApp.clinicB.id])
    const asB = { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const
    await expect(query(asB, reopened, [testApp.clinicB.id])).rejects.toThrow('may not move')
    await expect(query(asB, 'update clinics set plan = plan')).rejects.toThrow('permission denied')
    await testApp.owner.query(`update clinics set status = 'active' where id = $1`, [testApp.clinicB.id])
    for (const asked of ['clinic_usage($1)', 'second_factor_holders($1)', 'address_holder($1::text)'])
      await expect(query(asA(), `select * from ${asked}`, [testApp.clinicB.id]), asked).rejects.toThrow(
        'permission denied',
      )
  })

  it('a practice has one owner, an active administrator', async () => {
    const own = (set: string, id: string | null) =>
      query(asA(), `update staff set ${set} where id = $1`, [id])
    const { owner, dentist } = testApp.clinicA.staff
    await expect(own('is_owner = true', dentist.staffId)).rejects.toThrow('staff_owner_stays')
    await expect(own(`is_owner = true, status = 'inactive'`, owner.staffId)).rejects.toThrow(
      'staff_owner_stays',
    )
    const both = `update staff set is_owner = true, role = 'clinic_admin' where status = 'active'`
    await expect(query(asA(), both)).rejects.toThrow('staff_owner')
  })

  it('those who run it see how often templates are used, and keep their keys under no clinic', async () => {
    await expect(query(asAdmin, 'select clinic_id, count from template_uses')).resolves.not.toEqual([])
    expect(await query(asAdmin, 'select clinic_id from idempotency_keys')).toEqual([])
    const insert = `insert into idempotency_keys (clinic_id, actor, operation, key, body_hash, at)
      values ($1, 'admin', 'x', 'x', 'x', now())`
    await expect(query(asAdmin, insert, [testApp.clinicA.id])).rejects.toThrow('row-level security')
  })
})

describe('somebody of the platform who opened one record', () => {
  const opened = () =>
    ({ role: 'candour_emergency', clinicId: testApp.clinicA.id, consentIds: [consentA.consentId] }) as const

  it('reads the rows of that consent, whose patient it is and who treats there, and none besides', async () => {
    const tables = await readable('candour_emergency')
    expect(tables).toContain('matter_entries')
    for (const table of tables.filter((name) => name !== 'staff')) {
      const column = { consents: 'id', patients: 'id' }[table] ?? 'consent_id'
      const seen = await query<{ own: string }>(opened(), `select distinct ${column} as own from ${table}`)
      const own = table === 'patients' ? consentA.patientId : consentA.consentId
      // Whoever decides for themselves has nothing decided for them.
      expect(seen, table).toEqual(table === 'capacity_decisions' ? [] : [{ own }])
    }
    const clinics = await query(opened(), 'select distinct clinic_id as id from staff')
    expect(clinics).toEqual([{ id: testApp.clinicA.id }])
  })

  it('reads nothing where no consent is set, or the clinic is another', async () => {
    for (const table of (await readable('candour_emergency')).filter((name) => name !== 'staff'))
      for (const scope of [
        { ...opened(), consentIds: [] },
        { ...opened(), clinicId: testApp.clinicB.id },
        { ...opened(), clinicId: '' },
      ])
        expect(await query(scope, `select clinic_id from ${table}`), table).toEqual([])
  })

  it('writes nothing at all', async () => {
    const { rows } = await testApp.owner.query<{ name: string }>(
      `select name from unnest($1::text[]) name where has_table_privilege('candour_emergency', name, 'insert, delete, truncate')
         or has_any_column_privilege('candour_emergency', name, 'insert, update')`,
      [await tenantTables(testApp.owner)],
    )
    expect(rows).toEqual([])
  })
})

describe('a patient', () => {
  const own = () =>
    ({ role: 'candour_patient', clinicId: testApp.clinicA.id, consentIds: [consentA.consentId] }) as const

  it('reads the rows of the consents whose link was proved, and no others', async () => {
    const tables = (await readable('candour_patient')).filter(
      (table) => !['idempotency_keys', 'messages', 'patients'].includes(table),
    )
    expect(tables).toContain('consent_events')
    for (const table of tables) {
      const column = table === 'consents' ? 'id' : 'consent_id'
      const seen = await query<{ consent: string }>(
        own(),
        `select distinct ${column} as consent from ${table}`,
      )
      // Whoever decides for themselves has nothing decided for them.
      const expected = table === 'capacity_decisions' ? [] : [{ consent: consentA.consentId }]
      expect(seen, table).toEqual(expected)
    }
  })

  it('reads one patient: the one whose consent it is', async () => {
    expect(await query(own(), 'select id from patients')).toEqual([{ id: consentA.patientId }])
    expect(
      await query(own(), 'select about_id from messages where about_id <> $1', [consentA.consentId]),
    ).toEqual([])
    expect(await query({ ...own(), consentIds: [] }, 'select id from patients')).toEqual([])
    expect(await query({ ...own(), clinicId: testApp.clinicB.id }, 'select id from patients')).toEqual([])
  })

  it.each([
    'staff',
    'templates',
    'template_versions',
    'audit_rows',
    'audit_seals',
    'patient_sessions',
    'template_uses',
    'template_adoptions',
    'histories',
    'history_entries',
    'history_reviews',
    'treatment_types',
    'treatment_subtypes',
  ])('may not read %s', async (table) => {
    await expect(query(own(), `select * from ${table}`)).rejects.toThrow('permission denied')
  })

  it('changes only what a patient may: its own consent, and there neither the text nor whose it is', async () => {
    const move = `update consents set status = 'withdrawn' where id = $1 returning id`
    expect(await query(own(), move, [consentA.consentId])).toHaveLength(1)
    expect(await query(own(), move, [otherConsentA.consentId])).toEqual([])
    for (const column of ['content', 'content_hash', 'patient_id', 'diagnosis', 'expires_at']) {
      await expect(query(own(), `update consents set ${column} = null`), column).rejects.toThrow(
        'permission denied',
      )
    }
    await expect(query(own(), `update patients set first_name = 'X'`)).rejects.toThrow('permission denied')
    await expect(query(own(), 'update links set revoked_at = null')).rejects.toThrow('permission denied')
  })

  it('opens no session of its own, and behind a link none of another consent', async () => {
    const session = `insert into patient_sessions (clinic_id, link_id, consent_id, token_hash, expires_at) values ($1, $2, $3, 'x', now())`
    await expect(
      query(own(), session, [testApp.clinicA.id, consentA.linkId, consentA.consentId]),
    ).rejects.toThrow('permission denied')
    const behindLink = { ...own(), role: 'candour_link' } as const
    await expect(
      query(behindLink, session, [testApp.clinicA.id, otherConsentA.linkId, otherConsentA.consentId]),
    ).rejects.toThrow('row-level security')
  })
})

describe('a supporter', () => {
  const own = () =>
    ({ role: 'candour_supporter', clinicId: testApp.clinicA.id, consentIds: [consentA.consentId] }) as const

  it('reads the text, the pictures and the questions of that one consent, and nothing beside', async () => {
    const grants = await testApp.owner.query<{ name: string; column: string }>(
      `select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('candour_supporter', c.oid, a.attname, 'select') order by 1, 2`,
    )
    const columnsOf = Map.groupBy(grants.rows, ({ name }) => name)
    expect([...columnsOf.keys()]).toEqual(['clinics', 'consent_pictures', 'consents', 'question_entries'])
    expect(columnsOf.get('consents')!.map(({ column }) => column)).toEqual(['clinic_id', 'content', 'id'])
    for (const [table, column] of [
      ['consents', 'id'],
      ['question_entries', 'consent_id'],
      ['consent_pictures', 'consent_id'],
    ] as const) {
      const seen = await query(own(), `select distinct ${column} as consent from ${table}`)
      expect(seen, table).toEqual([{ consent: consentA.consentId }])
      expect(await query({ ...own(), consentIds: [] }, `select ${column} from ${table}`), table).toEqual([])
      expect(
        await query({ ...own(), clinicId: testApp.clinicB.id }, `select ${column} from ${table}`),
        table,
      ).toEqual([])
    }
  })

  it('writes nothing', async () => {
    const tables = [...(await tenantTables(testApp.owner)), 'clinics']
    for (const table of tables)
      for (const right of ['insert', 'update', 'delete']) {
        const { rows } = await testApp.owner.query<{ may: boolean }>(
          `select case when $3 = 'delete' then has_table_privilege($1, $2, $3)
                       else has_any_column_privilege($1, $2, $3) end as may`,
          ['candour_supporter', table, right],
        )
        expect(rows[0]!.may, `${right} ${table}`).toBe(false)
      }
  })
})

describe('whoever has a role in a group of practices', () => {
  const groupOf = async (clinic: TestClinic): Promise<string> => {
    const text = 'select group_id from practice_group_members where clinic_id = $1'
    return (await testApp.owner.query<{ group_id: string }>(text, [clinic.id])).rows[0]!.group_id
  }

  /** Somebody of a new group of the practice shares one of its templates. */
  const shareTemplate = async (clinic: TestClinic) => {
    const { caller, groupId } = await clinic.addOwnGroup()
    const { templateId } = clinic
    const { versionId } = await caller.callOk(contract.groupTemplates.get, { templateId })
    const { templates } = await caller.callOk(contract.groupTemplates.share, { templateId, versionId })
    return { groupId, templateId: templates[0]!.id }
  }

  /** Which versions of its practices' templates a group reads: of those in use, and of what it shares copies of. */
  const versionsOfPractice = async (scope: RawScope) =>
    (
      await query<{ kind: string }>(
        scope,
        `select distinct case when v.id = t.current_version_id then 'current' when exists (
           select from templates c where c.owner_group_id = $1 and c.origin_version_id = v.id) then 'shared'
           else 'other' end as kind
         from template_versions v join templates t on t.id = v.template_id where t.owner_clinic_id is not null order by 1`,
        [scope.groupId],
      )
    ).map(({ kind }) => kind)

  it('reads the versions in use and those that it shares, and none that were replaced', async () => {
    const { groupId, templateId } = await shareTemplate(testApp.clinicA)
    const scope = { role: 'candour_group', groupId } as const
    const origin = `(select duplicated_from from templates where id = $1)`
    const add = `insert into template_versions (template_id, number, label, heading, wording, hash, created_by, reason)
      select template_id, number + $2, label, heading, wording, hash, 'x', 'x' from template_versions
      where id = (select current_version_id from templates where id = ${origin}) returning id`
    const version = async (ahead: number) =>
      (await testApp.owner.query<{ id: string }>(add, [templateId, ahead])).rows[0]!.id
    const [replaced, current] = [await version(40), await version(50)]
    const use = `update templates set current_version_id = $2 where id = ${origin}`
    await testApp.owner.query(use, [templateId, current])
    expect(await versionsOfPractice(scope)).toEqual(['current', 'shared'])
    const read = 'select id from template_versions where id = any($1)'
    expect(await query(scope, read, [[replaced, current]])).toEqual([{ id: current }])
    const { rows } = await testApp.owner.query<{ id: string }>(
      'select origin_version_id as id from templates where id = $1',
      [templateId],
    )
    const shared = [rows.map(({ id }) => id)]
    expect(await query(scope, read, shared)).toEqual(rows)
    await testApp.owner.query('update templates set deleted_at = now() where id = $1', [templateId])
    expect(await query(scope, read, shared)).toEqual([])
  })

  it('reads no template of a practice that did not agree to it', async () => {
    const { groupId } = await shareTemplate(testApp.clinicB)
    const scope = { role: 'candour_group', groupId } as const
    const owners = `select distinct owner_clinic_id as clinic from templates
      where owner_group_id is null and not offered_to_all`
    expect(await query(scope, owners)).toEqual([{ clinic: testApp.clinicB.id }])
    const agree = 'update practice_group_members set shares_templates_since = $2 where clinic_id = $1'
    await testApp.owner.query(agree, [testApp.clinicB.id, null])
    expect(await query(scope, owners)).toEqual([])
    const practice = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    const since = `${agree} returning clinic_id as clinic`
    expect(await query(practice, since, [testApp.clinicB.id, new Date()])).toEqual([])
    expect(await query(practice, since, [testApp.clinicA.id, new Date()])).toHaveLength(1)
    await testApp.owner.query(agree, [testApp.clinicB.id, new Date()])
  })

  it('reads and words policies of its own alone, and those of practices that agreed', async () => {
    const [ofA, ofB] = [await groupOf(testApp.clinicA), await groupOf(testApp.clinicB)]
    const scope = { role: 'candour_group', groupId: ofA } as const
    const add = `insert into group_policy_versions (group_id, policy, number, title, text, by_name, at)
      values ($1, $2, 1, 'Sharps', 'Nobody resheathes.', 'x', now()) returning group_id as "group"`
    const policy = `sharps-${crypto.randomUUID()}`
    expect(await query(scope, add, [ofA, policy])).toEqual([{ group: ofA }])
    await expect(query(scope, add, [ofB, policy])).rejects.toThrow('row-level security')
    const shared = 'select group_id as "group" from group_policy_versions where policy = $1'
    const practice = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    await testApp.owner.query(add, [ofA, policy])
    for (const reader of [scope, practice])
      expect(await query(reader, shared, [policy]), reader.role).toEqual([{ group: ofA }])
    for (const nobody of [
      { role: 'candour_group', groupId: ofB },
      { role: 'candour_clinic', clinicId: testApp.clinicB.id },
    ] as const)
      expect(await query(nobody, shared, [policy]), nobody.role).toEqual([])
    await expect(query(practice, add, [ofA, `own-${policy}`])).rejects.toThrow('permission denied')

    const adopted = 'select distinct clinic_id as clinic from policy_versions'
    expect(await query(scope, adopted)).toEqual([{ clinic: testApp.clinicA.id }])
    const agree = 'update practice_group_members set shows_policies_since = $2 where clinic_id = $1'
    await testApp.owner.query(agree, [testApp.clinicA.id, null])
    expect(await query(scope, adopted)).toEqual([])
    await testApp.owner.query(agree, [testApp.clinicA.id, new Date()])
  })

  it('reads figures of whole practices that agreed, and of none of their treatments or clinicians', async () => {
    const scope = { role: 'candour_group', groupId: await groupOf(testApp.clinicA) } as const
    const add = `insert into clinic_figures (clinic_id, subject, span, start, item, measure, total)
      values ($1, $2, 'month', '2024-01-01', $3, 'sent', 7)`
    for (const { id } of [testApp.clinicA, testApp.clinicB]) {
      await testApp.owner.query(add, [id, 'practice', ''])
      await testApp.owner.query(add, [id, 'treatment', 'Crown'])
      await testApp.owner.query(add, [id, 'clinician', crypto.randomUUID()])
    }
    const read = `select distinct clinic_id as clinic, subject from clinic_figures where start = '2024-01-01'`
    const own = { clinic: testApp.clinicA.id, subject: 'practice' }
    expect(await query(scope, read)).toEqual([own])
    const agree = 'update practice_group_members set shows_figures_since = $2 where clinic_id = $1'
    await testApp.owner.query(agree, [testApp.clinicA.id, null])
    expect(await query(scope, read)).toEqual([])
    await testApp.owner.query(agree, [testApp.clinicA.id, new Date()])
    await testApp.owner.query(`delete from clinic_figures where start = '2024-01-01'`)
  })

  it('counts rows of the practices that joined, and of no other, without any filter', async () => {
    const scope = { role: 'candour_group', groupId: await groupOf(testApp.clinicA) } as const
    const own = [{ clinic: testApp.clinicA.id }]
    for (const table of ['consents', 'improvement_actions', 'inspection_packs', 'practice_group_members'])
      expect(await query(scope, `select distinct clinic_id as clinic from ${table}`), table).toEqual(own)
    expect(await query(scope, 'select id as clinic from clinics')).toEqual(own)
    for (const nobody of [
      { role: 'candour_group' },
      { role: 'candour_group', groupId: crypto.randomUUID() },
    ] as const)
      for (const table of ['consents', 'improvement_actions', 'inspection_packs', 'practice_group_members'])
        expect(await query(nobody, `select clinic_id from ${table}`), table).toEqual([])
    // A practice's own scope opens nothing of its group to whoever is of the group.
    const both = { ...scope, groupId: '', clinicId: testApp.clinicA.id, consentIds: [consentA.consentId] }
    expect(await query(both, 'select clinic_id from consents')).toEqual([])
  })

  it('reads columns that name nobody, and nothing of any other table', async () => {
    const grants = await testApp.owner.query<{ name: string; columns: string }>(
      `select c.relname as name, string_agg(a.attname, ', ' order by a.attname) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('candour_group', c.oid, a.attname, 'select')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') group by 1 order by 1`,
    )
    expect(grants.rows).toEqual([
      { name: 'clinic_figures', columns: 'clinic_id, measure, span, start, subject, total' },
      { name: 'clinics', columns: 'id, name, time_zone' },
      { name: 'consents', columns: 'clinic_id, sent_at, signed_at, status, updated_at' },
      {
        name: 'group_billed_practices',
        columns: 'clinic_id, ended_at, group_id, paid_since, plan, previewed_at, set_at, set_by',
      },
      {
        name: 'group_billing_accounts',
        columns:
          'created_at, customer_id, ends_at, group_id, look_applied, looked_at, looks_begun, monthly_pence, ' +
          'parts, period_ends_at, status, subscription_id, unpaid_since, vat_number',
      },
      {
        name: 'group_billing_attempts',
        columns: 'by_name, created_at, failure, finished_at, group_id, id, kind, session_id, state',
      },
      {
        name: 'group_evidence_reports',
        columns:
          'bytes, created_at, failure, from_day, group_id, id, made_by, progress, sha256, status, to_day',
      },
      {
        name: 'group_fees',
        columns:
          'band, created_at, created_by, effective_from, ends_on, group_id, id, price_pence, template_id, unit',
      },
      {
        name: 'group_phrases',
        columns: 'created_at, created_by, field, group_id, id, template_id, text',
      },
      {
        name: 'group_policy_versions',
        columns: 'at, by_name, group_id, id, number, policy, text, title, withdrawn_at',
      },
      {
        name: 'group_sign_in_connections',
        columns:
          'certificates, client_id, counts_second_factor, created_at, group_claim, group_id, id, issuer, name, ' +
          'practice_levels, protocol, secret, sign_in_address, trusts_emails, updated_at',
      },
      { name: 'group_sign_in_domains', columns: 'created_at, domain, group_id, id, token, verified_at' },
      { name: 'improvement_actions', columns: 'clinic_id, due_on, status' },
      { name: 'inspection_packs', columns: 'clinic_id, created_at, status' },
      {
        name: 'policy_versions',
        columns: 'at, clinic_id, group_version_id, number, policy, review_on',
      },
      { name: 'practice_group_brands', columns: 'changed_at, colour, group_id, logo, version' },
      {
        name: 'practice_group_invitations',
        columns: 'answer, answered_at, email, group_id, id, invited_at, invited_by',
      },
      { name: 'practice_group_logos', columns: 'content, created_at, group_id, id, sha256' },
      {
        name: 'practice_group_members',
        columns:
          'billed_since, clinic_id, group_id, joined_at, joined_by, shares_templates_since, shows_figures_since, ' +
          'shows_policies_since, stopped_agreements, uses_branding_since, uses_fees_since, ' +
          'uses_sign_on_since',
      },
      { name: 'practice_groups', columns: 'created_at, created_by, id, name' },
      {
        name: 'template_versions',
        columns: 'hash, heading, id, label, number, template_id, wording',
      },
      {
        name: 'templates',
        columns:
          'created_at, current_version_id, deleted_at, duplicated_from, id, name, offered_to_all, ' +
          'origin_version_id, owner_clinic_id, owner_group_id, status, treatment_subtype, treatment_type, updated_at',
      },
      { name: 'videos', columns: 'id, owner_clinic_id' },
    ])
  })

  it('reads templates in use of its practices, and writes none but its own', async () => {
    const { groupId, templateId } = await shareTemplate(testApp.clinicA)
    const scope = { role: 'candour_group', groupId } as const
    const owners =
      'select distinct owner_clinic_id as clinic, owner_group_id as "group" from templates where not offered_to_all order by 1'
    expect(await query(scope, owners)).toEqual([
      { clinic: testApp.clinicA.id, group: null },
      { clinic: null, group: groupId },
    ])
    expect(
      await query(scope, `select id from templates where owner_clinic_id is not null and status <> 'active'`),
    ).toEqual([])
    const unowned = `select v.id from template_versions v left join templates t on t.id = v.template_id where t.id is null`
    expect(await query(scope, unowned)).toEqual([])
    expect(await versionsOfPractice(scope)).toEqual(['current'])
    expect(await query(scope, 'select id from videos where owner_clinic_id is not null')).toEqual([])
    const ofPractice = [testApp.clinicA.templateId]
    const rename = `update templates set name = 'x' where id = $1 returning id`
    expect(await query(scope, rename, ofPractice)).toEqual([])
    expect(await query(scope, rename, [templateId])).toHaveLength(1)
    const addVersion = `insert into template_versions (template_id, number, label, heading, wording, hash, created_by, reason)
      values ($1, 90, '90.0', '{}', '{}', 'x', 'x', 'x')`
    await expect(query(scope, addVersion, ofPractice)).rejects.toThrow('row-level security')
    await query(scope, addVersion, [templateId])
    const addTemplate = `insert into templates (owner_clinic_id, owner_group_id, name, treatment_type, current_version_id)
      values ($1, $2, 'x', 'x', gen_random_uuid())`
    for (const owner of [
      [testApp.clinicA.id, null],
      [null, null],
      [null, crypto.randomUUID()],
    ])
      await expect(query(scope, addTemplate, owner)).rejects.toThrow('row-level security')
  })

  it('shares templates with its own practices alone, which change none of them', async () => {
    const { groupId, templateId } = await shareTemplate(testApp.clinicA)
    const practice = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    const stranger = { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const
    const otherGroup = { role: 'candour_group', groupId: await groupOf(testApp.clinicB) } as const
    const shared = `select t.id, count(v.id)::int as versions from templates t join template_versions v on v.template_id = t.id
      where t.owner_group_id = $1 group by t.id`
    expect(await query(practice, shared, [groupId])).toEqual([{ id: templateId, versions: 1 }])
    for (const nobody of [stranger, otherGroup, { role: 'candour_admin' } as const])
      expect(await query(nobody, shared, [groupId]), nobody.role).toEqual([])
    const rename = `update templates set name = 'x' where id = $1 returning id`
    expect(await query(practice, rename, [templateId])).toEqual([])
    const addVersion = `insert into template_versions (template_id, number, label, heading, wording, hash, created_by, reason)
      values ($1, 90, '90.0', '{}', '{}', 'x', 'x', 'x')`
    await expect(query(practice, addVersion, [templateId])).rejects.toThrow('row-level security')
    const addTemplate = `insert into templates (owner_group_id, name, treatment_type, current_version_id)
      values ($1, 'x', 'x', gen_random_uuid())`
    for (const scope of [practice, { role: 'candour_admin' } as const])
      await expect(query(scope, addTemplate, [groupId]), scope.role).rejects.toThrow('row-level security')
  })

  it('has a fee list that its practices read while they take it, and that it alone writes', async () => {
    const groupId = await groupOf(testApp.clinicA)
    const scope = { role: 'candour_group', groupId } as const
    const practice = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    const stranger = { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const
    const otherGroup = { role: 'candour_group', groupId: await groupOf(testApp.clinicB) } as const
    const insert = `insert into group_fees (group_id, template_id, price_pence, unit, effective_from, created_by, created_at)
      values ($1, $2, 45000, 'treatment', '2026-01-05', 'x', now())`
    const { rows } = await testApp.owner.query('select id from templates where offered_to_all limit 1')
    const [{ id: templateId }] = rows as [{ id: string }]
    await query(scope, insert, [groupId, templateId])
    await testApp.owner.query(insert, [groupId, templateId])
    await expect(query(otherGroup, insert, [groupId, templateId])).rejects.toThrow('row-level security')
    for (const nobody of [practice, stranger])
      await expect(query(nobody, insert, [groupId, templateId])).rejects.toThrow('permission denied')
    const read = 'select group_id as "group" from group_fees'
    for (const reader of [scope, practice])
      expect(await query(reader, read), reader.role).toEqual([{ group: groupId }])
    for (const nobody of [stranger, otherGroup]) expect(await query(nobody, read), nobody.role).toEqual([])
    const end = `update group_fees set ends_on = '2026-02-01' returning group_id as "group"`
    expect(await query(otherGroup, end)).toEqual([])
    await expect(query(practice, end)).rejects.toThrow('permission denied')
    await expect(query(scope, 'update group_fees set price_pence = 1')).rejects.toThrow('permission denied')
    await expect(query(scope, 'delete from group_fees')).rejects.toThrow('permission denied')
    const stop =
      'update practice_group_members set uses_fees_since = null where group_id = $1 returning clinic_id as clinic'
    expect(await query(practice, stop, [groupId])).toEqual([{ clinic: testApp.clinicA.id }])
    await testApp.owner.query(stop, [groupId])
    expect(await query(practice, read)).toEqual([])
  })

  it('has a sign-on that its practices read while they use it, and that it alone writes', async () => {
    const groupId = await groupOf(testApp.clinicA)
    const scope = { role: 'candour_group', groupId } as const
    const practice = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    const stranger = { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const
    const otherGroup = { role: 'candour_group', groupId: await groupOf(testApp.clinicB) } as const
    const add = {
      group_sign_in_connections: `insert into group_sign_in_connections (group_id, name, protocol, issuer, client_id, secret,
          trusts_emails, counts_second_factor, group_claim, practice_levels, created_at, updated_at)
        values ($1, 'x', 'oidc', 'https://x.example', 'x', 'x', false, false, 'groups', '[]', now(), now())`,
      group_sign_in_domains: `insert into group_sign_in_domains (group_id, domain, token, created_at)
        values ($1, 'x.example', 'x', now())`,
    }
    for (const insert of Object.values(add)) {
      await query(scope, insert, [groupId])
      await testApp.owner.query(insert, [groupId])
      await expect(query(otherGroup, insert, [groupId])).rejects.toThrow('row-level security')
      await expect(query(practice, insert, [groupId])).rejects.toThrow('permission denied')
    }
    const readers = async (reader: Parameters<typeof query>[0]) =>
      Promise.all(
        Object.keys(add).map(async (table) => (await query(reader, `select id from ${table}`)).length),
      )
    for (const reader of [scope, practice]) expect(await readers(reader), reader.role).toEqual([1, 1])
    for (const nobody of [stranger, otherGroup]) expect(await readers(nobody), nobody.role).toEqual([0, 0])
    await testApp.owner.query(
      'update practice_group_members set uses_sign_on_since = null where clinic_id = $1',
      [testApp.clinicA.id],
    )
    expect(await readers(practice)).toEqual([0, 0])
  })

  it('has evidence reports that no practice and no other group reads, changes or takes away', async () => {
    const groupId = await groupOf(testApp.clinicA)
    const scope = { role: 'candour_group', groupId } as const
    const otherGroup = { role: 'candour_group', groupId: await groupOf(testApp.clinicB) } as const
    const insert = `insert into group_evidence_reports (group_id, from_day, to_day, status, made_by, created_at)
      values ($1, '2026-01-01', '2026-03-31', 'failed', 'x', now())`
    await query(scope, insert, [groupId])
    await testApp.owner.query(insert, [groupId])
    await expect(query(otherGroup, insert, [groupId])).rejects.toThrow('row-level security')
    const read = 'select group_id as "group" from group_evidence_reports'
    expect(await query(scope, read)).toEqual([{ group: groupId }])
    expect(await query(otherGroup, read)).toEqual([])
    const change = `update group_evidence_reports set failure = 'y' returning id`
    expect(await query(otherGroup, change)).toEqual([])
    await expect(query(scope, `update group_evidence_reports set made_by = 'y'`)).rejects.toThrow(
      'permission denied',
    )
    await expect(query(scope, 'delete from group_evidence_reports')).rejects.toThrow('permission denied')
    for (const role of ['candour_clinic', 'candour_admin'] as const)
      await expect(query({ role, clinicId: testApp.clinicA.id }, read), role).rejects.toThrow(
        'permission denied',
      )
    await testApp.owner.query('delete from group_evidence_reports where group_id = $1', [groupId])
  })

  it('has phrases that its practices read, and that it alone writes', async () => {
    const groupId = await groupOf(testApp.clinicA)
    const scope = { role: 'candour_group', groupId } as const
    const practice = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    const stranger = { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const
    const otherGroup = { role: 'candour_group', groupId: await groupOf(testApp.clinicB) } as const
    const insert = `insert into group_phrases (group_id, template_id, field, text, created_by, created_at)
      values ($1, $2, 'reason', 'it keeps the tooth', 'x', now())`
    const { rows } = await testApp.owner.query('select id from templates where offered_to_all limit 1')
    const phrase = [groupId, (rows as [{ id: string }])[0].id]
    await query(scope, insert, phrase)
    await testApp.owner.query(insert, phrase)
    await expect(query(otherGroup, insert, phrase)).rejects.toThrow('row-level security')
    for (const nobody of [practice, stranger])
      await expect(query(nobody, insert, phrase)).rejects.toThrow('permission denied')
    const read = 'select group_id as "group" from group_phrases'
    for (const reader of [scope, practice])
      expect(await query(reader, read), reader.role).toEqual([{ group: groupId }])
    for (const nobody of [stranger, otherGroup]) expect(await query(nobody, read), nobody.role).toEqual([])
    expect(await query(otherGroup, 'delete from group_phrases returning id')).toEqual([])
    await expect(query(practice, 'delete from group_phrases')).rejects.toThrow('permission denied')
    await expect(query(scope, `update group_phrases set text = 'x'`)).rejects.toThrow('permission denied')
  })

  it('puts no practice into a group; a practice joins only a group that invited its administrator', async () => {
    const group = await groupOf(testApp.clinicA)
    const insert = `insert into practice_group_members (clinic_id, group_id, joined_by, joined_at) values ($1, $2, 'x', now())`
    for (const role of ['candour_group', 'candour_admin'] as const)
      await expect(
        query({ role, groupId: group }, insert, [testApp.clinicB.id, group]),
        role,
      ).rejects.toThrow('permission denied')
    const asPractice = { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const
    await expect(query(asPractice, insert, [testApp.clinicA.id, group])).rejects.toThrow('row-level security')
    await expect(query(asPractice, insert, [testApp.clinicB.id, group])).rejects.toThrow('row-level security')
    expect(await query(asPractice, 'select id from practice_groups where id = $1', [group])).toEqual([])
  })

  it('takes the answer of the practice whose administrator was invited, and of no other', async () => {
    const ofB = await addTestGroup(testApp.owner)
    const { email } = testApp.clinicB.staff.owner
    const invitation = await addGroupInvitation(testApp.owner, ofB, email)
    const answer = 'select answer_group_invitation($1, $2, $3, now()) as outcome'
    const as = (given: string) => [invitation, given, 'x']
    const outcomeFor = (scope: RawScope, given = 'joined') => query(scope, answer, as(given))
    const practice = { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const
    expect(await outcomeFor(practice, 'declined')).toEqual([{ outcome: 'answered' }])
    // It is in a group, and in one at a time.
    expect(await outcomeFor(practice)).toEqual([{ outcome: 'in-a-group' }])
    for (const nobody of [
      { ...practice, clinicId: testApp.clinicA.id },
      { ...practice, clinicId: '' },
    ])
      expect(await outcomeFor(nobody), nobody.clinicId).toEqual([{ outcome: 'invitation-not-found' }])
    for (const role of ['candour_group', 'candour_admin', 'candour_patient', 'candour_integration'] as const)
      await expect(outcomeFor({ ...practice, role, groupId: ofB }), role).rejects.toThrow('permission denied')
    await expect(outcomeFor(practice, 'withdrawn')).rejects.toThrow('row-level security')
    await testApp.owner.query('delete from practice_group_invitations where id = $1', [invitation])
  })
})

describe('those who run the platform', () => {
  it('see metadata of consents, and neither patients nor wording', async () => {
    const all = await query<{ clinic_id: string }>(
      { role: 'candour_admin' },
      'select clinic_id, id, status from consents',
    )
    expect(new Set(all.map((row) => row.clinic_id))).toEqual(
      new Set([testApp.clinicA.id, testApp.clinicB.id]),
    )
    for (const column of [
      'patient_id',
      'content',
      'diagnosis',
      'plan',
      'treatment',
      'reason',
      'clinician_id',
    ]) {
      await expect(
        query({ role: 'candour_admin' }, `select ${column} from consents`),
        column,
      ).rejects.toThrow('permission denied')
    }
    for (const table of [
      'patients',
      'signatures',
      'links',
      'messages',
      'consent_events',
      'consent_items',
      'document_versions',
      'history_entries',
    ]) {
      await expect(query({ role: 'candour_admin' }, `select * from ${table}`), table).rejects.toThrow(
        'permission denied',
      )
    }
  })

  it('sweeps list ids and nothing else', async () => {
    await expect(query({ role: 'candour_job' }, 'select content from consents')).rejects.toThrow(
      'permission denied',
    )
    await expect(query({ role: 'candour_job' }, 'select * from patients')).rejects.toThrow(
      'permission denied',
    )
    await expect(query({ role: 'candour_job' }, 'select clinic_id, id from consents')).resolves.not.toEqual(
      [],
    )
  })
})

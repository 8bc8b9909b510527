import {
  addVideo,
  beginUpload,
  uploadIdOf,
  uploadFile,
  videoBytes,
} from '../../server/testing/test-upload.ts'
import type { InferContractRouterInputs } from '@orpc/contract'
import { randomUUID } from 'node:crypto'
import { dateInTimeZone } from '../../contract/calendar-day.ts'
import { contract, files, type Contract } from '../../contract/index.ts'
import { newPdf } from '../../server/testing/test-files.ts'
import type { TestClinic, TestConsent } from '../../server/testing/test-clinic.ts'
import type { TestCaller } from '../../server/testing/test-caller.ts'
import { newPicture } from '../../server/testing/test-picture.ts'

type NewAccess = InferContractRouterInputs<Contract>['emergencyAccesses']['open']
type NewConnection = InferContractRouterInputs<Contract>['singleSignOn']['save']
type NewEnquiry = InferContractRouterInputs<Contract>['enquiries']['send']
type NewAnnouncement = InferContractRouterInputs<Contract>['announcements']['create']
type NewTemplate = InferContractRouterInputs<Contract>['adminTemplates']['create']
type TemplateChange = InferContractRouterInputs<Contract>['templates']['update']

/** One consent in each state that examples name, in one clinic; made afresh where an operation changes it. */
export type AccessFixture = {
  ids: Record<string, string>
  /** The patient who has proved the birth date for this consent. */
  patientOf(consentId: string): Promise<TestCaller>
  /** Somebody whom a patient lets read along, the code proved. */
  supporterOf(supporterId: string): Promise<TestCaller>
  /** A patient on their own page. */
  patientAtHome(): Promise<TestCaller>
  /** Whoever looks after a group of practices. */
  groupAdministrator(): Promise<TestCaller>
}

/** What examples name that belongs to one signed-in person: a session, and a photo that nobody else has. */
export async function ownIdsOf(person: TestCaller): Promise<{ sessionId: string; photo: string }> {
  const { sessions } = await person.callOk(contract.account.get, {})
  const { photo } = await person.callOk(contract.account.setPhoto, { image: newPicture().toString('base64') })
  return { sessionId: sessions[0]!.id, photo }
}

/** A treatment type with the subtype that examples rename and remove; each has a name of its own. */
const newTreatment = () => ({ name: `Sleep ${randomUUID()}`, subtypes: ['Snoring splint'] })

/** An upload that was begun, one that is whole, and a video. */
async function videoIds(
  caller: TestCaller,
  side: 'clinic' | 'admin',
  names: readonly string[],
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  const bytes = videoBytes().length
  if (names.includes('uploadId')) ids.uploadId = uploadIdOf(await beginUpload(caller, side, { bytes }))
  if (names.includes('finishedUploadId')) ids.finishedUploadId = await uploadFile(caller, side)
  if (names.includes('videoId')) ids.videoId = (await addVideo(caller, side)).id
  return ids
}

/** Something that a stranger wrote. */
async function addEnquiry(caller: TestCaller): Promise<string> {
  const { example } = contract.enquiries.send['~orpc'].meta
  const key = randomUUID()
  await caller.callOk(contract.enquiries.send, { ...(example as NewEnquiry), key })
  return key
}

/** A consent that is opened from the platform: the access. */
async function openRecord(admin: TestCaller, consentId: string): Promise<string> {
  const { example } = contract.emergencyAccesses.open['~orpc'].meta
  const { id } = await admin.callOk(contract.emergencyAccesses.open, { ...(example as NewAccess), consentId })
  return id
}

/** A template that a group may share, and one that it shares, of which the practice has a newer version. */
async function addGroupTemplates(
  clinic: TestClinic,
  administrator: TestCaller,
): Promise<Record<string, string>> {
  const { templateId } = clinic
  const manager = clinic.as('manager')
  // In use, also where an operation has made the clinic ask for approval.
  const approve = (templateId: string, versionId: string) =>
    clinic
      .as('lead')
      .callOk(contract.templates.decide, { templateId, versionId, decision: 'approved', comment: '' })
  const duplicate = async () => {
    const copy = await manager.callOk(contract.templates.duplicate, { templateId })
    await approve(copy.id, copy.versionId)
    return copy
  }
  const [offered, source] = [await duplicate(), await duplicate()]
  const { id, versionId } = source
  const { templates } = await administrator.callOk(contract.groupTemplates.share, {
    templateId: id,
    versionId,
  })
  const { example } = contract.templates.update['~orpc'].meta
  const saved = { ...(example as TemplateChange), templateId: id, versionId }
  const newer = await manager.callOk(contract.templates.update, saved)
  await approve(id, newer.versionId)
  return {
    practiceTemplateId: offered.id,
    practiceVersionId: offered.versionId,
    sharedTemplateId: templates[0]!.id,
    newPracticeVersionId: newer.versionId,
  }
}

/** A policy that a group words for its practices: which one. */
async function addGroupPolicy(administrator: TestCaller): Promise<string> {
  const policy = `policy-${randomUUID().slice(0, 8)}`
  const wording = { policy, title: 'Sharps', text: 'Nobody resheathes a needle.', after: 0 }
  await administrator.callOk(contract.groupPolicies.share, wording)
  return policy
}

/** A ticket of the dentist, who is the one to write to it; with a file where one is asked for. */
async function addTicket(clinic: TestClinic, hasFile: boolean) {
  const file = { name: 'log.txt', content: Buffer.from('A log').toString('base64') }
  const written = { subject: 'Blurred', kind: 'problem' as const, words: 'Our logo is not sharp.' }
  return clinic.as('dentist').callOk(contract.tickets.open, { ...written, files: hasFile ? [file] : [] })
}

/** Something that is announced to every clinic. */
async function announce(admin: TestCaller): Promise<string> {
  const { example } = contract.announcements.create['~orpc'].meta
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  const written = { ...(example as NewAnnouncement), from: hours(-1), until: hours(24 * 365) }
  return (await admin.callOk(contract.announcements.create, written)).id
}

/** What examples for super administrators name, where it is the platform's own; made afresh each time. */
export async function createPlatformIds(
  admin: TestCaller,
  names: readonly string[],
  { scene, runJobs }: { scene: Record<string, string>; runJobs: () => Promise<unknown> },
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  if (names.includes('accessId')) ids.accessId = await openRecord(admin, scene.openedId!)
  if (names.includes('treatmentId'))
    ids.treatmentId = (await admin.callOk(contract.adminTreatments.create, newTreatment())).id
  if (names.includes('enquiryId')) ids.enquiryId = await addEnquiry(admin)
  if (names.includes('cannedId')) {
    const kept = { title: randomUUID(), words: 'See the manual.' }
    ids.cannedId = (await admin.callOk(contract.adminTickets.addCanned, kept)).id
  }
  if (names.includes('announcementId')) ids.announcementId = await announce(admin)
  if (names.includes('platformDraftId')) {
    const draft = { title: 'Terms', text: `As of ${randomUUID()}`, change: 'Shorter' }
    ids.platformDraftId = (
      await admin.callOk(contract.platformDocuments.saveDraft, { kind: 'privacy', ...draft })
    ).id
  }
  if (names.includes('messageName')) {
    await addEnquiry(admin)
    await runJobs()
    ids.messageName = (await admin.callOk(contract.outbox.list, {})).rows[0]!.name
  }
  if (names.includes('templateId')) {
    const { example } = contract.adminTemplates.create['~orpc'].meta
    const source = await admin.callOk(contract.adminTemplates.create, example as NewTemplate)
    const copy = await admin.callOk(contract.adminTemplates.duplicate, { templateId: source.id })
    const template = names.includes('sourceVersionId') ? copy : source
    Object.assign(ids, { templateId: template.id, versionId: template.versionId })
    ids.sourceVersionId = source.versionId
  }
  if (names.includes('groupId') || names.includes('groupPersonId')) {
    const name = `Coastal ${randomUUID()}`
    const made = await admin.callOk(contract.practiceGroups.create, { name })
    const groupId = (ids.groupId = made.find((group) => group.name === name)!.id)
    if (names.includes('groupPersonId')) {
      const person = { groupId, email: scene.staffAddress!, role: 'group_auditor' } as const
      const groups = await admin.callOk(contract.practiceGroups.addPerson, person)
      ids.groupPersonId = groups.find(({ id }) => id === groupId)!.people[0]!.id
    }
  }
  return { ...ids, ...(await videoIds(admin, 'admin', names)) }
}

/**
 * An import of patients that was checked and not begun; a new one each time, with somebody nobody has yet, somebody
 * who cannot be used, and in row 5 one who is held.
 */
async function addImport(clinic: TestClinic): Promise<string> {
  const lines = ['Forename,Surname,DOB,NHS', `Ada,${randomUUID()},14/03/1961,`, 'Ben,Nobody,31/02/1961,']
  for (const name of ['Cara', 'Dora']) lines.push(`${name},${randomUUID()},14/03/1961,4010232137`)
  const content = Buffer.from(lines.join('\n')).toString('base64')
  const as = clinic.as('receptionist')
  const { id, columns, dateOrder } = await as.callOk(contract.patientImports.read, {
    fileName: 'a.csv',
    content,
  })
  const fields = columns.map(({ field }) => field)
  await as.callOk(contract.patientImports.check, { importId: id, fields, dateOrder })
  return id
}

/** A list of one patient who is here with the same details: nothing is to be imported, and its records may be. */
async function addManifest(clinic: TestClinic): Promise<string> {
  const lastName = `Manifest${randomUUID().replaceAll('-', '')}`
  await clinic.addPatient({ firstName: 'Ada', lastName, dateOfBirth: '1961-03-14' })
  const header = 'Forename,Surname,DOB,Record ID,Form,Signed on,File'
  const lines = [header, `Ada,${lastName},14/03/1961,${randomUUID()},Old form,05/06/2023,a.pdf`]
  const content = Buffer.from(lines.join('\n')).toString('base64')
  const as = clinic.as('owner')
  const list = await as.callOk(contract.patientImports.read, { fileName: 'a.csv', content })
  const fields = list.columns.map(({ field }) => field)
  await as.callOk(contract.patientImports.check, { importId: list.id, fields, dateOrder: list.dateOrder })
  return list.id
}

/** An import of one record, as far as it is asked for. */
async function addForeignImport(
  clinic: TestClinic,
  until: 'checked' | 'running' | 'done',
): Promise<{ foreignImportId: string; foreignRecordId: string }> {
  const { foreignRecords } = contract
  const as = clinic.as('owner')
  const patientImportId = await addManifest(clinic)
  const read = await as.callOk(foreignRecords.read, { patientImportId, source: 'Another product' })
  const foreignImportId = read.id
  const fields = read.columns.map(({ field }) => field)
  await as.callOk(foreignRecords.check, { foreignImportId, fields, dateOrder: 'day-first' })
  if (until === 'checked') return { foreignImportId, foreignRecordId: '' }
  await as.callOk(foreignRecords.start, { foreignImportId })
  if (until === 'running') return { foreignImportId, foreignRecordId: '' }
  const content = Buffer.from(await newPdf()).toString('base64')
  await as.callOk(foreignRecords.addFile, { foreignImportId, number: 2, content })
  await as.callOk(foreignRecords.finish, { foreignImportId })
  const { rows } = await as.callOk(contract.patients.list, { search: 'Manifest', pageSize: 100 })
  for (const { id: patientId } of rows)
    for (const { id, originalId } of await as.callOk(foreignRecords.ofPatient, { patientId })) {
      const own = await as.callOk(foreignRecords.rows, { foreignImportId })
      if (own.rows[0]!.originalId === originalId) return { foreignImportId, foreignRecordId: id }
    }
  throw new Error('The record was not imported')
}

/** A day list that was looked at and not brought in, with a patient whom nobody has yet. */
async function addDayList(clinic: TestClinic): Promise<string> {
  const lines = ['Time,Patient,DOB,Dentist', `09:30,Ada ${randomUUID()},14/03/1961,Tom Hughes`]
  const content = Buffer.from(lines.join('\n')).toString('base64')
  const as = clinic.as('receptionist')
  const list = await as.callOk(contract.dayLists.read, { fileName: 'today.csv', content })
  const { id: listId, columns, dateOrder, day } = list
  const fields = columns.map(({ field }) => field)
  await as.callOk(contract.dayLists.check, { listId, fields, dateOrder, day })
  return listId
}

/** A breach that is open, and one that can be closed. */
async function addBreaches(clinic: TestClinic): Promise<{ breachId: string; settledBreachId: string }> {
  const owner = clinic.as('owner')
  const { openBreach, addBreachEntry } = contract.dataProtection
  const breach = { title: 'Letter to the wrong address', discoveredAt: '2025-01-06T09:30:00Z' }
  const { id: breachId } = await owner.callOk(openBreach, breach)
  const { id: settledBreachId } = await owner.callOk(openBreach, breach)
  const settle = { breachId: settledBreachId }
  const said = { kind: 'assessed', risk: 'unlikely', reason: 'It came back unopened' } as const
  await owner.callOk(addBreachEntry, { ...settle, said })
  await owner.callOk(addBreachEntry, {
    ...settle,
    said: { kind: 'measures', measures: 'Windows in envelopes' },
  })
  return { breachId, settledBreachId }
}

/** An export of the clinic: one that is there, since only one is made at a time. */
async function findOrCreateExport(clinic: TestClinic): Promise<string> {
  const [made] = await clinic.as('owner').callOk(contract.records.listExports, {})
  return (made ?? (await clinic.as('owner').callOk(contract.records.makeExport, {}))).id
}

/** An appointment to take a tooth out, with a clinician other than whoever checks the tooth. */
async function addExtraction(clinic: TestClinic): Promise<string> {
  const found = await clinic.as('owner').callOk(contract.templates.list, { search: 'Simple Extraction' })
  const templateId = found.rows.find(({ name }) => name === 'Simple Extraction')!.id
  const treatments = [{ templateId, teeth: ['46'] }]
  return (await clinic.addAppointment({ clinicianId: clinic.staff.lead.staffId!, treatments })).id
}

/** A fee that applies today: its id. */
/** A phrase of a group, for a template that the platform offers to all. */
async function addGroupPhrase(administrator: TestCaller): Promise<string> {
  const { rows } = await administrator.callOk(contract.groupPhrases.templates, { pageSize: 1 })
  const phrase = { templateId: rows[0]!.templateId, field: 'diagnosis', text: 'an old filling' } as const
  return (await administrator.callOk(contract.groupPhrases.add, phrase)).phrases[0]!.id
}

/** An e-mail domain of a group, which is not verified. */
async function addGroupDomain(administrator: TestCaller): Promise<string> {
  const domain = `d${randomUUID()}.example.org`
  return (await administrator.callOk(contract.groupSignOn.addDomain, { domain })).domains[0]!.id
}

/** A fee of a group, of a template that the platform offers to all. */
async function addGroupFee(administrator: TestCaller): Promise<string> {
  const { rows } = await administrator.callOk(contract.groupFees.list, { pageSize: 1 })
  const { templateId } = rows[0]!
  const fee = { templateId, pricePence: 45_000, band: null, effectiveFrom: dateInTimeZone(new Date()) }
  return (await administrator.callOk(contract.groupFees.save, fee)).current!.id
}

async function addFee(clinic: TestClinic): Promise<string> {
  const { templateId } = clinic
  const fee = { templateId, pricePence: 45_000, band: null, effectiveFrom: dateInTimeZone(new Date()) }
  return (await clinic.as('manager').callOk(contract.fees.save, fee)).current!.id
}

/** A saved view of the dentist, who is the one to change it. */
async function addView(clinic: TestClinic): Promise<string> {
  const view = { name: randomUUID(), filter: { view: 'drafts' as const } }
  return (await clinic.as('dentist').callOk(contract.savedViews.create, view)).id
}

const leadOf = (clinic: TestClinic) => clinic.staff.lead.staffId!

/** An open action of the lead: its id. */
async function addAction(clinic: TestClinic): Promise<string> {
  const action = { title: 'Talk options through', ownerId: leadOf(clinic), dueOn: '2027-01-31' }
  return (await clinic.as('manager').callOk(contract.improvementActions.create, action)).id
}

/** The first version of a policy, or the one that is there: its id. */
async function addPolicy(clinic: TestClinic): Promise<string> {
  const policy = 'records'
  const wording = { policy, title: 'Records', text: 'We keep them.', reviewOn: '2027-12-31', after: 0 }
  const adopted = await clinic.as('manager').call(contract.policies.adopt, wording)
  const { version } = adopted.error
    ? await clinic.as('manager').callOk(contract.policies.get, { policy })
    : adopted.body
  return version!.id
}

function addTraining(clinic: TestClinic, certificate: string | null = null) {
  const training = {
    staffId: leadOf(clinic),
    topic: 'consent',
    title: 'Course',
    doneOn: '2026-01-05',
  } as const
  return clinic.as('manager').callOk(contract.trainings.record, { ...training, certificate })
}

/** An incident that is still open: its id. */
async function addIncident(clinic: TestClinic): Promise<string> {
  const incident = {
    kind: 'near-miss',
    happenedOn: '2026-01-05',
    summary: 'Nearly',
    isAboutConsent: true,
  } as const
  return (await clinic.as('manager').callOk(contract.incidents.record, incident)).id
}

/** An X-ray added to a draft: its id. */
async function addPicture(clinic: TestClinic, consentId: string): Promise<string> {
  const picture = { kind: 'xray', caption: 'Your teeth', alt: 'Three teeth' } as const
  const image = newPicture().toString('base64')
  return (await clinic.as('dentist').callOk(contract.pictures.add, { consentId, ...picture, image })).id
}

const programOf = async (clinic: TestClinic): Promise<TestCaller> =>
  clinic.withKey((await clinic.addApiKey()).secret)

/** An appointment that another program has booked: its own identifier for it. */
async function addExternalAppointment(clinic: TestClinic): Promise<string> {
  const identifier = randomUUID()
  const booking = { patientId: await clinic.addPatient(), clinicianId: clinic.staff.dentist.staffId! }
  const when = { day: '2026-01-05', time: '15:30', farDayConfirmed: true }
  const program = await programOf(clinic)
  await program.callOk(contract.programs.saveAppointment, { identifier, ...booking, ...when })
  return identifier
}

/** A patient whom another program sent under a name that is not the record's: what is held. */
async function addHeldPatient(clinic: TestClinic): Promise<string> {
  const [identifier, program] = [randomUUID(), await programOf(clinic)]
  const person = { identifier, firstName: 'Ada', lastName: randomUUID(), dateOfBirth: '1961-03-14' }
  await program.callOk(contract.programs.savePatient, person)
  await program.callOk(contract.programs.savePatient, { ...person, lastName: 'Married' })
  const held = await clinic.as('dentist').callOk(contract.programDecisions.listHeld, {})
  return held.find((each) => each.identifier === identifier)!.id
}

/** The token of an address that another program made for the dentist. */
async function addLaunch(clinic: TestClinic): Promise<string> {
  const asked = { open: 'patient', patientId: await clinic.addPatient() } as const
  const staffId = clinic.staff.dentist.staffId!
  const { url } = await (
    await programOf(clinic)
  ).callOk(contract.programs.createLaunch, { ...asked, staffId })
  return new URL(url).hash.slice(1)
}

/** An app that staff may open at a patient. */
async function addSmartApp(clinic: TestClinic): Promise<string> {
  const { example } = contract.smartApps.create['~orpc'].meta
  const made = await clinic.as('owner').call(contract.smartApps.create, example as never)
  if (made.reason !== 'too-many') return made.body.id
  for (const { id } of await clinic.as('owner').callOk(contract.smartApps.list, {}))
    await clinic.as('owner').callOk(contract.smartApps.remove, { appId: id })
  return (await clinic.as('owner').callOk(contract.smartApps.create, example as never)).id
}

/** An origin whose pages may show the practice's consents; where there are too many, in the place of all others. */
async function addEmbedOrigin(clinic: TestClinic): Promise<{ id: string; origin: string }> {
  const owner = clinic.as('owner')
  const entry = { origin: `https://o${randomUUID()}.example.org` }
  const added = await owner.call(contract.embeds.addOrigin, entry)
  if (added.reason !== 'too-many') return added.body
  for (const { id } of await owner.callOk(contract.embeds.listOrigins, {}))
    await owner.callOk(contract.embeds.removeOrigin, { originId: id })
  return owner.callOk(contract.embeds.addOrigin, entry)
}

/** A webhook that another program asked for, and that nobody has switched on. */
async function addSubscription(clinic: TestClinic): Promise<string> {
  const program = await programOf(clinic)
  const { example } = files.fhirSubscriptions.createSubscription.meta
  const asked = async () =>
    program.send({
      ...{ method: 'POST', url: '/api/fhir/Subscription' },
      payload: JSON.stringify((example as { body: object }).body),
      headers: { 'content-type': 'application/fhir+json' },
    })
  const made = await asked()
  if (made.reason !== 'too-many') return (made.body as { id: string }).id
  // A practice is asked for a few at once: those that wait are decided first.
  for (const { id, status } of await clinic.as('owner').callOk(contract.integrations.listWebhooks, {}))
    if (status === 'requested')
      await clinic.as('owner').callOk(contract.integrations.removeWebhook, { webhookId: id })
  return ((await asked()).body as { id: string }).id
}

/** Makes what these names of an example stand for, and nothing else. */
export async function createAccessFixture(
  clinic: TestClinic,
  names: readonly string[],
): Promise<AccessFixture> {
  const ids: Record<string, string> = { staffId: clinic.staff.dentist.staffId! }
  const opened = new Map<string, TestCaller>()
  const sent = new Map<string, TestConsent>()
  const supporters = new Map<string, TestCaller>()
  const wants = (...wanted: string[]) => wanted.some((name) => names.includes(name))

  // Copies of their own, since operations change and delete them.
  if (wants('templateId', 'versionId')) {
    const { templateId } = clinic
    const copy = await clinic.as('manager').callOk(contract.templates.duplicate, { templateId })
    const source = await clinic.as('manager').callOk(contract.templates.get, { templateId })
    const named = { templateId: copy.id, versionId: copy.versionId }
    // In use, also where an operation has made the clinic ask for approval.
    await clinic.as('lead').callOk(contract.templates.decide, { ...named, decision: 'approved', comment: '' })
    Object.assign(ids, { ...named, sourceVersionId: source.versionId })
  }
  if (wants('treatmentId'))
    ids.treatmentId = (await clinic.as('manager').callOk(contract.treatments.create, newTreatment())).id
  if (wants('enquiryId')) ids.enquiryId = await addEnquiry(clinic.as('owner'))
  if (wants('ticketId')) ids.ticketId = (await addTicket(clinic, false)).id
  if (wants('filedTicketId', 'ticketFileId')) {
    const { id, posts } = await addTicket(clinic, true)
    Object.assign(ids, { filedTicketId: id, ticketFileId: posts[0]!.files[0]!.id })
  }
  // The platform's: what one who runs it would be given, made afresh for each.
  if (wants('cannedId')) ids.cannedId = randomUUID()
  // What super administrators alone have is theirs to make; nobody else is told whether there is such a one.
  if (wants('announcementId')) ids.announcementId = randomUUID()
  if (wants('messageName')) ids.messageName = `${randomUUID()}.eml`
  // Somebody of their own, since whoever is deactivated is no caller any more.
  if (wants('leadId', 'provisionedId'))
    ids.provisionedId = ids.staffId = (await clinic.addColleague()).staffId!
  if (wants('leadId')) ids.leadId = clinic.staff.lead.staffId!
  if (wants('userId')) ids.userId = clinic.staff.dentist.userId
  if (wants('sessionId', 'photo')) Object.assign(ids, await ownIdsOf(clinic.as('receptionist')))
  if (wants('invitedId')) ids.invitedId = await clinic.addInvited()
  if (wants('cleanupId')) {
    const items = [{ kind: 'never-registered', id: await clinic.addInvited() }] as const
    ids.cleanupId = (await clinic.as('owner').callOk(contract.cleanup.act, { items: [...items] })).id
  }
  if (wants('patientId', 'mergeId')) ids.patientId = await clinic.addPatient()
  if (wants('trialPatientId')) ids.trialPatientId = await clinic.addTrialPatient()
  if (wants('duplicateId', 'mergeId')) ids.duplicateId = await clinic.addPatient()
  if (wants('importId')) ids.importId = await addImport(clinic)
  if (wants('donePatientImportId')) ids.donePatientImportId = await addManifest(clinic)
  if (wants('foreignImportId'))
    ids.foreignImportId = (await addForeignImport(clinic, 'checked')).foreignImportId
  if (wants('runningForeignImportId'))
    ids.runningForeignImportId = (await addForeignImport(clinic, 'running')).foreignImportId
  if (wants('doneForeignImportId'))
    ids.doneForeignImportId = (await addForeignImport(clinic, 'done')).foreignImportId
  if (wants('foreignRecordId')) ids.foreignRecordId = (await addForeignImport(clinic, 'done')).foreignRecordId
  if (wants('listId')) ids.listId = await addDayList(clinic)
  if (wants('feeId')) ids.feeId = await addFee(clinic)
  if (wants('viewId')) ids.viewId = await addView(clinic)
  if (wants('mergeId')) ids.mergeId = await clinic.addMerge(ids.patientId!, ids.duplicateId!)
  if (wants('addressedId')) {
    const patientId = await clinic.addPatient({ address: '4 Mill Lane\nExeter EX1 1AA' })
    ids.addressedId = (await clinic.addSent({ patientId })).consentId
  }
  if (wants('taskId')) {
    const { consentId } = await clinic.addSent()
    ids.taskId = await clinic.addCallTask(consentId)
  }
  if (wants('clinicId')) ids.clinicId = clinic.id
  if (wants('requestId')) {
    const who = { patientId: await clinic.addPatient(), from: 'The patient' }
    const request = { kind: 'access', receivedOn: '2025-01-06', ...who } as const
    ids.requestId = (await clinic.as('dentist').callOk(contract.dataRequests.open, request)).id
  }
  if (wants('breachId', 'settledBreachId')) Object.assign(ids, await addBreaches(clinic))
  if (wants('platformVersionId', 'acceptableVersionId')) {
    const documents = await clinic.as('owner').callOk(contract.platformDocuments.list, {})
    ids.platformVersionId = documents[0]!.versionId
    ids.acceptableVersionId = documents.find(({ acceptance }) => acceptance !== 'not-needed')!.versionId
  }
  // Drafts are the platform's: what one who runs it would be given.
  if (wants('platformDraftId')) ids.platformDraftId = randomUUID()
  if (wants('fileId')) {
    const patientId = await clinic.addPatient()
    ids.fileId = (await clinic.as('dentist').callOk(contract.records.makePack, { patientId })).id
  }
  if (wants('dueId')) ids.dueId = await clinic.addDue()
  if (wants('destructionId')) ids.destructionId = await clinic.addProposal()
  if (wants('destroyedId')) ids.destroyedId = await clinic.addDestroyed()
  if (wants('actionId')) ids.actionId = await addAction(clinic)
  if (wants('policyVersionId')) ids.policyVersionId = await addPolicy(clinic)
  if (wants('trainingId')) ids.trainingId = (await addTraining(clinic)).id
  if (wants('certifiedId')) ids.certifiedId = (await addTraining(clinic, newPicture().toString('base64'))).id
  if (wants('incidentId')) ids.incidentId = await addIncident(clinic)
  if (wants('auditId')) ids.auditId = await clinic.addSampleAudit()
  if (wants('inspectionPackId')) ids.inspectionPackId = await clinic.addInspectionPack()
  if (wants('digestDay')) ids.digestDay = await clinic.addDigest()
  if (wants('exportId')) ids.exportId = await findOrCreateExport(clinic)
  if (wants('logo')) {
    const settings = contract.clinicSettings
    const { version } = await clinic.as('owner').callOk(settings.branding, {})
    const logo = { image: newPicture().toString('base64'), version }
    ids.logo = (await clinic.as('owner').callOk(settings.setLogo, logo)).logo!
  }
  Object.assign(ids, await videoIds(clinic.as('owner'), 'clinic', names))
  if (wants('appointmentId')) ids.appointmentId = (await clinic.addAppointment()).id
  if (wants('extractionId')) ids.extractionId = await addExtraction(clinic)
  if (wants('startedId')) {
    const { id } = await clinic.addAppointment({ needsConsent: false })
    ids.startedId = (await clinic.as('dentist').callOk(contract.appointments.start, { appointmentId: id })).id
  }
  if (wants('draftId')) ids.draftId = (await clinic.addDraft()).id
  if (wants('pictureId')) ids.pictureId = await addPicture(clinic, ids.draftId!)
  if (wants('picturedId', 'picturedSupporterId')) {
    const { id } = await clinic.addDraft()
    ids.shownPictureId = await addPicture(clinic, id)
    await clinic.as('dentist').callOk(contract.consents.send, {
      consentId: id,
      by: 'link',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    })
    ids.picturedId = id
    sent.set(id, { consentId: id, patientId: '', contentHash: '' })
  }
  if (wants('consentId', 'linkId', 'accessToken')) {
    const consent = await clinic.addSent()
    const { linkId, token } = await clinic.addLink(consent)
    sent.set(consent.consentId, consent)
    Object.assign(ids, { consentId: consent.consentId, linkId, accessToken: token })
  }
  if (wants('viewedId')) {
    const { consentId, patient } = await clinic.addViewed()
    ids.viewedId = consentId
    opened.set(consentId, patient)
  }
  if (wants('watchedId', 'consentVideoId')) {
    const { consentId, patient, videoId } = await clinic.addWithVideo()
    Object.assign(ids, { watchedId: consentId, consentVideoId: videoId })
    opened.set(consentId, patient)
  }
  if (wants('askedId', 'questionId')) {
    const { consentId, patient } = await clinic.addViewed()
    const question = { part: null, text: 'How long will it be sore?', isBlocking: true }
    const [asked] = await patient.callOk(contract.questions.ask, { consentId, ...question })
    Object.assign(ids, { askedId: consentId, questionId: asked!.id })
    opened.set(consentId, patient)
  }
  if (wants('toldId', 'matterId')) {
    const { consentId, patient } = await clinic.addViewed()
    const told = [{ prompt: 'hope' as const, text: 'To keep my tooth' }]
    const { matters } = await patient.callOk(contract.matters.tell, { consentId, told, isNothing: false })
    Object.assign(ids, { toldId: consentId, matterId: matters[0]!.id })
    opened.set(consentId, patient)
  }
  if (wants('allowedId')) {
    const { consentId, patient } = await clinic.addAllowed()
    ids.allowedId = consentId
    opened.set(consentId, patient)
  }
  if (wants('sharedId', 'supporterId', 'supporterToken')) {
    const consent = await clinic.addViewed()
    const shared = await clinic.addSupporter(consent)
    ids.sharedId = consent.consentId
    Object.assign(ids, { supporterId: shared.supporterId, supporterToken: shared.token })
    opened.set(consent.consentId, consent.patient)
    supporters.set(shared.supporterId, shared.supporter)
  }
  if (wants('picturedSupporterId')) {
    const { patient } = await clinic.open(sent.get(ids.picturedId!)!)
    const shared = await clinic.addSupporter({ consentId: ids.picturedId!, patient })
    ids.picturedSupporterId = shared.supporterId
    supporters.set(shared.supporterId, shared.supporter)
  }
  if (wants('incapableId')) ids.incapableId = (await clinic.addIncapable()).consentId
  if (wants('signedId')) {
    const { consentId, patient } = await clinic.addSigned()
    ids.signedId = consentId
    opened.set(consentId, patient)
  }
  if (wants('treatedId', 'doneId', 'surveyedId')) {
    const { consentId, patient, doneId } = await clinic.addTreated()
    Object.assign(ids, { treatedId: consentId, doneId, surveyedId: consentId })
    opened.set(consentId, patient)
    if (wants('surveyedId')) await clinic.letWeeksPass(consentId)
  }

  if (wants('paperId', 'scanFileId')) {
    const { fileId, ...consent } = await clinic.addPaper()
    sent.set(consent.consentId, consent)
    Object.assign(ids, { paperId: consent.consentId, scanFileId: fileId })
  }

  if (wants('externalAppointment')) ids.externalAppointment = await addExternalAppointment(clinic)
  if (wants('launchToken')) ids.launchToken = await addLaunch(clinic)
  if (wants('heldId')) ids.heldId = await addHeldPatient(clinic)
  if (wants('keyId')) ids.keyId = (await clinic.addApiKey()).keyId
  if (wants('smartAppId', 'smartLaunch')) {
    ids.smartAppId = await addSmartApp(clinic)
    // Of a dentist: whoever else asks is told whose it is.
    const patientId = await clinic.addPatient()
    const opened = { appId: ids.smartAppId, patientId }
    const { url } = await clinic.as('dentist').callOk(contract.smartApps.launch, opened)
    ids.smartLaunch = new URL(url).searchParams.get('launch')!
  }
  if (wants('embedOriginId', 'embedOrigin')) {
    const { id, origin } = await addEmbedOrigin(clinic)
    Object.assign(ids, { embedOriginId: id, embedOrigin: origin })
  }
  if (wants('subscriptionId')) ids.subscriptionId = await addSubscription(clinic)
  if (wants('requestedWebhookId')) ids.requestedWebhookId = await addSubscription(clinic)
  if (wants('webhookId', 'deliveryId')) {
    ids.webhookId = await clinic.addWebhook()
    if (wants('deliveryId')) ids.deliveryId = await clinic.addDelivery(ids.webhookId)
  }
  if (wants('signInDomainId')) {
    const domain = `d${randomUUID()}.example.org`
    const { domains } = await clinic.as('owner').callOk(contract.singleSignOn.addDomain, { domain })
    ids.signInDomainId = domains.find((one) => one.domain === domain)!.id
  }
  if (wants('signInConnectionId')) {
    const { example } = contract.singleSignOn.save['~orpc'].meta
    const saved = await clinic.as('owner').callOk(contract.singleSignOn.save, example as NewConnection)
    ids.signInConnectionId = saved.connection!.id
  }
  if (wants('scimGroupId')) ids.scimGroupId = await clinic.addScimGroup()
  if (wants('documentId')) ids.documentId = (await clinic.addSealed()).documentId
  if (wants('openedId')) {
    const { consentId, documentId } = await clinic.addSealed()
    // Whose access it is stands with whoever runs the platform.
    Object.assign(ids, { openedId: consentId, openedDocumentId: documentId, accessId: randomUUID() })
  }
  if (wants('writeBackId')) ids.writeBackId = await clinic.addWriteBack()
  if (wants('heldPatientId', 'practitionerId', 'systemTreatmentId', 'systemDeliveryId'))
    Object.assign(ids, await clinic.addSystemRecords())

  const templateIds = ['practiceTemplateId', 'practiceVersionId', 'sharedTemplateId', 'newPracticeVersionId']
  const ofOwnGroup = wants(
    ...templateIds,
    'groupFeeId',
    'groupPhraseId',
    'billedPracticeId',
    'groupSignInDomainId',
    'endedQuarter',
  )
    ? await clinic.addOwnGroup()
    : null
  if (ofOwnGroup && wants(...templateIds))
    Object.assign(ids, await addGroupTemplates(clinic, ofOwnGroup.caller))
  if (ofOwnGroup && wants('groupPhraseId')) ids.groupPhraseId = await addGroupPhrase(ofOwnGroup.caller)
  if (ofOwnGroup && wants('billedPracticeId')) {
    await clinic.as('owner').callOk(contract.practiceGroups.agree, { agreement: 'billing' })
    ids.billedPracticeId = clinic.id
  }
  if (ofOwnGroup && wants('groupSignInDomainId'))
    ids.groupSignInDomainId = await addGroupDomain(ofOwnGroup.caller)
  if (ofOwnGroup && wants('groupFeeId')) ids.groupFeeId = await addGroupFee(ofOwnGroup.caller)
  const group =
    ofOwnGroup ??
    (wants('ownInvitationId', 'groupPolicy', 'groupReportId') ? await clinic.addGroupOf('group_admin') : null)
  if (group) ids.ownInvitationId = group.invitationId
  if (group && wants('groupPolicy')) ids.groupPolicy = await addGroupPolicy(group.caller)
  if (group && wants('groupReportId')) ids.groupReportId = await clinic.addGroupReport(group.groupId)
  if (ofOwnGroup && wants('endedQuarter'))
    ids.endedQuarter = (await ofOwnGroup.caller.callOk(contract.groupEvidence.list, {})).quarters[0]!.from
  if (wants('groupInvitationId'))
    ids.groupInvitationId = (await clinic.addGroupOf('group_admin')).invitationId
  // Groups and their people are the platform's: made afresh where they are asked for.
  if (wants('groupId', 'groupPersonId'))
    Object.assign(ids, { groupId: randomUUID(), groupPersonId: randomUUID() })
  if (wants('staffAddress', 'groupPersonId')) ids.staffAddress = (await clinic.addColleague()).email

  return {
    ids,
    groupAdministrator: async () => (group ?? (await clinic.addGroupOf('group_admin'))).caller,
    supporterOf: async (supporterId) => supporters.get(supporterId)!,
    patientAtHome: async () => clinic.openHome(await clinic.addPatient()),
    async patientOf(consentId) {
      const already = opened.get(consentId)
      if (already) return already
      const { patient } = await clinic.open(sent.get(consentId)!)
      opened.set(consentId, patient)
      return patient
    },
  }
}

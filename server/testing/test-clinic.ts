import { dateInTimeZone } from '../../contract/calendar-day.ts'
import type { InferContractRouterInputs } from '@orpc/contract'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AdditionalConsentKey } from '../../contract/additional-consents.ts'
import type { Appointment } from '../../contract/appointments.ts'
import type { ConsentItem } from '../../contract/consent-plan.ts'
import type { Consent, ConsentDetails } from '../../contract/consents.ts'
import { contract, type Contract } from '../../contract/index.ts'
import { paper_code_length } from '../../contract/limits.ts'
import { integrationScopes, type KeyScope } from '../../contract/integration-scopes.ts'
import type { GroupRole } from '../../contract/practice-groups.ts'
import type { PatientConsent } from '../../contract/signing.ts'
import { hashPassword } from '../modules/identity/index.ts'
import { assessments } from './test-capacity.ts'
import { createTestCaller, type TestCaller } from './test-caller.ts'
import { addGroupInvitation, addGroupMember, addGroupPerson, addTestGroup } from './test-group.ts'
import { giveSecondFactor } from './test-group.ts'
import { newPicture } from './test-picture.ts'
import { addVideo } from './test-upload.ts'
import { testStaff, type People, type StaffName, type TestPerson } from './test-people.ts'

type NewPatient = InferContractRouterInputs<Contract>['patients']['create']
type SignInput = InferContractRouterInputs<Contract>['signing']['sign']
type PaperInput = InferContractRouterInputs<Contract>['paper']['takeIn']
type ConnectInput = InferContractRouterInputs<Contract>['practiceSystems']['connect']
type AppointmentInput = InferContractRouterInputs<Contract>['appointments']['create']

export const birthDate = '1961-03-14'
export const wrongBirthDate = '1962-03-14'

/** A plan of one treatment, whose details stand beside those of the plan. */
export type OneTreatment = Partial<Omit<ConsentDetails, 'items'> & ConsentItem>
/** The same as the contract takes it. */
export const oneTreatment = <T extends OneTreatment & { templateId: string }>({
  templateId,
  teeth,
  area,
  material,
  pricePence,
  band,
  placeholders,
  ...plan
}: T) => {
  const item = { teeth: [], area: null, material: '', pricePence: null, band: null, placeholders: {} }
  const given = Object.entries({ teeth, area, material, pricePence, band, placeholders })
  const known = Object.fromEntries(given.filter(([, value]) => value !== undefined))
  const items: ConsentItem[] = [{ templateId, ...item, ...known }]
  return { ...plan, items }
}

/** A consent of the fixture, with what its patient holds. */
export type TestConsent = { consentId: string; patientId: string; contentHash: string }
export type TestLink = { linkId: string; token: string }
export type OpenedConsent = TestConsent & TestLink & { patient: TestCaller }

const typedSignature = { kind: 'typed', typed: 'Eleanor Whitcombe' } as const
export const drawnSignature: Extract<SignInput['mark'], { kind: 'drawn' }> = {
  kind: 'drawn',
  width: 600,
  height: 200,
  strokes: [
    {
      points: Array.from({ length: 40 }, (_, step) => ({
        x: 20.37 + step * 9.1,
        y: 80 + (step % 7) / 7,
        time: step * 16,
        pressure: 0.5,
      })),
    },
  ],
}

/** What a patient sends who confirms everything and types their name. */
export const signatureFor = ({ consentId, contentHash }: TestConsent): SignInput => ({
  consentId,
  contentHash,
  name: 'Eleanor Whitcombe',
  signerRole: 'patient',
  confirmed: [0, 1, 2, 3],
  mark: typedSignature,
})

/** What staff tell of a paper on which the patient ticked everything and signed now, with a picture of it. */
export const paperInputFor = ({ consentId, contentHash }: TestConsent, now: Date): PaperInput => ({
  consentId,
  code: contentHash.slice(0, paper_code_length),
  complete: true,
  files: [newPicture().toString('base64')],
  name: 'Eleanor Whitcombe',
  signerRole: 'patient',
  signedOn: now.toISOString(),
  confirmed: [0, 1, 2, 3],
  choices: [true],
})

/** A conversation as its dentist tells of it. */
export const discussion = () =>
  ({
    on: new Date(0).toISOString(),
    mode: 'in-person',
    note: 'Went through the treatment, its risks and the other ways to go.',
    whatMatters: 'Wants to keep the tooth',
    understanding: 'explained-back',
  }) as const

/** Values for every placeholder of the template that consents of the fixture are made from. */
export const placeholders = {
  visits: '2 visits',
  price: '£73.50',
  reason: 'it can save your tooth',
  prognosis: 'good',
  crownWithin: '4 weeks',
  individualRisks: 'none that we know of',
}

/** A cookie as a browser would send it back: name and value alone. */
export const cookieOf = (setCookie: string): string => setCookie.split(';')[0]!

/** Copies a template of the library as the clinic's own. */
async function addTemplate(owner: pg.Client, clinicId: string): Promise<string> {
  const [id, versionId] = [randomUUID(), randomUUID()]
  await owner.query(
    `insert into templates (id, owner_clinic_id, name, treatment_type, current_version_id)
     select $1, $2, name, treatment_type, $3 from templates where library_id = 'molar-root-canal'`,
    [id, clinicId, versionId],
  )
  await owner.query(
    `insert into template_versions (id, template_id, number, label, heading, wording, hash, created_by, reason)
     select $1, $2, 1, v.label, v.heading, v.wording, v.hash, 'test', 'Copied'
     from templates t join template_versions v on v.id = t.current_version_id where t.library_id = 'molar-root-canal'`,
    [versionId, id],
  )
  return id
}

/** Its principal dentist has adopted all wording of the library, as practices do that work with it. */
async function adoptLibrary(owner: pg.Client, clinicId: string, { staffId }: TestPerson): Promise<void> {
  await owner.query(
    `insert into template_adoptions (clinic_id, template_id, version_id, kind, by_staff_id, by_name, gdc_number, at)
     select $1, id, current_version_id, 'adopted', $2, 'Amara Okafor', $3, now() - interval '1 day'
     from templates where owner_clinic_id is null and offered_to_all`,
    [clinicId, staffId, testStaff.owner.gdcNumber],
  )
}

export type TestClinic = Awaited<ReturnType<typeof addTestClinic>>

type TestClinicDeps = {
  http: FastifyInstance
  owner: pg.Client
  people: People
  key: string
  name: string
  status?: 'active' | 'suspended'
  /** Works off all jobs there are. */
  runJobs(): Promise<number>
}

/** A clinic with staff of every kind, and the steps of a consent as its people and patients take them. */
export async function addTestClinic({
  http,
  owner,
  people,
  key,
  name,
  status = 'active',
  runJobs,
}: TestClinicDeps) {
  const id = await people.addClinic(name, status)
  const staff = {} as Record<StaffName, TestPerson>
  for (const [who, member] of Object.entries(testStaff)) {
    staff[who as StaffName] = await people.addStaff(id, `${who}@${key}.example.org`, member)
  }
  await adoptLibrary(owner, id, staff.owner)
  const templateId = await addTemplate(owner, id)
  const callers = Object.fromEntries(
    Object.entries(staff).map(([who, { cookie }]) => [who, createTestCaller(http, cookie)]),
  )
  const as = (who: StaffName): TestCaller => callers[who]!
  let patients = 0
  let colleagues = 0

  /** One more dentist, for tests that change or end what somebody may do. */
  function addColleague(): Promise<TestPerson> {
    colleagues++
    const name: [string, string] = ['Colleague', `Number ${colleagues}`]
    return people.addStaff(id, `colleague${colleagues}@${key}.example.org`, {
      ...testStaff.dentist,
      name,
      gdcNumber: String(500_000 + colleagues),
    })
  }

  /** Somebody of the practice who has a role in a group of its own, and an invitation that is not answered. */
  async function addGroupOf(role: GroupRole) {
    const [person, groupId] = [await addColleague(), await addTestGroup(owner)]
    await giveSecondFactor(owner, person)
    await addGroupPerson(owner, person, groupId, role)
    const invitationId = await addGroupInvitation(owner, groupId, staff.owner.email)
    return { groupId, invitationId, person, caller: createTestCaller(http, person.cookie) }
  }

  /** The same of a group that the practice belongs to from now on, and of no other. */
  async function addOwnGroup() {
    const group = await addGroupOf('group_admin')
    await addGroupMember(owner, group.groupId, id)
    return group
  }

  /** An evidence report of a group, which failed: its id. */
  async function addGroupReport(groupId: string): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(
      `insert into group_evidence_reports (group_id, from_day, to_day, status, made_by, created_at)
       values ($1, '2024-01-01', '2024-03-31', 'failed', 'test', now()) returning id`,
      [groupId],
    )
    return rows[0]!.id
  }

  /** The record of somebody who was invited a month ago and never registered: its id. */
  async function addInvited(): Promise<string> {
    colleagues++
    const { rows } = await owner.query<{ id: string }>(
      `insert into staff (clinic_id, email, first_name, last_name, invited_at)
       values ($1, $2, 'Invited', $3, now() - interval '30 days') returning id`,
      [id, `invited${colleagues}@${key}.example.org`, `Number ${colleagues}`],
    )
    return rows[0]!.id
  }

  async function addPatient(details: Partial<NewPatient> = {}): Promise<string> {
    patients++
    const email = `patient${patients}@${key}.example.org`
    const patient = {
      title: 'Mrs',
      firstName: 'Eleanor',
      lastName: 'Whitcombe',
      dateOfBirth: birthDate,
      email,
      ...details,
    }
    return (await as('dentist').callOk(contract.patients.create, patient)).id
  }

  /** A patient who is nobody, as a set-up page would have made one; its id. */
  async function addTrialPatient(): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(
      `insert into patients (clinic_id, first_name, last_name, date_of_birth, search_text, is_trial)
       values ($1, 'Test', 'Patient (not a person)', '1990-01-01', 'test patient', true) returning id`,
      [id],
    )
    await owner.query(
      `insert into installation_settings (name, facts, saved_at, saved_by)
       values ('trial-patient:' || $1, jsonb_build_object('clinicId', $2::text, 'clinicName', 'x', 'name', 'Test'), now(), 'test')`,
      [rows[0]!.id, id],
    )
    return rows[0]!.id
  }

  type Drafted = OneTreatment & {
    replaces?: string
    kind?: 'refusal'
    items?: ConsentDetails['items']
  }

  async function addDraft({ items, ...details }: Drafted = {}): Promise<Consent> {
    const patientId = details.patientId ?? (await addPatient())
    const draft = {
      templateId,
      clinicianId: staff.dentist.staffId!,
      teeth: ['46'],
      diagnosis: 'Infected nerve',
      placeholders,
    }
    const plan = oneTreatment({ ...draft, ...details, patientId })
    return as('dentist').callOk(contract.consents.create, items ? { ...plan, items } : plan)
  }

  /** Tells of a conversation, without which nothing is countersigned. */
  const discuss = ({ consentId }: { consentId: string }, who: StaffName = 'dentist'): Promise<Consent> =>
    as(who).callOk(contract.consents.recordDiscussion, { consentId, discussion: discussion() })

  /** Accepts what rules find for the patient of a draft, as somebody does who talked it through. */
  async function decideRisks({ id: consentId, plan, patient, clinician }: Consent): Promise<void> {
    const treatments = plan.items.map(({ templateId, teeth }) => ({ templateId, teeth }))
    const asked = { patientId: patient.id, day: dateInTimeZone(new Date()), treatments }
    const { findings } = await as('dentist').callOk(contract.histories.risks, asked)
    const personalRisks = findings.map(({ ruleId, severity, statement, patientReasons, teeth }) => ({
      ...{ ruleId, severity, because: patientReasons, teeth },
      statement: statement.replaceAll(/\{\{\w+\}\}/g, 'as told'),
      decision: 'edited' as const,
      reason: 'Talked through with the patient',
    }))
    const input = { ...plan, personalRisks, patientId: patient.id, clinicianId: clinician.id, consentId }
    await as('dentist').callOk(contract.consents.update, input)
  }
  /** Merges one patient into another, whose details stand. */
  async function addMerge(patientId: string, duplicateId: string): Promise<string> {
    const survivor = await as('manager').callOk(contract.patients.get, { patientId })
    const { version: duplicateVersion } = await as('manager').callOk(contract.patients.get, {
      patientId: duplicateId,
    })
    const merging = { ...survivor, patientId, duplicateId, duplicateVersion }
    return (await as('manager').callOk(contract.patients.merge, merging)).mergeId
  }

  async function addSent(details: Parameters<typeof addDraft>[0] = {}): Promise<TestConsent> {
    const draft = await addDraft(details)
    // Read and confirmed, where a test has made wording that nobody adopted.
    const send = {
      consentId: draft.id,
      by: 'link',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    } as const
    const first = await as('dentist').call(contract.consents.send, send)
    if (first.reason === 'risks-undecided') await decideRisks(draft)
    const sent = first.error ? await as('dentist').callOk(contract.consents.send, send) : first.body
    return { consentId: sent.id, patientId: sent.patient.id, contentHash: sent.contentHash! }
  }

  async function addLink({ consentId }: { consentId: string }): Promise<TestLink> {
    const { link, url } = await as('dentist').callOk(contract.signing.createLink, { consentId })
    return { linkId: link.id, token: url.split('/').at(-1)! }
  }

  /** Proves the birth date on a link; answers the patient with the cookie of that consent. */
  async function open(consent: TestConsent): Promise<OpenedConsent> {
    const link = await addLink(consent)
    const answer = await createTestCaller(http).call(contract.signing.verify, {
      accessToken: link.token,
      dateOfBirth: birthDate,
    })
    if (answer.error) throw new Error(`The link was refused: ${JSON.stringify(answer.error)}`)
    return { ...consent, ...link, patient: createTestCaller(http, cookieOf(answer.cookies[0]!)) }
  }

  /** A form whose first part has a video of this length; opened. */
  async function addWithVideo({ seconds = 60, required = true, transcript = 'It is done like this.' } = {}) {
    const { id: videoId, url } = await addVideo(as('owner'), 'clinic')
    await as('owner').callOk(contract.videos.describe, {
      videoId,
      duration: seconds,
      width: 1280,
      height: 720,
    })
    const own = await addTemplate(owner, id)
    await owner.query(
      `update template_versions set wording = jsonb_set(wording::jsonb, '{sections,0,media}', $2) where template_id = $1`,
      [own, JSON.stringify({ url, videoId, required, transcript })],
    )
    return { ...(await open(await addSent({ templateId: own }))), videoId }
  }

  const addViewed = async (details: Parameters<typeof addDraft>[0] = {}) => open(await addSent(details))

  /** Somebody whom the patient of a consent lets read along, who has proved the code. */
  async function addSupporter({ consentId, patient }: Pick<OpenedConsent, 'consentId' | 'patient'>): Promise<{
    supporterId: string
    token: string
    code: string
    supporter: TestCaller
  }> {
    const person = { name: 'Maria Whitcombe', relation: 'Daughter', hours: 72, by: 'own' } as const
    const { supporterId } = await patient.callOk(contract.supporters.invite, { consentId, ...person })
    const people = await patient.callOk(contract.supporters.listOwn, { consentId })
    const { code, url } = people.find(({ id }) => id === supporterId)!
    const token = url!.split('/').at(-1)!
    const given = { accessToken: token, code: code! }
    const answer = await createTestCaller(http).call(contract.supporters.prove, given)
    return {
      supporterId,
      token,
      code: code!,
      supporter: createTestCaller(http, cookieOf(answer.cookies[0]!)),
    }
  }

  async function addSigned(
    details: Parameters<typeof addDraft>[0] = {},
  ): Promise<OpenedConsent & { signed: PatientConsent }> {
    const viewed = await addViewed(details)
    return { ...viewed, signed: await viewed.patient.callOk(contract.signing.sign, signatureFor(viewed)) }
  }

  /** What the practice asks besides the treatment from now on. */
  async function askBesides(...additionalConsents: AdditionalConsentKey[]): Promise<void> {
    const { nation: _nation, ...policies } = await as('owner').callOk(contract.clinicSettings.policies, {})
    await as('owner').callOk(contract.clinicSettings.changePolicies, { ...policies, additionalConsents })
  }

  /** A signed consent with photographs for teaching agreed to besides; the practice asks for nothing more afterwards. */
  async function addAllowed(details: Drafted = {}): Promise<OpenedConsent> {
    await askBesides('photos-teaching')
    const viewed = await addViewed(details)
    await askBesides()
    const said: SignInput['said'] = { additional: [{ key: 'photos-teaching', answer: 'yes' }] }
    await viewed.patient.callOk(contract.signing.sign, { ...signatureFor(viewed), said })
    return viewed
  }

  /** A consent that was signed on paper, and the file that shows it. */
  async function addPaper(details: Drafted = {}): Promise<TestConsent & { fileId: string }> {
    const sent = await addSent(details)
    const { sentAt } = await as('dentist').callOk(contract.consents.get, sent)
    const scan = await as('dentist').callOk(contract.paper.takeIn, paperInputFor(sent, new Date(sentAt!)))
    return { ...sent, fileId: scan.files[0]!.id }
  }

  /** A consent whose patient was found unable to decide it, by the law of England. */
  async function addIncapable(details: Drafted = {}): Promise<TestConsent> {
    const sent = await addSent(details)
    const { consentId } = sent
    await as('dentist').callOk(contract.capacity.assess, { consentId, ...assessments.lacks })
    return sent
  }

  async function addFinalised(details: Parameters<typeof addDraft>[0] = {}): Promise<OpenedConsent> {
    const { signed: _signed, ...consent } = await addSigned(details)
    const { consentId, contentHash } = consent
    await discuss(consent)
    await as('dentist').callOk(contract.consents.finalise, { consentId, contentHash, name: 'Tom Hughes' })
    return consent
  }

  /** Gives somebody a PIN. */
  async function setPin(who: StaffName, pin: string): Promise<void> {
    const hash = await hashPassword(pin)
    await owner.query('update auth."user" set pin_hash = $2 where id = $1', [staff[who].userId, hash])
  }

  /** The token of the lead dentist, who attests for the request of this key, on the dentist's browser unless told otherwise. */
  async function attestFor(requestKey: string, requester: TestCaller = as('dentist')): Promise<string> {
    await setPin('lead', '2580')
    const proof = { by: 'pin', pin: '2580' } as const
    const asked = { login: staff.lead.email, proof, requestKey }
    return (await requester.callOk(contract.identity.attest, asked)).token
  }

  type AddendumInput = Partial<InferContractRouterInputs<Contract>['consents']['recordAddendum']>

  /** A change of plan that the patient of a signed consent agreed to aloud, before the dentist and the lead. */
  async function addAddendum({
    consentId,
    ...change
  }: AddendumInput & { consentId: string }): Promise<Consent> {
    const key = randomUUID()
    const input = {
      ...oneTreatment({ templateId, teeth: ['46'], placeholders }),
      found: 'The tooth is cracked below the gum',
      note: 'Told what was found, what taking it out means, and the other ways to go.',
      understanding: 'explained-back',
      heard: true,
      attestation: await attestFor(key),
      wordingConfirmed: true,
      ...change,
      consentId,
    } as const
    return as('dentist').callOk(contract.consents.recordAddendum, input, { idempotencyKey: key })
  }

  /** A signed consent whose treatment was carried out. */
  async function addTreated(details: Drafted = {}): Promise<OpenedConsent & { doneId: string }> {
    const { signed: _signed, ...consent } = await addSigned(details)
    const done = { consentId: consent.consentId, places: [0] }
    const after = await as('dentist').callOk(contract.aftercare.recordDone, done)
    return { ...consent, doneId: after.done[0]!.id }
  }

  /** What was done on a consent is so long ago that its patient is asked how it went. */
  const letWeeksPass = (consentId: string) =>
    owner.query(`update treatments_done set survey_at = now() - interval '1 hour' where consent_id = $1`, [
      consentId,
    ])

  /** Books an appointment of today with the dentist; of a patient of its own unless told otherwise. */
  async function addAppointment(details: Partial<AppointmentInput> = {}): Promise<Appointment> {
    const patientId = details.patientId ?? (await addPatient())
    const { today } = await as('dentist').callOk(contract.appointments.day, {})
    const booking = { clinicianId: staff.dentist.staffId!, day: today, time: '12:00', ...details, patientId }
    return as('receptionist').callOk(contract.appointments.create, booking)
  }

  /** A patient on their own page: with the cookie that the link of a message and the birth date give. */
  async function openHome(patientId: string): Promise<TestCaller> {
    const token = randomBytes(32).toString('base64url')
    await owner.query(
      `insert into home_sessions (clinic_id, patient_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
      [id, patientId, createHash('sha256').update(token).digest('hex')],
    )
    return createTestCaller(http, `candour.patient_home=${token}`)
  }

  /** Somebody is to phone the patient of a consent: the task's id. */
  async function addCallTask(consentId: string): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(
      `insert into tasks (clinic_id, kind, consent_id, cause_id, created_at)
       values ($1, 'call', $2, gen_random_uuid(), now()) returning id`,
      [id, consentId],
    )
    return rows[0]!.id
  }

  /** A signed consent whose record is sealed. */
  async function addSealed(): Promise<{ consentId: string; documentId: string }> {
    const { consentId } = await addSigned()
    await runJobs()
    const { documents } = await as('dentist').callOk(contract.consents.get, { consentId })
    return { consentId, documentId: documents[0]!.id }
  }

  /** A digest of the clinic's chains, as a job would have made it for that day. */
  async function addDigest(day = '2025-01-06'): Promise<string> {
    await addSealed()
    await owner.query(
      `insert into chain_digests (clinic_id, number, day, until_at, body, heads, hash, previous_hash, signature,
         sealing_key_id, created_at)
       select $1, coalesce(max(d.number), 0) + 1, $2, now(), '{}', '[]', encode(sha256('{}'), 'hex'), '', '00',
         (select id from sealing_keys limit 1), now()
       from chain_digests d where d.clinic_id = $1 on conflict do nothing`,
      [id, day],
    )
    return day
  }

  /** A sample audit of a month that was audited before: its id. */
  async function addSampleAudit(): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(
      `insert into sample_audits (clinic_id, month, version, seed, population, sample, made_by, at)
       values ($1, '2024-01', $2, 'seed', 0, '[]', 'test', now()) returning id`,
      [id, randomUUID()],
    )
    return rows[0]!.id
  }

  /** An inspection pack that expired: its id. */
  async function addInspectionPack(): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(
      `insert into inspection_packs (clinic_id, from_day, to_day, status, made_by_id, made_by, created_at)
       values ($1, '2024-01-01', '2024-01-31', 'expired', $2, 'test', now()) returning id`,
      [id, staff.owner.staffId],
    )
    return rows[0]!.id
  }

  /** A group of the practice's identity provider: its id. */
  async function addScimGroup(): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(
      `insert into scim_groups (clinic_id, display_name, members, created_at, updated_at)
       values ($1, $2, '[]', now(), now()) returning id`,
      [id, randomUUID()],
    )
    return rows[0]!.id
  }

  /** A key of another program; with all scopes unless told otherwise. */
  async function addApiKey(
    scopes: KeyScope[] = [...integrationScopes],
  ): Promise<{ keyId: string; secret: string }> {
    const made = await as('owner').callOk(contract.integrations.createKey, {
      name: 'Practice system',
      scopes,
    })
    return { keyId: made.key.id, secret: made.secret }
  }

  let firstWebhookId: string | undefined
  /** A webhook that leads nowhere; copied from the first one, since a practice may add only a few. */
  async function addWebhook(): Promise<string> {
    if (firstWebhookId !== undefined) {
      const { rows } = await owner.query<{ id: string }>(
        `insert into webhooks (clinic_id, name, url, events, secret, created_by, created_at)
         select clinic_id, name, url, events, secret, created_by, now() from webhooks where id = $1 returning id`,
        [firstWebhookId],
      )
      return rows[0]!.id
    }
    const hook = { name: 'Practice system', url: 'https://localhost:9/', events: ['consent.voided' as const] }
    firstWebhookId = (await as('owner').callOk(contract.integrations.createWebhook, hook)).webhook.id
    return firstWebhookId
  }

  /** News that was tried once and failed for good: its id. */
  async function addDelivery(webhookId: string): Promise<string> {
    const { consentId } = await addSent()
    const { rows } = await owner.query<{ id: string }>(
      `insert into webhook_deliveries
         (clinic_id, webhook_id, consent_id, event_number, event, occurred_at, status, give_up_at, tries, created_at)
       values ($1, $2, $3, 2, 'consent.sent', now(), 'failed', now(), 1, now()) returning id`,
      [id, webhookId, consentId],
    )
    await owner.query(
      `insert into webhook_attempts (clinic_id, delivery_id, number, at, status_code, duration_ms, failure)
       values ($1, $2, 1, now(), 500, 12, 'Answered 500')`,
      [id, rows[0]!.id],
    )
    return rows[0]!.id
  }

  /** A sealed document that could not be put into the practice system's folder: its id. */
  async function addWriteBack(): Promise<string> {
    const { consentId, documentId } = await addSealed()
    const { rows } = await owner.query<{ id: string }>(
      `insert into write_backs (clinic_id, consent_id, document_id, file_name, status, failure, attempts, give_up_at, created_at)
       values ($1, $2, $3, $4, 'failed', 'The disk is full', 9, now(), now()) returning id`,
      [id, consentId, documentId, `${documentId}.pdf`],
    )
    return rows[0]!.id
  }

  /** A practice system that is connected and reads nothing by itself: its id. */
  async function addPracticeSystem(): Promise<string> {
    const { example } = contract.practiceSystems.connect['~orpc'].meta
    // Refused where it is connected already.
    await as('owner').call(contract.practiceSystems.connect, example as ConnectInput)
    const { rows } = await owner.query<{ id: string }>(
      `update practice_systems set status = 'active', account_id = '4711', problem = 'key-rejected', next_run_at = null
       where clinic_id = $1 and status <> 'disconnected' returning id`,
      [id],
    )
    return rows[0]!.id
  }

  /** What waits of a practice system for somebody: ids by what examples call them. */
  async function addSystemRecords(): Promise<Record<string, string>> {
    const systemId = await addPracticeSystem()
    const { consentId, documentId } = await addSealed()
    const idOf = async (text: string, values: unknown[]) =>
      (await owner.query<{ id: string }>(`${text} returning id`, [id, systemId, randomUUID(), ...values]))
        .rows[0]!.id
    const held = { firstName: 'Held', lastName: 'Person', dateOfBirth: '1970-05-17' }
    return {
      heldPatientId: await idOf(
        `insert into practice_system_patients (clinic_id, system_id, external_id, outcome, fingerprint, held_reason,
           held_at, held_details) values ($1, $2, $3, 'held', '', 'similar-name', now(), $4)`,
        [JSON.stringify(held)],
      ),
      practitionerId: await idOf(
        `insert into practice_system_practitioners (clinic_id, system_id, external_id, name)
         values ($1, $2, $3, 'Dr A Okafor')`,
        [],
      ),
      systemTreatmentId: await idOf(
        `insert into practice_system_treatments (clinic_id, system_id, words, name) values ($1, $2, $3, 'Exam')`,
        [],
      ),
      systemDeliveryId: await idOf(
        `insert into practice_system_deliveries (clinic_id, system_id, kind, consent_id, document_id, status, failure,
           give_up_at, created_at)
         select $1, $2, 'document', $4, $5, 'failed', 'Answered 500', now(), now() where $3 <> ''
         on conflict (clinic_id, system_id, document_id, kind) where document_id is not null
         do update set status = 'failed', next_attempt_at = null`,
        [consentId, documentId],
      ),
    }
  }

  /** Everything of a patient was thirty years ago: whoever looks finds that the time of their record is over. */
  async function makeOld(patientId: string): Promise<void> {
    const { rows } = await owner.query<{ then: Date }>(
      `select created_at - interval '30 years' as then from patients where id = $1`,
      [patientId],
    )
    // A moment and no sum of each column: where tables are spread, no update may count with time zones.
    const old = [patientId, rows[0]!.then]
    await owner.query('update patients set created_at = $2 where id = $1', old)
    await owner.query(
      `update consents set created_at = $2, sent_at = case when sent_at is not null then $2::timestamptz end,
         signed_at = case when signed_at is not null then $2::timestamptz end,
         finalised_at = case when finalised_at is not null then $2::timestamptz end where patient_id = $1`,
      old,
    )
    await owner.query(
      `update appointments set starts_at = $2, started_at = case when started_at is not null then $2::timestamptz end
       where patient_id = $1`,
      old,
    )
  }

  /** A patient whose time is over. */
  async function addDue(details: Partial<NewPatient> = {}): Promise<string> {
    const patientId = await addPatient(details)
    await makeOld(patientId)
    return patientId
  }

  /** A record that the owner proposed to destroy: the proposal's id. */
  async function addProposal(patientId?: string): Promise<string> {
    const proposal = { patientId: patientId ?? (await addDue()), reason: 'The time for keeping it is over' }
    return (await as('owner').callOk(contract.destructions.propose, proposal)).id
  }

  /** A record that the owner proposed to destroy, that the manager confirmed, and that is gone: the proposal's id. */
  async function addDestroyed(patientId?: string): Promise<string> {
    const destructionId = await addProposal(patientId)
    await as('manager').callOk(contract.destructions.confirm, { destructionId })
    await runJobs()
    return destructionId
  }

  return {
    id,
    name,
    makeOld,
    addDue,
    addProposal,
    addDestroyed,
    addSealed,
    addDigest,
    addSampleAudit,
    addInspectionPack,
    addApiKey,
    addScimGroup,
    withKey: (secret: string): TestCaller => createTestCaller(http, '', secret),
    addWebhook,
    addDelivery,
    addWriteBack,
    addPracticeSystem,
    addSystemRecords,
    staff,
    templateId,
    as,
    addColleague,
    addGroupOf,
    addOwnGroup,
    addGroupReport,
    addInvited,
    addPatient,
    addTrialPatient,
    addMerge,
    addCallTask,
    addDraft,
    discuss,
    addSent,
    addLink,
    open,
    addViewed,
    addWithVideo,
    addSigned,
    askBesides,
    addAllowed,
    addSupporter,
    addPaper,
    addIncapable,
    addFinalised,
    addAddendum,
    attestFor,
    setPin,
    addTreated,
    letWeeksPass,
    addAppointment,
    openHome,
  }
}

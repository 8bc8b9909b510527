import { randomUUID } from 'node:crypto'
import { contract } from '../../contract/index.ts'
import { birth_date_attempts_max } from '../../contract/limits.ts'
import { nextIpAddress, type TestCaller } from '../../server/testing/test-caller.ts'
import { decisions } from '../../server/testing/test-capacity.ts'
import { paperInputFor, signatureFor, type TestClinic } from '../../server/testing/test-clinic.ts'
import type { TestApp } from '../../server/testing/test-app.ts'

export type Input = Record<string, unknown>

/** An operation about to be asked with these words: in whose practice, by whom. */
type InputContext = {
  testApp: TestApp
  clinic: TestClinic
  caller: TestCaller
  input: Input
  idempotencyKey: string
}

const idOf = (input: Input, name: string) => String(input[name])

async function settingsVersion({ testApp, clinic }: InputContext): Promise<Input> {
  const { rows } = await testApp.owner.query<{ version: number }>(
    'select settings_version as version from clinics where id = $1',
    [clinic.id],
  )
  return rows[0]!
}

/** What was sent of a consent, as staff see it. */
const createSentConsent = async (clinic: TestClinic, consentId: string) => {
  const { contentHash, patient, sentAt } = await clinic
    .as('owner')
    .callOk(contract.consents.get, { consentId })
  return { consentId, patientId: patient.id, contentHash: contentHash!, sentAt: new Date(sentAt!) }
}

/** An administrator of the practice who does not own it. */
async function newOwnerOf({ testApp, clinic }: InputContext): Promise<string> {
  const { staffId } = await clinic.addColleague()
  await testApp.owner.query(`update staff set role = 'clinic_admin' where id = $1`, [staffId])
  return staffId!
}

/** Somebody invited to the practice, and the token that was mailed to them. */
async function invitation({ testApp, clinic }: InputContext): Promise<Input> {
  const email = `${randomUUID()}@example.org`
  await clinic.as('manager').callOk(contract.staff.invite, {
    ...{ email, firstName: 'Lena', lastName: 'Sommer', jobTitle: 'Dental nurse', isClinician: false },
    ...{ role: 'clinic_staff', permissionLevel: 2, permissions: {} },
    ...{ loginHoursRestricted: false, loginHours: {} },
  })
  await testApp.runJobs()
  const sent = (await testApp.mail()).findLast(({ to }) => to === email)
  return { token: /\/register#([\w-]+)/.exec(sent!.text)![1]! }
}

/** More than any limit lets somebody guess at one login. */
const guesses_max = 200

/** A limit that somebody's guesses have used up. */
async function exhaustedLimit({ testApp, caller }: InputContext): Promise<Input> {
  const login = `${randomUUID()}@example.org`
  const from = nextIpAddress()
  const guess = () =>
    testApp.anonymous().call(contract.identity.signIn, { login, password: 'not it' }, { from })
  let tries = 0
  while ((await guess()).reason !== 'too-many-requests')
    if (++tries > guesses_max) throw new Error(`Nobody was told to stop after ${guesses_max} guesses`)
  const [found] = await caller.callOk(contract.locks.find, { typed: login })
  return { key: found!.key }
}

/** A link that wrong birth dates have locked. */
async function lockedLink({ testApp, clinic }: InputContext): Promise<Input> {
  const { token: accessToken, linkId } = await clinic.addLink(await clinic.addSent())
  for (let tries = 0; tries < birth_date_attempts_max; tries++)
    await testApp.anonymous().call(contract.signing.verify, { accessToken, dateOfBirth: '1901-01-01' })
  return { linkId, clinicId: clinic.id }
}

/** A job that was tried as often as it may be. */
async function failedJob({ testApp }: InputContext): Promise<Input> {
  const [queue, jobId] = ['messages.send', randomUUID()]
  await testApp.owner.query(
    `insert into pgboss.job (id, name, data, state, retry_count, created_on, completed_on, output)
     values ($1, $2, '{}', 'failed', 10, now(), now(), '{}')`,
    [jobId, queue],
  )
  return { queue, jobId }
}

async function ownPasskey({ testApp, caller }: InputContext): Promise<Input> {
  const { email } = await caller.callOk(contract.account.get, {})
  const passkeyId = randomUUID()
  await testApp.owner.query(
    `insert into auth.passkey (id, name, public_key, user_id, credential_id, counter, device_type, backed_up)
     select $1, 'Work phone', 'none', id, $1, 0, 'singleDevice', false from auth."user" where email = $2`,
    [passkeyId, email],
  )
  return { passkeyId }
}

/** What cannot be taken from an example, since it depends on what is there or has to be part of a text. */
export const dependentInputs: Record<string, (asking: InputContext) => Promise<Input>> = {
  'account.renamePasskey': ownPasskey,
  'adoptions.withdraw': async ({ clinic }) => {
    const { rows } = await clinic
      .as('owner')
      .callOk(contract.templates.list, { owner: 'platform', pageSize: 1 })
    const templateId = rows[0]!.id
    await clinic.as('owner').call(contract.adoptions.adopt, { templateIds: [templateId] })
    return { templateId }
  },
  'capacity.decide': async ({ testApp, clinic, caller, input }) => {
    const { contentHash } = await createSentConsent(clinic, idOf(input, 'consentId'))
    const { email } = await caller.callOk(contract.account.get, {})
    const { rows } = await testApp.owner.query<{ name: string }>(
      `select first_name || ' ' || last_name as name from staff where email = $1`,
      [email],
    )
    const { name } = rows[0]!
    const { form, formVersion } = decisions.goAhead
    return { contentHash, name, form, formVersion }
  },
  'clinicSettings.changeProfile': settingsVersion,
  'consents.recordAddendum': async ({ clinic, caller, idempotencyKey }) => ({
    attestation: await clinic.attestFor(idempotencyKey, caller),
  }),
  'directory.changeFacts': settingsVersion,
  'directory.changeStatus': async () => ({ status: 'inactive' }),
  'directory.transferOwner': async (asking) => ({ staffId: await newOwnerOf(asking) }),
  'featureHolds.switchOn': async ({ caller, input }) => {
    await caller.call(contract.featureHolds.switchOff, input as never)
    return {}
  },
  'locks.release': exhaustedLimit,
  'locks.replaceLink': lockedLink,
  'messages.changeText': async ({ input }) => ({ text: `${String(input.text)} {{link}}` }),
  'paper.addScan': async ({ clinic, input }) => {
    const { code, files } = paperInputFor(
      await createSentConsent(clinic, idOf(input, 'consentId')),
      new Date(),
    )
    return { code, files }
  },
  'paper.takeIn': async ({ clinic, input }) => {
    const { sentAt, ...sent } = await createSentConsent(clinic, idOf(input, 'consentId'))
    const { code, files, signedOn } = paperInputFor(sent, sentAt)
    return { code, files, signedOn }
  },
  'queues.discard': failedJob,
  'registration.finish': invitation,
  'savedViews.update': async ({ caller }) => {
    const view = { name: randomUUID(), filter: { view: 'drafts' as const } }
    return { viewId: (await caller.callOk(contract.savedViews.create, view)).id }
  },
  // Each name is typed twice.
  'signing.sign': async ({ clinic, input }) => {
    const {
      mark: _mark,
      name: _name,
      ...signed
    } = signatureFor(await createSentConsent(clinic, idOf(input, 'consentId')))
    const cosigners = (input.cosigners ?? []) as { name: string }[]
    return {
      ...signed,
      mark: { kind: 'typed', typed: input.name },
      cosigners: cosigners.map((one) => ({ ...one, mark: { kind: 'typed', typed: one.name } })),
    }
  },
  'staff.handOver': async (asking) => {
    const { testApp, caller, clinic } = asking
    const { email } = await caller.callOk(contract.account.get, {})
    await testApp.owner.query('update staff set is_owner = false where clinic_id = $1', [clinic.id])
    await testApp.owner.query('update staff set is_owner = true where email = $1', [email])
    return { staffId: await newOwnerOf(asking) }
  },
  // Within a file of captions, whose form is read.
  ...Object.fromEntries(
    ['videos.saveCaptions', 'adminVideos.saveCaptions'].map((name) => [
      name,
      async ({ input }: InputContext) => ({
        text: `WEBVTT\n\n00:00.000 --> 00:04.000\n${String(input.text)}\n`,
      }),
    ]),
  ),
}

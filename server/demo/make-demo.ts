import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { contract } from '../../contract/index.ts'
import type { App, AppParts } from '../app.ts'
import { demoAccounts, insertDemoAccounts, type DemoAccount } from './demo-accounts.ts'
import { demoCaller, type DemoCaller } from './demo-caller.ts'
import { demoClinics, demoConsents, demoPatients, demoPlaceholders, type DemoConsent } from './demo-people.ts'
import { demoStrokes } from './demo-signature.ts'

export type DemoSummary = {
  address: string
  accounts: DemoAccount[]
  patientLink: { url: string; dateOfBirth: string; patientName: string }
}

type Parts = Omit<AppParts, 'clock' | 'logins'> & {
  logins: AppParts['logins'] & { owner: AppParts['logins']['app'] }
  openApp(parts: AppParts): Promise<App>
}

const day_ms = 24 * 60 * 60 * 1000
const step_ms = 7 * 60 * 1000
const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

/** A clock that the demo sets back, so that its records look like weeks of work. */
function movableClock() {
  let at = Date.now()
  return { now: () => new Date(at), set: (ms: number) => (at = ms), pass: () => (at += step_ms) }
}

/**
 * Makes the demo clinics through the product's own operations, so that every record, chain and document is a true one.
 * Every step carries its own idempotency key: cut off and started again, it goes on where it was. Made already, only
 * a fresh patient link is added.
 */
export async function makeDemo({ config, log, logins, openApp }: Parts): Promise<DemoSummary> {
  const accounts = demoAccounts(config.dataDir)
  await insertDemoAccounts(logins.owner, accounts, new Date(Date.now() - 60 * day_ms))
  const clock = movableClock()
  const app = await openApp({ config: { ...config, mail: { off: true } }, log, logins, clock })
  try {
    const demo = await openDemo(app, accounts, config.publicAddress, clock)
    const file = path.join(config.dataDir, 'demo.json')
    if (!existsSync(file)) {
      await demo.fill()
      clock.set(Date.now())
      await app.sweepExpired()
      await app.jobs.drain()
    }
    const summary = { address: config.publicAddress, accounts, patientLink: await demo.readyLink() }
    await writeFile(file, `${JSON.stringify(summary, null, 2)}\n`, { mode: 0o600 })
    return summary
  } finally {
    await app.close()
  }
}

type Clock = ReturnType<typeof movableClock>

async function openDemo(app: App, accounts: DemoAccount[], origin: string, clock: Clock) {
  const members = demoClinics[0]!.staff
  const callers = new Map<string, DemoCaller>()

  async function as(key: string): Promise<DemoCaller> {
    const known = callers.get(key)
    if (known) return known
    const { firstName } = members.find((member) => member.key === key)!
    const account = accounts.find(({ name, clinic }) => name.startsWith(firstName) && clinic === demoClinics[0]!.name)!
    const caller = demoCaller(app.http, { ip: '203.0.113.20', userAgent: desktop, origin })
    await caller.call(contract.identity.signIn, { email: account.email, password: account.password })
    callers.set(key, caller)
    return caller
  }

  const owner = await as('owner')
  const clinicians = (await owner.call(contract.staff.clinicians, {}))!
  const templates = (await owner.call(contract.templates.list, { pageSize: 100 }))!.rows
  const patientIds = new Map<string, string>()

  async function addPatients(): Promise<void> {
    for (const [index, details] of demoPatients.entries()) {
      const made = await owner.call(contract.patients.create, details as never, { key: `demo-patient-${index}` })
      patientIds.set(details.lastName, made!.id)
    }
  }

  const staffIdOf = (key: string) => clinicians.find(({ name }) => name.includes(members.find((member) => member.key === key)!.lastName))!.id

  async function draft({ patient, template, teeth, diagnosis, by }: DemoConsent, key: string, replaces: string | null = null) {
    const found = templates.find(({ name }) => name === template)!
    const { placeholders } = (await owner.call(contract.templates.get, { templateId: found.id }))!
    const asked = Object.entries(demoPlaceholders).filter(([name]) => placeholders.includes(name))
    const clinician = await as(by)
    const made = await clinician.call(
      contract.consents.create,
      {
        patientId: patientIds.get(patient)!,
        templateId: found.id,
        clinicianId: staffIdOf(by),
        teeth,
        diagnosis,
        placeholders: Object.fromEntries(asked),
        replaces,
      },
      { key: `${key}-create` },
    )
    return { clinician, consentId: made!.id }
  }

  /** The patient opens a link and proves the birth date; answers their caller and what they read. */
  async function openAsPatient(clinician: DemoCaller, consentId: string, { dateOfBirth }: { dateOfBirth: string }, index: number) {
    const link = await clinician.call(contract.signing.createLink, { consentId })
    const accessToken = link!.url.split('/').pop()!
    const patient = demoCaller(app.http, { ip: `198.51.100.${20 + index}`, userAgent: phone, origin })
    await patient.call(contract.signing.verify, { accessToken, dateOfBirth })
    clock.pass()
    return { patient, read: (await patient.call(contract.signing.read, { consentId }))! }
  }

  async function makeConsent(demo: DemoConsent, index: number): Promise<void> {
    const { patient: lastName, until, signs = 'typed' } = demo
    const key = `demo-consent-${index}`
    clock.set(Date.now() - demo.daysAgo * day_ms - 90 * 60 * 1000)
    const { clinician, consentId } = await draft(demo, key)
    if (until === 'draft') return
    clock.pass()
    const person = demoPatients.find((patient) => patient.lastName === lastName)!
    await clinician.call(contract.consents.send, { consentId, by: person.email || person.guardian ? 'email' : 'link' }, { key: `${key}-send` })
    if (until === 'sent' || until === 'expired') return
    if (until === 'voided') {
      await owner.call(contract.consents.void, { consentId, reason: 'Made out for the wrong tooth' }, { tolerate: [409] })
      return
    }
    clock.pass()
    const { patient, read } = await openAsPatient(clinician, consentId, person, index)
    if (until === 'viewed') return
    if (until === 'superseded') {
      const newer = await draft({ ...demo, teeth: ['36', '37'] }, `${key}-newer`, consentId)
      await clinician.call(contract.consents.send, { consentId: newer.consentId, by: 'email' }, { key: `${key}-newer-send` })
      return
    }
    if (until === 'declined') {
      await patient.call(contract.signing.decline, { consentId, reason: 'I would like a second opinion first.' }, { tolerate: [409] })
      return
    }
    const name = person.guardian?.name ?? `${person.firstName} ${person.lastName}`
    await patient.call(
      contract.signing.sign,
      {
        consentId,
        contentHash: read.contentHash,
        name,
        signerRole: person.guardian ? 'parent' : 'patient',
        confirmed: read.content.statements.map((_statement, place) => place),
        mark: signs === 'typed' ? { kind: 'typed', typed: name } : { kind: 'drawn', width: 340, height: 176, strokes: demoStrokes(index) },
      },
      { key: `${key}-sign`, tolerate: [409] },
    )
    await app.jobs.drain()
    clock.pass()
    if (until === 'withdrawn') {
      await patient.call(contract.signing.withdraw, { consentId, reason: 'I have decided to have the tooth out instead.' }, { tolerate: [409] })
    }
    if (until === 'finalised') {
      const member = members.find((person) => person.key === demo.by)!
      const signature = { consentId, contentHash: read.contentHash, name: `${member.firstName} ${member.lastName}` }
      await clinician.call(contract.consents.finalise, signature, { key: `${key}-finalise`, tolerate: [409] })
      await app.jobs.drain()
    }
  }

  return {
    async fill(): Promise<void> {
      await addPatients()
      for (const [index, consent] of demoConsents.entries()) await makeConsent(consent, index)
    },

    /** A link that is ready to be opened: to a consent that still waits, else to a new one. */
    async readyLink(): Promise<DemoSummary['patientLink']> {
      const last = demoConsents.at(-1)!
      const person = demoPatients.find((patient) => patient.lastName === last.patient)!
      const found = await owner.call(contract.patients.list, { search: person.lastName })
      const patientId = found!.rows[0]!.id
      patientIds.set(person.lastName, patientId)
      const waiting = await owner.call(contract.consents.list, { view: 'awaiting', patientId })
      const consentId = waiting!.rows[0]?.id ?? (await sendAnother(last))
      const link = await owner.call(contract.signing.createLink, { consentId })
      return { url: link!.url, dateOfBirth: person.dateOfBirth, patientName: `${person.firstName} ${person.lastName}` }
    },
  }

  async function sendAnother(consent: DemoConsent): Promise<string> {
    const key = `demo-again-${Date.now()}`
    const { clinician, consentId } = await draft(consent, key)
    await clinician.call(contract.consents.send, { consentId, by: 'link' }, { key: `${key}-send` })
    return consentId
  }
}

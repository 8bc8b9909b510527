import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import type { PatientConsent } from '../../contract/signing.ts'
import { fetchCaller } from '../prove/fetch-caller.ts'
import { startServer, untilReady } from '../prove/test-server-process.ts'
import { drawnSignature } from './drawn-signature.ts'
import type { Recorded } from './statement-recorder.ts'

const recorder = path.join(import.meta.dirname, 'statement-recorder.ts')

/** Each request that is measured, by its name. */
export type WorkRequest = 'link' | 'consent' | 'sign' | 'patients' | 'figures'

/** A consent that was sent through the product and seen: others are made after it. */
export type FirstConsent = {
  consentId: string
  linkId: string
  token: string
  cookie: string
  read: PatientConsent
}

/** What the product did once for each request: the statements that it sent, and the facts in them that change. */
export type RecordedWorkloads = {
  statements: Record<WorkRequest, Recorded[]>
  /** To be opened, and to be signed: the second is used up by having been recorded. */
  opened: FirstConsent
  signed: FirstConsent & { idempotencyKey: string }
  searched: string
  sessionToken: string
  /** Of the signed-in manager. */
  cookie: string
}

/**
 * Lets the product make its demo and do each piece of work once, and writes down which statements that took. The process
 * that is watched is not the one that is measured.
 */
export async function recordWorkloads(dataDir: string, port: number): Promise<RecordedWorkloads> {
  const folder = mkdtempSync(path.join(tmpdir(), 'candour-recorded-'))
  const settings = { RECORD_TO: folder, NODE_OPTIONS: `--import ${recorder}` }
  const server = startServer({ dataDir, port, settings, fromSources: true })
  const address = `http://localhost:${port}`
  await untilReady(address)
  const asked = async (
    name: WorkRequest,
    url: string,
    init: RequestInit & { headers: Record<string, string> },
  ) => {
    const answer = await fetch(address + url, { ...init, headers: { ...init.headers, 'x-record': name } })
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
    const body: unknown = await answer.json()
    await sleep(300)
    return body
  }

  const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
    accounts: { email: string; password: string; role: string }[]
  }
  const { email, password } = accounts.find(({ role }) => role === 'clinic_admin')!
  const staff = fetchCaller(address)
  await staff.call(contract.identity.signIn, { login: email, password })
  const { sendOpened } = await createConsentSender(staff, address)
  const [opened, toSign] = [await sendOpened(), await sendOpened()]
  const visited = { headers: { cookie: opened.cookie } }
  await asked('link', `/api/patient/links/${opened.token}`, { headers: {} })
  await asked('consent', `/api/patient/consents/${opened.consentId}`, visited)
  const idempotencyKey = randomUUID()
  await asked('sign', `/api/patient/consents/${toSign.consentId}/signature`, {
    method: 'POST',
    headers: {
      ...{ origin: address, cookie: toSign.cookie },
      ...{ 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    },
    body: JSON.stringify(createSignatureInput(toSign.read)),
  })
  const signedIn = { headers: { cookie: staff.cookie() } }
  const searched = 'whi'
  await asked('patients', `/api/clinic/patients?search=${searched}`, signedIn)
  await asked('figures', '/api/clinic/analytics/overview', signedIn)

  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  const names: WorkRequest[] = ['link', 'consent', 'sign', 'patients', 'figures']
  const read = (name: string) =>
    JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Recorded[]
  const statements = Object.fromEntries(
    names.map((name) => [name, read(name)]),
  ) as RecordedWorkloads['statements']
  rmSync(folder, { recursive: true })
  const sessionToken = statements.patients[0]!.values[0] as string
  const signed = { ...toSign, idempotencyKey }
  return { statements, opened, signed, searched, sessionToken, cookie: staff.cookie() }
}

/** Makes out and sends consents of two long treatments through the product; one that is opened has its birth date proved. */
export async function createConsentSender(staff: ReturnType<typeof fetchCaller>, address: string) {
  const patient = (await staff.call(contract.patients.list, { search: 'Whitcombe' })).rows[0]!
  const clinician = (await staff.call(contract.staff.clinicians, {}))[0]!
  async function createDraft(): Promise<string> {
    const ids: string[] = []
    for (const search of ['Premolar Root Canal', 'Full Arch Implants'])
      ids.push((await staff.call(contract.templates.list, { search })).rows[0]!.id)
    const video = { show: 'template', required: false } as const
    const draftOf = (placeholders: Record<string, string>) => ({
      ...{ patientId: patient.id, clinicianId: clinician.id, diagnosis: 'An infected nerve', video },
      items: ids.map((templateId) => ({ templateId, teeth: ['35'], placeholders })),
    })
    const { missing } = await staff.call(contract.consents.create, draftOf({}), randomUUID())
    const filled = draftOf(Object.fromEntries(missing.map((name) => [name, 'as told'])))
    return (await staff.call(contract.consents.create, filled, randomUUID())).id
  }
  const sendDraft = (consentId: string, by: 'link' | 'email') =>
    staff.call(contract.consents.send, { consentId, by, unaskedAcknowledged: true }, randomUUID())
  async function sendOpened(): Promise<FirstConsent> {
    const consentId = await createDraft()
    await sendDraft(consentId, 'link')
    const { url, link } = await staff.call(contract.signing.createLink, { consentId })
    const token = url.split('/').pop()!
    const visitor = fetchCaller(address)
    await visitor.call(contract.signing.verify, { accessToken: token, dateOfBirth: patient.dateOfBirth })
    const read = await visitor.call(contract.signing.read, { consentId })
    return { consentId, linkId: link.id, token, cookie: visitor.cookie(), read }
  }
  return { createDraft, sendDraft, sendOpened }
}

/** What a patient sends who signs this text by drawing. */
export const createSignatureInput = ({ contentHash, content }: PatientConsent) => ({
  contentHash,
  ...{ name: 'Eleanor Whitcombe', signerRole: 'patient' as const },
  confirmed: content.statements.map((_statement, place) => place),
  mark: drawnSignature,
})

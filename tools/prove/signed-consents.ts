import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import { fetchCaller, UnavailableError, type FetchCaller } from './fetch-caller.ts'

type Demo = { accounts: { email: string; password: string; role: string; permissionLevel: number | null }[] }

export type Practice = {
  address: string
  staff: FetchCaller
  /** Signs the same person in once more. */
  signIn(): Promise<unknown>
  /** Their name, as they countersign with it. */
  ownName: string
  patientId: string
  dateOfBirth: string
  templateId: string
  clinicianId: string
  /** A value for every blank of the template. */
  placeholders: Record<string, string>
}

/** Asks until the product answers; what was cut off is asked again with the same key. */
export type Retry = <T>(ask: () => Promise<T>) => Promise<T>

/** Asks again for as long as the product is away; `onGone` is told each time. */
export const createRetry =
  (onGone: (error: UnavailableError) => void): Retry =>
  async (ask) => {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error
        onGone(error)
        // A link may be tried sixty times in five minutes: who is told to come back waits, though less than they are told.
        await sleep(error.status === 503 ? 300 : 40)
      }
    }
  }

/** Signs in as the owner of the demo's first practice, and finds what a consent needs. */
export async function openPractice(address: string, dataDir: string): Promise<Practice> {
  const demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Demo
  const { email, password } = demo.accounts.find(({ role }) => role === 'clinic_admin')!
  const staff = fetchCaller(address)
  const signIn = () => staff.call(contract.identity.signIn, { login: email, password })
  await signIn()
  const ownName = (await staff.call(contract.identity.session, {})).user!.displayName
  const patient = (await staff.call(contract.patients.list, { search: 'Whitcombe' })).rows[0]!
  const template = (await staff.call(contract.templates.list, { search: 'Composite' })).rows[0]!
  const clinicians = await staff.call(contract.staff.clinicians, {})
  const clinician = clinicians[0]!
  const [templateId, clinicianId] = [template.id, clinician.id]
  const { id: patientId, dateOfBirth } = patient
  const blank = consentDraftInput({ patientId, templateId, clinicianId, placeholders: {} })
  const { missing } = await staff.call(contract.consents.create, blank, randomUUID())
  const placeholders = Object.fromEntries(missing.map((name) => [name, 'as told']))
  return { address, staff, signIn, ownName, patientId, dateOfBirth, templateId, clinicianId, placeholders }
}

/** A consent to a filling as it is made out. */
export const consentDraftInput = ({
  patientId,
  templateId,
  clinicianId,
  placeholders,
}: Pick<Practice, 'patientId' | 'templateId' | 'clinicianId' | 'placeholders'>) => ({
  ...{ patientId, clinicianId, diagnosis: 'Decay' },
  items: [{ templateId, teeth: ['36'], placeholders }],
})

/** Makes a consent out and sends it; its patient asks one question and signs. Its id, once both were acknowledged. */
export async function signNewConsent(practice: Practice, insist: Retry): Promise<string> {
  const { address, staff, dateOfBirth } = practice
  const [key, draft] = [randomUUID(), consentDraftInput(practice)]
  const { id: consentId } = await insist(() => staff.call(contract.consents.create, draft, `${key}-create`))
  await insist(() =>
    staff.call(contract.consents.send, { consentId, by: 'link', unaskedAcknowledged: true }, `${key}-send`),
  )
  const { url } = await insist(() => staff.call(contract.signing.createLink, { consentId }))
  const accessToken = url.split('/').pop()!
  const patient = fetchCaller(address)
  await insist(() => patient.call(contract.signing.verify, { accessToken, dateOfBirth }))
  const { content, contentHash } = await insist(() => patient.call(contract.signing.read, { consentId }))
  const question = { consentId, part: null, text: 'Will it hurt?', isBlocking: false }
  await insist(() => patient.call(contract.questions.ask, question, `${key}-ask`))
  const signature = {
    consentId,
    contentHash,
    name: 'Eleanor Whitcombe',
    signerRole: 'patient' as const,
    confirmed: content.statements.map((_statement, place) => place),
    mark: { kind: 'typed' as const, typed: 'Eleanor Whitcombe' },
  }
  await insist(() => patient.call(contract.signing.sign, signature, `${key}-sign`))
  return consentId
}

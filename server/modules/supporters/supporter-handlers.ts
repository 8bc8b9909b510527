import { randomUUID } from 'node:crypto'
import { readEmail } from '../../../contract/email-address.ts'
import { contract } from '../../../contract/index.ts'
import { supporters_ever_max, supporters_max } from '../../../contract/limits.ts'
import type { SupporterView } from '../../../contract/supporters.ts'
import type { Database } from '../../platform/database/database.ts'
import type {
  ClinicScope,
  JobScope,
  PatientScope,
  SupporterScope,
} from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { brandOf, clinicOf } from '../clinics/index.ts'
import { findConsent, lockConsent } from '../consents/index.ts'
import { mobileOf } from '../patients/index.ts'
import { entriesOf, questionsFrom } from '../questions/index.ts'
import { supporterCookie } from './supporter-openers.ts'
import {
  afterWrongCode,
  contentForSupporter,
  isCode,
  mayBeShared,
  supporterExpiry,
  type SupporterSecrets,
} from './supporter-rules.ts'
import {
  countSupporters,
  frozenTextOf,
  insertOpening,
  insertSupporter,
  lockOut,
  lockSupporter,
  openSupporterLink,
  revokeSupporter,
  supportersOf,
  updateSupporter,
} from './supporter-store.ts'

export type SupporterParts = {
  database: Database
  runJob: RunJob
  secrets: SupporterSecrets
  address: string
  secureCookies: boolean
}

type Way = 'email' | 'sms' | 'own'
const supporterActor = { kind: 'supporter', role: 'supporter' } as const

/** Where the link goes, as it can be reached; or what is wrong with what was typed. */
function contactFor(by: Way, typed: string): { contact: string } | 'wrong-email' | 'wrong-mobile' {
  if (by === 'own') return { contact: '' }
  if (by === 'email') {
    const read = readEmail(typed)
    return 'address' in read && read.others.length === 0 ? { contact: read.address } : 'wrong-email'
  }
  const mobile = mobileOf(typed)
  return mobile === '' ? 'wrong-mobile' : { contact: mobile }
}

/** One try at a live link: the token of the cookie it opens, or why it opens none; a wrong code is counted. */
async function tryCode(
  scope: JobScope,
  { supporterId, consentId }: { supporterId: string; consentId: string },
  isRight: boolean,
) {
  await lockConsent(scope, consentId)
  const supporter = (await lockSupporter(scope, supporterId))!
  if (supporter.lockedAt) return 'link-locked'
  if (isRight) {
    await updateSupporter(scope, supporterId, { failedAttempts: 0 })
    return { token: await insertOpening(scope, supporter), consentId: supporter.consentId }
  }
  const { failedAttempts, locked } = afterWrongCode(supporter.failedAttempts)
  if (locked) await lockOut(scope, supporter, failedAttempts)
  else await updateSupporter(scope, supporterId, { failedAttempts })
  return locked ? 'link-locked' : 'wrong-code'
}

async function viewOf(scope: SupporterScope): Promise<SupporterView | null> {
  const content = await frozenTextOf(scope)
  if (!content) return null
  const questions = questionsFrom(await entriesOf(scope, scope.consentIds[0]!))
  return { brand: await brandOf(scope), content: contentForSupporter(content), questions }
}

/** Ends what somebody may read, whoever ends it. */
async function shutOut(scope: ClinicScope | PatientScope, named: { consentId: string; supporterId: string }) {
  const { consentId: subject, supporterId } = named
  const isThere = (await lockConsent(scope, subject)) && (await revokeSupporter(scope, named))
  return isThere
    ? { answer: { revoked: true as const }, subject, details: { supporterId } }
    : refuse('not-found')
}

/** The patient's own part: whom they let read along. */
const patientSide = ({ secrets, address }: SupporterParts) => ({
  listOwn: handle(contract.supporters.listOwn, async (scope, { consentId }) => {
    if (!(await findConsent(scope, consentId))) return refuse('not-found')
    const rows = await supportersOf(scope, consentId)
    const answer = rows.map((row) => ({
      ...row,
      ...(row.state === 'open'
        ? { code: secrets.codeOf(row.id), url: `${address}/supporter/${secrets.tokenOf(row.id)}` }
        : { code: null, url: null }),
    }))
    return { answer }
  }),

  invite: handle(contract.supporters.invite, async (scope, { consentId, hours, by, ...told }) => {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    if (!mayBeShared(consent.status)) return refuse('wrong-state')
    const reached = contactFor(by, told.contact)
    if (typeof reached === 'string') return refuse(reached)
    const open = (await supportersOf(scope, consentId)).filter(({ state }) => state === 'open')
    const ever = await countSupporters(scope, consentId)
    if (open.length >= supporters_max || ever >= supporters_ever_max) return refuse('too-many')
    const id = randomUUID()
    const { name, relation } = told
    await insertSupporter(scope, {
      ...{ id, consentId, number: ever + 1, name, relation, by, ...reached },
      token: secrets.tokenOf(id),
      expiresAt: supporterExpiry(scope.now, hours),
    })
    if (by !== 'own') scope.enqueue('supporters.send-link', { clinicId: scope.clinicId, supporterId: id })
    return { answer: { supporterId: id }, subject: consentId, details: { supporterId: id, hours, by } }
  }),

  revokeOwn: handle(contract.supporters.revokeOwn, shutOut),
})

/** The practice's part: to see it, and to end it. */
const clinicSide = {
  list: handle(contract.supporters.list, async (scope, { consentId }) => {
    if (!(await findConsent(scope, consentId))) return refuse('not-found')
    return { answer: await supportersOf(scope, consentId) }
  }),

  revoke: handle(contract.supporters.revoke, shutOut),
}

/** The supporter's own part: in by link and code, and to read. */
const supporterSide = ({ database, runJob, secrets, secureCookies }: SupporterParts) => ({
  knock: handle(contract.supporters.knock, async ({ now }, { accessToken }) => {
    const found = await openSupporterLink(database, accessToken, now)
    if (!found) return refuse('not-found')
    return runJob(found.clinicId, async (scope) => {
      const { name, phone } = await clinicOf(scope)
      const supporter = (await lockSupporter(scope, found.supporterId))!
      const practice = { name, phone, ...(await brandOf(scope)) }
      return { answer: { practice, locked: supporter.lockedAt !== null } }
    })
  }),

  prove: handle(contract.supporters.prove, async ({ now }, { accessToken, code }, answering) => {
    const found = await openSupporterLink(database, accessToken, now)
    if (!found) return refuse('not-found')
    const { clinicId, supporterId } = found
    const isRight = isCode(code, secrets.codeOf(supporterId))
    const tried = await runJob(clinicId, (scope) => tryCode(scope, found, isRight))
    const by = { clinicId, actor: supporterActor }
    if (typeof tried === 'string') return refuse(tried, {}, by)
    answering.setCookie(supporterCookie(supporterId, tried.token, secureCookies))
    return { answer: { supporterId }, subject: tried.consentId, details: { supporterId }, by }
  }),

  read: handle(contract.supporters.read, async (scope) => {
    const view = await viewOf(scope)
    return view ? { answer: view } : refuse('not-found')
  }),
})

/** The operations of `contract/supporters.ts`. */
export const supporterHandlers = (parts: SupporterParts) => ({
  ...patientSide(parts),
  ...clinicSide,
  ...supporterSide(parts),
})

import { randomUUID } from 'node:crypto'
import { parseEmail } from '../../../contract/email-address.ts'
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
import { brandOf, clinicContactOf } from '../clinics/index.ts'
import { findConsent, lockConsent } from '../consents/index.ts'
import { parseMobile } from '../patients/index.ts'
import { entriesOf, questionsFrom } from '../questions/index.ts'
import { buildSupporterCookie } from './supporter-authenticators.ts'
import {
  afterWrongCode,
  contentForSupporter,
  isMatchingCode,
  isShareable,
  supporterExpiry,
  type SupporterSecrets,
} from './supporter-rules.ts'
import {
  countSupporters,
  findFrozenText,
  insertOpening,
  insertSupporter,
  lockSupporterLink,
  lockSupporter,
  authenticateSupporterLink,
  revokeSupporter,
  listSupporters,
  updateSupporter,
} from './supporter-store.ts'

export type SupporterDeps = {
  database: Database
  runJob: RunJob
  secrets: SupporterSecrets
  address: string
  secureCookies: boolean
}

type DeliveryMethod = 'email' | 'sms' | 'own'
const supporterActor = { kind: 'supporter', role: 'supporter' } as const

/** Where the link goes, as it can be reached; or what is wrong with what was typed. */
function contactFor(by: DeliveryMethod, typed: string): { contact: string } | 'wrong-email' | 'wrong-mobile' {
  if (by === 'own') return { contact: '' }
  if (by === 'email') {
    const read = parseEmail(typed)
    return 'address' in read && read.others.length === 0 ? { contact: read.address } : 'wrong-email'
  }
  const mobile = parseMobile(typed)
  return mobile === '' ? 'wrong-mobile' : { contact: mobile }
}

/** One try at a live link: the token of the cookie it opens, or why it opens none; a wrong code is counted. */
async function verifyCode(
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
  if (locked) await lockSupporterLink(scope, supporter, failedAttempts)
  else await updateSupporter(scope, supporterId, { failedAttempts })
  return locked ? 'link-locked' : 'wrong-code'
}

async function viewOf(scope: SupporterScope): Promise<SupporterView | null> {
  const content = await findFrozenText(scope)
  if (!content) return null
  const questions = questionsFrom(await entriesOf(scope, scope.consentIds[0]!))
  return { brand: await brandOf(scope), content: contentForSupporter(content), questions }
}

/** Ends what somebody may read, whoever ends it. */
async function revokeAccess(
  scope: ClinicScope | PatientScope,
  named: { consentId: string; supporterId: string },
) {
  const { consentId: subject, supporterId } = named
  const isThere = (await lockConsent(scope, subject)) && (await revokeSupporter(scope, named))
  return isThere
    ? { answer: { revoked: true as const }, subject, details: { supporterId } }
    : refuse('not-found')
}

/** The patient's own part: whom they let read along. */
const patientHandlers = ({ secrets, address }: SupporterDeps) => ({
  listOwn: handle(contract.supporters.listOwn, async (scope, { consentId }) => {
    if (!(await findConsent(scope, consentId))) return refuse('not-found')
    const rows = await listSupporters(scope, consentId)
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
    if (!isShareable(consent.status)) return refuse('wrong-state')
    const reached = contactFor(by, told.contact)
    if (typeof reached === 'string') return refuse(reached)
    const open = (await listSupporters(scope, consentId)).filter(({ state }) => state === 'open')
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

  revokeOwn: handle(contract.supporters.revokeOwn, revokeAccess),
})

/** The practice's part: to see it, and to end it. */
const clinicHandlers = {
  list: handle(contract.supporters.list, async (scope, { consentId }) => {
    if (!(await findConsent(scope, consentId))) return refuse('not-found')
    return { answer: await listSupporters(scope, consentId) }
  }),

  revoke: handle(contract.supporters.revoke, revokeAccess),
}

/** The supporter's own part: in by link and code, and to read. */
const supporterOwnHandlers = ({ database, runJob, secrets, secureCookies }: SupporterDeps) => ({
  knock: handle(contract.supporters.knock, async ({ now }, { accessToken }) => {
    const found = await authenticateSupporterLink(database, accessToken, now)
    if (!found) return refuse('not-found')
    return runJob(found.clinicId, async (scope) => {
      const { name, phone } = await clinicContactOf(scope)
      const supporter = (await lockSupporter(scope, found.supporterId))!
      const practice = { name, phone, ...(await brandOf(scope)) }
      return { answer: { practice, locked: supporter.lockedAt !== null } }
    })
  }),

  prove: handle(contract.supporters.prove, async ({ now }, { accessToken, code }, answering) => {
    const found = await authenticateSupporterLink(database, accessToken, now)
    if (!found) return refuse('not-found')
    const { clinicId, supporterId } = found
    const isRight = isMatchingCode(code, secrets.codeOf(supporterId))
    const tried = await runJob(clinicId, (scope) => verifyCode(scope, found, isRight))
    const by = { clinicId, actor: supporterActor }
    if (typeof tried === 'string') return refuse(tried, {}, by)
    answering.setCookie(buildSupporterCookie(supporterId, tried.token, secureCookies))
    return { answer: { supporterId }, subject: tried.consentId, details: { supporterId }, by }
  }),

  read: handle(contract.supporters.read, async (scope) => {
    const view = await viewOf(scope)
    return view ? { answer: view } : refuse('not-found')
  }),
})

/** The operations of `contract/supporters.ts`. */
export const supporterHandlers = (deps: SupporterDeps) => ({
  ...patientHandlers(deps),
  ...clinicHandlers,
  ...supporterOwnHandlers(deps),
})

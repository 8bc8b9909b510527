import type { LinkCaller, Visit } from '../../../contract/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { transact, type LinkScope } from '../../platform/database/transaction.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { lockUnproved, moveConsent } from '../consents/index.ts'
import { patientCookie } from './signing-openers.ts'
import { kioskDetails, patientSessionExpiry } from './signing-rules.ts'
import {
  insertOwnLink,
  insertPatientSession,
  lockLink,
  revokeLinks,
  updateLink,
  type LinkRow,
} from './signing-store.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockUnproved>>>

/** What follows when somebody has proved who they are: link and consent are seen, and a token opens the consent. */
export async function acceptProof(
  scope: LinkScope,
  { link, consent, proof }: { link: LinkRow; consent: Locked; proof: string },
): Promise<string> {
  const details = { proof, ...kioskDetails(link.handedBy) }
  await updateLink(scope, link.id, { failedAttempts: 0, firstOpenedAt: link.firstOpenedAt ?? scope.now })
  if (consent.status === 'sent') await moveConsent(scope, consent, 'view', { details })
  return insertPatientSession(scope, consent.id)
}

type Parts = {
  database: Database
  clock: Clock
  runJob: RunJob
  insertJobs: Jobs['insert']
  secureCookies: boolean
}

/** A consent that somebody opens from a page of their own; `linkId` is the same each time one session opens it. */
type Opening = {
  clinicId: string
  consentId: string
  linkId: string
  visit: Visit
  /** Who of the practice handed its tablet to the patient for it. */
  handedBy?: string
}

const actor = { kind: 'patient', role: 'patient' } as const

/** Links for patients who proved elsewhere who they are: nobody holds their token, and they end with that proof. */
export function makeOwnLinks({ database, clock, runJob, insertJobs, secureCookies }: Parts) {
  return {
    /** Opens a consent as a link and the birth date would; answers the cookie for it. */
    async open({ clinicId, consentId, linkId, visit, handedBy }: Opening): Promise<string> {
      await runJob(clinicId, (scope) =>
        insertOwnLink(scope, {
          ...{ id: linkId, consentId, expiresAt: patientSessionExpiry(scope.now) },
          handedBy: handedBy ?? null,
        }),
      )
      const caller: LinkCaller = { audience: 'link', clinicId, linkId, consentIds: [consentId], actor, visit }
      const token = await transact(database, caller, {
        now: clock.now(),
        work: async (scope) => {
          const link = await lockLink(scope)
          const consent = (await lockUnproved(scope, consentId))!
          return acceptProof(scope, { link, consent, proof: handedBy ? 'date of birth' : 'own page' })
        },
        closing: () => insertJobs,
      })
      return patientCookie(consentId, token, secureCookies)
    },
    /** Ends what these links opened. */
    close: (clinicId: string, linkIds: string[]): Promise<void> =>
      runJob(clinicId, (scope) => revokeLinks(scope, linkIds)),
  }
}

export type OwnLinks = ReturnType<typeof makeOwnLinks>

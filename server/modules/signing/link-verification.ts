import type { LinkCaller, RequestContext } from '../../../contract/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { transact, type LinkScope } from '../../platform/database/transaction.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { lockUnauthenticated, transitionConsent } from '../consents/index.ts'
import { buildPatientCookie, expireOldestCookies } from './signing-authenticators.ts'
import { kioskDetails, patientSessionExpiry } from './signing-rules.ts'
import {
  insertOwnLink,
  insertPatientSession,
  lockLink,
  revokeLinks,
  updateLink,
  type LinkRow,
} from './signing-store.ts'

type LockedConsent = NonNullable<Awaited<ReturnType<typeof lockUnauthenticated>>>

/** What follows when somebody has proved who they are: link and consent are seen, and a token opens the consent. */
export async function completeVerification(
  scope: LinkScope,
  { link, consent, proof }: { link: LinkRow; consent: LockedConsent; proof: string },
): Promise<string> {
  const details = { proof, ...kioskDetails(link.handedBy) }
  await updateLink(scope, link.id, { failedAttempts: 0, firstOpenedAt: link.firstOpenedAt ?? scope.now })
  if (consent.status === 'sent') await transitionConsent(scope, consent, 'view', { details })
  return insertPatientSession(scope, consent.id)
}

type OwnLinkDeps = {
  database: Database
  clock: Clock
  runJob: RunJob
  insertJobs: Jobs['insert']
  secureCookies: boolean
}

/** A consent that somebody opens from a page of their own; `linkId` is the same each time one session opens it. */
type OwnLinkRequest = {
  clinicId: string
  consentId: string
  linkId: string
  visit: RequestContext
  /** Who of the practice handed its tablet to the patient for it. */
  handedBy?: string
}

const actor = { kind: 'patient', role: 'patient' } as const

/** Links for patients who proved elsewhere who they are: nobody holds their token, and they end with that proof. */
export function createOwnLinks({ database, clock, runJob, insertJobs, secureCookies }: OwnLinkDeps) {
  return {
    /** Opens a consent as a link and the birth date would; answers the cookie for it. */
    async open({ clinicId, consentId, linkId, visit, handedBy }: OwnLinkRequest): Promise<string> {
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
          const consent = (await lockUnauthenticated(scope, consentId))!
          return completeVerification(scope, {
            link,
            consent,
            proof: handedBy ? 'date of birth' : 'own page',
          })
        },
        beforeCommit: () => insertJobs,
      })
      return buildPatientCookie(consentId, token, secureCookies)
    },
    /** What takes away the oldest cookies of this kind that a browser holds, before it is given more. */
    expireOldest: (cookieHeader: string): string[] => expireOldestCookies(cookieHeader, secureCookies),
    /** Ends what these links opened. */
    close: (clinicId: string, linkIds: string[]): Promise<void> =>
      runJob(clinicId, (scope) => revokeLinks(scope, linkIds)),
  }
}

export type OwnLinks = ReturnType<typeof createOwnLinks>

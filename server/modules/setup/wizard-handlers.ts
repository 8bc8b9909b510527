import { contract } from '../../../contract/index.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { IdentityParts } from '../identity/index.ts'
import { inviteByMail, setUpPractice } from '../registration/index.ts'
import { keepingHandlers } from './settings-keeping.ts'
import { keepSetting } from './setup-store.ts'
import { firstPractice, wizardSetting, wizardState, type StateParts } from './wizard-state.ts'

export type WizardParts = StateParts &
  Pick<IdentityParts, 'accounts' | 'database'> & {
    /** The link by which somebody who was put on the staff registers; null where there is nobody to. */
    inviteLink(scope: JobScope, staffId: string): Promise<string | null>
  }

/** Practices of the United Kingdom keep its time. */
const timeZone = 'Europe/London'

/** The first run of an installation, as `contract/setup-wizard.ts` declares it. */
export function wizardHandlers(parts: WizardParts) {
  const { accounts, runJob, runPlatformJob, services, demo, inviteLink } = parts
  return {
    read: handle(contract.setupWizard.read, async (scope) => ({ answer: await wizardState(parts, scope) })),

    makePractice: handle(contract.setupWizard.makePractice, async (scope, input) => {
      if (scope.tokenHash !== null) return refuse('sign-in-first')
      if (await firstPractice(parts)) return refuse('practice-there')
      const { name, address, phone, nation, firstName, lastName, gdcNumber } = input
      const email = input.email.toLowerCase()
      if (await accounts.ofEmail(email)) return refuse('email-already-in-use')
      const practice = { name, address, phone, nation, email, timeZone }
      const administrator = { firstName, lastName, email, gdcNumber: gdcNumber || null }
      const made = await setUpPractice(parts, practice, administrator, scope.now)
      return {
        answer: await wizardState(parts, scope),
        subject: made.clinicId,
        details: { staffId: made.staffId },
      }
    }),

    invitation: handle(contract.setupWizard.invitation, async (scope) => {
      if (scope.tokenHash !== null) return refuse('sign-in-first')
      const practice = await firstPractice(parts)
      const url =
        practice && (await runJob(practice.id, (job) => inviteLink(job, practice.administrator.staffId)))
      if (!url) return refuse('nobody-to-invite')
      return { answer: { url }, subject: practice.administrator.staffId, details: { clinicId: practice.id } }
    }),

    ...keepingHandlers(parts),

    finish: handle(contract.setupWizard.finish, async (scope) => {
      if (scope.tokenHash !== null) return refuse('sign-in-first')
      const state = await wizardState(parts, scope)
      if (state.isDemoAdmin) return refuse('demo-admin')
      const practice = await firstPractice(parts)
      if (!practice) return refuse('practice-missing')
      if (state.services.some(({ source }) => source === 'open')) return refuse('services-open')
      const { staffId, email, isRegistered } = practice.administrator
      // Finished again, it removes what an interruption left, and sends no second invitation.
      if (!state.finishedAt && !isRegistered && !(await services.mail()).off)
        await inviteByMail(runJob, practice.id, { staffId, email })
      const finishedAt = state.finishedAt ?? scope.now.toISOString()
      const by = 'name' in scope.actor ? scope.actor.name : ''
      await runPlatformJob((job) => keepSetting(job, wizardSetting, { facts: { finishedAt }, by }))
      if (state.demoClinics.length > 0) await demo.remove?.()
      return {
        answer: await wizardState(parts, scope),
        subject: practice.id,
        details: { demoClinics: state.demoClinics.length },
      }
    }),
  }
}

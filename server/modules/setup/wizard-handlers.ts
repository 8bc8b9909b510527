import { contract } from '../../../contract/index.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { IdentityDeps } from '../identity/index.ts'
import { inviteByMail, setUpPractice } from '../registration/index.ts'
import { setupSettingsHandlers } from './setup-settings-handlers.ts'
import { saveSetting } from './setup-store.ts'
import { findFirstPractice, wizardSetting, buildWizardState, type WizardStateDeps } from './wizard-state.ts'

export type WizardDeps = WizardStateDeps &
  Pick<IdentityDeps, 'accounts' | 'database'> & {
    /** The link by which somebody who was put on the staff registers; null where there is nobody to. */
    inviteLink(scope: JobScope, staffId: string): Promise<string | null>
  }

/** Practices of the United Kingdom keep its time. */
const timeZone = 'Europe/London'

/** The first run of an installation, as `contract/setup-wizard.ts` declares it. */
export function wizardHandlers(deps: WizardDeps) {
  const { accounts, runJob, runPlatformJob, services, demo, inviteLink } = deps
  return {
    read: handle(contract.setupWizard.read, async (scope) => ({
      answer: await buildWizardState(deps, scope),
    })),

    makePractice: handle(contract.setupWizard.makePractice, async (scope, input) => {
      if (scope.tokenHash !== null) return refuse('sign-in-first')
      if (await findFirstPractice(deps)) return refuse('practice-there')
      const { name, address, phone, nation, firstName, lastName, gdcNumber } = input
      const email = input.email.toLowerCase()
      if (await accounts.ofEmail(email)) return refuse('email-already-in-use')
      const practice = { name, address, phone, nation, email, timeZone }
      const administrator = { firstName, lastName, email, gdcNumber: gdcNumber || null }
      const made = await setUpPractice(deps, practice, administrator, scope.now)
      return {
        answer: await buildWizardState(deps, scope),
        subject: made.clinicId,
        details: { staffId: made.staffId },
      }
    }),

    invitation: handle(contract.setupWizard.invitation, async (scope) => {
      if (scope.tokenHash !== null) return refuse('sign-in-first')
      const practice = await findFirstPractice(deps)
      const url =
        practice && (await runJob(practice.id, (job) => inviteLink(job, practice.administrator.staffId)))
      if (!url) return refuse('nobody-to-invite')
      return { answer: { url }, subject: practice.administrator.staffId, details: { clinicId: practice.id } }
    }),

    ...setupSettingsHandlers(deps),

    finish: handle(contract.setupWizard.finish, async (scope) => {
      if (scope.tokenHash !== null) return refuse('sign-in-first')
      const state = await buildWizardState(deps, scope)
      if (state.isDemoAdmin) return refuse('demo-admin')
      const practice = await findFirstPractice(deps)
      if (!practice) return refuse('practice-missing')
      if (state.services.some(({ source }) => source === 'open')) return refuse('services-open')
      const { staffId, email, isRegistered } = practice.administrator
      // Finished again, it removes what an interruption left, and sends no second invitation.
      if (!state.finishedAt && !isRegistered && !(await services.mail()).off)
        await inviteByMail(runJob, practice.id, { staffId, email })
      const finishedAt = state.finishedAt ?? scope.now.toISOString()
      const by = 'name' in scope.actor ? scope.actor.name : ''
      await runPlatformJob((job) => saveSetting(job, wizardSetting, { facts: { finishedAt }, by }))
      if (state.demoClinics.length > 0) await demo.remove?.()
      return {
        answer: await buildWizardState(deps, scope),
        subject: practice.id,
        details: { demoClinics: state.demoClinics.length },
      }
    }),
  }
}

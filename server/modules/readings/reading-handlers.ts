import { contract } from '../../../contract/index.ts'
import { readings_max } from '../../../contract/limits.ts'
import type { PatientScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findConsent, lockConsent } from '../consents/index.ts'
import { isImpossible, isReadable, readingSummary } from './reading-rules.ts'
import { insertReading, readingsOf } from './reading-store.ts'

export type ReadingDeps = {
  /** When the patient first proved who they are for this consent; links are a module's below. */
  provedAt(scope: PatientScope, consentId: string): Promise<Date | null>
}

/** The operations of `contract/readings.ts`. */
export function readingHandlers({ provedAt }: ReadingDeps) {
  return {
    report: handle(contract.readings.report, async (scope, { consentId, visit, number, spells }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent?.content) return refuse('not-found')
      const done = { answer: { kept: true as const }, subject: consentId }
      const before = await readingsOf(scope, consentId)
      if (before.some((row) => row.visit === visit && row.visitNumber === number)) return done
      if (!isReadable(consent, scope.now)) return refuse('wrong-state')
      if (before.length >= readings_max) return refuse('too-many')
      const parts = consent.content.sections.length
      if (spells.some(({ part }) => part > parts)) return refuse('part-not-found')
      const opened = { before, provedAt: await provedAt(scope, consentId), now: scope.now }
      if (isImpossible(spells, opened)) return refuse('too-long')
      await insertReading(scope, consentId, before, { visit, visitNumber: number, spells })
      return done
    }),

    ofConsent: handle(contract.readings.ofConsent, async (scope, { consentId }) => {
      const consent = await findConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const rows = await readingsOf(scope, consentId)
      return { answer: readingSummary(rows, consent.content?.sections ?? []) }
    }),
  }
}

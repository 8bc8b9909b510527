import { hasPermission } from '../../../contract/permissions.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { needsConfirmation, wordingByOf } from '../adoptions/index.ts'
import { todayOf } from '../clinics/index.ts'
import { feeQuotesOn, listPriceDifferences } from '../fees/index.ts'
import { findOwnGdcNumber } from '../staff/index.ts'
import { contentHash, hasPrompts, buildFrozenContent, missingPlaceholders } from './consent-content.ts'
import { gatherDraftFacts } from './consent-drafting.ts'
import { questionsToAskFirst, reviewHealthFor, risksToDisclose, undecidedRisks } from './consent-health.ts'
import { sendRefusals } from './consent-rules.ts'
import { itemsOf, templateIdsOf, type ConsentRecord } from './consent-store.ts'
import { withVideos } from './consent-videos.ts'
import type { ConsentDeps } from './consent-view.ts'

type FreezeDeps = Pick<ConsentDeps, 'statements' | 'findPictures'> & { wordingConfirmed: boolean }

/** Who sends a consent, as the record names them. */
async function senderOf(scope: ClinicScope) {
  return { name: scope.actor.name, gdcNumber: await findOwnGdcNumber(scope), now: scope.now }
}

/**
 * What the text of a draft is made from, with every reason why it cannot be sent yet, what should be asked first, and which
 * prices are not those of the fee list.
 */
export async function assessDraft(
  scope: ClinicScope,
  consent: ConsentRecord,
  { wordingConfirmed, ...parts }: FreezeDeps,
) {
  const itemsRead = itemsOf(scope, consent.id)
  const today = todayOf(scope)
  const templateIds = templateIdsOf(consent.id)
  // Asked together, they are sent together.
  const [items, review, gathered, quotes] = await Promise.all([
    itemsRead,
    reviewHealthFor(scope, consent.patientId, { day: today, treatments: itemsRead, templateIds }),
    gatherDraftFacts(scope, consent, parts),
    feeQuotesOn(scope, templateIds, today),
  ])
  const { findings } = review
  const personalRisks = risksToDisclose(findings, consent.plan.personalRisks)
  const facts = { ...gathered, plan: { ...gathered.plan, personalRisks } }
  const missing = missingPlaceholders(facts)
  const refusals = sendRefusals({
    ...facts,
    ...{ missing, wordingConfirmed },
    diagnosis: consent.diagnosis,
    hasPrompts: hasPrompts(facts),
    isWordingUnadopted: facts.wordingStatuses.some(({ state }) => needsConfirmation(state)),
    risks: personalRisks,
    undecided: undecidedRisks(findings, personalRisks).length,
    mayOverride: hasPermission(scope.holder, 'overrideConsents'),
    waivesReflection: facts.reflectionHours > 0 && consent.plan.reflectionWaived !== '',
    mayWaive: hasPermission(scope.holder, facts.waivedBy),
  })
  return {
    ...{ facts, personalRisks, missing, refusals },
    unasked: questionsToAskFirst(review),
    prices: listPriceDifferences(items, quotes),
  }
}

/**
 * Fixes the text of a locked draft for its patient: what to set on it, its hash, what should be asked first, and which
 * prices are not those of the fee list; or why it cannot be fixed yet. From then on nothing the patient was shown can
 * change: a text that is fixed stays as it is.
 */
export async function freezeContent(scope: ClinicScope, consent: ConsentRecord, parts: FreezeDeps) {
  // Asked together, they are sent together.
  const [assessed, sender] = await Promise.all([assessDraft(scope, consent, parts), senderOf(scope)])
  const { facts, personalRisks, missing, refusals, unasked, prices } = assessed
  const { needsWrittenConsent } = facts
  if (consent.content && consent.contentHash !== null)
    return {
      contentHash: consent.contentHash,
      content: consent.content,
      set: {},
      needsWrittenConsent,
      unasked,
      prices,
    }
  const [refusal] = refusals
  if (refusal === 'placeholder-missing') return { refusal, details: { missing } }
  if (refusal) return { refusal, details: {} }
  const made = await withVideos(scope, buildFrozenContent(facts))
  if ('notPlayable' in made)
    return { refusal: 'video-not-playable' as const, details: { video: made.notPlayable } }
  const content = { ...made.content, wordingBy: wordingByOf(facts.wordingStatuses[0]!, sender) }
  const hash = contentHash(content)
  const plan = { ...consent.plan, personalRisks }
  const set = { content, contentHash: hash, plan, reflectionHours: facts.reflectionHours }
  return { contentHash: hash, content, set, needsWrittenConsent, unasked, prices }
}

import { contract } from '../../../contract/index.ts'
import type { ConsentRow } from '../../../contract/consents.ts'
import type { ConsentTransition } from '../../../contract/consent-states.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { isSameName } from '../../platform/name-comparison.ts'
import { settingsOf } from '../clinics/index.ts'
import { feesToday } from '../fees/index.ts'
import { ownFiguresOf, ownFigureView } from '../own-figures/index.ts'
import { agreedChannelsOf, contactDetailsOf, findPatient } from '../patients/index.ts'
import { findStaff, staffName } from '../staff/index.ts'
import { recordTemplateUse, findTemplateWithVersion, isTemplateKnown } from '../templates/index.ts'
import { addendumHandlers } from './consent-addendum-handlers.ts'
import { careHandlers } from './consent-care-handlers.ts'
import { actionRules } from './consent-action-rules.ts'
import { countConsents } from './consent-count-store.ts'
import { discardDraft } from './consent-draft-store.ts'
import { createDraft, draftColumns, itemColumns, resolveDraft } from './consent-drafting.ts'
import { freezeContent } from './consent-freezing.ts'
import { actionsOf, countersignFacts, rowActionsOf } from './consent-offers.ts'
import {
  consentsOfPatient,
  countMetadata,
  listConsents,
  listMetadata,
  listUnanswered,
  type ListedConsent,
} from './consent-list-store.ts'
import { expiryOf, reflectionHoursOf, supersededBySending } from './consent-rules.ts'
import {
  findConsent,
  lockConsentForRead,
  insertCountersignature,
  itemsOf,
  lockConsent,
  transitionConsent,
  supersede,
  updateDraft,
  type ConsentRecord,
} from './consent-store.ts'
import { usualDetailsOf } from './consent-usual-details.ts'
import { consentView, readBeforeChange, summaryOf, type ConsentDeps } from './consent-view.ts'
import { withdrawConsent } from './consent-withdrawals.ts'

/** A consent as lists show it, with what may be done with it from there. */
const rowOf = (scope: ClinicScope, listed: ListedConsent): ConsentRow => ({
  ...summaryOf(listed),
  actions: rowActionsOf(scope, { ...listed.consent, hasRecords: listed.hasRecords }),
  reachedBy: agreedChannelsOf(contactDetailsOf(listed.patient, scope.now)),
})

/** How far the history of a demo practice is that is added meanwhile; null for every other practice. */
type DemoHistory = { demoHistoryOf(clinicId: string): { made: number; of: number } | null }

/** The operations of `contract/consents.ts`. */
export function consentHandlers(deps: ConsentDeps & DemoHistory) {
  const done = async (scope: ClinicScope, consent: ConsentRecord) => ({
    answer: await consentView(scope, consent, deps),
    subject: consent.id,
  })

  /** Moves a consent and answers it; the caller refuses when the state does not allow it. */
  async function moved(scope: ClinicScope, consentId: string, move: ConsentTransition, reason: string) {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    const after = await transitionConsent(scope, consent, move, { details: { reason }, set: { reason } })
    return after ? done(scope, after) : refuse('wrong-state')
  }

  return {
    list: handle(contract.consents.list, async (scope, { page, pageSize, view, ...filter }) => {
      const { rows, counts } = await listConsents(scope, { ...filter, view }, sliceOf({ page, pageSize }))
      return {
        answer: { rows: rows.map((row) => rowOf(scope, row)), total: counts[view], page, pageSize, counts },
      }
    }),

    ofTemplate: handle(contract.consents.ofTemplate, async (scope, { page, pageSize, templateId }) => {
      if (!(await isTemplateKnown(scope, templateId))) return refuse('not-found')
      const { rows, total } = await listUnanswered(scope, templateId, sliceOf({ page, pageSize }))
      const answer = rows.map(({ templateVersion, isCurrent, ...listed }) => ({
        ...rowOf(scope, listed),
        templateVersion,
        isCurrent,
      }))
      return { answer: { rows: answer, total, page, pageSize } }
    }),

    counts: handle(contract.consents.counts, async (scope) => {
      const { byStatus, expiring, signed, ...waiting } = await countConsents(scope)
      return {
        answer: {
          byStatus,
          notOpened: byStatus.sent,
          toCountersign: byStatus.signed,
          ...waiting,
          expiringWithinWeek: expiring,
          signedThisWeek: signed,
          demoHistory: deps.demoHistoryOf(scope.clinicId),
        },
      }
    }),

    listOfPatient: handle(contract.consents.listOfPatient, async (scope, { patientId }) => {
      if (!(await findPatient(scope, patientId))) return refuse('not-found')
      return { answer: (await consentsOfPatient(scope, patientId)).map((row) => rowOf(scope, row)) }
    }),

    get: handle(contract.consents.get, async (scope, { consentId }) => {
      const consent = await lockConsentForRead(scope, consentId)
      if (!consent) return refuse('not-found')
      const view = await consentView(scope, consent, deps)
      return { answer: { ...view, actions: await actionsOf(scope, consent, view, deps) }, subject: consentId }
    }),

    prefill: handle(contract.consents.prefill, async (scope, { templateId, clinicianId = null }) => {
      const template = await findTemplateWithVersion(scope, templateId)
      if (!template) return refuse('template-not-found')
      const { reflection, linkDays, ownFigures } = await settingsOf(scope)
      const [counted] = ownFigures ? await ownFiguresOf(scope, [templateId]) : []
      return {
        answer: {
          ...(await usualDetailsOf(scope, templateId)),
          reflectionHours: reflectionHoursOf([template.advice.reflectionHours], reflection),
          linkDays,
          suggestions: await deps.suggestPhrases(scope, { templateId, clinicianId }),
          fee: (await feesToday(scope, [templateId])).get(templateId) ?? null,
          ownFigure: counted ? ownFigureView(template.name, counted) : null,
        },
      }
    }),

    create: handle(contract.consents.create, async (scope, { kind, replaces, ...input }) => {
      const found = await resolveDraft(scope, input)
      if (typeof found === 'string') return refuse(found)
      const replaced = replaces === null ? null : await findConsent(scope, replaces)
      if (replaced === undefined || (replaced && replaced.patientId !== input.patientId))
        return refuse('replaced-not-found')
      const unreplaceable = replaced && actionRules.replace(replaced)
      if (unreplaceable) return refuse(unreplaceable)
      const related = { kind, parentId: null, replacesId: replaces }
      return done(scope, await createDraft(scope, input, related, found.templates))
    }),

    update: handle(contract.consents.update, async (scope, input) => {
      const consent = await lockConsent(scope, input.consentId)
      if (!consent) return refuse('not-found')
      const locked = actionRules.edit(consent)
      if (locked) return refuse(locked)
      const found = await resolveDraft(scope, input)
      if (typeof found === 'string') return refuse(found)
      const { templates } = found
      const currentItems = await itemsOf(scope, consent.id)
      const before = new Set(currentItems.map(({ templateId }) => templateId))
      // Made out of others now, which it uses from here on.
      for (const { id } of templates) if (!before.has(id)) await recordTemplateUse(scope, id)
      const items = itemColumns(input, templates)
      const updated = await updateDraft(scope, consent.id, draftColumns(input, templates), items)
      return { ...(await done(scope, updated)), before: [consent, currentItems] }
    }),

    discard: handle(contract.consents.discard, async (scope, { consentId }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      const discarded = await discardDraft(scope, consent)
      return typeof discarded === 'string' ? refuse(discarded) : done(scope, discarded)
    }),

    send: handle(
      contract.consents.send,
      async (scope, { consentId, by, unaskedAcknowledged, wordingConfirmed }) => {
        const consent = await lockConsent(scope, consentId)
        if (!consent) return refuse('not-found')
        const unsendable = actionRules.send(consent)
        if (unsendable) return refuse(unsendable)
        // Asked together, they are sent together.
        const [frozen, { linkDays }, viewAfter] = await Promise.all([
          freezeContent(scope, consent, { ...deps, wordingConfirmed }),
          settingsOf(scope),
          readBeforeChange(scope, consent, deps),
        ])
        if ('refusal' in frozen) return refuse(frozen.refusal, frozen.details)
        const { contentHash, set, unasked, prices } = frozen
        if (unasked.length > 0 && !unaskedAcknowledged)
          return refuse('questions-unasked', { unasked, questions: unasked.join(' ') })
        const sent = await transitionConsent(scope, consent, 'send', {
          details: {
            ...{ contentHash, by },
            ...(unasked.length > 0 && { unasked }),
            ...(prices.length > 0 && { prices }),
          },
          set: { ...set, expiresAt: expiryOf(scope.now, consent.plan.linkDays ?? linkDays) },
        })
        const link = by === 'link' ? null : await deps.sendLink(scope, consent, by)
        if (typeof link === 'string') return refuse(link)
        await supersede(scope, consent, supersededBySending)
        // Which questions they were stands in the record alone.
        return { answer: viewAfter(sent!), subject: consentId, details: { unasked: unasked.length } }
      },
    ),

    finalise: handle(
      contract.consents.finalise,
      async (scope, { consentId, contentHash: seen, name: typed }) => {
        const consent = await lockConsent(scope, consentId)
        if (!consent) return refuse('not-found')
        if (consent.status === 'signed' && consent.contentHash !== seen) return refuse('stale-version')
        const facts = await countersignFacts(scope, consentId, deps)
        const refusal = actionRules.countersign({ ...consent, ...facts })
        const { unansweredCount: open, awaitedCosigners: awaited } = facts
        if (refusal) return refuse(refusal, refusal === 'matters-unanswered' ? { open } : { awaited })
        const clinician = (await findStaff(scope, scope.staffId))!
        const gdcNumber = clinician.gdcNumber!
        const name = staffName(clinician)
        if (!isSameName(typed, name)) return refuse('name-differs')
        await insertCountersignature(scope, { consentId, name, gdcNumber, contentHash: seen })
        const finalised = await transitionConsent(scope, consent, 'finalise', {
          details: { name, gdcNumber, contentHash: seen },
        })
        return done(scope, finalised!)
      },
    ),

    ...careHandlers(deps, done),
    ...addendumHandlers(deps, done),

    void: handle(contract.consents.void, (scope, { consentId, reason }) =>
      moved(scope, consentId, 'void', reason),
    ),

    recordWithdrawal: handle(
      contract.consents.recordWithdrawal,
      async (scope, { consentId, reason, treatments: places }) => {
        const consent = await lockConsent(scope, consentId)
        if (!consent) return refuse('not-found')
        const declined = (await deps.findSignature(scope, consentId))?.declined ?? []
        const taken = await withdrawConsent(scope, consent, { places, reason, declined })
        if (typeof taken === 'string') return refuse(taken)
        return { ...(await done(scope, taken.after)), ...(taken.isPart ? { as: 'partly' as const } : {}) }
      },
    ),

    listForAdmin: handle(contract.consents.listForAdmin, async (scope, { page, pageSize, ...filter }) => {
      const rows = await listMetadata(scope, filter, sliceOf({ page, pageSize }))
      const total = await countMetadata(scope, filter)
      const answer = rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        sentAt: row.sentAt?.toISOString() ?? null,
        signedAt: row.signedAt?.toISOString() ?? null,
      }))
      return { answer: { rows: answer, total, page, pageSize } }
    }),
  }
}

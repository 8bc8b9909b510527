import { contract } from '../../../contract/index.ts'
import type { ConsentDetails } from '../../../contract/consents.ts'
import type { ConsentMove } from '../../../contract/states.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { isSameName } from '../../platform/name-comparison.ts'
import { needsConfirmation, wordingByOf } from '../adoptions/index.ts'
import { queueMessage } from '../messages/index.ts'
import { findPatient } from '../patients/index.ts'
import { findClinician, findStaff, staffName } from '../staff/index.ts'
import { countUse, findTemplateWithVersion, knowsTemplate } from '../templates/index.ts'
import { contentHash, hasPrompts, makeContent, missingPlaceholders } from './consent-content.ts'
import {
  consentsOfPatient,
  countConsents,
  countMetadata,
  countViews,
  listConsents,
  listMetadata,
  listUnderWay,
} from './consent-list-store.ts'
import { expiryOf, sendRefusal, supersededBySending } from './consent-rules.ts'
import {
  appendEvent,
  findConsent,
  holdConsent,
  insertCountersignature,
  insertDraft,
  itemsOf,
  lockConsent,
  moveConsent,
  supersede,
  updateDraft,
  type ConsentRecord,
} from './consent-store.ts'
import { consentView, contentPartsOf, rowOf, type ConsentParts } from './consent-view.ts'

/** The parts a draft names, each of this clinic; or which one is not there. */
async function partsOf(scope: ClinicScope, { patientId, templateId, clinicianId }: ConsentDetails) {
  const patient = await findPatient(scope, patientId)
  if (!patient || patient.mergedInto) return 'patient-not-found'
  if (!(await findClinician(scope, clinicianId))) return 'clinician-not-found'
  const template = await findTemplateWithVersion(scope, templateId)
  return template?.status === 'active' ? { template } : 'template-not-found'
}

type Drafting = { template: { id: string; name: string; versionId: string } }

const draftOf = ({ patientId, clinicianId, diagnosis, placeholders }: ConsentDetails) => ({
  patientId,
  clinicianId,
  diagnosis,
  placeholders,
})

const itemOf = ({ teeth }: ConsentDetails, { template }: Drafting) => ({
  templateId: template.id,
  templateVersionId: template.versionId,
  teeth: [...new Set(teeth)],
  treatment: template.name,
})

/** Who sends a consent, as the record names them. */
async function senderOf(scope: ClinicScope) {
  const { gdcNumber = null } = (await findStaff(scope, scope.staffId)) ?? {}
  return { name: scope.actor.name, gdcNumber, now: scope.now }
}

/** The operations of `contract/consents.ts`. */
export function consentHandlers(parts: ConsentParts) {
  const done = async (scope: ClinicScope, consent: ConsentRecord) => ({
    answer: await consentView(scope, consent, parts),
    subject: consent.id,
  })

  /** Moves a consent and answers it; the caller refuses when the state does not allow it. */
  async function moved(scope: ClinicScope, consentId: string, move: ConsentMove, reason: string) {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    const after = await moveConsent(scope, consent, move, { details: { reason }, set: { reason } })
    return after ? done(scope, after) : refuse('wrong-state')
  }

  return {
    list: handle(contract.consents.list, async (scope, { page, pageSize, view, ...filter }) => {
      const counts = await countViews(scope, filter)
      const rows = await listConsents(scope, { ...filter, view }, sliceOf({ page, pageSize }))
      return { answer: { rows: rows.map(rowOf), total: counts[view], page, pageSize, counts } }
    }),

    ofTemplate: handle(contract.consents.ofTemplate, async (scope, { page, pageSize, templateId }) => {
      if (!(await knowsTemplate(scope, templateId))) return refuse('not-found')
      const { rows, total } = await listUnderWay(scope, templateId, sliceOf({ page, pageSize }))
      const answer = rows.map(({ templateVersion, isCurrent, ...listed }) => ({
        ...rowOf(listed),
        templateVersion,
        isCurrent,
      }))
      return { answer: { rows: answer, total, page, pageSize } }
    }),

    counts: handle(contract.consents.counts, async (scope) => {
      const { byStatus, expiring, signed } = await countConsents(scope)
      return {
        answer: {
          byStatus,
          notOpened: byStatus.sent,
          toCountersign: byStatus.signed,
          expiringWithinWeek: expiring,
          signedThisWeek: signed,
        },
      }
    }),

    listOfPatient: handle(contract.consents.listOfPatient, async (scope, { patientId }) => {
      if (!(await findPatient(scope, patientId))) return refuse('not-found')
      return { answer: (await consentsOfPatient(scope, patientId)).map(rowOf) }
    }),

    get: handle(contract.consents.get, async (scope, { consentId }) => {
      const consent = await holdConsent(scope, consentId)
      return consent ? done(scope, consent) : refuse('not-found')
    }),

    create: handle(contract.consents.create, async (scope, input) => {
      const found = await partsOf(scope, input)
      if (typeof found === 'string') return refuse(found)
      const replaced = input.replaces ? await findConsent(scope, input.replaces) : undefined
      if (input.replaces && replaced?.patientId !== input.patientId) return refuse('replaced-not-found')
      const consent = await insertDraft(
        scope,
        { ...draftOf(input), replacesId: input.replaces },
        itemOf(input, found),
      )
      await countUse(scope, found.template.id)
      await appendEvent(scope, consent.id, 'consent.created', {
        template: found.template.name,
        version: found.template.versionLabel,
      })
      return done(scope, consent)
    }),

    update: handle(contract.consents.update, async (scope, input) => {
      const consent = await lockConsent(scope, input.consentId)
      if (!consent) return refuse('not-found')
      if (consent.status !== 'draft') return refuse('wrong-state')
      const found = await partsOf(scope, input)
      if (typeof found === 'string') return refuse(found)
      const [item] = await itemsOf(scope, consent.id)
      // Made out of another template now, which it uses from here on.
      if (item!.templateId !== found.template.id) await countUse(scope, found.template.id)
      return done(scope, await updateDraft(scope, consent.id, draftOf(input), itemOf(input, found)))
    }),

    send: handle(contract.consents.send, async (scope, { consentId, by, wordingConfirmed }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent) return refuse('not-found')
      if (consent.status !== 'draft') return refuse('wrong-state')
      const [item] = await itemsOf(scope, consentId)
      const facts = await contentPartsOf(scope, consent, item!, parts.statements)
      const missing = missingPlaceholders(facts)
      const isWordingOpen = needsConfirmation(facts.standing.state)
      const asked = { hasPrompts: hasPrompts(facts), by, isWordingOpen, wordingConfirmed }
      const refusal = sendRefusal({ ...facts, ...asked, missing })
      if (refusal) return refuse(refusal, refusal === 'placeholder-missing' ? { missing } : {})
      const content = { ...makeContent(facts), wordingBy: wordingByOf(facts.standing, await senderOf(scope)) }
      const hash = contentHash(content)
      const sent = await moveConsent(scope, consent, 'send', {
        details: { contentHash: hash, by },
        set: { content, contentHash: hash, expiresAt: expiryOf(scope.now) },
      })
      if (by === 'email')
        await queueMessage(scope, { kind: 'consent-link', aboutId: consentId, recipient: facts.recipient })
      await supersede(scope, consent, supersededBySending)
      return done(scope, sent!)
    }),

    finalise: handle(
      contract.consents.finalise,
      async (scope, { consentId, contentHash: seen, name: typed }) => {
        const consent = await lockConsent(scope, consentId)
        if (!consent) return refuse('not-found')
        const clinician = await findStaff(scope, scope.staffId)
        if (!clinician?.isClinician || !clinician.gdcNumber) return refuse('not-registered')
        if (consent.status !== 'signed') return refuse('wrong-state')
        if (consent.contentHash !== seen) return refuse('stale-version')
        const { gdcNumber } = clinician
        const name = staffName(clinician)
        if (!isSameName(typed, name)) return refuse('name-differs')
        await insertCountersignature(scope, { consentId, name, gdcNumber, contentHash: seen })
        const finalised = await moveConsent(scope, consent, 'finalise', {
          details: { name, gdcNumber, contentHash: seen },
        })
        return done(scope, finalised!)
      },
    ),

    void: handle(contract.consents.void, (scope, { consentId, reason }) =>
      moved(scope, consentId, 'void', reason),
    ),

    recordWithdrawal: handle(contract.consents.recordWithdrawal, (scope, { consentId, reason }) =>
      moved(scope, consentId, 'withdraw', reason),
    ),

    listForAdmin: handle(contract.consents.listForAdmin, async (scope, { page, pageSize, ...filter }) => {
      const rows = await listMetadata(scope, filter, sliceOf({ page, pageSize }))
      const { total } = await countMetadata(scope, filter)
      const answer = rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        sentAt: row.sentAt?.toISOString() ?? null,
        signedAt: row.signedAt?.toISOString() ?? null,
      }))
      return { answer: { rows: answer, total, page, pageSize } }
    }),

    countsForAdmin: handle(contract.consents.countsForAdmin, async (scope) => {
      const { byStatus, clinics } = await countMetadata(scope, {})
      return { answer: { byStatus, clinics } }
    }),
  }
}

import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import { sealPdf } from '../../platform/pdf/seal.ts'
import { appendEvent, eventsOf, findConsent, lockConsent } from '../consents/index.ts'
import { annexEvents, annexTitles, renderAnnex, type AnnexInput } from './annex-document.ts'
import { documentStorageOf, type DocumentDeps } from './document-jobs.ts'
import { findLetterhead, readSignedConsent } from './document-record.ts'
import { findVersionOfKind } from './document-store.ts'

/**
 * The first event of a consent that calls for an annex and has none; undefined where there is no such event, or no
 * record that an annex could belong to.
 * @throws while the record itself is not sealed as far as it was signed: asked again, it will be
 */
async function findNextAnnex(scope: JobScope, consentId: string): Promise<AnnexInput | undefined> {
  const proven = await readSignedConsent(scope, consentId)
  if (!proven?.signature) return undefined
  const { consent, documents, events, countersignature } = proven
  const annexed = new Set(documents.flatMap(({ kind, about }) => (kind === 'annex' ? [about] : [])))
  const event = annexEvents(events).find(({ number }) => !annexed.has(number))
  if (!event) return undefined
  // Time stamps of the archive come later and would make the same event's annex another one.
  const record = documents
    .filter(({ kind }) => kind === 'signed' || kind === 'finalised')
    .toSorted((a, b) => a.number - b.number)
  const isSealed = (kind: string) => record.some((version) => version.kind === kind)
  if (!isSealed('signed') || (countersignature && !isSealed('finalised')))
    throw new Error('The record of this consent is not sealed yet')
  return { consent, event, record, letterhead: await findLetterhead(scope) }
}

/** The work behind what happens to a consent after its record was sealed: an annex for each such event. */
export function annexJobs({
  runJob,
  clock,
  files,
  typesetter,
  timestampAuthority,
  sealingKey,
}: DocumentDeps) {
  const keep = documentStorageOf({ runJob, files })
  return {
    /** Seals an annex for every event that calls for one and has none; done already, it does nothing. */
    async sealAnnexes({ clinicId, consentId }: JobData): Promise<void> {
      for (;;) {
        const due = await runJob(clinicId!, (scope) => findNextAnnex(scope, consentId!))
        if (!due) return
        const { consent, event } = due
        const key = await sealingKey()
        const pdf = await sealPdf({
          pdf: await renderAnnex(typesetter, due),
          key,
          fieldName: 'annex',
          name: event.actor,
          reason: `Seal of the installation for an annex to consent ${consent.id}: ${annexTitles[event.event as keyof typeof annexTitles].toLowerCase()}, event ${event.number}`,
          location: consent.content!.clinic.name,
          at: clock.now(),
          timestampAuthority,
        })
        const version = { kind: 'annex', about: event.number, pdf, sealingKeyId: key.id } as const
        await keep({ clinicId: clinicId!, consentId: consentId!, ...version })
      }
    },

    /** Tells the chain of the consent that an addendum adds to that it was agreed, once for each way it was agreed in. */
    async noteAddendum({ clinicId, consentId: addendumId }: JobData): Promise<void> {
      await runJob(clinicId!, async (scope) => {
        const addendum = await findConsent(scope, addendumId!)
        if (addendum?.kind !== 'addendum' || !addendum.parentId || !addendum.content) return
        const sealed = await findVersionOfKind(scope, addendumId!, 'signed')
        const wasVerbal = (await eventsOf(scope, addendumId!)).some(({ event }) => event === 'consent.verbal')
        if (!sealed && !wasVerbal) return
        const parent = await lockConsent(scope, addendum.parentId)
        if (!parent) return
        const how = sealed ? 'signed' : 'verbal'
        const isNoted = (await eventsOf(scope, parent.id)).some(
          ({ event, details }) =>
            event === 'consent.addendum_agreed' && details.addendumId === addendumId && details.how === how,
        )
        if (isNoted) return
        await appendEvent(scope, parent.id, 'consent.addendum_agreed', {
          ...{ addendumId, how, title: addendum.content.title, contentHash: addendum.contentHash },
          ...(sealed ? { sha256: sealed.sha256 } : {}),
        })
        scope.enqueue('documents.seal-annexes', { clinicId: clinicId!, consentId: parent.id })
      })
    },
  }
}

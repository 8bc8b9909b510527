import type {
  IntegrationScope,
  PatientScope,
  StaffScope,
  TenantScope,
} from '../../platform/database/transaction.ts'
import { authorityChainRecords } from '../authority/index.ts'
import { capacityChainRecords } from '../capacity/index.ts'
import type { ChainRecords, RecordedEvent } from '../consents/index.ts'
import { matterChainRecords } from '../matters/index.ts'
import { questionChainRecords } from '../questions/index.ts'
import { readingChainRecords } from '../readings/index.ts'
import { supporterChainRecords } from '../supporters/index.ts'
import { understandingChainRecords } from '../understanding/index.ts'
import { viewingChainRecords } from '../viewings/index.ts'

/** Everything that is kept beside the chains of consents and proved by them. What is new is one line here. */
const chainRecords = {
  authority: authorityChainRecords,
  capacity: capacityChainRecords,
  matters: matterChainRecords,
  questions: questionChainRecords,
  readings: readingChainRecords,
  supporters: supporterChainRecords,
  understanding: understandingChainRecords,
  viewings: viewingChainRecords,
}

type Kept<Proof extends { read: ChainRecords<unknown>['read'] }> = ReturnType<
  Awaited<ReturnType<Proof['read']>>
>
/** What is kept beside one chain, noun by noun. */
export type RelatedRecords = { [Noun in keyof typeof chainRecords]: Kept<(typeof chainRecords)[Noun]> }
/** The same, but of what is for staff alone as much as tells whether all of it is there. */
export type RecordFingerprints = {
  readonly [Noun in Exclude<keyof RelatedRecords, 'capacity'>]: Readonly<RelatedRecords[Noun]>
} & { capacity: unknown }

const list = Object.entries(chainRecords) as [keyof RelatedRecords, ChainRecords<unknown>][]
const words = new Map(list.flatMap(([, proof]) => Object.entries(proof.words)))

/** Reads what is kept beside the chains of several consents. */
export async function readRelatedRecords(
  scope: StaffScope | IntegrationScope,
  consentIds: readonly string[],
) {
  const keptOf = await readEach(scope, consentIds, ({ read }) => read)
  return (consentId: string) => keptOf(consentId) as RelatedRecords
}

/** Reads of it what everybody may read who may read the consent. */
export async function readRecordFingerprints(scope: TenantScope, consentIds: readonly string[]) {
  const marksOf = await readEach(scope, consentIds, ({ read, readFingerprints: marks }) => marks ?? read)
  return (consentId: string) => marksOf(consentId) as RecordFingerprints
}

async function readEach(
  scope: TenantScope,
  consentIds: readonly string[],
  readerOf: (proof: ChainRecords<unknown>) => ChainRecords<unknown>['read'],
) {
  // Asked together, they are sent together.
  const found = await Promise.all(
    list.map(async ([noun, proof]) => [noun, await readerOf(proof)(scope, consentIds)] as const),
  )
  return (consentId: string) => Object.fromEntries(found.map(([noun, keptOf]) => [noun, keptOf(consentId)]))
}

const toldOf = ({ words: own }: ChainRecords<unknown>, events: readonly RecordedEvent[]) =>
  events.filter(({ event }) => Object.hasOwn(own, event))

/** Whether all of this is what the events name: no more, no fewer, and none of it altered. */
export const relatedRecordsIntact = (beside: RecordFingerprints, events: readonly RecordedEvent[]): boolean =>
  list.every(([noun, proof]) => proof.isIntact(beside[noun], toldOf(proof, events)))

/** Reads them of one consent anew, as far as the reader may, and answers how to verify the same against its chain. */
export async function readVerifier(
  scope: StaffScope | PatientScope,
  consentId: string,
): Promise<(events: readonly RecordedEvent[]) => boolean> {
  const read = scope.audience === 'patient' ? readRecordFingerprints : readRelatedRecords
  const records = (await read(scope as StaffScope, [consentId]))(consentId)
  return (events) => relatedRecordsIntact(records, events)
}

/**
 * What of it is told of, as a bundle of evidence holds it: rows, what they are called, and the events that name them. The
 * bundle is one file, whoever asks for it: of what is for staff alone it holds the marks.
 */
export const evidenceRecords = (beside: RecordFingerprints, events: readonly RecordedEvent[]) =>
  list
    .filter(([, proof]) => toldOf(proof, events).length > 0)
    .map(([noun, { title, words: own }]) => ({
      ...{ noun, title },
      rows: Object.values(beside[noun] as object).flat(),
      tells: Object.keys(own),
    }))

/** An event of theirs in words; undefined where it is not one. */
export const describeRelatedEvent = ({ event, details }: RecordedEvent): string | undefined =>
  words.get(event)?.((name) => String(details[name] ?? ''))

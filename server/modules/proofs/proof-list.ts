import type {
  IntegrationScope,
  PatientScope,
  StaffSide,
  TenantScope,
} from '../../platform/database/transaction.ts'
import { authorityProof } from '../authority/index.ts'
import { capacityProof } from '../capacity/index.ts'
import type { ChainProof, ToldEvent } from '../consents/index.ts'
import { matterProof } from '../matters/index.ts'
import { questionProof } from '../questions/index.ts'
import { readingProof } from '../readings/index.ts'
import { supporterProof } from '../supporters/index.ts'
import { understandingProof } from '../understanding/index.ts'
import { viewingProof } from '../viewings/index.ts'

/** Everything that is kept beside the chains of consents and proved by them. What is new is one line here. */
const proofs = {
  authority: authorityProof,
  capacity: capacityProof,
  matters: matterProof,
  questions: questionProof,
  readings: readingProof,
  supporters: supporterProof,
  understanding: understandingProof,
  viewings: viewingProof,
}

type Kept<Proof extends { read: ChainProof<unknown>['read'] }> = ReturnType<
  Awaited<ReturnType<Proof['read']>>
>
/** What is kept beside one chain, noun by noun. */
export type KeptBeside = { [Noun in keyof typeof proofs]: Kept<(typeof proofs)[Noun]> }
/** The same, or as much of it as tells whether all of it is there. */
export type MarksBeside = { [Noun in keyof typeof proofs]: unknown }

const list = Object.entries(proofs) as [keyof KeptBeside, ChainProof<unknown>][]
const words = new Map(list.flatMap(([, proof]) => Object.entries(proof.words)))

/** Reads what is kept beside the chains of several consents. */
export async function readBeside(scope: StaffSide | IntegrationScope, consentIds: readonly string[]) {
  const keptOf = await readEach(scope, consentIds, ({ read }) => read)
  return (consentId: string) => keptOf(consentId) as KeptBeside
}

/** Reads of it what everybody may read who may read the consent. */
export async function readMarks(scope: TenantScope, consentIds: readonly string[]) {
  const marksOf = await readEach(scope, consentIds, ({ read, readMarks: marks }) => marks ?? read)
  return (consentId: string) => marksOf(consentId) as MarksBeside
}

async function readEach(
  scope: TenantScope,
  consentIds: readonly string[],
  readerOf: (proof: ChainProof<unknown>) => ChainProof<unknown>['read'],
) {
  // Asked together, they are sent together.
  const found = await Promise.all(
    list.map(async ([noun, proof]) => [noun, await readerOf(proof)(scope, consentIds)] as const),
  )
  return (consentId: string) => Object.fromEntries(found.map(([noun, keptOf]) => [noun, keptOf(consentId)]))
}

const toldOf = ({ words: own }: ChainProof<unknown>, events: readonly ToldEvent[]) =>
  events.filter(({ event }) => Object.hasOwn(own, event))

/** Whether all of this is what the events name: no more, no fewer, and none of it altered. */
export const besideHolds = (beside: MarksBeside, events: readonly ToldEvent[]): boolean =>
  list.every(([noun, proof]) => proof.holds(beside[noun], toldOf(proof, events)))

/** The same of one consent, read anew, as far as the reader may. */
export async function stillHolds(
  scope: StaffSide | PatientScope,
  consentId: string,
  events: readonly ToldEvent[],
): Promise<boolean> {
  const read = scope.audience === 'patient' ? readMarks : readBeside
  return besideHolds((await read(scope as StaffSide, [consentId]))(consentId), events)
}

/**
 * What of it is told of, as a bundle of evidence holds it: rows, what they are called, and the events that name them. The
 * bundle is one file, whoever asks for it: of what is for staff alone it holds the marks.
 */
export const partsBeside = (beside: MarksBeside, events: readonly ToldEvent[]) =>
  list
    .filter(([, proof]) => toldOf(proof, events).length > 0)
    .map(([noun, { title, words: own }]) => ({
      ...{ noun, title },
      rows: Object.values(beside[noun] as object).flat(),
      tells: Object.keys(own),
    }))

/** An event of theirs in words; undefined where it is not one. */
export const wordsBeside = ({ event, details }: ToldEvent): string | undefined =>
  words.get(event)?.((name) => String(details[name] ?? ''))

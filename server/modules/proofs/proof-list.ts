import type { PatientScope, TenantScope } from '../../platform/database/transaction.ts'
import { authorityProof } from '../authority/index.ts'
import { capacityProof } from '../capacity/index.ts'
import type { ChainProof, ToldEvent } from '../consents/index.ts'
import { matterProof } from '../matters/index.ts'
import { questionProof } from '../questions/index.ts'
import { readingProof } from '../readings/index.ts'
import { understandingProof } from '../understanding/index.ts'

/** Everything that is kept beside the chains of consents and proved by them. What is new is one line here. */
const proofs = {
  authority: authorityProof,
  capacity: capacityProof,
  matters: matterProof,
  questions: questionProof,
  readings: readingProof,
  understanding: understandingProof,
}

type Kept<Proof> = Proof extends ChainProof<infer Rows> ? Rows : never
/** What is kept beside one chain, noun by noun. */
export type KeptBeside = { [Noun in keyof typeof proofs]: Kept<(typeof proofs)[Noun]> }

const list = Object.entries(proofs) as [string, ChainProof<unknown>][]
const words = new Map(list.flatMap(([, proof]) => Object.entries(proof.words)))

/** Reads of several consents what is kept beside their chains; a patient's side, what it may read of it. */
export async function readBeside<Scope extends TenantScope>(scope: Scope, consentIds: readonly string[]) {
  const mayRead = list.filter(([, { isForStaff }]) => !isForStaff || scope.audience !== 'patient')
  const found: [string, (consentId: string) => unknown][] = []
  for (const [noun, { read }] of mayRead) found.push([noun, await read(scope, consentIds)])
  return (consentId: string) =>
    Object.fromEntries(found.map(([noun, keptOf]) => [noun, keptOf(consentId)])) as Scope extends PatientScope
      ? Partial<KeptBeside>
      : KeptBeside
}

const toldOf = ({ words: own }: ChainProof<unknown>, events: readonly ToldEvent[]) =>
  events.filter(({ event }) => Object.hasOwn(own, event))

/** Whether all of this is what the events name: no more, no fewer, and none of it altered. */
export const besideHolds = (beside: Partial<KeptBeside>, events: readonly ToldEvent[]): boolean =>
  list.every(
    ([noun, proof]) =>
      !Object.hasOwn(beside, noun) || proof.holds(beside[noun as keyof KeptBeside], toldOf(proof, events)),
  )

/** The same of one consent, read anew. */
export const stillHolds = async (
  scope: TenantScope,
  consentId: string,
  events: readonly ToldEvent[],
): Promise<boolean> => besideHolds((await readBeside(scope, [consentId]))(consentId), events)

/**
 * The same as a bundle of evidence holds it: rows, what they are called, and the events that name them. What is for staff
 * alone is in none: the bundle is one file, whoever asks for it.
 */
export const partsBeside = (beside: Partial<KeptBeside>, events: readonly ToldEvent[]) =>
  list
    .filter(([, proof]) => !proof.isForStaff && toldOf(proof, events).length > 0)
    .map(([noun, { title, words: own }]) => ({
      ...{ noun, title },
      rows: Object.values(beside[noun as keyof KeptBeside] ?? []).flat(),
      tells: Object.keys(own),
    }))

/** An event of theirs in words; undefined where it is not one. */
export const wordsBeside = ({ event, details }: ToldEvent): string | undefined =>
  words.get(event)?.((name) => String(details[name] ?? ''))

import type { DraftStore } from '../../ui/plain/draft-store.ts'
import type { AdditionalKey, Told } from './matter-api.ts'
import type { CosignerRole } from '../../../contract/signing.ts'
import { noHelp, type CosignerDraft, type HelpDraft } from './sign-body.ts'
import type { SignerRole } from './signing-api.ts'
import type { Drawing } from './signature-strokes.ts'
import { partOf, restoreStep, type Step, type Way } from './signing-steps.ts'

/** What a person has filled in so far; it belongs to one text, named by its hash. */
export type Draft = {
  confirmed: number[]
  /** Yes or no to each of several treatments, by their places. */
  answers: Readonly<Record<number, 'yes' | 'no'>>
  signerRole: SignerRole | undefined
  name: string
  markKind: 'drawn' | 'typed'
  drawing: Drawing | undefined
  /** What they expect, in their own words, until it is sent. */
  ownWords: string
  /** What matters, once something was said of it here. */
  matters: Told | undefined
  /** The option leant to, null for none; undefined until something was marked here. */
  leaning: number | null | undefined
  /** Yes or no to what is asked besides the treatment. */
  additional: Readonly<Partial<Record<AdditionalKey, 'yes' | 'no'>>>
  help: HelpDraft
  /** What is typed in the place of a name by whoever signs with a mark. */
  cross: string
  /** Who signs beside them, of their own choice. */
  beside: CosignerRole[]
  cosigners: Readonly<Partial<Record<CosignerRole, CosignerDraft>>>
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type SealedStore = Pick<DraftStore, 'getItem' | 'setItem' | 'removeItem'>

const emptyDraft: Draft = {
  confirmed: [],
  answers: {},
  signerRole: undefined,
  name: '',
  markKind: 'drawn',
  drawing: undefined,
  ownWords: '',
  matters: undefined,
  leaning: undefined,
  additional: {},
  help: noHelp,
  cross: '',
  beside: [],
  cosigners: {},
}
const linkSlot = (accessToken: string) => `candour:link:${accessToken}`
const stepSlot = (consentId: string) => `candour:step:${consentId}`
/** Kept on the device, so that somebody who closes the tab goes on reading where they stopped. */
const placeSlot = (consentId: string) => `candour:place:${consentId}`
const draftName = (consentId: string) => `draft:${consentId}`

type KeptDraft = Draft & { contentHash: string }

const readDraft = (kept: string | null): KeptDraft | null =>
  quietly(() => JSON.parse(kept ?? 'null') as KeptDraft | null) ?? null

/**
 * What one browser tab remembers until it is closed, so that a reload, a turn of the phone or a look at another
 * page loses nothing. A tab that the phone closes by itself must not cost anybody their signature: what was begun of it
 * is kept on the device for a day, without what they told of themselves. A browser that keeps nothing forgets, and the
 * pages still work. What is filled in is `sealed`, in the tab and on the device.
 */
export function createMemory(
  store: Store,
  device: Store,
  sealed: Readonly<Record<'tab' | 'device', SealedStore>>,
) {
  const get = (slot: string) => quietly(() => store.getItem(slot)) ?? null
  const set = (slot: string, value: string) => quietly(() => store.setItem(slot, value))
  return {
    /** The consent that a link opened in this tab. */
    consentOf: (accessToken: string) => get(linkSlot(accessToken)) ?? undefined,
    rememberConsent: (accessToken: string, consentId: string) => set(linkSlot(accessToken), consentId),
    step(consentId: string, way: Way): Step {
      const place = quietly(() => device.getItem(placeSlot(consentId))) ?? null
      return restoreStep(get(stepSlot(consentId)) ?? place, way)
    },
    rememberStep(consentId: string, step: Step) {
      set(stepSlot(consentId), step)
      if (step === 'everything' || partOf(step) !== undefined)
        quietly(() => device.setItem(placeSlot(consentId), step))
    },
    draft(consentId: string, contentHash: string): Draft {
      const name = draftName(consentId)
      const kept = readDraft(sealed.tab.getItem(name)) ?? readDraft(sealed.device.getItem(name))
      return kept?.contentHash === contentHash ? { ...emptyDraft, ...kept } : emptyDraft
    },
    rememberDraft(consentId: string, contentHash: string, draft: Draft) {
      void sealed.tab.setItem(draftName(consentId), JSON.stringify({ ...draft, contentHash }))
      const { matters: _matters, ownWords: _ownWords, ...begun } = draft
      void sealed.device.setItem(draftName(consentId), JSON.stringify({ ...begun, contentHash }))
    },
    /** Forgets the way and the draft: the consent is answered. */
    forget(consentId: string) {
      quietly(() => store.removeItem(stepSlot(consentId)))
      quietly(() => device.removeItem(placeSlot(consentId)))
      sealed.tab.removeItem(draftName(consentId))
      sealed.device.removeItem(draftName(consentId))
    },
  }
}

/** Storage throws in some private windows; then there is nothing to remember. */
function quietly<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

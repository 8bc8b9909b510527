import type { DraftStore } from '../../ui/plain/draft-store.ts'
import type { AdditionalKey, MattersInput } from './matter-api.ts'
import type { CosignerRole } from '../../../contract/signing.ts'
import { noHelp, type CosignerDraft, type HelpDraft } from './signature-body.ts'
import type { SignerRole } from './signing-api.ts'
import type { Drawing } from './signature-strokes.ts'
import { partOf, restoreStep, type Step, type StepConfig } from './signing-steps.ts'

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
  matters: MattersInput | undefined
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
const linkStorageKey = (accessToken: string) => `candour:link:${accessToken}`
const stepStorageKey = (consentId: string) => `candour:step:${consentId}`
/** Kept on the device, so that somebody who closes the tab goes on reading where they stopped. */
const positionStorageKey = (consentId: string) => `candour:place:${consentId}`
const draftName = (consentId: string) => `draft:${consentId}`

type StoredDraft = Draft & { contentHash: string }

const readDraft = (kept: string | null): StoredDraft | null =>
  ignoreStorageErrors(() => JSON.parse(kept ?? 'null') as StoredDraft | null) ?? null

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
  const get = (slot: string) => ignoreStorageErrors(() => store.getItem(slot)) ?? null
  const set = (slot: string, value: string) => ignoreStorageErrors(() => store.setItem(slot, value))
  return {
    /** The consent that a link opened in this tab. */
    consentOf: (accessToken: string) => get(linkStorageKey(accessToken)) ?? undefined,
    rememberConsent: (accessToken: string, consentId: string) => set(linkStorageKey(accessToken), consentId),
    step(consentId: string, way: StepConfig): Step {
      const storedStep = ignoreStorageErrors(() => device.getItem(positionStorageKey(consentId))) ?? null
      return restoreStep(get(stepStorageKey(consentId)) ?? storedStep, way)
    },
    rememberStep(consentId: string, step: Step) {
      set(stepStorageKey(consentId), step)
      if (step === 'everything' || partOf(step) !== undefined)
        ignoreStorageErrors(() => device.setItem(positionStorageKey(consentId), step))
    },
    draft(consentId: string, contentHash: string): Draft {
      const name = draftName(consentId)
      const storedDraft = readDraft(sealed.tab.getItem(name)) ?? readDraft(sealed.device.getItem(name))
      return storedDraft?.contentHash === contentHash ? { ...emptyDraft, ...storedDraft } : emptyDraft
    },
    rememberDraft(consentId: string, contentHash: string, draft: Draft) {
      void sealed.tab.setItem(draftName(consentId), JSON.stringify({ ...draft, contentHash }))
      const { matters: _matters, ownWords: _ownWords, ...begun } = draft
      void sealed.device.setItem(draftName(consentId), JSON.stringify({ ...begun, contentHash }))
    },
    /** Forgets the way and the draft: the consent is answered. */
    forget(consentId: string) {
      ignoreStorageErrors(() => store.removeItem(stepStorageKey(consentId)))
      ignoreStorageErrors(() => device.removeItem(positionStorageKey(consentId)))
      sealed.tab.removeItem(draftName(consentId))
      sealed.device.removeItem(draftName(consentId))
    },
  }
}

/** Storage throws in some private windows; then there is nothing to remember. */
function ignoreStorageErrors<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

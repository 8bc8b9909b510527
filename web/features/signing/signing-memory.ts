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
type DeviceStore = Store & Pick<Storage, 'length' | 'key'>

/** How long a signature that was begun is kept on the device when its tab is gone, in milliseconds: a day. */
const draft_kept_ms = 24 * 60 * 60 * 1000

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
const draftPrefix = 'candour:draft:'
const draftSlot = (consentId: string) => `${draftPrefix}${consentId}`

type KeptDraft = Draft & { contentHash: string; keptUntil?: number }

const readDraft = (kept: string | null): KeptDraft | null =>
  quietly(() => JSON.parse(kept ?? 'null') as KeptDraft | null) ?? null

/** Takes away what was begun on this device and left for longer than a day. */
function forgetOldDrafts(device: DeviceStore, now: number): void {
  const slots = Array.from({ length: device.length }, (_none, at) => device.key(at) ?? '')
  for (const slot of slots)
    if (slot.startsWith(draftPrefix) && !((readDraft(device.getItem(slot))?.keptUntil ?? 0) > now))
      device.removeItem(slot)
}

/**
 * What one browser tab remembers until it is closed, so that a reload, a turn of the phone or a look at another
 * page loses nothing. A tab that the phone closes by itself must not cost anybody their signature: what was begun of it
 * is kept on the device for a day, without what they told of themselves. A browser that keeps nothing forgets, and the
 * pages still work.
 */
export function createMemory(store: Store, device: DeviceStore, now: () => number = Date.now) {
  quietly(() => forgetOldDrafts(device, now()))
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
      const inTab = readDraft(get(draftSlot(consentId)))
      const kept = inTab ?? readDraft(quietly(() => device.getItem(draftSlot(consentId))) ?? null)
      return kept?.contentHash === contentHash ? { ...emptyDraft, ...kept } : emptyDraft
    },
    rememberDraft(consentId: string, contentHash: string, draft: Draft) {
      set(draftSlot(consentId), JSON.stringify({ ...draft, contentHash }))
      const { matters: _matters, ownWords: _ownWords, ...begun } = draft
      const kept = { ...begun, contentHash, keptUntil: now() + draft_kept_ms }
      quietly(() => device.setItem(draftSlot(consentId), JSON.stringify(kept)))
    },
    /** Forgets the way and the draft: the consent is answered. */
    forget(consentId: string) {
      quietly(() => store.removeItem(stepSlot(consentId)))
      quietly(() => store.removeItem(draftSlot(consentId)))
      quietly(() => device.removeItem(placeSlot(consentId)))
      quietly(() => device.removeItem(draftSlot(consentId)))
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

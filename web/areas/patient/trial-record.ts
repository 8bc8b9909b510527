import { toCanonicalText } from '../../../verification/canonical-text.ts'
import { eventHashInput, type ChainedEvent } from '../../../verification/bundle-format.ts'
import { sha256 } from '../../../verification/bytes.ts'
import type { Matters } from '../../../contract/matters.ts'
import type { Question } from '../../../contract/questions.ts'
import type { ReadingSpell } from '../../../contract/readings.ts'
import type { PatientConsent, ScreenSignature } from '../../../contract/signing.ts'
import type { OwnSupporter } from '../../../contract/supporters.ts'
import { summarizeCheck } from '../../../contract/understanding-state.ts'
import type { UnderstandingCheck } from '../../../contract/understanding.ts'

/** An event of the chain, linked as the product links them, and what it is called. */
export type TrialEvent = ChainedEvent & { description: string }
type EventWords = Readonly<Record<string, string>>
type EventDetails = Record<string, string | number | boolean>

const hour_ms = 3_600_000

/**
 * What a practice would hold of the form that is being tried. It is held by this page alone and ends with it.
 * @param forms the form of a language; who reads in a language that has none gets it in English
 */
export function createTrialRecord(
  forms: (language: string) => Promise<PatientConsent>,
  words: EventWords,
  now: () => Date = () => new Date(),
) {
  const begunAt = now()
  const chain: TrialEvent[] = []
  const state = {
    consent: undefined as PatientConsent | undefined,
    failedAttempts: 0,
    entries: [] as UnderstandingCheck['entries'],
    matters: {
      ...{
        noted: '',
        matters: [],
        isNothing: false,
        leaning: null,
        thinking: null,
        call: null,
        additional: [],
      },
    } as Matters,
    questions: [] as Question[],
    supporters: [] as OwnSupporter[],
    spells: [] as ReadingSpell[],
    mark: undefined as ScreenSignature | undefined,
  }
  let linking: Promise<unknown> = Promise.resolve()

  async function link(name: string, said: EventDetails, at: Date, actor: string): Promise<void> {
    const previous = chain.at(-1)
    const description = Object.entries(said).reduce(
      (text, [gap, value]) => text.replace(`{${gap}}`, String(value)),
      words[name] ?? '',
    )
    const event = {
      clinicId: 'trial',
      consentId: state.consent?.id ?? '',
      number: chain.length + 1,
      event: name.split(',')[0]!,
      ...{ at: at.toISOString(), actor, ip: '', userAgent: '', details: said },
      previousHash: previous?.hash ?? '',
    }
    chain.push({ ...event, description, hash: await sha256(toCanonicalText(eventHashInput(event))) })
  }

  /** Puts an event at the end of the chain, behind those that are on their way into it. */
  function appendEvent(name: string, said: EventDetails = {}, at = now(), actor = 'Patient'): Promise<void> {
    const linked = linking.then(() => link(name, said, at, actor))
    linking = linked
    return linked
  }

  async function open(language: string): Promise<void> {
    const form = await forms(language)
    const { clinician } = form.content
    state.consent = { ...form, status: 'viewed' }
    await appendEvent('consent.created', {}, new Date(begunAt.getTime() - 26 * hour_ms), clinician.name)
    await appendEvent('consent.sent', {}, new Date(begunAt.getTime() - 25 * hour_ms), clinician.name)
    await appendEvent('consent.viewed')
  }

  /** What is read, as it stands now. */
  function read(): PatientConsent {
    if (!state.consent) throw new Error('The form is read before it is opened')
    return { ...state.consent, chainHead: chain.at(-1)?.hash ?? '' }
  }

  const questionIds = () => state.consent?.content.understanding?.questions.map(({ id }) => id) ?? []

  /** How far the questions of the form are gone through, by the rule that the server goes by. */
  function check(): UnderstandingCheck {
    const ids = questionIds()
    const { standings, hasBegun, isDone, right, needsTalk } = summarizeCheck(ids, state.entries)
    const attempts = (id: string) =>
      state.entries.filter(({ kind, question }) => kind === 'answered' && question === id).length
    const questions = ids.map((id, at) => ({ id, standing: standings[at]!, attempts: attempts(id) }))
    return { entries: state.entries, questions, hasBegun, isDone, right, needsTalk }
  }

  /** What comes into the chain with an answer: how it was read, and how the questions were gone through. */
  async function close(): Promise<void> {
    const parts = read().content.sections.length
    const opened = new Set(state.spells.map(({ part }) => part)).size
    if (opened > 0) await appendEvent('consent.read', { opened, parts })
    const { hasBegun, right } = check()
    if (hasBegun) await appendEvent('understanding.checked', { right, questions: questionIds().length })
  }

  return {
    state,
    now,
    form: forms,
    tell: appendEvent,
    open,
    read,
    check,
    close,
    events: () => linking.then(() => chain),
  }
}

export type TrialRecord = ReturnType<typeof createTrialRecord>

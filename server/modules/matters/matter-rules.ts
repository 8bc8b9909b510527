import { matter_entries_max } from '../../../contract/limits.ts'
import type { AdditionalConsentKey } from '../../../contract/additional-consents.ts'
import type {
  AdditionalAnswer,
  Matter,
  Matters,
  SigningStatements,
  PaperAdditionalConsent,
} from '../../../contract/matters.ts'
import type { FrozenContent } from '../../../contract/consents.ts'
import { canTransition, type ConsentStatus } from '../../../contract/consent-states.ts'
import type { Opened } from '../../platform/database/sealed-column.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import type { matterEntries } from './matter-schema.ts'

export type MatterEntry = Opened<typeof matterEntries.$inferSelect>
/** An entry before it has a place in the database. */
export type NewMatter = Pick<MatterEntry, 'kind'> &
  Partial<Pick<MatterEntry, 'about' | 'text' | 'answersId' | 'mode' | 'talkedAt' | 'remindDays'>>
type NumberedEntry = Required<NewMatter> & Pick<MatterEntry, 'consentId' | 'number' | 'byName'>
type StatedMatters = NonNullable<SigningStatements['matters']>

/** Whether the patient may still say or change it: as long as they may sign. */
export const canStateMatters = (
  { status, expiresAt }: { status: ConsentStatus; expiresAt: Date | null },
  now: Date,
): boolean =>
  canTransition(status, 'sign') && !(status === 'viewed' && expiresAt !== null && expiresAt <= now)

/** Whether so much more finds room: what a consent keeps is bounded. */
export const isWithinEntryLimit = (entries: readonly unknown[], more: readonly unknown[]): boolean =>
  entries.length + more.length <= matter_entries_max

/** The hash of an entry: all that it says, of what and by whom. */
export function matterHash(entry: NumberedEntry): string {
  const { consentId, number, kind, about, text, answersId, mode, talkedAt, remindDays, byName } = entry
  const talked = talkedAt?.toISOString() ?? null
  return sha256(
    toCanonicalText([consentId, number, kind, about, text, answersId, mode, talked, remindDays, byName]),
  )
}

/** What the chain says of an entry: which it is and its hash, and nothing of its words. */
export const matterDetails = ({ number, hash, mode, remindDays }: MatterEntry): Record<string, unknown> => ({
  entry: number,
  hash,
  ...(mode ? { mode } : {}),
  ...(remindDays ? { remindDays } : {}),
})

const isoOf = (at: Date): string => at.toISOString()
const findLastOfKind = (entries: readonly MatterEntry[], ...kinds: MatterEntry['kind'][]) =>
  entries.findLast(({ kind }) => kinds.includes(kind))

function findAnswer(entries: readonly MatterEntry[], id: string): Matter['answer'] {
  const answer = entries.findLast(({ answersId }) => answersId === id)
  if (!answer) return null
  const { text, talkedAt, byName, at } = answer
  const mode = answer.mode as NonNullable<Matter['answer']>['mode']
  return { mode, text, on: talkedAt && isoOf(talkedAt), by: byName, at: isoOf(at) }
}

/** What matters now: of each prompt the last telling, unless it was taken back since. */
export function currentMatters(entries: readonly MatterEntry[]): Matter[] {
  const last = new Map<string, MatterEntry>()
  for (const entry of entries) {
    if (entry.kind === 'told') last.set(entry.about, entry)
    if (entry.kind === 'dropped') last.delete(entry.about)
  }
  return [...last.values()].map(({ id, about, text, at }) => ({
    ...{ id, text },
    prompt: about as Matter['prompt'],
    at: isoOf(at),
    answer: findAnswer(entries, id),
  }))
}

/** What has no answer yet and was not talked about. */
export const unansweredMatters = (entries: readonly MatterEntry[]): Matter[] =>
  currentMatters(entries).filter(({ answer }) => answer === null)

const additionalWords = { allowed: 'yes', refused: 'no', blank: 'blank', withdrawn: 'withdrawn' } as const

/** How an additional consent was given or taken back: without a way of its own, on a screen. */
const answerModeOf = (mode: MatterEntry['mode']): AdditionalAnswer['how'] =>
  mode === 'paper' || mode === 'verbal' ? mode : 'screen'

/** How each additional consent stands: what was said of it last. */
export function additionalAnswersOf(
  entries: readonly MatterEntry[],
  content: Pick<FrozenContent, 'additionalConsents'> | null,
): AdditionalAnswer[] {
  return (content?.additionalConsents ?? []).flatMap(({ key, title }) => {
    const said = entries.findLast(({ kind, about }) => kind in additionalWords && about === key)
    if (!said) return []
    const answer = additionalWords[said.kind as keyof typeof additionalWords]
    const { at, talkedAt, mode, byName: by } = said
    return [{ key, title, answer, at: isoOf(talkedAt ?? at), how: answerModeOf(mode), by }]
  })
}

/** Whether there is something to take back. */
export const isAdditionalAllowed = (
  entries: readonly MatterEntry[],
  content: FrozenContent | null,
  key: AdditionalConsentKey,
): boolean => additionalAnswersOf(entries, content).some((one) => one.key === key && one.answer === 'yes')

/** Where a patient stands, from all entries of a consent in order. */
export function buildMattersView(
  entries: readonly MatterEntry[],
  { content, noted }: { content: FrozenContent | null; noted: string },
): Matters {
  const [leaned, thought, call] = [
    findLastOfKind(entries, 'leaned'),
    findLastOfKind(entries, 'thinking'),
    findLastOfKind(entries, 'call_wanted'),
  ]
  const option = leaned && leaned.about !== '' ? Number(leaned.about) : null
  return {
    noted,
    matters: currentMatters(entries),
    isNothing: findLastOfKind(entries, 'told', 'dropped', 'nothing')?.kind === 'nothing',
    leaning:
      leaned && option !== null
        ? { option, title: content?.options?.[option]?.title ?? '', at: isoOf(leaned.at) }
        : null,
    thinking: thought ? { remindDays: thought.remindDays, at: isoOf(thought.at) } : null,
    call: call
      ? {
          times: call.about.split(',') as NonNullable<Matters['call']>['times'],
          text: call.text,
          at: isoOf(call.at),
        }
      : null,
    additional: additionalAnswersOf(entries, content),
  }
}

/** What has to be written so that it says what the patient tells now; nothing where it says so already. */
export function statementEntries(
  entries: readonly MatterEntry[],
  { told, isNothing }: StatedMatters,
): NewMatter[] {
  const before = new Map<string, string>(currentMatters(entries).map(({ prompt, text }) => [prompt, text]))
  const now = new Map<string, string>(told.map(({ prompt, text }) => [prompt, text]))
  const changed = [...now].filter(([prompt, text]) => before.get(prompt) !== text)
  const gone = [...before.keys()].filter((prompt) => !now.has(prompt))
  const isSaid = findLastOfKind(entries, 'told', 'dropped', 'nothing')?.kind === 'nothing'
  return [
    ...gone.map((about) => ({ kind: 'dropped' as const, about })),
    ...changed.map(([about, text]) => ({ kind: 'told' as const, about, text })),
    ...(isNothing && now.size === 0 && (!isSaid || gone.length > 0) ? [{ kind: 'nothing' as const }] : []),
  ]
}

/** The same for a leaning; an option that the text does not have is refused. */
export function preferenceEntries(
  entries: readonly MatterEntry[],
  option: number | null,
  content: Pick<FrozenContent, 'options'>,
): NewMatter[] | 'option-not-found' {
  if (option !== null && !content.options?.[option]) return 'option-not-found'
  const about = option === null ? '' : String(option)
  return (findLastOfKind(entries, 'leaned')?.about ?? '') === about ? [] : [{ kind: 'leaned', about }]
}

/** The same for additional consents: only what the text asks is answered. On a screen it is said anew after paper or word. */
export function additionalConsentEntries(
  entries: readonly MatterEntry[],
  said: SigningStatements['additional'],
  content: FrozenContent,
): NewMatter[] {
  const onScreen = additionalAnswersOf(entries, content).filter(({ how }) => how === 'screen')
  const known = new Map(onScreen.map(({ key, answer }) => [key, answer]))
  const asked = new Set(content.additionalConsents?.map(({ key }) => key))
  return said
    .filter(({ key, answer }) => asked.has(key) && known.get(key) !== answer)
    .map(({ key, answer }) => ({ kind: answer === 'yes' ? 'allowed' : 'refused', about: key }))
}

const recordedKinds = { yes: 'allowed', no: 'refused', blank: 'blank' } as const

/** Additional consents as staff write them down: how each was given and when. Only what the text asks is answered. */
export function recordedAnswerEntries(
  answers: PaperAdditionalConsent,
  content: Pick<FrozenContent, 'additionalConsents'>,
  { how, on }: { how: 'paper' | 'verbal'; on: Date },
): NewMatter[] {
  const asked = new Set(content.additionalConsents?.map(({ key }) => key))
  return answers
    .filter(({ key }) => asked.has(key))
    .map(({ key, answer }) => ({ kind: recordedKinds[answer], about: key, mode: how, talkedAt: on }))
}

/** Whether each question that the text asks besides the treatment is told of, once. */
export const answersAll = (
  answers: PaperAdditionalConsent,
  { additionalConsents = [] }: Pick<FrozenContent, 'additionalConsents'>,
): boolean => additionalConsents.every(({ key }) => answers.filter((one) => one.key === key).length === 1)

import type { LibraryShorthand, ShorthandAnswer, ShorthandFactor } from '../../../build/content/types.d.ts'
import type { MentionContext } from './note-context.ts'
import { type Figure, parseIsoDay } from './note-figures.ts'
import type { LexiconMatch } from './note-lexicon.ts'
import type { Span } from './note-tokens.ts'

/** One thing a note says about one factor. */
export type StatedFact = {
  factor: string
  answer: ShorthandAnswer
  fields: Record<string, string>
  teeth: string[]
  span: Span
  words: string
}

/** What a note says about a factor, all taken together. */
export type Fact = {
  factor: string
  answer: ShorthandAnswer
  fields: Record<string, string>
  teeth: string[]
  spans: Span[]
  /** Some of its words say yes and some no. */
  isContradicted: boolean
}

type Note = {
  text: string
  figures: readonly Figure[]
  found: readonly LexiconMatch[]
  sentenceAt(at: number): number
}

const alcohol_units_per_week_max = 14

/** Units of alcohol beside the word: more than fourteen a week are much; a day's are counted seven times. */
function alcoholAnswer(item: LexiconMatch, { figures, text, found }: Note): ShorthandAnswer {
  const near = figures.find(
    ({ kind, from }) =>
      kind === 'units' && found.some((one) => one.clause === item.clause && Math.abs(one.from - from) < 40),
  )
  if (!near) return 'unknown'
  const perWeek =
    Number(near.value) * (/(?:\/|a|per)\s?d(?:ay)?\b/i.test(text.slice(near.from, near.to + 6)) ? 7 : 1)
  return perWeek > alcohol_units_per_week_max ? 'yes' : 'no'
}

const includesAny = (words: readonly string[], sentence: string) =>
  words.some((word) =>
    new RegExp(`(?<!\\w)${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`, 'i').test(sentence),
  )

/** Which of several factors a yes means, by the words and years in the same sentence; none where they do not say. */
function resolveFactor(
  { yes }: ShorthandFactor,
  item: LexiconMatch,
  { text, figures, found, sentenceAt }: Note,
): string | undefined {
  const inSentence = found.filter(({ sentence }) => sentence === item.sentence)
  const sentence = text.slice(inSentence[0]?.from ?? item.from, inSentence.at(-1)?.to ?? item.to)
  const years = figures.find(
    ({ kind, from }) => kind === 'years' && sentenceAt(from) === item.sentence,
  )?.value
  return yes.find((one) => {
    if (one.with && !includesAny(one.with, sentence)) return false
    if (one.yearsMin !== undefined && !(Number(years ?? -1) >= one.yearsMin)) return false
    return one.yearsBelow === undefined || Number(years ?? Infinity) < one.yearsBelow
  })?.factor
}

function answerOf(
  factor: ShorthandFactor,
  circumstance: MentionContext,
  units: () => ShorthandAnswer,
): ShorthandAnswer {
  if (circumstance.isDoubted || circumstance.negation === 'unsure') return 'unknown'
  // 'Not a non-smoker' is nobody's way to write; 'no asthma' is.
  if (circumstance.negation === 'yes') return factor.means === 'no' ? 'unknown' : 'no'
  if (factor.means) return factor.means
  if (circumstance.isStopped) return factor.stopped
  return factor.units ? units() : 'yes'
}

/** What words of a factor say. Where a yes could mean several and nothing tells which, each stays unknown. */
export function factsOf(
  item: LexiconMatch,
  factor: ShorthandFactor,
  { circumstance, note, teeth }: { circumstance: MentionContext; note: Note; teeth: string[] },
): StatedFact[] {
  const answer = answerOf(factor, circumstance, () => alcoholAnswer(item, note))
  const fields = Object.fromEntries(
    Object.entries(factor.fields).map(([name, value]) => [name, value.replace('$words', item.words)]),
  )
  const said = {
    fields,
    teeth: factor.tooth ? teeth : [],
    span: { from: item.from, to: item.to },
    words: item.words,
  }
  const [only] = factor.factors
  if (factor.factors.length === 1 || answer === 'no')
    return factor.factors.map((id) => ({
      ...said,
      factor: id,
      answer,
      fields: answer === 'no' && id !== only ? {} : fields,
    }))
  const meant = resolveFactor(factor, item, note)
  return meant
    ? [{ ...said, factor: meant, answer }]
    : factor.factors.map((id) => ({ ...said, factor: id, answer: 'unknown', fields: {} }))
}

const fieldOfFigure: Partial<Record<Figure['kind'], [field: string, factors: string[]]>> = {
  inr: ['inrValue', ['warfarin']],
  hba1c: ['hba1c', ['diabetes-controlled', 'diabetes-poor']],
  perDay: ['perDay', ['smoker']],
  weeks: ['weeks', ['pregnancy']],
}

/** Numbers that fill a field of something the note says yes to: alone they say nothing. */
function addFigures(facts: Map<string, Fact>, { figures, text }: Note): void {
  for (const [at, { kind, value, from, to }] of figures.entries()) {
    const [field, ids = []] = fieldOfFigure[kind] ?? []
    const fact = ids.map((id) => facts.get(id)).find((one) => one?.answer === 'yes')
    if (!field || !fact) continue
    fact.fields[field] = value
    fact.spans.push({ from, to })
    const next = figures[at + 1]
    const day = kind === 'inr' && next?.kind === 'date' && next.from - to < 8 ? parseIsoDay(next.value) : null
    if (!next || !day || /[,;\n]/.test(text.slice(to, next.from))) continue
    fact.fields.inrDate = day
    fact.spans.push({ from: next.from, to: next.to })
  }
}

function mergeFacts(facts: readonly StatedFact[]): Fact {
  const answers = new Set(facts.map(({ answer }) => answer))
  const isContradicted = answers.has('yes') && answers.has('no')
  const answer = isContradicted
    ? 'unknown'
    : answers.has('yes')
      ? 'yes'
      : answers.has('unknown')
        ? 'unknown'
        : 'no'
  return {
    factor: facts[0]!.factor,
    answer,
    fields: Object.assign({}, ...facts.map(({ fields }) => fields)) as Record<string, string>,
    teeth: [...new Set(facts.flatMap(({ teeth }) => teeth))],
    spans: facts.map(({ span }) => span),
    isContradicted,
  }
}

/** Everything a note says about factors, by factor in the order in which it is said. */
export function gatherFacts(
  stated: readonly StatedFact[],
  pairs: LibraryShorthand['pairs'],
  note: Note,
): Fact[] {
  const byFactor = new Map<string, StatedFact[]>()
  for (const one of [...stated].sort((a, b) => a.span.from - b.span.from))
    byFactor.set(one.factor, [...(byFactor.get(one.factor) ?? []), one])
  for (const { of, with: others, gives } of pairs) {
    const [first, ...rest] = (byFactor.get(of) ?? []).filter(({ answer }) => answer === 'yes')
    const more = others.flatMap((id) => (byFactor.get(id) ?? []).filter(({ answer }) => answer === 'yes'))
    const second = [...rest, ...more].find(({ words }) => words !== first?.words)
    if (!first || !second || byFactor.has(gives)) continue
    byFactor.set(
      gives,
      [first, second].map((one) => ({ ...one, factor: gives, fields: {} })),
    )
  }
  const facts = new Map([...byFactor].map(([id, all]) => [id, mergeFacts(all)]))
  addFigures(facts, note)
  return [...facts.values()]
}

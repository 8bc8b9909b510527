import type { LibraryShorthand, ShorthandFactor, ShorthandTreatment } from '../../../build/content/types.d.ts'
import { type Conflict, sideConflicts, toothConflicts } from './note-conflicts.ts'
import { type MentionContext, createContextReader, hasRole } from './note-context.ts'
import { type Fact, factsOf, gatherFacts, type StatedFact } from './note-facts.ts'
import { type Figure, readFigures } from './note-figures.ts'
import {
  type Correction,
  type LexiconMatch,
  type Lexicon,
  findMatches,
  buildLexicon,
  type Meaning,
} from './note-lexicon.ts'
import { placeOf, placesOf, type Place } from './note-places.ts'
import { type PlannedTreatmentMention, type Proposal, proposalsOf } from './note-proposals.ts'
import { readTeeth, type ToothGroup } from './note-teeth.ts'
import { enclosingSpan, type Span, tokenize } from './note-tokens.ts'

/** Something that was understood and is no part of the plan. */
export type ExcludedMention = Span & { words: string; why: 'family' | 'past' | 'not planned' | 'absent' }
export type ReadDiagnosis = { says: string; text: string; isSure: boolean; spans: Span[] }

/** What a note says, each part with the words it rests on. Nothing else is in it. */
export type NoteReading = {
  proposals: Proposal[]
  teeth: string[]
  diagnoses: ReadDiagnosis[]
  facts: Fact[]
  conflicts: Conflict[]
  aside: ExcludedMention[]
  price: (Span & { text: string }) | null
  visits: (Span & { text: string }) | null
  unknown: (Span & { words: string })[]
  corrections: Correction[]
}

type MeaningOfKind<K extends Meaning['kind']> = Extract<Meaning, { kind: K }>
const meaningOfKind = <K extends Meaning['kind']>(
  { meanings }: LexiconMatch,
  kind: K,
): MeaningOfKind<K> | undefined => meanings.find((one): one is MeaningOfKind<K> => one.kind === kind)

/** A reader of notes for a vocabulary. */
export function createNoteReader(shorthand: LibraryShorthand): (text: string) => NoteReading {
  // Made when a note is first read: no start waits for it.
  let lexicon: Lexicon | undefined
  return (text) => readNote(text, shorthand, (lexicon ??= buildLexicon(shorthand)))
}

/** What the words are, before anything is made of them. */
type ParsedNote = {
  text: string
  figures: Figure[]
  groups: ToothGroup[]
  found: LexiconMatch[]
  unknown: NoteReading['unknown']
  corrections: Correction[]
  clauseAt(at: number): number
  sentenceAt(at: number): number
  contextOf: (item: LexiconMatch, isImage?: boolean) => MentionContext
}

function parseNote(text: string, shorthand: LibraryShorthand, lexicon: Lexicon): ParsedNote {
  const { figures, rest: withoutFigures } = readFigures(text)
  const { groups, rest } = readTeeth(withoutFigures, shorthand.places)
  const all = tokenize(rest)
  const {
    found: raw,
    unknown,
    corrections,
  } = findMatches(
    lexicon,
    all.filter((word) => !word.text.includes('\u0000')),
  )
  // 'but' and 'then' begin a part of the sentence of their own.
  const breaks = raw.filter((one) => hasRole(one, 'breaks'))
  const breaksUntil = (at: number) => breaks.filter(({ from }) => from <= at).length
  const found = raw.map((one) => ({ ...one, clause: one.clause + breaksUntil(one.from) }))
  const wordAt = (at: number) => all.findLast(({ from }) => from <= at)
  return {
    ...{ text, figures, groups, found, corrections },
    unknown: unknown.map(({ from, to }) => ({ from, to, words: text.slice(from, to) })),
    clauseAt: (at) => (wordAt(at)?.clause ?? 0) + breaksUntil(at),
    sentenceAt: (at) => wordAt(at)?.sentence ?? 0,
    contextOf: createContextReader(found, text),
  }
}

type TreatmentMention = {
  item: LexiconMatch
  treatment: ShorthandTreatment
  circumstance: MentionContext
  aside: ExcludedMention['why'] | null
}

const spanOf = ({ from, to }: Span): Span => ({ from, to })
const excludedMention = (item: LexiconMatch, why: ExcludedMention['why'], text: string): ExcludedMention => ({
  ...spanOf(item),
  words: text.slice(item.from, item.to),
  why,
})

/** The treatments a note names, and of each whether it is planned. Words that only say of what another is made are none. */
function findTreatmentMentions(
  { found, contextOf }: ParsedNote,
  isTaken: (item: LexiconMatch) => boolean,
): TreatmentMention[] {
  const named = found.filter((item) => !isTaken(item) && meaningOfKind(item, 'treatment'))
  return named.flatMap((item) => {
    const { treatment } = meaningOfKind(item, 'treatment')!
    const makes = meaningOfKind(item, 'material')?.makes
    const isMaterial = named.some(
      (other) =>
        other !== item &&
        other.clause === item.clause &&
        meaningOfKind(other, 'treatment')!.treatment.says in (makes ?? {}),
    )
    if (isMaterial) return []
    const circumstance = contextOf(item, treatment.image)
    const { isFamily, isPast, isUnwanted } = circumstance
    const aside = isFamily ? 'family' : isUnwanted ? 'not planned' : isPast ? 'past' : null
    return [{ item, treatment, circumstance, aside }]
  })
}

/** Allergies: what stands behind 'allergic to', or before 'allergy'. What no allergy is known of there stays not understood. */
function findAllergies({ found }: ParsedNote): { taken: Map<LexiconMatch, string>; strange: LexiconMatch[] } {
  const taken = new Map<LexiconMatch, string>()
  const strange: LexiconMatch[] = []
  let listing: LexiconMatch | null = null
  for (const [at, item] of found.entries()) {
    const allergen = meaningOfKind(item, 'allergen')
    const next = found[at + 1]
    const isNamed = next !== undefined && next.startWord === item.endWord && hasRole(next, 'allergy')
    const isListed = listing !== null && listing.sentence === item.sentence
    if (allergen && (isListed || isNamed)) {
      taken.set(item, allergen.factor)
      if (isListed) listing = item
    } else if (hasRole(item, 'allergicTo')) listing = item
    else if (listing && !/^(and|or|&|\+|\/)$/.test(item.words)) {
      const isOther = meaningOfKind(item, 'factor') ?? meaningOfKind(item, 'treatment')
      if (isOther && item.clause === listing.clause) strange.push(item)
      else listing = null
    }
  }
  return { taken, strange }
}

type NotePositions = { places: Place[]; treatments: (Span & { clause: number })[] }

function findPlannedTreatments(
  treated: readonly TreatmentMention[],
  { found, text }: ParsedNote,
  where: NotePositions,
): PlannedTreatmentMention[] {
  const planned = treated
    .filter(({ aside }) => aside === null)
    .map(({ item, treatment, circumstance }): PlannedTreatmentMention & { item: LexiconMatch } => {
      const place = treatment.area ? null : placeOf(item, treatment.place, where)
      return {
        item,
        treatment,
        teeth: [...(place?.teeth ?? [])],
        area: treatment.area ?? place?.area ?? null,
        spans: [spanOf(item), ...(place ? [spanOf(place)] : [])],
        clause: item.clause,
        sentence: item.sentence,
        isDoubted: circumstance.isDoubted,
        madeInto: null,
      }
    })
  for (const item of found) {
    const makes = meaningOfKind(item, 'material')?.makes
    const target = makes && targetOf(item, treated, makes)
    const made = planned.find((one) => one.item === target?.item)
    if (!makes || !made || made.madeInto) continue
    made.madeInto = { subtype: makes[made.treatment.says]!, words: text.slice(item.from, item.to) }
    made.spans.push(spanOf(item))
  }
  for (const item of found.filter((one) => hasRole(one, 'ditto'))) {
    const place = where.places.find(({ clause, teeth }) => clause === item.clause && teeth.length > 0)
    const before = planned.findLast(
      ({ clause, item: other }) => clause <= item.clause && other.from < item.from,
    )
    if (
      !place ||
      !before ||
      where.treatments.some(({ clause, from }) => clause === item.clause && from > item.from)
    )
      continue
    for (const one of planned.filter(({ clause }) => clause === before.clause)) {
      one.teeth = [...new Set([...one.teeth, ...place.teeth])]
      one.spans.push(enclosingSpan([place, item]))
    }
  }
  return planned
}

/** What a material is of: the nearest treatment beside it that can be made of it, or else the one named before. */
function targetOf(
  item: LexiconMatch,
  treated: readonly TreatmentMention[],
  makes: Record<string, string>,
): TreatmentMention | undefined {
  const fitting = treated.filter((one) => one.item !== item && one.treatment.says in makes)
  const here = fitting.filter((one) => one.item.clause === item.clause)
  if (here.length > 0) return here.toSorted((a, b) => distance(a.item, item) - distance(b.item, item))[0]
  const isAlone = !treated.some((one) => one.item.clause === item.clause && one.item !== item)
  return isAlone
    ? fitting.findLast((one) => one.item.sentence === item.sentence && one.item.to <= item.from)
    : undefined
}

const distance = (one: Span, other: Span) => Math.max(one.from - other.to, other.from - one.to)

type HealthFindings = { facts: StatedFact[]; aside: ExcludedMention[]; diagnoses: ReadDiagnosis[] }

/** What is said of the patient's health, and of that of others. */
function findHealth(
  parsed: ParsedNote,
  where: NotePositions,
  allergies: ReturnType<typeof findAllergies>,
): HealthFindings {
  const { found, contextOf, text } = parsed
  const health: HealthFindings = { facts: [], aside: [], diagnoses: [] }
  const lacksMore = new Set(allergies.strange)
  for (const [at, item] of found.entries()) {
    if (lacksMore.has(item)) continue
    const circumstance = contextOf(item)
    const allergen = allergies.taken.get(item)
    const factor = allergen ? allergyTo([allergen]) : meaningOfKind(item, 'factor')?.factor
    const none = meaningOfKind(item, 'no-allergies')
    const diagnosis = allergen ? undefined : meaningOfKind(item, 'diagnosis')
    if ((factor ?? none ?? diagnosis) && circumstance.isFamily)
      health.aside.push(excludedMention(item, 'family', text))
    else {
      const teeth = factor?.tooth ? (placeOf(item, 'tooth', where)?.teeth ?? []) : []
      if (factor) health.facts.push(...factsOf(item, factor, { circumstance, note: parsed, teeth }))
      if (none) health.facts.push(...deniedFacts(item, none.factors))
      if (diagnosis && circumstance.negation === 'yes')
        health.aside.push(excludedMention(item, 'absent', text))
      else if (diagnosis) health.diagnoses.push(diagnosisOf(item, diagnosis, circumstance))
    }
    if (hasRole(item, 'negationOfBefore'))
      health.facts.push(...deniedFactsBefore(item, found.slice(0, at), found.slice(at + 1)))
  }
  return health
}

const allergyTo = (factors: string[]): ShorthandFactor => ({
  words: [],
  factors,
  stopped: 'yes',
  fields: {},
  units: false,
  tooth: false,
  yes: [],
})

const deniedFact = (item: LexiconMatch, factor: string): StatedFact => ({
  factor,
  answer: 'no',
  fields: {},
  teeth: [],
  span: spanOf(item),
  words: item.words,
})
const deniedFacts = (item: LexiconMatch, factors: readonly string[]) =>
  factors.map((factor) => deniedFact(item, factor))

/** 'Dad on warfarin but pt isn't': a no to what was named last, unless something follows that it belongs to. */
function deniedFactsBefore(
  item: LexiconMatch,
  before: readonly LexiconMatch[],
  after: readonly LexiconMatch[],
): StatedFact[] {
  const follows = after.some(
    ({ clause, meanings }) => clause === item.clause && meanings.some(({ kind }) => kind === 'factor'),
  )
  const last = before.findLast((one) => one.sentence === item.sentence && meaningOfKind(one, 'factor'))
  const factor = last && meaningOfKind(last, 'factor')?.factor
  return factor && !follows ? deniedFacts(item, factor.factors) : []
}

function diagnosisOf(
  item: LexiconMatch,
  { says, text }: MeaningOfKind<'diagnosis'>,
  { isDoubted, negation }: MentionContext,
): ReadDiagnosis {
  return { says, text, isSure: !isDoubted && negation === 'no', spans: [spanOf(item)] }
}

/** A thing diagnosed twice is one diagnosis, and sure if it is said for sure once. */
function uniqueDiagnoses(all: readonly ReadDiagnosis[]): ReadDiagnosis[] {
  const unique = new Map<string, ReadDiagnosis>()
  for (const one of all) {
    const known = unique.get(one.says)
    unique.set(
      one.says,
      known ? { ...known, isSure: known.isSure || one.isSure, spans: [...known.spans, ...one.spans] } : one,
    )
  }
  return [...unique.values()]
}

/** What a treatment of the past says about the tooth now: it has a root filling, it failed. */
function factsFromPastTreatments(treated: readonly TreatmentMention[], where: NotePositions): StatedFact[] {
  return treated.flatMap(({ item, treatment, circumstance, aside }) => {
    if (aside !== 'past') return []
    const teeth = placeOf(item, 'tooth', where)?.teeth ?? []
    const said = { answer: 'yes' as const, fields: {}, teeth, span: spanOf(item), words: item.words }
    const root = treatment.past ? [{ ...said, factor: treatment.past }] : []
    return circumstance.isFailed ? [...root, { ...said, factor: 'previous-failure' }] : root
  })
}

/** Words that say what something is made of, where nothing can be; and numbers that count nothing. */
function findUnknownWords(
  parsed: ParsedNote,
  treated: readonly TreatmentMention[],
  strange: readonly LexiconMatch[],
): NoteReading['unknown'] {
  const { found, unknown, text } = parsed
  const isIdle = (item: LexiconMatch) => {
    const makes = meaningOfKind(item, 'material')?.makes
    const others = item.meanings.some(({ kind }) => kind !== 'material' && kind !== 'allergen')
    return makes !== undefined && !others && !targetOf(item, treated, makes)
  }
  const isCount = ({ to, words }: NoteReading['unknown'][number]) => {
    const next = found.find(({ from }) => from >= to)
    const isNext = next !== undefined && !text.slice(to, next.from).trim()
    return (
      /^\d+$/.test(words) &&
      isNext &&
      (meaningOfKind(next, 'treatment') ?? meaningOfKind(next, 'material')) !== undefined
    )
  }
  const idle = [...found.filter(isIdle), ...strange].map((one) => ({
    ...spanOf(one),
    words: text.slice(one.from, one.to),
  }))
  return [...unknown.filter((one) => !isCount(one)), ...idle].sort((one, other) => one.from - other.from)
}

function priceAndVisitsOf({ figures, text }: ParsedNote): Pick<NoteReading, 'price' | 'visits'> {
  const of = (kind: Figure['kind']) => figures.find((one) => one.kind === kind)
  const [price, band, visits] = [of('price'), of('band'), of('visits')]
  return {
    price: price
      ? { ...spanOf(price), text: text.slice(price.from, price.to).replaceAll(' ', '') }
      : band
        ? { ...spanOf(band), text: `NHS band ${band.value}` }
        : null,
    visits: visits
      ? { ...spanOf(visits), text: `${visits.value} visit${visits.value === '1' ? '' : 's'}` }
      : null,
  }
}

function readNote(text: string, shorthand: LibraryShorthand, lexicon: Lexicon): NoteReading {
  const parts = parseNote(text, shorthand, lexicon)
  const { groups, found } = parts
  const allergies = findAllergies(parts)
  const strange = new Set(allergies.strange)
  const treated = findTreatmentMentions(parts, (item) => allergies.taken.has(item) || strange.has(item))
  const treatments = treated.map(({ item }) => item)
  const places = placesOf(groups, found, { text, clauseAt: parts.clauseAt, treatments })
  const where = { places, treatments }
  const health = findHealth(parts, where, allergies)
  const facts = gatherFacts(
    [...health.facts, ...factsFromPastTreatments(treated, where)],
    shorthand.pairs,
    parts,
  )
  const diagnoses = uniqueDiagnoses(health.diagnoses)
  const contests = toothConflicts(groups, text)
  const age = parts.figures.find(({ kind }) => kind === 'age')
  const proposals = proposalsOf(findPlannedTreatments(treated, parts, where), {
    diagnoses: new Set(diagnoses.map(({ says }) => says)),
    factors: new Set(facts.filter(({ answer }) => answer === 'yes').map(({ factor }) => factor)),
    mentions: new Set(treated.map(({ treatment }) => treatment.says)),
    contested: contests.flatMap((one) => (one.about === 'teeth' ? [one.teeth] : [])),
    ageYears: age ? Number(age.value) : null,
    isChild: found.some((one) => hasRole(one, 'child')),
    isAdult: found.some((one) => hasRole(one, 'adult')),
  })
  const asides = treated.flatMap(({ item, aside }) => (aside ? [excludedMention(item, aside, text)] : []))
  const contradicted = facts.filter(({ isContradicted }) => isContradicted)
  return {
    proposals,
    teeth: [...new Set(groups.flatMap(({ teeth }) => teeth))],
    diagnoses,
    facts,
    conflicts: [
      ...contests,
      ...sideConflicts(groups, found),
      ...contradicted.map(({ factor, spans }): Conflict => ({
        ...{ about: 'factor', factor, spans },
        message: 'The note says both yes and no. Choose which is correct.',
      })),
    ],
    aside: [...asides, ...health.aside].sort((one, other) => one.from - other.from),
    ...priceAndVisitsOf(parts),
    unknown: findUnknownWords(parts, treated, allergies.strange),
    corrections: parts.corrections,
  }
}

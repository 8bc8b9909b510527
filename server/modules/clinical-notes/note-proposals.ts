import type { ShorthandArea, ShorthandCondition, ShorthandTreatment } from '../../../build/content/types.d.ts'
import { regionsOfTooth } from '../../../contract/risk-rules.ts'
import { jawOf } from './note-teeth.ts'
import type { Span } from './note-tokens.ts'

/** A treatment that a note plans, as far as it is written. */
export type PlannedTreatmentMention = {
  treatment: ShorthandTreatment
  teeth: string[]
  area: ShorthandArea | null
  spans: Span[]
  clause: number
  sentence: number
  isDoubted: boolean
  /** What its material or time of fitting settles. */
  madeInto: { subtype: string; words: string } | null
}

/** A treatment as it is proposed. */
export type Proposal = {
  says: string
  /** Null while somebody has to choose. */
  subtype: string | null
  offers: string[]
  teeth: string[]
  area: ShorthandArea | null
  spans: Span[]
  /** Why this subtype and no other, in a few words; empty where the words say it. */
  why: string
  isDoubted: boolean
}

/** What else a note says that decides between subtypes. */
export type NoteContext = {
  diagnoses: ReadonlySet<string>
  factors: ReadonlySet<string>
  /** Of all treatments it names, planned or not. */
  mentions: ReadonlySet<string>
  /** Pairs of teeth of which only one can be meant. */
  contested: readonly (readonly string[])[]
  ageYears: number | null
  isChild: boolean
  isAdult: boolean
}

const anyTooth = (test: (fdi: string) => boolean) => (teeth: readonly string[]) =>
  teeth.length > 0 && teeth.every(test)
const toothPosition = (fdi: string) => Number(fdi[1])
const isPrimaryTooth = (fdi: string) => Number(fdi[0]) > 4
const isAdultTooth = (fdi: string) => !isPrimaryTooth(fdi)

const toothKindTests: Record<
  NonNullable<ShorthandCondition['teeth']>,
  { is: (teeth: readonly string[]) => boolean; why: string }
> = {
  any: { is: (teeth) => teeth.length > 0, why: '' },
  several: { is: (teeth) => teeth.length > 1, why: 'more than one tooth' },
  baby: { is: anyTooth(isPrimaryTooth), why: 'a baby tooth' },
  anterior: { is: anyTooth((fdi) => isAdultTooth(fdi) && toothPosition(fdi) <= 3), why: 'a front tooth' },
  premolar: {
    is: anyTooth((fdi) => isAdultTooth(fdi) && [4, 5].includes(toothPosition(fdi))),
    why: 'a premolar',
  },
  molar: { is: anyTooth((fdi) => isAdultTooth(fdi) && toothPosition(fdi) >= 6), why: 'a molar' },
  'upper-wisdom': {
    is: anyTooth((fdi) => isAdultTooth(fdi) && toothPosition(fdi) === 8 && jawOf(fdi) === 'upper'),
    why: 'an upper wisdom tooth',
  },
  'lower-wisdom': {
    is: anyTooth((fdi) => regionsOfTooth(fdi).includes('lower-third-molar')),
    why: 'a lower wisdom tooth',
  },
  'upper-back': {
    is: anyTooth((fdi) => isAdultTooth(fdi) && regionsOfTooth(fdi).includes('upper-posterior')),
    why: 'an upper back tooth',
  },
}

function isOfAge(age: NonNullable<ShorthandCondition['age']>, around: NoteContext): boolean {
  const { ageYears, isChild, isAdult } = around
  if (age === 'adult') return ageYears === null ? isAdult : ageYears >= 18
  if (age === 'young child') return ageYears === null ? isChild : ageYears < 13
  return ageYears === null ? isChild : ageYears < 18
}

/** Contested teeth count once: only one of them is meant. */
const withoutContestedTeeth = (teeth: readonly string[], contested: NoteContext['contested']) =>
  teeth.filter(
    (fdi) => !contested.some(([first, ...others]) => others.includes(fdi) && teeth.includes(first!)),
  )

function matchesCondition(
  condition: ShorthandCondition,
  planned: PlannedTreatmentMention,
  others: readonly PlannedTreatmentMention[],
  around: NoteContext,
) {
  const { teeth, diagnosis, factor, treatment, mentions, age } = condition
  const counting =
    teeth === 'several' ? withoutContestedTeeth(planned.teeth, around.contested) : planned.teeth
  const sharesTooth = (other: PlannedTreatmentMention) =>
    other.teeth.some((fdi) => planned.teeth.includes(fdi))
  return (
    (!teeth || toothKindTests[teeth].is(counting)) &&
    (!diagnosis || around.diagnoses.has(diagnosis)) &&
    (!factor || around.factors.has(factor)) &&
    (!mentions || around.mentions.has(mentions)) &&
    (!treatment || others.some((other) => other.treatment.says === treatment && sharesTooth(other))) &&
    (!age || isOfAge(age, around))
  )
}

const whyOf = ({ teeth, diagnosis, factor, treatment, age }: ShorthandCondition) =>
  [
    teeth && toothKindTests[teeth].why,
    diagnosis,
    factor && 'what the image shows',
    treatment && `after ${treatment}`,
    age,
  ]
    .filter(Boolean)
    .join(', ')

function resolveProposal(
  planned: PlannedTreatmentMention,
  all: readonly PlannedTreatmentMention[],
  around: NoteContext,
): Proposal {
  const { treatment, teeth, area, spans, isDoubted, madeInto } = planned
  const { says, offers, open, when } = treatment
  const answer = { says, teeth, area, spans, isDoubted }
  const first = (subtype: string) => [subtype, ...offers.filter((one) => one !== subtype)]
  if (madeInto)
    return { ...answer, subtype: madeInto.subtype, offers: first(madeInto.subtype), why: madeInto.words }
  const matched = when.find((condition) => matchesCondition(condition, planned, all, around))
  if (matched?.offer)
    return { ...answer, subtype: matched.offer, offers: first(matched.offer), why: whyOf(matched) }
  if (matched?.choose) return { ...answer, subtype: null, offers: matched.choose, why: whyOf(matched) }
  return { ...answer, subtype: open ? null : offers[0]!, offers, why: '' }
}

const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])]

/** One thing named twice is one plan, for all its teeth. */
function mergeDuplicates<
  T extends { teeth: string[]; area: ShorthandArea | null; spans: Span[]; isDoubted: boolean },
>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map<string, T>()
  for (const item of items) {
    const known = byKey.get(keyOf(item))
    const both = known && {
      ...known,
      teeth: union(known.teeth, item.teeth),
      area: known.area ?? item.area,
      spans: [...known.spans, ...item.spans],
      isDoubted: known.isDoubted && item.isDoubted,
    }
    byKey.set(keyOf(item), both ?? item)
  }
  return [...byKey.values()]
}

/** What only names the thing that another works on is no plan of its own: the crown of 'recement crown'. */
function dropSubordinate(planned: readonly PlannedTreatmentMention[]): PlannedTreatmentMention[] {
  const taken = new Set<PlannedTreatmentMention>()
  for (const one of planned)
    for (const other of planned) {
      if (one === other || one.sentence !== other.sentence) continue
      if (!one.treatment.absorbs.includes(other.treatment.says)) continue
      if (
        one.teeth.length > 0 &&
        other.teeth.length > 0 &&
        !other.teeth.some((fdi) => one.teeth.includes(fdi))
      )
        continue
      taken.add(other)
      one.spans = [...one.spans, ...other.spans]
      one.area ??= other.area
      if (one.teeth.length === 0) one.teeth = other.teeth
    }
  return planned.filter((one) => !taken.has(one))
}

/** The treatments of a note as they are proposed, each once. */
export function proposalsOf(planned: readonly PlannedTreatmentMention[], around: NoteContext): Proposal[] {
  const contest = (teeth: readonly string[]) =>
    teeth.flatMap((fdi) => around.contested.find((pair) => pair.includes(fdi)) ?? [fdi])
  const uniquePlans = mergeDuplicates(
    dropSubordinate(planned),
    ({ treatment, madeInto }) => madeInto?.subtype ?? treatment.says,
  ).map((one) => ({ ...one, teeth: [...new Set(contest(one.teeth))] }))
  return mergeDuplicates(
    uniquePlans.map((one) => resolveProposal(one, uniquePlans, around)),
    ({ subtype, says }) => subtype ?? says,
  )
}

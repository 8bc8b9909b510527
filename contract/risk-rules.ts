/**
 * Which risks of a treatment grow with what is special about a patient, and why: rules as data (`content/patient-factors.yaml`)
 * applied to facts. Rules only add: none takes a risk away. Import-free, so that browsers may use it as a value.
 *
 * Montgomery v Lanarkshire [2015] UKSC 11: a risk is material by what this patient would attach significance to.
 */

export const toothRegions = [
  'upper-anterior',
  'upper-posterior',
  'lower-anterior',
  'lower-posterior',
  'lower-third-molar',
] as const
export type ToothRegion = (typeof toothRegions)[number]

/** `info`: added to the text. `confirm`: somebody ticks that it was discussed. `stop`: not sent without a reason to. */
export const riskSeverities = ['info', 'confirm', 'stop'] as const

/**
 * A condition on a field of the rule's factor. `unless` names a field whose answer `yes` takes it away; `unlessNamed` one
 * whose text takes it away by holding a word. `longerThanYears` counts from the field's day to the planned one, or to
 * that of `until` where it came before.
 */
export type FieldCondition = {
  field: string
  unless?: string | undefined
  unlessNamed?: { field: string; words: readonly string[] } | undefined
} & (
  { atLeast: number } | { olderThanDays: number } | { longerThanYears: number; until?: string | undefined }
)

export type RiskRule = {
  id: string
  when: {
    /** Absent where age alone decides. */
    factor?: string | undefined
    /** Others, each of which is enough in the place of `factor`. */
    orFactors?: readonly string[] | undefined
    /** Others, each of which has to be so as well. */
    withFactors?: readonly string[] | undefined
    /** Holds where so many of these rules do, by as many different facts: what adds up is said together. */
    rulesHeld?: { among: readonly string[]; atLeast: number } | undefined
    /** Of the treatment (`content/procedures.yaml`): one is enough. */
    properties: 'all' | readonly string[]
    regions?: readonly ToothRegion[] | undefined
    /** Whole years on the planned day, both included. */
    ageMin?: number | undefined
    ageMax?: number | undefined
    anyOf?: readonly FieldCondition[] | undefined
  }
  severity: (typeof riskSeverities)[number]
  /** Fields of the factor that must be known before the statement is whole. */
  requires: readonly string[]
  /** Rules that this one contradicts: where it holds, they do not. */
  replaces: readonly string[]
  /** What the patient reads; `{{field}}` stands for what is known of the factor. */
  statement: string
}

/** What is asked of a patient, or of one tooth. */
export type RiskFactor = {
  id: string
  label: string
  perTooth: boolean
  /** In whole years, both included: at another age it is not asked, since the answer is no. */
  ageMin?: number | undefined
  ageMax?: number | undefined
}

export type RiskRuleSet<F extends RiskFactor = RiskFactor, R extends RiskRule = RiskRule> = {
  factors: readonly F[]
  rules: readonly R[]
}

export type Fact = {
  answer: 'yes' | 'no' | 'unknown'
  /** More about it, by field; dates as `2026-11-21`, yes or no as `yes` or `no`. */
  fields?: Readonly<Record<string, string>>
  /** Of a factor that belongs to teeth: which ones, by FDI code; absent means every tooth that is treated. */
  teeth?: readonly string[]
}
/** What is known, by factor; what is absent is unknown. */
export type Facts = Readonly<Record<string, Fact | undefined>>

export type PlannedTreatment = {
  /** What is true of it, by `content/procedures.yaml`. */
  properties: readonly string[]
  /** FDI codes. */
  teeth: readonly string[]
  /** Whole years on the planned day; null when no birth date is known. */
  ageYears: number | null
  /** The planned day, `2026-11-21`. */
  day: string
}

/** A rule that holds, and what made it hold. */
export type RiskFinding<R extends RiskRule = RiskRule> = {
  rule: R
  /** The rule's words with what is known filled in; a field that is not known stays as its placeholder. */
  statement: string
  /** What made it hold, each in a few words: the factor, the age, the teeth. */
  because: string[]
  /** The factors that made it hold. */
  factors: string[]
  /** The treated teeth it is about; empty for the whole patient. */
  teeth: string[]
  /** Fields that the rule requires and nobody has filled in. */
  missing: string[]
}

/** Something nobody knows yet, which decides whether rules hold. */
export type OpenQuestion = { ruleIds: string[] } & (
  | { about: 'factor'; factor: string }
  | { about: 'field'; factor: string; field: string }
  | { about: 'age' }
  | { about: 'teeth' }
)

/** The parts of the mouth that a tooth belongs to, by its FDI code: milk teeth as the adult teeth they stand before. */
export function regionsOfTooth(fdi: string): ToothRegion[] {
  const [quadrant, place] = [Number(fdi[0]), Number(fdi[1])]
  const jaw = [1, 2, 5, 6].includes(quadrant) ? 'upper' : 'lower'
  const region = `${jaw}-${place <= 3 ? 'anterior' : 'posterior'}` as const
  return jaw === 'lower' && quadrant < 5 && place === 8 ? [region, 'lower-third-molar'] : [region]
}

/**
 * The rules that hold for a patient and a planned treatment, in the order of the book, and what must be asked to know of
 * the others. A rule holds only when everything it names is known to be so; one that something known rules out asks nothing.
 */
export function applyRiskRules<F extends RiskFactor, R extends RiskRule>(
  book: RiskRuleSet<F, R>,
  facts: Facts,
  planned: PlannedTreatment,
): { findings: RiskFinding<R>[]; open: OpenQuestion[] } {
  const factors = new Map(book.factors.map((factor) => [factor.id, factor]))
  const found: RiskFinding<R>[] = []
  const open = new Map<string, OpenQuestion>()
  for (const rule of book.rules) {
    if (rule.when.rulesHeld) continue
    const judged = evaluateRule(rule, { factors, facts, planned })
    if (judged === 'fails') continue
    if (judged.unknown.length === 0) found.push(toFinding(rule, judged))
    for (const question of judged.unknown) {
      const key = JSON.stringify(question)
      const known = open.get(key)
      if (known) known.ruleIds.push(rule.id)
      else open.set(key, { ...question, ruleIds: [rule.id] })
    }
  }
  const replaced = new Set(found.flatMap(({ rule }) => rule.replaces))
  const alone = found.filter(({ rule }) => !replaced.has(rule.id))
  const sums = book.rules.flatMap((rule) => mergeFindings(rule, alone) ?? [])
  const placeOf = new Map(book.rules.map(({ id }, place) => [id, place]))
  const findings = [...alone, ...sums].sort(
    (one, other) => placeOf.get(one.rule.id)! - placeOf.get(other.rule.id)!,
  )
  return { findings, open: [...open.values()] }
}

/** The factors that a rule names, whichever way. */
export const factorsOfRule = ({ factor, orFactors = [], withFactors = [] }: RiskRule['when']): string[] => [
  ...(factor === undefined ? [] : [factor]),
  ...orFactors,
  ...withFactors,
]

/** What several rules that hold add up to; undefined for every other rule, and where too few of them hold. */
function mergeFindings<R extends RiskRule>(
  rule: R,
  alone: readonly RiskFinding<R>[],
): RiskFinding<R> | undefined {
  const { rulesHeld } = rule.when
  const parts = alone.filter((finding) => rulesHeld?.among.includes(finding.rule.id))
  const factors = [...new Set(parts.flatMap((part) => part.factors))]
  if (!rulesHeld || Math.min(parts.length, factors.length) < rulesHeld.atLeast) return undefined
  const because = [...new Set(parts.flatMap((part) => part.because.slice(0, part.factors.length)))]
  return { rule, statement: rule.statement, because, factors, teeth: [], missing: [] }
}

type UnansweredQuestion = OpenQuestion extends infer Q
  ? Q extends unknown
    ? Omit<Q, 'ruleIds'>
    : never
  : never
type RuleEvaluation = {
  because: string[]
  factors: string[]
  teeth: string[]
  unknown: UnansweredQuestion[]
  fields: Readonly<Record<string, string>>
}
type RuleContext = { factors: ReadonlyMap<string, RiskFactor>; facts: Facts; planned: PlannedTreatment }
/** What one condition says: it holds, it fails, or this must be asked first. */
type ConditionResult = boolean | UnansweredQuestion | UnansweredQuestion[]

function evaluateRule(
  { when }: RiskRule,
  { factors, facts, planned }: RuleContext,
): RuleEvaluation | 'fails' {
  const { factor: id, orFactors = [], withFactors = [] } = when
  const factor = id === undefined ? undefined : factors.get(id)
  const fact = id === undefined ? undefined : facts[id]
  const teeth = matchingTeeth(when, factor, fact, planned)
  const isAboutTeeth = when.regions !== undefined || factor?.perTooth === true
  const age = isAgeInRange(when, planned.ageYears)
  const evaluateOne = (name: string) => evaluateFact(name, facts[name], isAskedAt(factors.get(name), planned))
  const conditions: ConditionResult[] = [
    when.properties === 'all' || when.properties.some((name) => planned.properties.includes(name)),
    age,
    id === undefined || evaluateAny([id, ...orFactors].map(evaluateOne)),
    ...withFactors.map(evaluateOne),
    !isAboutTeeth || teeth.length > 0 || (planned.teeth.length === 0 && areTeethUnknown(when, fact)),
    factor && fact?.answer === 'yes'
      ? evaluateFields(factor.id, when.anyOf, fact.fields ?? {}, planned.day)
      : true,
  ]
  if (conditions.includes(false)) return 'fails'
  const unknown = conditions.flatMap((condition) => (typeof condition === 'object' ? condition : []))
  const held = factorsOfRule(when).filter((name) => facts[name]?.answer === 'yes')
  const hasAge = when.ageMin !== undefined || when.ageMax !== undefined
  const because = [
    ...held.map((name) => factors.get(name)!.label),
    ...(hasAge && planned.ageYears !== null ? [`age ${planned.ageYears}`] : []),
    ...(isAboutTeeth ? teeth.map((fdi) => `tooth ${fdi}`) : []),
  ]
  return { because, factors: held, teeth: isAboutTeeth ? teeth : [], unknown, fields: fact?.fields ?? {} }
}

/** Of the teeth to be treated, those that the rule is about. */
function matchingTeeth(
  { regions }: RiskRule['when'],
  factor: RiskFactor | undefined,
  fact: Fact | undefined,
  { teeth }: PlannedTreatment,
): string[] {
  const ofFact = factor?.perTooth && fact?.teeth ? teeth.filter((fdi) => fact.teeth?.includes(fdi)) : teeth
  return regions
    ? ofFact.filter((fdi) => regionsOfTooth(fdi).some((one) => regions.includes(one)))
    : [...ofFact]
}

/** No tooth is named: where the rule or the fact is about certain teeth, they are asked for. */
const areTeethUnknown = ({ regions }: RiskRule['when'], fact: Fact | undefined): ConditionResult =>
  regions || fact?.teeth ? { about: 'teeth' } : true

function isAgeInRange(
  { ageMin = 0, ageMax = Infinity }: RiskRule['when'],
  ageYears: number | null,
): ConditionResult {
  if (ageMin === 0 && ageMax === Infinity) return true
  return ageYears === null ? { about: 'age' } : ageYears >= ageMin && ageYears <= ageMax
}

/** Whether a patient of this age is asked; everybody is of whom no birth date is known. */
export const isAskedAt = (
  factor: Pick<RiskFactor, 'ageMin' | 'ageMax'> | undefined,
  { ageYears }: Pick<PlannedTreatment, 'ageYears'>,
): boolean =>
  ageYears === null || (ageYears >= (factor?.ageMin ?? 0) && ageYears <= (factor?.ageMax ?? Infinity))

/** What nobody knows is asked, unless the age answers it; what was answered stands at any age. */
function evaluateFact(
  factor: string,
  fact: Fact | undefined,
  isAsked: boolean,
): boolean | UnansweredQuestion {
  const answer = fact?.answer ?? 'unknown'
  if (answer === 'unknown' && !isAsked) return false
  return answer === 'unknown' ? { about: 'factor', factor } : answer === 'yes'
}

/** One that is so is enough; without one, all that nobody knows are asked. */
function evaluateAny(answers: readonly (boolean | UnansweredQuestion)[]): ConditionResult {
  if (answers.includes(true)) return true
  const unknown = answers.filter((answer) => typeof answer === 'object')
  return unknown.length > 0 && unknown
}

const day_ms = 86_400_000

/** An empty field is no nought. */
const isNumber = (typed: string): boolean => typed !== '' && !Number.isNaN(Number(typed))

/** Written as `2026-11-21`, and a day of the calendar: `Date.parse` alone also makes one of '5' or '2026-02-31'. */
function isDay(typed: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(typed)) return false
  const time = Date.parse(typed)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(typed)
}

/** One that holds is enough; without one, the first field that nobody has filled in is asked for. */
function evaluateFields(
  factor: string,
  conditions: readonly FieldCondition[] | undefined,
  fields: Readonly<Record<string, string>>,
  day: string,
): ConditionResult {
  if (!conditions) return true
  const textOf = (field: string) => fields[field]?.trim() ?? ''
  const isNamed = ({ field, words }: NonNullable<FieldCondition['unlessNamed']>) =>
    words.some((word) => textOf(field).toLowerCase().includes(word))
  const relevant = conditions.filter(
    ({ unless, unlessNamed }) =>
      (unless === undefined || fields[unless] !== 'yes') && !(unlessNamed && isNamed(unlessNamed)),
  )
  const isKnown = (condition: FieldCondition) =>
    ('atLeast' in condition ? isNumber : isDay)(textOf(condition.field))
  const holds = (condition: FieldCondition) => isFieldConditionMet(condition, textOf, day)
  if (relevant.some((condition) => isKnown(condition) && holds(condition))) return true
  const unknown = relevant.find((condition) => !isKnown(condition))
  return unknown ? { about: 'field', factor, field: unknown.field } : false
}

/** Of a field that is known. */
function isFieldConditionMet(
  condition: FieldCondition,
  textOf: (field: string) => string,
  day: string,
): boolean {
  const text = textOf(condition.field)
  if ('atLeast' in condition) return Number(text) >= condition.atLeast
  if ('olderThanDays' in condition)
    return Date.parse(day) - Date.parse(text) > condition.olderThanDays * day_ms
  const { longerThanYears, until } = condition
  const last = until === undefined ? '' : textOf(until)
  return addYears(text, longerThanYears) < (isDay(last) && last < day ? last : day)
}

/** The same day so many years later, written as days are; 29 February may become a day of no calendar, which compares as well. */
const addYears = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

const toFinding = <R extends RiskRule>(
  rule: R,
  { because, factors, teeth, fields }: RuleEvaluation,
): RiskFinding<R> => ({
  rule,
  because,
  factors,
  teeth,
  statement: rule.statement.replaceAll(/\{\{(\w+)\}\}/g, (gap, name: string) => fields[name]?.trim() || gap),
  missing: rule.requires.filter((name) => !fields[name]?.trim()),
})

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

/** A condition on a field of the rule's factor; `unless` names a field whose answer `yes` takes it away. */
export type FieldCondition = { field: string; unless?: string | undefined } & (
  { atLeast: number } | { olderThanDays: number }
)

export type RiskRule = {
  id: string
  when: {
    /** Absent where age alone decides. */
    factor?: string | undefined
    /** Of the treatment: one is enough. */
    groups: 'all' | readonly string[]
    regions?: readonly ToothRegion[] | undefined
    /** Whole years on the planned day, both included. */
    ageMin?: number | undefined
    ageMax?: number | undefined
    anyOf?: readonly FieldCondition[] | undefined
  }
  severity: (typeof riskSeverities)[number]
  /** Fields of the factor that must be known before the statement is whole. */
  requires: readonly string[]
  /** What the patient reads; `{{field}}` stands for what is known of the factor. */
  statement: string
}

/** What is asked of a patient, or of one tooth. */
export type RiskFactor = { id: string; label: string; perTooth: boolean }

export type RiskBook<F extends RiskFactor = RiskFactor, R extends RiskRule = RiskRule> = {
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
  groups: readonly string[]
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
  book: RiskBook<F, R>,
  facts: Facts,
  planned: PlannedTreatment,
): { findings: RiskFinding<R>[]; open: OpenQuestion[] } {
  const factors = new Map(book.factors.map((factor) => [factor.id, factor]))
  const findings: RiskFinding<R>[] = []
  const open = new Map<string, OpenQuestion>()
  for (const rule of book.rules) {
    const { factor: id } = rule.when
    const factor = id === undefined ? undefined : factors.get(id)
    const judged = judge(rule, { factor, fact: id === undefined ? undefined : facts[id], planned })
    if (judged === 'fails') continue
    if (judged.unknown.length === 0) findings.push(findingOf(rule, judged))
    for (const question of judged.unknown) {
      const key = JSON.stringify(question)
      const known = open.get(key)
      if (known) known.ruleIds.push(rule.id)
      else open.set(key, { ...question, ruleIds: [rule.id] })
    }
  }
  return { findings, open: [...open.values()] }
}

type Unasked = OpenQuestion extends infer Q ? (Q extends unknown ? Omit<Q, 'ruleIds'> : never) : never
type Judged = {
  because: string[]
  teeth: string[]
  unknown: Unasked[]
  fields: Readonly<Record<string, string>>
}
type Known = { factor: RiskFactor | undefined; fact: Fact | undefined; planned: PlannedTreatment }
/** What one condition says: it holds, it fails, or this must be asked first. */
type Condition = true | false | Unasked

function judge({ when }: RiskRule, { factor, fact, planned }: Known): Judged | 'fails' {
  const teeth = treatedTeeth(when, factor, fact, planned)
  const isAboutTeeth = when.regions !== undefined || factor?.perTooth === true
  const age = ageFits(when, planned.ageYears)
  const conditions: Condition[] = [
    when.groups === 'all' || when.groups.some((group) => planned.groups.includes(group)),
    age,
    factor ? factIs(factor, fact) : true,
    !isAboutTeeth || teeth.length > 0 || (planned.teeth.length === 0 && teethUnknown(when, fact)),
    factor && fact?.answer === 'yes'
      ? fieldsFit(factor.id, when.anyOf, fact.fields ?? {}, planned.day)
      : true,
  ]
  if (conditions.includes(false)) return 'fails'
  const unknown = conditions.filter((condition) => typeof condition === 'object')
  const hasAge = when.ageMin !== undefined || when.ageMax !== undefined
  const because = [
    ...(factor ? [factor.label] : []),
    ...(hasAge && planned.ageYears !== null ? [`age ${planned.ageYears}`] : []),
    ...(isAboutTeeth ? teeth.map((fdi) => `tooth ${fdi}`) : []),
  ]
  return { because, teeth: isAboutTeeth ? teeth : [], unknown, fields: fact?.fields ?? {} }
}

/** Of the teeth to be treated, those that the rule is about. */
function treatedTeeth(
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
const teethUnknown = ({ regions }: RiskRule['when'], fact: Fact | undefined): Condition =>
  regions || fact?.teeth ? { about: 'teeth' } : true

function ageFits({ ageMin = 0, ageMax = Infinity }: RiskRule['when'], ageYears: number | null): Condition {
  if (ageMin === 0 && ageMax === Infinity) return true
  return ageYears === null ? { about: 'age' } : ageYears >= ageMin && ageYears <= ageMax
}

function factIs({ id }: RiskFactor, fact: Fact | undefined): Condition {
  const answer = fact?.answer ?? 'unknown'
  return answer === 'unknown' ? { about: 'factor', factor: id } : answer === 'yes'
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
function fieldsFit(
  factor: string,
  conditions: readonly FieldCondition[] | undefined,
  fields: Readonly<Record<string, string>>,
  day: string,
): Condition {
  if (!conditions) return true
  const relevant = conditions.filter(({ unless }) => unless === undefined || fields[unless] !== 'yes')
  const isKnown = (condition: FieldCondition) =>
    ('atLeast' in condition ? isNumber : isDay)(fields[condition.field]?.trim() ?? '')
  const holds = (condition: FieldCondition) =>
    'atLeast' in condition
      ? Number(fields[condition.field]) >= condition.atLeast
      : Date.parse(day) - Date.parse(fields[condition.field]!) > condition.olderThanDays * day_ms
  if (relevant.some((condition) => isKnown(condition) && holds(condition))) return true
  const unknown = relevant.find((condition) => !isKnown(condition))
  return unknown ? { about: 'field', factor, field: unknown.field } : false
}

const findingOf = <R extends RiskRule>(rule: R, { because, teeth, fields }: Judged): RiskFinding<R> => ({
  rule,
  because,
  teeth,
  statement: rule.statement.replaceAll(/\{\{(\w+)\}\}/g, (gap, name: string) => fields[name]?.trim() || gap),
  missing: rule.requires.filter((name) => !fields[name]?.trim()),
})

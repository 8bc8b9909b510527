/** Every placeholder the product can fill. */
export const knownPlaceholders = new Set([
  'patientName',
  'tooth',
  'toothName',
  'diagnosis',
  'clinician',
  'clinicianRole',
  'practiceName',
  'practicePhone',
  'outOfHours',
  'price',
  'visits',
  'duration',
  'material',
  'graftSource',
  'sedationType',
  'individualRisks',
  'prognosis',
  'reason',
  'crownWithin',
  'reviewDate',
  'retainerPlan',
  'what',
  'clinicianFigure',
])

/** What to write in the place of a word, or how; empty where nobody can say. */
type Advice = {
  instead: string
  /** Word for word what takes the place of each form, in small letters. A form that is not here needs a person. */
  forms?: Readonly<Record<string, string>>
}

/** Words to look for, and what to write in their place. Every pattern finds all its places, whatever the case. */
export type WatchedWord = Advice & {
  pattern: RegExp
  /** What to write in sentences that use the word in another sense: the first that fits. */
  senses?: readonly (Advice & { when: RegExp })[]
}

const promiseAdvice = 'Say how likely it is, with a number, and that you cannot promise it.'
const painAdvice = 'Say what people feel, how strongly and for how long.'
const safetyAdvice = 'Say what can go wrong and how often.'
const removeAdvice = 'Leave it out.'

/** Promises that no text makes, not even to deny them. */
export const promiseWords: WatchedWord[] = [
  { pattern: /\bguaranteed\b/gi, instead: promiseAdvice },
  { pattern: /\bpermanent solution\b/gi, instead: promiseAdvice },
  { pattern: /\b100\s?%/g, instead: promiseAdvice },
  { pattern: /\bperfect(?:ly)?\b/gi, instead: 'Say what will be better, and what may not be.' },
  { pattern: /\bpainless(?:ly)?\b/gi, instead: painAdvice },
  { pattern: /\brisk[- ]free\b/gi, instead: safetyAdvice },
]

/** Promises as people make them in their own words. Denied they are honest: 'we cannot guarantee', 'no filling lasts for ever'. */
export const promisePhrases: WatchedWord[] = [
  { pattern: /\bguarantee(?:s|ing)?\b/gi, instead: promiseAdvice },
  { pattern: /\b(?:we|I) (?:can )?promise\b/gi, instead: promiseAdvice },
  { pattern: /\b(?:always|never) (?:works?|fails?|succeeds?|goes wrong)\b/gi, instead: promiseAdvice },
  { pattern: /\bworks? every time\b/gi, instead: promiseAdvice },
  { pattern: /\b(?:can(?:not|'t)|will not|won't) (?:fail|go wrong)\b/gi, instead: promiseAdvice },
  { pattern: /\bnothing (?:can|will) go wrong\b/gi, instead: safetyAdvice },
  { pattern: /\b(?:certain|sure|bound) to (?:work|succeed|heal|last)\b/gi, instead: promiseAdvice },
  {
    pattern: /\bwill (?:completely |fully |definitely |certainly )?(?:cure|fix|solve)\b/gi,
    instead: "Write 'can help', and say how often it does.",
  },
  { pattern: /\bwill (?:definitely|certainly) (?!cure|fix|solve)/gi, instead: promiseAdvice },
  {
    pattern: /(?<!\b(?:can|could|may|might) )\blasts? (?:for ?ever|a lifetime)\b/gi,
    instead: promiseAdvice,
  },
  { pattern: /\b(?:permanent|complete) (?:cure|fix)\b/gi, instead: promiseAdvice },
  {
    pattern: /\b(?:treatment|procedure|injection|it|this) (?:is|will be) (?:\w+ )?pain[- ]free\b/gi,
    instead: painAdvice,
  },
  { pattern: /\bpain[- ]free (?:treatment|procedure|injection|dentistry|visit)\b/gi, instead: painAdvice },
  { pattern: /\b(?:will not|won't|does not|doesn't|never) hurts?\b/gi, instead: painAdvice },
  {
    pattern: /\b(?:will not|won't) feel (?:any pain|any discomfort|anything|a thing)\b/gi,
    instead: painAdvice,
  },
  { pattern: /\bfeel no (?:pain|discomfort)\b/gi, instead: painAdvice },
  { pattern: /\b(?:completely|totally|entirely|absolutely|fully|always) safe\b/gi, instead: safetyAdvice },
  { pattern: /\b(?:no|without(?: any)?|zero) risks?\b/gi, instead: safetyAdvice },
  { pattern: /\bno side[- ]effects\b/gi, instead: safetyAdvice },
  { pattern: /\b(?:nothing|no need) to worry\b/gi, instead: safetyAdvice },
  { pattern: /\b(?:do not|don't) worry\b/gi, instead: safetyAdvice },
]

/** Selling, false comfort, pressure, and words that limit liability. */
export const bannedWords: WatchedWord[] = [
  { pattern: /\bminor risks?\b/gi, instead: 'Name the risk, and say how often it happens.' },
  { pattern: /\broutine(?:ly)?\b/gi, instead: 'Say what happens, or how often it is done.' },
  { pattern: /\bjust\b/gi, instead: removeAdvice, forms: { just: '' } },
  { pattern: /\bsimply\b/gi, instead: removeAdvice, forms: { simply: '' } },
  { pattern: /\byou must sign\b/gi, instead: 'The choice is yours.' },
  { pattern: /\b(?:we )?accept no responsibility\b/gi, instead: removeAdvice },
  { pattern: /\bI waive\b/gi, instead: removeAdvice },
  { pattern: /\bI understand everything\b/gi, instead: 'Ask a question that shows what was understood.' },
  { pattern: /\b(?:indemnif|liab)\w+/gi, instead: 'A consent never limits liability. Leave it out.' },
]

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

/** Words to look for, and what to write in their place. Every pattern finds all its places, whatever the case. */
export type WatchedWord = { pattern: RegExp; instead: string }

const noPromise = 'Say how likely it is, with a number, and that you cannot promise it.'
const noPain = 'Say what people feel, how strongly and for how long.'
const noSafety = 'Say what can go wrong and how often.'
const leaveOut = 'Leave it out.'

/** Promises that no text makes, not even to deny them. */
export const promiseWords: WatchedWord[] = [
  { pattern: /\bguaranteed\b/gi, instead: noPromise },
  { pattern: /\bpermanent solution\b/gi, instead: noPromise },
  { pattern: /\b100\s?%/g, instead: noPromise },
  { pattern: /\bperfect(?:ly)?\b/gi, instead: 'Say what will be better, and what may not be.' },
  { pattern: /\bpainless(?:ly)?\b/gi, instead: noPain },
  { pattern: /\brisk[- ]free\b/gi, instead: noSafety },
]

/** Promises as people make them in their own words. Denied they are honest: 'we cannot guarantee', 'no filling lasts for ever'. */
export const promisePhrases: WatchedWord[] = [
  { pattern: /\bguarantee(?:s|ing)?\b/gi, instead: noPromise },
  { pattern: /\b(?:we|I) (?:can )?promise\b/gi, instead: noPromise },
  { pattern: /\b(?:always|never) (?:works?|fails?|succeeds?|goes wrong)\b/gi, instead: noPromise },
  { pattern: /\bworks? every time\b/gi, instead: noPromise },
  { pattern: /\b(?:can(?:not|'t)|will not|won't) (?:fail|go wrong)\b/gi, instead: noPromise },
  { pattern: /\bnothing (?:can|will) go wrong\b/gi, instead: noSafety },
  { pattern: /\b(?:certain|sure|bound) to (?:work|succeed|heal|last)\b/gi, instead: noPromise },
  {
    pattern: /\bwill (?:completely |fully |definitely |certainly )?(?:cure|fix|solve)\b/gi,
    instead: "Write 'can help', and say how often it does.",
  },
  { pattern: /\bwill (?:definitely|certainly) (?!cure|fix|solve)/gi, instead: noPromise },
  {
    pattern: /(?<!\b(?:can|could|may|might) )\blasts? (?:for ?ever|a lifetime)\b/gi,
    instead: noPromise,
  },
  { pattern: /\b(?:permanent|complete) (?:cure|fix)\b/gi, instead: noPromise },
  {
    pattern: /\b(?:treatment|procedure|injection|it|this) (?:is|will be) (?:\w+ )?pain[- ]free\b/gi,
    instead: noPain,
  },
  { pattern: /\bpain[- ]free (?:treatment|procedure|injection|dentistry|visit)\b/gi, instead: noPain },
  { pattern: /\b(?:will not|won't|does not|doesn't|never) hurts?\b/gi, instead: noPain },
  { pattern: /\b(?:will not|won't) feel (?:any pain|any discomfort|anything|a thing)\b/gi, instead: noPain },
  { pattern: /\bfeel no (?:pain|discomfort)\b/gi, instead: noPain },
  { pattern: /\b(?:completely|totally|entirely|absolutely|fully|always) safe\b/gi, instead: noSafety },
  { pattern: /\b(?:no|without(?: any)?|zero) risks?\b/gi, instead: noSafety },
  { pattern: /\bno side[- ]effects\b/gi, instead: noSafety },
  { pattern: /\b(?:nothing|no need) to worry\b/gi, instead: noSafety },
  { pattern: /\b(?:do not|don't) worry\b/gi, instead: noSafety },
]

/** Selling, false comfort, pressure, and words that limit liability. */
export const bannedWords: WatchedWord[] = [
  { pattern: /\bminor risks?\b/gi, instead: 'Name the risk, and say how often it happens.' },
  { pattern: /\broutine(?:ly)?\b/gi, instead: 'Say what happens, or how often it is done.' },
  { pattern: /\bjust\b/gi, instead: leaveOut },
  { pattern: /\bsimply\b/gi, instead: leaveOut },
  { pattern: /\byou must sign\b/gi, instead: 'The choice is yours.' },
  { pattern: /\b(?:we )?accept no responsibility\b/gi, instead: leaveOut },
  { pattern: /\bI waive\b/gi, instead: leaveOut },
  { pattern: /\bI understand everything\b/gi, instead: 'Ask a question that shows what was understood.' },
  { pattern: /\b(?:indemnif|liab)\w+/gi, instead: 'A consent never limits liability. Leave it out.' },
]

/**
 * What `build/content/` holds, as the server and the web import it. The build copies this file into
 * `build/content/types.d.ts` and adds the types it reads off the words and the pages.
 */

export type RiskBand = 'very common' | 'common' | 'uncommon' | 'rare' | 'very rare' | 'varies'

/** A risk as data. Its wording for patients stands in the section 'Risks and Complications'. */
export type LibraryRisk = {
  label: string
  band: RiskBand
  serious: boolean
  source: string
  /** People out of so many, as the label states it with a published source behind it. */
  figure: { from: number; to: number; of: number } | null
  /** The condition under which it is told; absent where everybody is told. */
  only?: string
  /** What its band or figure rests on; absent for a source that nobody has graded. */
  basis?: LibraryRiskBasis
}

/** `RiskBasis` of `contract/risk-basis.ts`. */
export type LibraryRiskBasis = {
  certainty: 'high' | 'moderate' | 'low' | 'opinion'
  citation?: string | undefined
  url?: string | undefined
  in100?: [number, number] | undefined
  per?: 'patient' | 'tooth' | 'implant' | 'treatment' | 'injection' | 'restoration' | 'study' | undefined
  within?: string | undefined
  searchedOn?: string | undefined
}

/** How many risks rest on what, of one template or of all. */
export type EvidenceCounts = {
  risks: number
  /** Of them, those that a source was read for. */
  sourced: number
  serious: number
  seriousSourced: number
  /** Risks with a number that patients are told. */
  figures: number
  /** Distinct sources of risks and claims. */
  sources: number
  /** Risks for which a published figure was looked for in vain. */
  searched: number
  /** Risks by the certainty of what they rest on; `ungraded` for sources that nobody has graded. */
  certainty: Record<LibraryRiskBasis['certainty'] | 'ungraded', number>
}

/** What the library rests on (`content/sources/`), counted when it is built. */
export type LibraryEvidence = EvidenceCounts & {
  templates: number
  /** Templates whose text, as it ships, no registered clinician has signed. */
  awaitingReview: number
  /** The day on which a source was last read. */
  checkedOn: string | null
  /** By reference, each with the number of templates that rest on it. */
  published: {
    reference: string
    setting: string
    url: string
    read: 'abstract' | 'full text' | 'summary'
    templates: number
  }[]
  /** Those without an address. */
  other: { reference: string; templates: number }[]
}

/** A registered clinician's signature of one text of the library (`content/clinical-reviews.yaml`). */
export type LibraryClinicalReview = {
  /** The id of the template, the label of the version that was read, and the hash of its text. */
  template: string
  version: string
  hash: string
  reviewerName: string
  gdcNumber: string
  reviewedOn: string
  remarks: string
}

/** A source that was withdrawn or superseded; templates name it by its reference. */
export type LibraryOutdatedSource = {
  reference: string
  state: 'withdrawn' | 'superseded'
  on: string
  /** The reference of what replaces it. */
  replacedBy: string | null
  note: string | null
}

/** A dental word with its other forms, and what it means in plain words. */
/** A document of the platform as it ships: its first version. */
export type ShippedDocument = {
  kind: 'terms' | 'privacy' | 'data-processing' | 'safety-case' | 'hazard-log' | 'dpia'
  title: string
  /** As Markdown. */
  text: string
  isPublished: boolean
  needsAcceptance: boolean
}

export type GlossaryTerm = { term: string; also: string[]; meaning: string }

/** A drawing of ours, with its text alternative and the section in which it stands. */
export type LibraryPicture = {
  id: string
  title: string
  alt: string
  section: string
  svg: string
  /** The condition under which it is shown; absent where it always is. */
  only?: string
}

/** The words of our drawings in other languages, by language and the id of the drawing: those that say what the English says now. */
export type LibraryPictureTranslations = {
  [language: string]: { [pictureId: string]: { title: string; alt: string } }
}

/** A film of ours: its file is `content/videos/NAME.mp4`. */
export type LibraryFilm = {
  /** Made of the hash: other bytes are another film. */
  id: string
  name: string
  sha256: string
  bytes: number
  width: number
  height: number
  /** Seconds. */
  duration: number
  /** A JPEG as a data address. */
  thumbnail: string
  transcript: string
  /** WebVTT. */
  captions: string
}

export type LibraryQuestion = {
  question: string
  answers: { text: string; right: boolean }[]
  explanation: string
}

/** Questions asked of everybody but for these treatment types; `section` is the title of the part that says it, or empty. */
export type LibraryUnderstanding = (LibraryQuestion & { id: string; section: string; notFor: string[] })[]

export type LibraryTemplate = {
  /** The file's name, stable for ever. */
  id: string
  /** SHA-256 of the canonical JSON of everything else here; another hash is another version. */
  hash: string
  name: string
  description: string
  treatmentType: string
  treatmentSubtype: string
  group: string
  requiresTooth: boolean
  requiresDiagnosis: boolean
  writtenConsent: 'required' | 'recommended' | 'proportionate'
  /** Hours between a patient's first reading and the treatment that are advised. */
  reflectionHours: number
  version: string
  /** Always the six, ids 1 to 6; `html` holds `{{placeholders}}`. */
  sections: { id: number; title: string; html: string }[]
  risks: LibraryRisk[]
  questions: LibraryQuestion[]
  /** For the clinician, not shown to patients. */
  cautions: string[]
  evidence: { claim: string; source: string }[]
  /** Ids of the pictures it shows, in their order. */
  pictures: string[]
  /** The film of ours that its first section shows; absent where there is none. Nobody has to watch it. */
  film?: { id: string; transcript: string }
  author: string
  /** Always empty: who signed a text is outside it, in `content/clinical-reviews.yaml`. */
  clinicalApprover: string
  checkedOn: string
  reviewDue: string
  /** Distinct names without braces, in the order the sections first use them. */
  placeholders: string[]
}

/** Usual phrases by template and gap of its text, most usual first. No part of a template's hash: none of its text changes. */
export type LibrarySuggestions = { [templateId: string]: { [gap: string]: string[] } }

/** A template of the library in another language, drafted by machine. */
export type LibraryTranslation = {
  /** The id of the template. */
  template: string
  /** BCP 47. */
  language: string
  /** The sections whose English says something else now. */
  staleSections: number[]
  /** Another one for everything else that it says, or says it of. */
  hash: string
  sections: { id: number; title: string; html: string }[]
}

/** One idea of an Easy Read text, with the symbol beside it. */
export type LibraryEasyReadLine = {
  /** The name of a drawing of `content/easy-read/symbols/`. */
  symbol: string
  /** Words with their placeholders and conditions; `strong` and nothing else. */
  html: string
  /** It only says how often what follows happens. */
  isBand?: boolean
  /** The label of the risk that it says. */
  risk?: string
  /** The points of the template that it says, where a rule about a patient may take their place. */
  replaces?: string[]
}

/** A template in Easy Read: pages under questions, section by section. */
export type LibraryEasyRead = {
  /** The id of the template. */
  template: string
  sections: {
    id: number
    /** Of the English section that it says: a practice that changed its section has none. */
    englishHash: string
    pages: { title: string; lines: LibraryEasyReadLine[] }[]
  }[]
}

/** What is particular to one patient in another language (`content/termbases/`), drafted by machine. */
export type LibraryTermbase = {
  /** BCP 47. */
  language: string
  /** What stands between the words of an enumeration and before the last, and what ends a sentence. */
  list: { comma: string; semicolon: string; and: string; stop: string }
  teeth: {
    /** With `{jaw}`, `{side}` and `{tooth}`. */
    place: string
    jaws: { upper: string; lower: string }
    sides: { left: string; right: string }
    /** From the midline. */
    names: string[]
    babyNames: string[]
  }
  /** `{n}` stands for a number. */
  phrases: { en: string; own: string }[]
}

/** A treatment type that comes with the product; its subtypes in the order in which they are offered. */
export type LibraryTreatment = { name: string; subtypes: string[] }
/** `builtIn` is what is offered when the list cannot be loaded; the database gets `supplementary` beside it. */
export type LibraryTreatments = { builtIn: LibraryTreatment[]; supplementary: LibraryTreatment[] }

/** What follows a treatment: when its patient is written to, and what they are asked who are worried. */
export type LibraryAftercare = {
  /** Messages of a day go out then, by the clock of the practice. */
  morning: string
  /** How the part with the advice is headed, in each language: the beginning of it. */
  titles: string[]
  types: {
    treatment: string
    hours: number[]
    days: number[]
    /** Null where nothing is asked. */
    surveyDays: number | null
    /** Its page tells of 999 and 111. */
    urgent: boolean
    /** Why it needs no message; null where it has some. */
    none: string | null
  }[]
  worries: {
    id: string
    asks: { id: string; yes: 'red' | 'amber' | 'green' }[]
    otherwise: 'red' | 'amber' | 'green'
    tell: boolean
  }[]
}

/** More about a fact: asked when its answer is yes. */
export type LibraryFactorField = {
  name: string
  label: string
  kind: 'text' | 'number' | 'date' | 'yes or no'
}
/** What is asked of a patient or, of a tooth, of the clinician. */
export type LibraryFactor = {
  id: string
  section: string
  label: string
  ask: string
  help: string
  /** What follows 'Why:' where the patient reads a risk; empty for what is not said there. `label` is for staff alone. */
  patientReason: string
  perTooth: boolean
  ageMin?: number | undefined
  ageMax?: number | undefined
  fields: LibraryFactorField[]
  source: string
}
/** What a rule says in another section than that of the risks. */
export type LibraryRuleChange = {
  section: 'Alternatives' | 'Aftercare Instructions'
  says: string
  insteadOf: string[]
}
/** Risks of templates, by label and by the words that tell them, that a rule puts into another band. */
export type LibraryBandChange = {
  risks: string[]
  band: 'very common' | 'common' | 'uncommon' | 'rare' | 'very rare'
  inText: string[]
}
/** What a fact adds to the risks of treatments: a rule of `contract/risk-rules.ts`, with its source. */
export type LibraryRule = {
  id: string
  when: {
    factor?: string | undefined
    orFactors?: string[] | undefined
    withFactors?: string[] | undefined
    rulesHeld?: { among: string[]; atLeast: number } | undefined
    properties: 'all' | string[]
    regions?:
      | ('upper-anterior' | 'upper-posterior' | 'lower-anterior' | 'lower-posterior' | 'lower-third-molar')[]
      | undefined
    ageMin?: number | undefined
    ageMax?: number | undefined
    anyOf?:
      | ({
          field: string
          unless?: string | undefined
          unlessNamed?: { field: string; words: string[] } | undefined
        } & (
          | { atLeast: number }
          | { olderThanDays: number }
          | { longerThanYears: number; until?: string | undefined }
        ))[]
      | undefined
  }
  severity: 'info' | 'confirm' | 'stop'
  requires: string[]
  replaces: string[]
  statement: string
  forStaff: string
  /** What else of the text changes; `insteadOf` is the items of lists it takes the place of, as they stand in the text. */
  changes: LibraryRuleChange[]
  bands: LibraryBandChange[]
  /** The name of a template that goes with it. */
  attach?: string | undefined
  action?: 'offer-capacity-test' | undefined
  source: string
  isChecked: boolean
}
/** A question besides the treatment (`content/additional-consents.yaml`). */
export type LibraryAdditionalConsent = {
  key: string
  title: string
  question: string
  languages: { [language: string]: string }
}
/** What the NHS charges patients in a nation, from a day on (`content/nhs-charges.yaml`). */
export type LibraryNhsCharges = {
  nation: string
  rule: string
  bands: { band: string; pricePence: number }[]
  maximumPence: number | null
  from: string | null
  checkedOn: string
  sources: { title: string; url: string }[]
}
export type LibraryFactorBook = {
  version: string
  checkedOn: string
  reviewDue: string
  sources: { [id: string]: { reference: string; note: string } }
  /** The parts of a history, in the order in which they are asked. */
  sections: { id: string; title: string }[]
  factors: LibraryFactor[]
  rules: LibraryRule[]
}
/** What a browser needs to ask for a history: the book without its rules. */
export type LibraryQuestions = {
  sections: LibraryFactorBook['sections']
  /** `mayStop`: a treatment may not go ahead because of it, unless somebody says why. */
  factors: (Omit<LibraryFactor, 'source' | 'patientReason'> & { mayStop: boolean })[]
}
/** What is done in the treatments of the library (`content/procedures.yaml`), with what follows for each. */
export type LibraryProcedures = {
  version: string
  checkedOn: string
  reviewDue: string
  guidelines: { [id: string]: { title: string; source: string; values: { [value: string]: string } } }
  properties: { [name: string]: { is: string; not: string; blocks?: string[] | undefined } }
  kinds: {
    name: string
    isUncommon: boolean
    because: { [guideline: string]: string | undefined }
    treatments: string[]
  }[]
  treatments: { id: string; kind: string; properties: string[] }[]
}
/** What is true of the treatments of the library, and of what is only known by its type; risks go by these. */
export type LibraryProperties = {
  treatments: { id: string; treatmentType: string; treatmentSubtype: string; properties: string[] }[]
  types: { treatmentType: string; properties: string[] }[]
}
/** What a treatment is called in clinical notes, and which subtypes it may mean (`content/shorthand/treatments.yaml`). */
export type ShorthandTreatment = {
  says: string
  words: string[]
  /** Subtypes; the first is proposed unless `open`. */
  offers: string[]
  open: boolean
  place: 'tooth' | 'own' | 'none'
  area?: ShorthandArea | undefined
  image: boolean
  /** The factor that a past one speaks of. */
  past?: string | undefined
  absorbs: string[]
  when: ShorthandCondition[]
}
export type ShorthandCondition = {
  teeth?:
    | 'any'
    | 'several'
    | 'baby'
    | 'anterior'
    | 'premolar'
    | 'molar'
    | 'upper-wisdom'
    | 'lower-wisdom'
    | 'upper-back'
    | undefined
  diagnosis?: string | undefined
  factor?: string | undefined
  treatment?: string | undefined
  mentions?: string | undefined
  age?: 'child' | 'young child' | 'adult' | undefined
  offer?: string | undefined
  choose?: string[] | undefined
}
export type ShorthandArea =
  | 'full mouth'
  | 'upper arch'
  | 'lower arch'
  | 'upper right quadrant'
  | 'upper left quadrant'
  | 'lower left quadrant'
  | 'lower right quadrant'
export type ShorthandAnswer = 'yes' | 'no' | 'unknown'
export type ShorthandFactor = {
  words: string[]
  factors: string[]
  means?: ShorthandAnswer | undefined
  stopped: ShorthandAnswer
  fields: Record<string, string>
  /** Units of alcohol a week say whether it is much. */
  units: boolean
  /** Belongs to the tooth it is written beside. */
  tooth: boolean
  yes: {
    factor: string
    with?: string[] | undefined
    yearsMin?: number | undefined
    yearsBelow?: number | undefined
  }[]
}
export type ShorthandContext =
  | 'negation'
  | 'negationAfter'
  | 'negationOfBefore'
  | 'doubt'
  | 'family'
  | 'familySpeaks'
  | 'patient'
  | 'past'
  | 'pastAfter'
  | 'seenOn'
  | 'failure'
  | 'stopped'
  | 'notPlanned'
  | 'notPlannedAfter'
  | 'ditto'
  | 'breaks'
  | 'fillers'
  | 'goesOn'
  | 'allergicTo'
  | 'allergy'
  | 'child'
  | 'adult'
export type ShorthandSide = 'left' | 'right' | 'upper' | 'lower'
/** The words of clinical notes (`content/shorthand/`). */
export type LibraryShorthand = {
  treatments: ShorthandTreatment[]
  materials: { words: string[]; makes: Record<string, string> }[]
  diagnoses: { says: string; words: string[]; text: string }[]
  factors: ShorthandFactor[]
  pairs: { of: string; with: string[]; gives: string }[]
  allergens: { words: string[]; factor: string }[]
  noAllergies: { words: string[]; factors: string[] }[]
  context: Record<ShorthandContext, string[]>
  places: {
    positions: { digit: number; words: string[] }[]
    upper: string[]
    lower: string[]
    right: string[]
    left: string[]
    sideWords: Record<ShorthandSide, string[]>
    pairs: string[]
    areas: { area: ShorthandArea; words: string[] }[]
  }
  plainWords: string[]
  /** What a language model is told before it gets a note. */
  modelInstructions: string
}

/** A message with `{{placeholders}}`; the text is plain. Texts to phones have no subject. */
export type MessageText = { subject: string; text: string }
export type MessageName =
  | 'consent-link'
  | 'consent-link-sms'
  | 'reminder'
  | 'reminder-sms'
  | 'signed-copy'
  | 'new-link'
  | 'new-link-sms'
  | 'question-answered'
  | 'question-answered-sms'
  | 'link-code-sms'
  | 'supporter-link'
  | 'supporter-link-sms'
  | 'aftercare'
  | 'aftercare-sms'
  | 'survey'
  | 'survey-sms'
  | 'worry'
  | 'letter'
  | 'invitation'
  | 'patient-home'
  | 'template-review'
  | 'data-request-due'
  | 'review-due'
  | 'webhook-disabled'
  | 'write-back-failed'
  | 'file-blocked'
  | 'group-invitation'
  | 'emergency-access'
  | 'question-notice'
  | 'access-ended'
  | 'access-restored'
  | 'owner-changed'
  | 'email-link'
  | 'reset'
  | 'registration'
  | 'email-change'
  | 'account-changed'
  | 'phone-code'
  | 'phone-change'
  | 'backup-failed'
  | 'enquiry'
  | 'ticket-answer'
  | 'ticket-received'
  | 'ticket-solved'
  | 'ticket-news'
/** Those that patients get about a consent, in their own language where it is one of ours. */
export type PatientMessageName =
  | 'consent-link'
  | 'consent-link-sms'
  | 'reminder'
  | 'reminder-sms'
  | 'signed-copy'
  | 'new-link'
  | 'new-link-sms'
  | 'question-answered'
  | 'question-answered-sms'
  | 'link-code-sms'
  | 'supporter-link'
  | 'supporter-link-sms'
  | 'aftercare'
  | 'aftercare-sms'
  | 'survey'
  | 'survey-sms'
export type Messages = {
  en: Record<MessageName, MessageText>
  /** By BCP 47 tag; drafted by machine. */
  translated: { [language: string]: Record<PatientMessageName, MessageText> }
}

export type ComplianceKeyQuestion = 'safe' | 'effective' | 'caring' | 'responsive' | 'well-led'
/** One item of the evidence list. */
export type ComplianceItem = {
  id: string
  keyQuestion: ComplianceKeyQuestion
  regulations: number[]
  statement: string
  ask: string
  /** What the number is of, and what makes one count. */
  counts: string
  of:
    | 'consents'
    | 'patients'
    | 'templates'
    | 'staff'
    | 'audits'
    | 'incidents'
    | 'surveys'
    | 'groups'
    | 'requests'
  unit: 'percent' | 'count'
  /** Null where nothing is aimed at. */
  target: number | null
}
export type ComplianceNation = {
  regulator: string
  short: string
  regulations: string
  frameworks: string[]
  themes: { [keyQuestion in ComplianceKeyQuestion]: string }
  /** Whether the themes are the regulator's own by a source that was read. */
  isConfirmed: boolean
}
/** What inspections ask for (`content/compliance/`). */
export type LibraryCompliance = {
  checklist: {
    version: string
    checkedOn: string
    reviewDue: string
    keyQuestions: { id: ComplianceKeyQuestion; title: string }[]
    frameworks: {
      id: string
      title: string
      /** The first and the last day on which practices are assessed by it; null where none is set. */
      since: string | null
      until: string | null
      note: string
      /** The names of what it is assessed by; absent where they are not known. */
      statements?: { [keyQuestion in ComplianceKeyQuestion]: string[] } | undefined
    }[]
    nations: { [nation in 'england' | 'wales' | 'scotland' | 'northern-ireland']: ComplianceNation }
    regulations: { [number: string]: string }
    items: ComplianceItem[]
    /** Posts that may take consent for these treatment types alone. */
    scope: { post: string; treatments: string[] }[]
    sedation: string[]
    extraction: string[]
  }
  sampleAudit: {
    version: string
    sizeMin: number
    groups: { id: string; title: string; need: string }[]
    /** Each is decided by an item of the list. */
    criteria: { id: string; group: string; item: string; says: string }[]
  }
  /** Wording for a practice's own policies, in Markdown. */
  policies: {
    id: string
    title: string
    version: string
    reviewMonths: number
    checkedOn: string
    text: string
  }[]
}

import type { WatchedWord } from './word-lists.ts'

/** Dental words that a reader may not know: the sentence that first uses one explains it. */
export const jargon: WatchedWord[] = [
  { pattern: /\bpulp\b/gi, instead: 'the soft tissue inside the tooth' },
  {
    pattern: /(?<!\broot )\bcanals?\b/gi,
    instead: 'the thin tubes in the roots',
    senses: [
      {
        when: /\b(?:nerve|mandibular|dental) canal/i,
        instead: 'the tunnel in the jaw that the nerve runs through',
      },
      { when: /\bear canal/i, instead: '' },
    ],
  },
  { pattern: /\bdam\b/gi, instead: 'a thin sheet around the tooth' },
  { pattern: /\bgrafts?\b/gi, instead: 'added bone or gum' },
  { pattern: /\babutments?\b/gi, instead: 'the part that joins the implant and the crown' },
  { pattern: /\bocclusion\b/gi, instead: 'how your teeth meet' },
  { pattern: /\bperiodontal\b/gi, instead: 'of the gums' },
  { pattern: /\bapex\b/gi, instead: 'the end of the root' },
  { pattern: /\bobturation\b/gi, instead: 'filling the root' },
  { pattern: /\babscess\b/gi, instead: 'a pocket of pus' },
  { pattern: /\bonlays?\b/gi, instead: 'a cap over part of the tooth' },
  { pattern: /\bmolars?\b/gi, instead: 'a back tooth' },
  { pattern: /\bdry socket\b/gi, instead: 'a sore, empty socket that heals slowly' },
  { pattern: /\bperi-implantitis\b/gi, instead: 'infection around the implant' },
  { pattern: /\bmucositis\b/gi, instead: 'sore, red gums' },
  {
    pattern: /\bprognosis\b/gi,
    instead: 'outlook',
    forms: { prognosis: 'outlook' },
  },
]

/** More of them, for people who write as they talk to colleagues. Told while writing; the build leaves them to review. */
export const dentalWords: WatchedWord[] = [
  {
    pattern: /\bextract(?:s|ed|ing)?\b/gi,
    instead: 'take out',
    forms: { extract: 'take out', extracts: 'takes out', extracting: 'taking out' },
    senses: [
      { when: /\b(?:plant|herbal|yeast|seed|tea|malt) extracts?\b/i, instead: '' },
      {
        when: /\b(?:is|are|was|were|be|been|being|have|has|had|get|gets) (?:\w+ )?extracted\b/i,
        instead: 'taken out',
        forms: { extracted: 'taken out' },
      },
    ],
  },
  {
    pattern: /\banaesthetic\b/gi,
    instead: 'numbing injection',
    forms: { anaesthetic: 'numbing injection' },
    senses: [
      { when: /\bgeneral anaesthetic\b/i, instead: 'medicine that makes you sleep' },
      { when: /\b(?:topical|gel|cream|spray|paste)\b/i, instead: 'numbing gel' },
      {
        when: /\banaesthetic (?:agent|drug|effect|solution|medicine|injection)|\blocal anaesthetic\b/i,
        instead: 'numbing injection',
      },
    ],
  },
  {
    pattern: /\banaesthetised\b/gi,
    instead: 'numb',
    forms: { anaesthetised: 'numb' },
  },
  {
    pattern: /\bperiodontitis\b/gi,
    instead: 'gum disease',
    forms: { periodontitis: 'gum disease' },
  },
  {
    pattern: /\bgingivitis\b/gi,
    instead: 'early gum disease',
    forms: { gingivitis: 'early gum disease' },
  },
  { pattern: /\bgingivae?l?\b/gi, instead: 'gum' },
  { pattern: /\brestorations?\b/gi, instead: 'filling or crown' },
  {
    pattern: /\bha?emorrhag(?:e|ing)\b/gi,
    instead: 'bleeding',
    forms: { haemorrhage: 'bleeding', haemorrhaging: 'bleeding' },
    senses: [{ when: /\ba ha?emorrhage\b/i, instead: 'bleeding' }],
  },
  { pattern: /\b(?:par|dys)a?esthesia\b/gi, instead: 'numbness or tingling' },
  {
    pattern: /\bradiographs?\b/gi,
    instead: 'X-ray',
    forms: { radiograph: 'X-ray', radiographs: 'X-rays' },
  },
  {
    pattern: /\b(?:dental )?caries\b/gi,
    instead: 'decay',
    forms: { caries: 'decay', 'dental caries': 'decay' },
  },
  {
    pattern: /\bcarious\b/gi,
    instead: 'decayed',
    forms: { carious: 'decayed' },
  },
  {
    pattern: /\banalgesi(?:cs?|a)\b/gi,
    instead: 'painkiller',
    forms: { analgesics: 'painkillers' },
    senses: [
      {
        when: /\banalgesic (?:effect|medicine|drug|gel|cream)/i,
        instead: 'painkilling',
        forms: { analgesic: 'painkilling' },
      },
      { when: /\banalgesia\b/i, instead: 'pain relief', forms: { analgesia: 'pain relief' } },
      {
        when: /\b(?:an|your|the|this|one) analgesic\b/i,
        instead: 'painkiller',
        forms: { analgesic: 'painkiller' },
      },
    ],
  },
  {
    pattern: /\bo?edema\b/gi,
    instead: 'swelling',
    forms: { oedema: 'swelling' },
  },
  {
    pattern: /\berythema\b/gi,
    instead: 'redness',
    forms: { erythema: 'redness' },
  },
  {
    pattern: /\bha?ematomas?\b/gi,
    instead: 'bruise',
    forms: { haematoma: 'bruise', haematomas: 'bruises' },
  },
  { pattern: /\btrismus\b/gi, instead: 'a stiff jaw' },
  { pattern: /\bbruxism\b/gi, instead: 'grinding your teeth' },
  { pattern: /\bmandib(?:le|ular)\b/gi, instead: 'lower jaw' },
  { pattern: /\bmaxill(?:a|ary)\b/gi, instead: 'upper jaw' },
  { pattern: /\bbuccal(?:ly)?\b/gi, instead: 'on the cheek side' },
  { pattern: /\blingual(?:ly)?\b/gi, instead: 'on the tongue side' },
  {
    pattern: /\bocclusal\b/gi,
    instead: 'biting',
    senses: [
      { when: /\bocclusal (?:splint|guard|appliance)s?\b/i, instead: 'bite', forms: { occlusal: 'bite' } },
      { when: /\bocclusal surfaces?\b/i, instead: 'biting', forms: { occlusal: 'biting' } },
    ],
  },
  { pattern: /\binterproximal(?:ly)?\b/gi, instead: 'between the teeth' },
  {
    pattern: /\bcalculus\b/gi,
    instead: 'tartar',
    forms: { calculus: 'tartar' },
  },
  { pattern: /\bdebridement\b/gi, instead: 'deep cleaning' },
  { pattern: /\bpulpitis\b/gi, instead: 'a sore or infected nerve in the tooth' },
  { pattern: /\bnecro(?:sis|tic)\b/gi, instead: 'dead or dying' },
  { pattern: /\bperforat(?:e|es|ed|ing|ion|ions)\b/gi, instead: 'a hole made by accident' },
  { pattern: /\bendodontics?\b/gi, instead: 'root canal' },
  { pattern: /\bexodontia\b/gi, instead: 'taking out teeth' },
  {
    pattern: /\bprosthes[ie]s\b/gi,
    instead: 'false tooth',
    senses: [{ when: /\b(?:hip|knee|joint|heart|valve|limb)\b/i, instead: 'artificial part of the body' }],
  },
  { pattern: /\bosseointegrat\w+/gi, instead: 'the bone growing onto the implant' },
  { pattern: /\bosteonecrosis\b/gi, instead: 'jaw bone that does not heal' },
  { pattern: /\bresor(?:ption|bed?|bs)\b/gi, instead: 'being worn away by the body' },
  { pattern: /\bankylos\w+/gi, instead: 'joined to the bone' },
  {
    pattern: /\bsutur(?:e|es|ed|ing)\b/gi,
    instead: 'stitch',
    forms: { suture: 'stitch', sutures: 'stitches', sutured: 'stitched', suturing: 'stitching' },
  },
  {
    pattern: /\bincisions?\b/gi,
    instead: 'cut',
    forms: { incision: 'cut', incisions: 'cuts' },
  },
  {
    pattern: /\bexcis(?:e|ed|ion)\b/gi,
    instead: 'cut out',
    forms: { excise: 'cut out', excised: 'cut out' },
    senses: [{ when: /\bexcision\b/i, instead: 'cutting out' }],
  },
  { pattern: /\bbiops(?:y|ies)\b/gi, instead: 'taking a small piece to test' },
  {
    pattern: /\blesions?\b/gi,
    instead: 'sore or lump',
    senses: [
      { when: /\bcarious lesion/i, instead: 'part that is decayed' },
      { when: /\bwhite spot lesion/i, instead: 'patch', forms: { lesion: 'patch', lesions: 'patches' } },
      { when: /\b(?:periapical|apical|radiograph|x-ray|bone)\b/i, instead: 'area of infection or lost bone' },
    ],
  },
  {
    pattern: /\bintravenous(?:ly)?\b/gi,
    instead: 'into a vein',
    forms: { intravenously: 'into a vein' },
  },
  { pattern: /\bsystemic(?:ally)?\b/gi, instead: 'in the whole body' },
  { pattern: /\bhypersensitivity\b/gi, instead: 'being very sensitive' },
  {
    pattern: /\bprophyla(?:xis|ctic)\b/gi,
    instead: '',
    senses: [
      { when: /\bantibiotic|\bendocarditis|\binfection/i, instead: 'to prevent infection' },
      {
        when: /\b(?:guard|splint|appliance|mouthguard|aligner|retainer|device)s?\b/i,
        instead: 'protective',
        forms: { prophylactic: 'protective' },
      },
      {
        when: /\b(?:clean|polish|scal|hygien|plaque|tartar)/i,
        instead: 'cleaning',
        forms: { prophylaxis: 'cleaning' },
      },
      { when: /\b(?:extract|remov|taking out|take out|taken out)/i, instead: 'before it causes a problem' },
    ],
  },
  { pattern: /\bcontra-?indicat\w+/gi, instead: 'not safe for you' },
  { pattern: /\biatrogenic\b/gi, instead: 'caused by treatment' },
  { pattern: /\basymptomatic\b/gi, instead: 'without pain or other signs' },
  {
    pattern: /\bbilateral(?:ly)?\b/gi,
    instead: 'on both sides',
    forms: { bilaterally: 'on both sides' },
  },
  {
    pattern: /\bunilateral(?:ly)?\b/gi,
    instead: 'on one side',
    forms: { unilaterally: 'on one side' },
  },
  { pattern: /\bedentulous\b/gi, instead: 'without teeth' },
  {
    pattern: /\bpost-?operative(?:ly)?\b/gi,
    instead: 'after the treatment',
    forms: { 'post-operatively': 'after the treatment', postoperatively: 'after the treatment' },
  },
  {
    pattern: /\bpre-?operative(?:ly)?\b/gi,
    instead: 'before the treatment',
    forms: { 'pre-operatively': 'before the treatment', preoperatively: 'before the treatment' },
  },
  {
    pattern: /\bcomplications?\b/gi,
    instead: 'problem',
    forms: { complication: 'problem', complications: 'problems' },
  },
]

/** Stiff words with an everyday one in their place; to explain them would help nobody. */
export const formalWords: WatchedWord[] = [
  {
    pattern: /\bprior to\b/gi,
    instead: 'before',
    forms: { 'prior to': 'before' },
  },
  {
    pattern: /\bsubsequent to\b/gi,
    instead: 'after',
    forms: { 'subsequent to': 'after' },
  },
  {
    pattern: /\bsubsequent(?:ly)?\b(?! to\b)/gi,
    instead: 'later',
    forms: { subsequent: 'later', subsequently: 'later' },
  },
  {
    pattern: /\badjacent(?: to)?\b/gi,
    instead: 'neighbouring',
    forms: { 'adjacent to': 'next to', adjacent: 'neighbouring' },
  },
  {
    pattern: /\bcommenc(?:e|es|ed|ing|ement)\b/gi,
    instead: 'start',
    forms: {
      commence: 'start',
      commences: 'starts',
      commenced: 'started',
      commencing: 'starting',
      commencement: 'start',
    },
  },
  {
    pattern: /\butilis(?:e|es|ed|ing|ation)\b/gi,
    instead: 'use',
    forms: { utilise: 'use', utilises: 'uses', utilised: 'used', utilising: 'using', utilisation: 'use' },
  },
  {
    pattern: /\bapproximately\b/gi,
    instead: 'about',
    forms: { approximately: 'about' },
  },
  {
    pattern: /\bin the event (?:of|that)\b/gi,
    instead: 'if',
    forms: { 'in the event that': 'if', 'in the event of': 'if there is' },
  },
  {
    pattern: /\bin order to\b/gi,
    instead: 'to',
    forms: { 'in order to': 'to' },
  },
  {
    pattern: /\bfacilitat(?:e|es|ed|ing)\b/gi,
    instead: 'help',
    forms: { facilitate: 'help', facilitates: 'helps', facilitated: 'helped', facilitating: 'helping' },
  },
  {
    pattern: /\bobtain(?:s|ed|ing)?\b/gi,
    instead: 'get',
    forms: { obtain: 'get', obtains: 'gets', obtaining: 'getting' },
  },
  {
    pattern: /\brequir(?:e|es|ed|ing)\b/gi,
    instead: 'need',
    forms: { require: 'need', requires: 'needs', required: 'needed', requiring: 'needing' },
  },
  {
    pattern: /\bsufficient(?:ly)?\b/gi,
    instead: 'enough',
    forms: { sufficient: 'enough' },
    senses: [{ when: /\ba sufficient\b/i, instead: 'enough' }],
  },
  {
    pattern: /\bdiscontinu(?:e|es|ed|ing)\b/gi,
    instead: 'stop',
    forms: { discontinue: 'stop', discontinues: 'stops', discontinued: 'stopped', discontinuing: 'stopping' },
  },
  {
    pattern: /\bconsum(?:e|es|ed|ing)\b/gi,
    instead: 'eat or drink',
    forms: { consume: 'eat or drink', consuming: 'eating or drinking' },
    senses: [
      { when: /\b(?:time|cost)-consuming\b/i, instead: '' },
      {
        when: /\bconsum\w+ (?:any |much |less )?(?:alcohol|fluids?|liquids?|drinks?|water)\b/i,
        instead: 'drink',
        forms: { consume: 'drink', consumes: 'drinks', consuming: 'drinking', consumed: 'drunk' },
      },
      {
        when: /\bconsum\w+ (?:any |hard |soft |solid )?(?:food|meals?|snacks?)\b/i,
        instead: 'eat',
        forms: { consume: 'eat', consumes: 'eats', consuming: 'eating', consumed: 'eaten' },
      },
    ],
  },
  {
    pattern: /\badminister(?:s|ed|ing)?\b/gi,
    instead: 'give',
    forms: { administer: 'give', administers: 'gives', administered: 'given', administering: 'giving' },
  },
  {
    pattern: /\bassist(?:s|ed|ing|ance)?\b/gi,
    instead: 'help',
    forms: { assist: 'help', assists: 'helps', assisted: 'helped', assisting: 'helping', assistance: 'help' },
  },
  {
    pattern: /\bnumerous\b/gi,
    instead: 'many',
    forms: { numerous: 'many' },
  },
  {
    pattern: /\bregarding\b/gi,
    instead: 'about',
    forms: { regarding: 'about' },
  },
  {
    pattern: /\bascertain(?:s|ed)?\b/gi,
    instead: 'find out',
    forms: { ascertain: 'find out', ascertains: 'finds out', ascertained: 'found out' },
  },
  { pattern: /\brefrain from\b/gi, instead: 'do not' },
  {
    pattern: /\bnecessitat(?:e|es|ed|ing)\b/gi,
    instead: 'need',
    forms: { necessitate: 'need', necessitates: 'needs', necessitated: 'needed', necessitating: 'needing' },
  },
  {
    pattern: /\bexperienc(?:e|es|ed|ing) (?=pain|discomfort|swelling)/gi,
    instead: 'have',
    forms: { experience: 'have', experiences: 'has', experienced: 'had', experiencing: 'having' },
  },
  {
    pattern: /\bwhilst\b/gi,
    instead: 'while',
    forms: { whilst: 'while' },
  },
  {
    pattern: /\be\.g\./gi,
    instead: 'for example',
    forms: { 'e.g.': 'for example' },
  },
  {
    pattern: /\bi\.e\./gi,
    instead: 'that is',
    forms: { 'i.e.': 'that is' },
  },
]

/** An American word and its UK one, with `$1` for what stays as it is. */
type AmericanWord = { pattern: RegExp; uk: string }

/** American spellings, medicines and services. */
const americanWords: AmericanWord[] = [
  { pattern: /\banesthesiologist(s?)\b/gi, uk: 'anaesthetist$1' },
  { pattern: /\banesthe(?!siologist)(\w+)/gi, uk: 'anaesthe$1' },
  { pattern: /\b(dis)?color(?!ation)(\w*)/gi, uk: '$1colour$2' },
  {
    pattern: /\b(fav|flav|hon|lab|neighb|od|rum|tum|behavi|vap)or(s|ed|ing|al|able|ite|ites)?\b/gi,
    uk: '$1our$2',
  },
  { pattern: /\bcenter(s?)\b/gi, uk: 'centre$1' },
  { pattern: /\bcenter(ed|ing)\b/gi, uk: 'centr$1' },
  { pattern: /\bfiber(s|glass)?\b/gi, uk: 'fibre$1' },
  { pattern: /\b(milli|centi)?liter(s?)\b/gi, uk: '$1litre$2' },
  { pattern: /\b(milli|centi|kilo)meter(s?)\b/gi, uk: '$1metre$2' },
  { pattern: /\bgray(s|ed|er|ish)?\b/gi, uk: 'grey$1' },
  { pattern: /\bpediatric(\w*)/gi, uk: 'paediatric$1' },
  { pattern: /\borthopedic(\w*)/gi, uk: 'orthopaedic$1' },
  { pattern: /\bhem(orrhag\w+|ophili\w+|oglobin|ostasis|ostatic|atoma\w*)/gi, uk: 'haem$1' },
  { pattern: /\b(an|leuk|isch)emi(a|c)\b/gi, uk: '$1aemi$2' },
  { pattern: /\bedema\b/gi, uk: 'oedema' },
  { pattern: /\besophag(\w+)/gi, uk: 'oesophag$1' },
  { pattern: /\bestrogen(\w*)/gi, uk: 'oestrogen$1' },
  { pattern: /\bdiarrhea\b/gi, uk: 'diarrhoea' },
  {
    // Not 'size', 'prize', 'seize', 'maize', which are spelt so in the UK as well.
    pattern:
      /\b(?!(?:cap|re|over|under|down|out|mid)?siz|priz|seiz|maiz)([a-z]+)iz(e|es|ed|ing|ation|ations)\b/gi,
    uk: '$1is$2',
  },
  { pattern: /\b(anal|paral|catal)yz(e|es|ed|ing)\b/gi, uk: '$1ys$2' },
  { pattern: /\b(cancel|label|travel|model|channel)(ed|ing|er|ers)\b/gi, uk: '$1l$2' },
  { pattern: /\b(enrol|fulfil)l(s|ment)?\b/gi, uk: '$1$2' },
  { pattern: /\bmold(s|ed|ing)?\b/gi, uk: 'mould$1' },
  { pattern: /\bmaneuver(s?)\b/gi, uk: 'manoeuvre$1' },
  { pattern: /\baluminum\b/gi, uk: 'aluminium' },
  { pattern: /\bjewelry\b/gi, uk: 'jewellery' },
  { pattern: /\bgotten\b/gi, uk: 'got' },
  { pattern: /\bacetaminophen\b/gi, uk: 'paracetamol' },
  { pattern: /\bTylenol\b/gi, uk: 'paracetamol' },
  { pattern: /\bAdvil\b/gi, uk: 'ibuprofen' },
  { pattern: /\bnovocaine?\b/gi, uk: 'numbing injection' },
  { pattern: /\bepinephrine\b/gi, uk: 'adrenaline' },
  { pattern: /\bgauze sponge(s?)\b/gi, uk: 'gauze pad$1' },
  { pattern: /\bemergency room\b/gi, uk: 'A&E' },
  { pattern: /\b911\b/g, uk: '999' },
]

/** The American words of a text as they stand in it, each with the UK one. */
export function findAmericanWords(text: string): { word: string; uk: string }[] {
  return americanWords.flatMap(({ pattern, uk }) =>
    [...text.matchAll(pattern)].map(([word]) => ({ word, uk: matchCase(word, word.replace(pattern, uk)) })),
  )
}

const matchCase = (model: string, word: string) =>
  /^[A-Z]/.test(model) ? word.charAt(0).toUpperCase() + word.slice(1) : word

type Named = { id: string; name: string }

const proposals_max = 3

/** Words that say nothing of a treatment. */
const emptyWords = new Set([
  'a',
  'an',
  'and',
  'at',
  'for',
  'in',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
  'tooth',
])

/** What practice systems shorten, in the words of templates. */
const longForms: Record<string, string> = {
  rct: 'root canal treatment',
  xtn: 'extraction',
  ext: 'extraction',
  exo: 'extraction',
  comp: 'composite filling',
  amal: 'amalgam filling',
  gic: 'glass ionomer filling',
  imp: 'implant',
  crn: 'crown',
  vnr: 'veneer',
  brg: 'bridge',
  ortho: 'orthodontic',
  perio: 'periodontal',
  hyg: 'hygiene scale polish',
  snp: 'scale polish',
  wsd: 'wisdom tooth removal',
  sed: 'sedation',
}

/** The beginning of a word, so that 'extract', 'extraction' and 'extractions' are one. */
const stem_length = 5
const stemsOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .flatMap((word) => (longForms[word] ?? word).split(' '))
      .filter((word) => word.length > 2 && !emptyWords.has(word))
      .map((word) => word.slice(0, stem_length)),
  )

/** How much two names share: of all their words, the part that stands in both. */
function likeness(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((stem) => other.has(stem)).length
  return shared === 0 ? 0 : shared / (one.size + other.size - shared)
}

/** The templates that a code may mean, by its label and what its letters are short for; the likest first. */
export function proposeTemplates(
  { code, label }: { code: string; label: string },
  templates: readonly Named[],
): Named[] {
  const asked = stemsOf(`${code} ${label}`)
  return templates
    .map(({ id, name }) => ({ id, name, score: likeness(asked, stemsOf(name)) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.name.localeCompare(other.name))
    .slice(0, proposals_max)
    .map(({ id, name }) => ({ id, name }))
}

import { plainText, splitSentences } from '../../wording/plain-text.ts'

type Sections = readonly { title: string; html: string }[]
type Text = { id: string; sections: Sections }

/** A sentence in so many templates describes none of them. */
export const templatesThatShare_min = 10

/** What must be about this treatment: not the care after it, which is the same after many, nor the right to say no. */
const aboutTreatment = ['Treatment Description', 'Risks and Complications', 'Benefits', 'Alternatives']

const headingPattern = /<h3>.*?<\/h3>/gs
const placeholder = /\{\{[^{}]*\}\}/g

/** The sentences of sections, shared blocks counted as text; without headings, and without what is only a gap to fill. */
function sentencesOf(sections: Sections): string[] {
  return sections
    .flatMap(({ html }) => splitSentences(plainText(html.replace(headingPattern, ''))))
    .filter((sentence) => /[a-z0-9]/i.test(sentence.replaceAll(placeholder, '')))
}

const ofTreatment = (sections: Sections) => sections.filter(({ title }) => aboutTreatment.includes(title))

type Sameness = {
  /** Most generic first. */
  templates: { template: string; sentences: number; shared: number; shared_percent: number }[]
  /** Of all templates, in the sections about the treatment. */
  shared_percent: number
  /** Of all templates, in all six sections. */
  sharedOfWhole_percent: number
}

/** Which share of its sentences each template has word for word in common with at least nine others. */
export function measureSameness(texts: readonly Text[]): Sameness {
  const templates = countShared(texts.map(({ id, sections }) => ({ id, sections: ofTreatment(sections) })))
  return {
    templates: templates.toSorted((one, other) => other.shared_percent - one.shared_percent),
    shared_percent: shareOfAll(templates),
    sharedOfWhole_percent: shareOfAll(countShared(texts)),
  }
}

function countShared(texts: readonly Text[]): Sameness['templates'] {
  const split = texts.map(({ id, sections }) => ({ id, sentences: sentencesOf(sections) }))
  const templatesWith = new Map<string, number>()
  for (const { sentences } of split)
    for (const sentence of new Set(sentences))
      templatesWith.set(sentence, (templatesWith.get(sentence) ?? 0) + 1)
  return split.map(({ id, sentences }) => {
    const shared = sentences.filter((sentence) => templatesWith.get(sentence)! >= templatesThatShare_min)
    return {
      template: id,
      sentences: sentences.length,
      shared: shared.length,
      shared_percent: inPercent(shared.length, sentences.length),
    }
  })
}

function shareOfAll(counted: Sameness['templates']): number {
  const total = (of: 'shared' | 'sentences') => counted.reduce((sum, template) => sum + template[of], 0)
  return inPercent(total('shared'), total('sentences'))
}

const inPercent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10)

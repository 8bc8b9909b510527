import { join } from 'node:path'
import sanitizeHtml from 'sanitize-html'
import { describe, expect, it } from 'vitest'
import { contentHash } from './canonical-hash.ts'
import { emitContent } from './content-emission.ts'
import { problemLine } from './content-file.ts'
import { loadContent } from './content-loader.ts'
import { compareWithGoals } from './evidence-report.ts'
import { summariseEvidence } from './library-evidence.ts'
import { measureSameness } from './sameness-report.ts'
import { listItems, plainText } from '../../wording/plain-text.ts'

const root = join(import.meta.dirname, '../..')
const { content, problems, warnings } = loadContent(root)

/** The ten that were the most generic before (docs/wording-review.md). */
const rewrittenInNovember2026 = [
  'porcelain-crown',
  'three-quarter-or-partial-coverage-crown',
  'same-day-cad-cam-crown',
  'crown-on-a-root-treated-tooth',
  'zirconia-crown',
  'full-gold-crown',
  'porcelain-fused-to-metal-crown',
  'implant-with-immediate-temporary-tooth',
  'guided-implant-surgery',
  'multiple-tooth-implants',
]

it('passes every check without error or warning', () => {
  expect([...problems, ...warnings].map(problemLine)).toEqual([])
})

it('holds a text for every subtype of every treatment type, and more than 200 of them', () => {
  const { builtIn, supplementary } = content.treatments
  const subtypes = [...builtIn, ...supplementary].flatMap((type) => type.subtypes)
  const told = content.templates.map(({ shipped }) => shipped.treatmentSubtype)
  expect(told.toSorted()).toEqual(subtypes.toSorted())
  expect(told.length).toBeGreaterThanOrEqual(284)
})

it('rests on no fewer sources than it did', () => {
  const shipped = content.templates.map((template) => template.shipped)
  const evidence = summariseEvidence(shipped, content.sources, content.clinicalReviews)
  const { seriousSourced, serious, sourced, risks, sources, published, other } = evidence
  expect(compareWithGoals(evidence).filter(({ isMet }) => !isMet)).toEqual([])
  expect(seriousSourced / serious).toBeGreaterThanOrEqual(0.87)
  expect(sourced / risks).toBeGreaterThanOrEqual(0.66)
  expect(sources).toBeGreaterThanOrEqual(305)
  expect(published.length + other.length).toBe(sources)
  const unread = ['GPK', 'SEED'].map((key) => content.sources.get(key)!.reference)
  expect(other.filter(({ reference }) => unread.includes(reference))).toEqual([])
})

it('has no template that could be about anything, and is no more alike than it was', () => {
  const sameness = measureSameness(content.templates.map(({ shipped }) => shipped))
  const tooGeneric = sameness.templates.filter(({ shared_percent }) => shared_percent > 52.5)
  expect(tooGeneric).toEqual([])
  expect(sameness.shared_percent).toBeLessThanOrEqual(33.5)
  const rewritten = sameness.templates.filter(({ template }) => rewrittenInNovember2026.includes(template))
  expect(rewritten).toHaveLength(rewrittenInNovember2026.length)
  expect(rewritten.filter(({ shared_percent }) => shared_percent > 45)).toEqual([])
})

// Reads all of it once more, which a busy machine does slowly.
it('emits the same bytes for the same content, and each text by itself', () => {
  const again = loadContent(root).content
  const emitted = emitContent(content, '')
  expect(emitContent(again, '')).toEqual(emitted)
  const index = Object.entries(JSON.parse(emitted.get('library-index.json')!) as Record<string, string>)
  expect(index).toHaveLength(content.templates.length)
  for (const [subtype, id] of index)
    expect(JSON.parse(emitted.get(`library/${id}.json`)!)).toMatchObject({ id, treatmentSubtype: subtype })
})

describe.each(content.templates.map(({ shipped }) => [shipped.id, shipped] as const))(
  '%s',
  (_id, template) => {
    it('has six numbered sections', () => {
      expect(template.sections.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
    })

    it('is left as it is by the sanitiser', () => {
      const allowedTags = ['p', 'ul', 'ol', 'li', 'strong', 'em', 'h3', 'br', 'a']
      for (const { html } of template.sections) {
        expect(
          sanitizeHtml(html, { allowedTags, allowedAttributes: { a: ['href'] }, allowedSchemes: ['https'] }),
        ).toBe(html)
      }
    })

    it('has lists of 8 points at most', () => {
      for (const { html } of template.sections) {
        for (const list of html.match(/<ul>[^]*?<\/ul>/g) ?? [])
          expect(listItems(list).length).toBeLessThanOrEqual(8)
      }
    })

    it('bears the hash of all its other fields', () => {
      const { hash, ...rest } = template
      expect(hash).toBe(contentHash(rest))
      expect(contentHash({ ...rest, name: 'Another' })).not.toBe(hash)
    })

    it('lists the placeholders that its sections use', () => {
      const text = template.sections.map(({ html }) => plainText(html)).join('\n')
      const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]))
      expect(new Set(template.placeholders)).toEqual(used)
    })

    it('claims no approval that nobody gave, and names readable sources', () => {
      expect(template.clinicalApprover).toBe('')
      for (const { source } of [...template.risks, ...template.evidence])
        expect(source).not.toMatch(/^(?:|GPK|SEED|S\d+)$/)
    })
  },
)

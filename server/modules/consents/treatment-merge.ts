import type { FrozenContent } from '../../../contract/consents.ts'
import { partsToHtml, splitParts, parseRichNodes, type RichPart } from '../../platform/rich-text-tree.ts'

type FrozenSection = FrozenContent['sections'][number]
type FrozenRisk = FrozenContent['risks'][number]
/** What one treatment of a consent says. */
export type TreatmentText = { title: string; sections: FrozenSection[]; risks: FrozenRisk[] }

/** The smallest piece that may be said once for several treatments: a paragraph, or one item of a list. */
type ContentBlock = { part: RichPart; listTag: string | null; html: string }

function splitBlocks(html: string): ContentBlock[] {
  return splitParts(parseRichNodes(html)).flatMap((part) => {
    const listTag = 'block' in part && ['ul', 'ol'].includes(part.block.tag) ? part.block.tag : null
    const parts = listTag && 'block' in part ? splitParts(part.block.children) : [part]
    return parts.map((each) => ({ part: each, listTag, html: partsToHtml([each]) }))
  })
}

/** Pieces as HTML; items of a list that follow one another stand in one list again. */
function joinBlocks(pieces: ContentBlock[]): string {
  const parts: RichPart[] = []
  let listTag: string | null = null
  for (const piece of pieces) {
    const last = parts.at(-1)
    if (piece.listTag && piece.listTag === listTag && last && 'block' in last && 'block' in piece.part) {
      last.block.children.push(piece.part.block)
    } else if (piece.listTag && 'block' in piece.part) {
      parts.push({ block: { tag: piece.listTag, children: [piece.part.block] } })
    } else parts.push(piece.part)
    ;({ listTag } = piece)
  }
  return partsToHtml(parts)
}

/** What every treatment says that has a section of this title, in the order of the first; and what is left of each. */
function extractShared(texts: string[]): { shared: ContentBlock[]; own: ContentBlock[][] } {
  const all = texts.map(splitBlocks)
  const isShared = ({ html }: ContentBlock) =>
    all.every((pieces) => pieces.some((piece) => piece.html === html))
  const shared = all.length > 1 ? all[0]!.filter(isShared) : []
  const known = new Set(shared.map(({ html }) => html))
  return { shared, own: all.map((pieces) => pieces.filter(({ html }) => !known.has(html))) }
}

/**
 * Several treatments as one text: what all of them say of a matter is said once, then what each says of its own. One
 * treatment alone stays as it is.
 */
export function mergeSections(treatments: TreatmentText[]): FrozenSection[] {
  if (treatments.length === 1) return treatments[0]!.sections
  const titles = [...new Set(treatments.flatMap(({ sections }) => sections.map(({ title }) => title)))]
  const bundled = titles.flatMap((title) => sectionsOf(title, treatments))
  return bundled.map((section, index) => ({ ...section, id: index + 1 }))
}

function sectionsOf(title: string, treatments: TreatmentText[]): FrozenSection[] {
  const having = treatments.flatMap(({ sections, ...treatment }, place) => {
    const section = sections.find((each) => each.title === title)
    return section ? [{ place, section, name: treatment.title }] : []
  })
  const { shared, own } = extractShared(having.map(({ section }) => section.content))
  const isForAll = having.length === treatments.length
  const places = isForAll ? {} : { treatments: having.map(({ place }) => place) }
  // A video that all of them show is shown once.
  const [video = null, ...others] = having.map(({ section }) => section.media ?? null)
  const isSameVideo = video !== null && others.every((other) => other?.url === video.url)
  const common = { id: 0, title, content: joinBlocks(shared), media: isSameVideo ? video : null, ...places }
  const each = having.map(({ place, section, name }, index) => ({
    ...section,
    title: `${title}: ${name}`,
    content: joinBlocks(own[index]!),
    ...(isSameVideo && { media: null }),
    treatments: [place],
  }))
  const isSaid = ({ content, media }: FrozenSection) => content !== '' || media
  return [...(shared.length > 0 || isSameVideo ? [common] : []), ...each.filter(isSaid)]
}

/** The risks of several treatments: one that more than one of them has stands once and says of which. */
export function mergeRisks(treatments: TreatmentText[]): FrozenRisk[] {
  if (treatments.length === 1) return treatments[0]!.risks
  const places = new Map<string, number[]>()
  const first = new Map<string, FrozenRisk>()
  for (const [place, { risks }] of treatments.entries())
    for (const risk of risks) {
      const key = JSON.stringify([risk.label, risk.band, risk.serious])
      places.set(key, [...(places.get(key) ?? []), place])
      if (!first.has(key)) first.set(key, risk)
    }
  return [...first].map(([key, risk]) => {
    const of = [...new Set(places.get(key))]
    return of.length === treatments.length ? risk : { ...risk, treatments: of }
  })
}

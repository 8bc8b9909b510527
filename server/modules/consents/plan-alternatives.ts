import type { TreatmentOption } from '../../../contract/consent-plan.ts'
import { partsToHtml, splitParts, parseRichNodes, type RichElement } from '../../platform/rich-text-tree.ts'

const title = 'Alternatives'

/** 'A filling or a crown.' are two ways to go: 'filling' and 'crown'. */
const optionNamesIn = (words: string): string[] =>
  words
    .toLowerCase()
    .replaceAll(/\([^)]*\)|[.:]/g, '')
    .split(/,| or /)
    .map((way) => way.trim().replace(/^(?:an?|the) /, ''))
    .filter(Boolean)

const boldStart = ({ children: [first] }: RichElement): string =>
  typeof first === 'object' && first.tag === 'strong'
    ? first.children.filter((child) => typeof child === 'string').join('')
    : ''

/** The HTML without those points of its lists that are not kept, by their places. */
function filterListItems(html: string, isKept: (point: RichElement, place: number) => boolean): string {
  let place = 0
  const parts = splitParts(parseRichNodes(html))
  for (const part of parts)
    if ('block' in part && part.block.tag === 'ul')
      part.block.children = part.block.children.filter(
        (child) => typeof child === 'object' && isKept(child, place++),
      )
  return partsToHtml(parts)
}

type WordedSection = { title: string; content: string; beside?: { content: string } | undefined }

/**
 * The alternatives of the wording without those that the clinician found not suitable: these are told among the options
 * of the plan, with the reason. McCulloch v Forth Valley [2023] UKSC 26: what is not reasonable need not be offered.
 */
export function removeUnsuitableOptions<S extends WordedSection>(
  section: S,
  options: readonly TreatmentOption[],
): S {
  const unsuitable = new Set(
    options.filter(({ notSuitable }) => notSuitable).flatMap((o) => optionNamesIn(o.title)),
  )
  if (section.title !== title || unsuitable.size === 0) return section
  const left = new Set<number>()
  const content = filterListItems(section.content, (point, place) => {
    const ways = optionNamesIn(boldStart(point))
    if (ways.length > 0 && ways.every((way) => unsuitable.has(way))) left.add(place)
    return !left.has(place)
  })
  if (left.size === 0) return section
  const beside = section.beside && {
    ...section.beside,
    content: filterListItems(section.beside.content, (_point, place) => !left.has(place)),
  }
  return { ...section, content, ...(beside && { beside }) }
}

import marks from '../../../build/content/easy-read-marks.json' with { type: 'json' }
import type { LibraryEasyRead } from '../../../build/content/types.d.ts'
import { sha256, toCanonicalText } from '../audit/index.ts'

type EnglishSection = { title: string; content: string }

/** As `canonical-hash.ts` of the build makes it. */
const englishMark = ({ title, content: html }: EnglishSection): string =>
  sha256(toCanonicalText({ title, html }))

/**
 * The text in Easy Read that says these sections, by what they say and not by whose they are: a practice's own copy has
 * it, and a section that somebody changed has none. Null where no section is as the library has it.
 */
export function easyReadTemplateOf(sections: readonly EnglishSection[]): string | null {
  const own = new Set(sections.map(englishMark))
  const said = marks.map(({ template, sections: all }) => ({
    template,
    count: all.filter((mark) => own.has(mark)).length,
  }))
  const best = said.reduce((most, one) => (one.count > most.count ? one : most), { template: '', count: 0 })
  return best.count > 0 ? best.template : null
}

/** One section's pages, if its English is still what they say. */
export const easyReadPagesOf = (
  text: LibraryEasyRead | undefined,
  section: EnglishSection,
): LibraryEasyRead['sections'][number]['pages'] => {
  const mark = englishMark(section)
  return text?.sections.find(({ englishHash }) => englishHash === mark)?.pages ?? []
}

/** The texts are read when a consent asks for one. */
export async function readEasyRead(
  sections: readonly EnglishSection[],
): Promise<LibraryEasyRead | undefined> {
  const template = easyReadTemplateOf(sections)
  if (template === null) return undefined
  const { default: texts } = await import('../../../build/content/easy-read.json', { with: { type: 'json' } })
  return (texts as LibraryEasyRead[]).find((text) => text.template === template)
}

import { detectLanguage } from '../../../contract/language-detection.ts'
import type { Language } from '../../../contract/languages.ts'
import type { Block, Cell, Inline } from '../../platform/pdf/rich-text-blocks.ts'

/** In which language something is set, and so which way it runs. */
type WithLanguage = { writing: 'en' | Language }
type LanguageBlock = WithLanguage &
  (
    | Extract<Block, { kind: 'paragraph' | 'heading' }>
    | { kind: 'bullets' | 'numbers'; items: LanguageBlock[][] }
    | { kind: 'table'; columns: number; rows: (Cell & WithLanguage)[][] }
  )

/**
 * The language of every paragraph, heading, list and cell, by its own words: an English paragraph in Urdu wording runs
 * from left to right, and a list has its marks on the side on which most of it begins.
 * @param whole all the wording that the blocks are a part of
 * @param latin the language of what is in Latin letters, which do not tell it
 */
export const annotateLanguage = (
  blocks: readonly Block[],
  whole: string,
  latin: 'en' | Language = 'en',
): LanguageBlock[] =>
  blocks.map((block): LanguageBlock => {
    const writing = languageOf(blockText(block), { whole, latin })
    switch (block.kind) {
      case 'bullets':
      case 'numbers':
        return { ...block, writing, items: block.items.map((item) => annotateLanguage(item, whole, latin)) }
      case 'table':
        return {
          ...block,
          writing,
          rows: block.rows.map((row) => row.map((cell) => annotateCell(cell, { whole, latin }))),
        }
      case 'paragraph':
      case 'heading':
        return { ...block, writing }
    }
  })

type Wording = { whole: string; latin: 'en' | Language }

/** Of words whose language is known where their letters do not tell it. */
export function languageOf(text: string, { whole, latin }: Wording): 'en' | Language {
  const { lang } = detectLanguage(text, whole)
  return lang === 'en' ? latin : lang
}

const annotateCell = (cell: Cell, wording: Wording): Cell & WithLanguage => ({
  ...cell,
  writing: languageOf(inlineText(cell.children), wording),
})

function blockText(block: Block): string {
  switch (block.kind) {
    case 'bullets':
    case 'numbers':
      return block.items.flat().map(blockText).join(' ')
    case 'table':
      return block.rows
        .flat()
        .map((cell) => inlineText(cell.children))
        .join(' ')
    case 'paragraph':
    case 'heading':
      return inlineText(block.children)
  }
}

/** A mark may stand within a word: what it marks belongs to the letters beside it. */
const inlineText = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) =>
      node.kind === 'text' ? node.text : node.kind === 'break' ? ' ' : inlineText(node.children),
    )
    .join('')

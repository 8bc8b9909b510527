import { writtenIn, type Writing } from '../../../contract/written-language.ts'
import type { Block, Cell, Inline } from '../../platform/pdf/rich-text-blocks.ts'

/** In which language something is set, and so which way it runs. */
type Written = { writing: Writing['lang'] }
type WrittenBlock = Written &
  (
    | Extract<Block, { kind: 'paragraph' | 'heading' }>
    | { kind: 'bullets' | 'numbers'; items: WrittenBlock[][] }
    | { kind: 'table'; columns: number; rows: (Cell & Written)[][] }
  )

/**
 * The language of every paragraph, heading, list and cell, by its own words: an English paragraph in Urdu wording runs
 * from left to right, and a list has its marks on the side on which most of it begins.
 * @param whole all the wording that the blocks are a part of
 */
export const tellWriting = (blocks: readonly Block[], whole: string): WrittenBlock[] =>
  blocks.map((block): WrittenBlock => {
    const { lang: writing } = writtenIn(wordsOfBlock(block), whole)
    switch (block.kind) {
      case 'bullets':
      case 'numbers':
        return { ...block, writing, items: block.items.map((item) => tellWriting(item, whole)) }
      case 'table':
        return { ...block, writing, rows: block.rows.map((row) => row.map((cell) => tellCell(cell, whole))) }
      case 'paragraph':
      case 'heading':
        return { ...block, writing }
    }
  })

const tellCell = (cell: Cell, whole: string): Cell & Written => ({
  ...cell,
  writing: writtenIn(wordsOf(cell.children), whole).lang,
})

function wordsOfBlock(block: Block): string {
  switch (block.kind) {
    case 'bullets':
    case 'numbers':
      return block.items.flat().map(wordsOfBlock).join(' ')
    case 'table':
      return block.rows
        .flat()
        .map((cell) => wordsOf(cell.children))
        .join(' ')
    case 'paragraph':
    case 'heading':
      return wordsOf(block.children)
  }
}

/** A mark may stand within a word: what it marks belongs to the letters beside it. */
const wordsOf = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => (node.kind === 'text' ? node.text : node.kind === 'break' ? ' ' : wordsOf(node.children)))
    .join('')

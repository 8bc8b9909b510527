import symbols from '../../../build/content/easy-read-symbols.json' with { type: 'json' }
import type { EasyReadRendering } from '../../../contract/consents.ts'
import { parseRichText } from '../../platform/pdf/rich-text-blocks.ts'
import { annotateLanguage } from './block-language.ts'

const drawings: Record<string, string> = symbols
const hasDrawing = (name: string) => Object.hasOwn(drawings, name)
const fileOf = (name: string) => `easy-read-${name}.svg`

type HasEasyRead = { easyRead?: EasyReadRendering | undefined }

/** The symbols that a text's Easy Read has, as files for the Typst file. */
export function easyReadAssets(sections: readonly HasEasyRead[]): Record<string, Uint8Array> {
  const names = sections.flatMap(({ easyRead }) =>
    (easyRead?.pages ?? []).flatMap(({ lines }) => lines.map(({ symbol }) => symbol)),
  )
  const drawn = [...new Set(names)].filter(hasDrawing)
  return Object.fromEntries(drawn.map((name) => [fileOf(name), new TextEncoder().encode(drawings[name])]))
}

/** A section's pages in Easy Read with each line's words and symbol; a symbol that is drawn no more is left out. */
export const describeEasyRead = ({ pages }: EasyReadRendering) =>
  pages.map(({ title, lines }) => ({
    title,
    lines: lines.map(({ symbol, html }) => {
      const line = `<p>${html}</p>`
      return {
        file: hasDrawing(symbol) ? `/${fileOf(symbol)}` : null,
        blocks: annotateLanguage(parseRichText(line), line),
      }
    }),
  }))

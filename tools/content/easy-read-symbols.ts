import { type ContentFile, nameOf, type Problem, reporter } from './content-file.ts'
import { parseSvgDrawing } from './picture-loader.ts'

/** `content/easy-read/symbols/`: one drawing for an idea. Its line says what it shows, so it has no words of its own. */
export const loadEasyReadSymbols = (
  drawings: readonly ContentFile[],
  problems: Problem[],
): Record<string, string> =>
  Object.fromEntries(
    drawings.map((file) => [nameOf(file), parseSvgDrawing(file, '', reporter(file, problems))]),
  )

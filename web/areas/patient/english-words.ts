import type { Words } from '../../../build/content/types.d.ts'
// A copy of its own of the language's file, of which the build keeps the named parts only.
import {
  birthDate,
  dir,
  locale,
  page,
  reading,
  summary,
  trouble,
} from '../../../build/content/words.en.json?entry'
import type { WordSource } from '../../features/signing/index.ts'
import { loadChunkOnce } from '../../ui/plain/chunk-load.ts'

let all: Promise<Words> | undefined

/** English, in two loads. */
export const english: WordSource = {
  language: 'en',
  entry: { locale, dir, page, birthDate, trouble, summary, reading },
  all: () =>
    (all ??= loadChunkOnce(() => import('../../../build/content/words.en.json')).then(
      (file) => file.default,
    )),
}

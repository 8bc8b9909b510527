import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildCaptions,
  clipSize,
  parseStoryboard,
  clipSeconds,
  buildTranscript,
} from '../clips/clip-storyboard.ts'
import { type ContentFile, type Problem, nameOf, reporter } from './content-file.ts'
import type { LibraryFilm, LibraryTreatments } from './library-types.ts'

export type Films = {
  films: LibraryFilm[]
  /** The film that texts of a treatment subtype show. */
  bySubtype: ReadonlyMap<string, LibraryFilm>
}

/** An id of its own for these very bytes, so that texts can name the film before any database has it (version 8 of a UUID). */
function filmIdOf(sha256: string): string {
  const bytes = Buffer.from(sha256, 'hex').subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** `content/videos/`: each storyboard with the film that was drawn of it. */
export function loadFilms(
  root: string,
  storyboards: ContentFile[],
  treatments: LibraryTreatments,
  problems: Problem[],
): Films {
  const known = new Set(
    [...treatments.builtIn, ...treatments.supplementary].flatMap(({ subtypes }) => subtypes),
  )
  const bySubtype = new Map<string, LibraryFilm>()
  const films = storyboards.flatMap((file) => {
    const report = reporter(file, problems)
    const name = nameOf(file)
    const place = join(root, 'content/videos', name)
    const missing = ['mp4', 'jpg'].filter((ending) => !existsSync(`${place}.${ending}`))
    for (const ending of missing) report(0, `${name}.${ending} is missing: npm run clip -- ${name}`)
    if (missing.length > 0) return []
    const board = parseStoryboard(file.text)
    const bytes = readFileSync(`${place}.mp4`)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const film: LibraryFilm = {
      ...{ id: filmIdOf(sha256), name, sha256, bytes: bytes.byteLength, ...clipSize },
      duration: clipSeconds(board),
      thumbnail: `data:image/jpeg;base64,${readFileSync(`${place}.jpg`).toString('base64')}`,
      transcript: buildTranscript(board).trim(),
      captions: buildCaptions(board),
    }
    for (const subtype of board.subtypes) {
      if (!known.has(subtype)) report(0, `"${subtype}" is no treatment subtype`)
      if (bySubtype.has(subtype)) report(0, `"${subtype}" has a film already`)
      bySubtype.set(subtype, film)
    }
    return film
  })
  return { films, bySubtype }
}

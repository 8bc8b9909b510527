import { and, eq, isNull } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { LibraryFilm } from '../../../build/content/types.d.ts'
import type { Files } from '../../platform/files/files.ts'
import { videos } from './video-schema.ts'

type Seeding = {
  now: Date
  /** Gives a film's file to the store. */
  saveFile: (film: LibraryFilm, storedAs: string) => Promise<void>
}

/** It was never uploaded, so its time is nought; its bytes are in its name, so that no two films share one. */
const storedNameOf = ({ name, sha256 }: LibraryFilm): string =>
  `videos/0000000000000_${sha256.slice(0, 16)}-${name}.mp4`

/**
 * Puts the films of ours into the platform's library, as the database's owner. What is there stays as it is, also what a
 * super administrator described anew or took out. The file comes before the row, so that no row lacks its file; safe to
 * repeat, and from several instances at once, since both give the same bytes under the same name.
 */
export async function seedVideos(
  owner: pg.Client,
  films: readonly LibraryFilm[],
  { now, saveFile }: Seeding,
): Promise<void> {
  const db = drizzle(owner)
  for (const film of films) {
    const isSame = and(isNull(videos.ownerClinicId), eq(videos.sha256, film.sha256))
    const [known] = await db.select({ id: videos.id }).from(videos).where(isSame).limit(1)
    if (known) continue
    const { name, ...facts } = film
    await saveFile(film, storedNameOf(film))
    await db
      .insert(videos)
      .values({
        ...facts,
        name: `${name}.mp4`,
        publicId: storedNameOf(film),
        format: 'video/mp4',
        state: 'playable',
        createdBy: 'library',
        createdByName: 'Candour',
        createdAt: now,
      })
      .onConflictDoNothing()
  }
}

/** Where the file of a film of ours lies in the product. */
const filmPath = ({ name }: LibraryFilm): string =>
  fileURLToPath(new URL(`../../../content/videos/${name}.mp4`, import.meta.url))

/** Gives each film to the store from there. */
export const createFilmWriter =
  (files: Files): Seeding['saveFile'] =>
  (film, name) =>
    files.putFile(name, filmPath(film), null)

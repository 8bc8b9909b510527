import { useEffect, useState } from 'react'
import type { LibraryPicture } from '../../../build/content/types.d.ts'
import type { Picture } from '../../ui/plain/picture-figure.tsx'

type LibraryPictures = readonly LibraryPicture[]
export type PlacedPicture = Picture & { sectionTitle: string }

/** A picture's id as people say it; its full title comes with the drawings. */
export const pictureName = (id: string): string => {
  const words = id.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The product's pictures; none until they are here. They are large: fetched where they are looked at. */
export function useLibraryPictures(): LibraryPictures {
  const [pictures, setPictures] = useState<LibraryPictures>([])
  useEffect(() => {
    let isActive = true
    import('../../../build/content/pictures.json').then(
      ({ default: found }) => isActive && setPictures(found),
      // Without the drawings the text is still whole.
      (problem: unknown) => console.error(problem),
    )
    return () => {
      isActive = false
    }
  }, [])
  return pictures
}

/** The pictures of a text where a consent will show them: in the section they are made for, else in the first. */
export const placedPictures = (
  library: LibraryPictures,
  ids: readonly string[],
  sections: readonly { title: string }[],
): PlacedPicture[] =>
  library
    .filter(({ id }) => ids.includes(id))
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .map(({ section, ...picture }) => ({
      ...picture,
      sectionTitle: sections.find(({ title }) => title === section)?.title ?? sections[0]?.title ?? '',
    }))

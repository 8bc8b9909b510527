import shipped from '../../../build/content/pictures.json' with { type: 'json' }
import type { FrozenPicture } from '../../../contract/consents.ts'

const pictures = new Map(shipped.map((picture) => [picture.id, picture]))

/** Whether the product has this picture. */
export const isKnownPicture = (id: string): boolean => pictures.has(id)

/**
 * The pictures of a text as they are shown, each in the section it is made for, or in the first where a practice calls
 * its sections otherwise. One that the product has no more is left out, and one whose condition does not hold.
 */
export const placePictures = (
  sections: readonly { title: string }[],
  ids: readonly string[] | undefined,
  isShown: (condition: string | undefined) => boolean = () => true,
): FrozenPicture[] => {
  const titles = sections.map(({ title }) => title)
  return (ids ?? []).flatMap((id) => {
    const found = pictures.get(id)
    if (!found || titles[0] === undefined) return []
    const { section, only, ...picture } = found
    if (!isShown(only)) return []
    return { ...picture, sectionTitle: titles.includes(section) ? section : titles[0] }
  })
}

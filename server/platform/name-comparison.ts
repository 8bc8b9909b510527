const normaliseName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/[‘’ʼ`]/g, "'")
    .replaceAll(/\p{Dash}/gu, '-')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Whether two ways of typing are one name: case, accents, spaces and the kind of apostrophe or dash do not matter. */
export const isSameName = (one: string, other: string): boolean => normaliseName(one) === normaliseName(other)

const titles = /^(mr|mrs|ms|miss|mx|master|dr|prof|professor|rev|reverend|sir|dame|lady|lord)$/

/** The words of a name in one order, without titles; what ties two words together is a blank, or nothing. */
function nameWords(name: string, tie: ' ' | ''): string {
  const words = normaliseName(name)
    .replaceAll(/[-']/g, tie)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const named = words.filter((word) => !titles.test(word))
  return (named.length > 0 ? named : words).toSorted().join(' ')
}

/**
 * Whether two ways of writing may name one person: as `isSameName`, and titles, the order of the words, hyphens,
 * apostrophes and other punctuation do not matter. Initials and names left out do.
 */
export function isSamePersonName(one: string, other: string): boolean {
  const ways = [nameWords(other, ' '), nameWords(other, '')]
  return [nameWords(one, ' '), nameWords(one, '')].some((words) => ways.includes(words))
}

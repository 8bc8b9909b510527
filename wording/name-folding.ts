/** Letters that are letters of their own, and how they are typed where the keyboard lacks them. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Every sign that is typed for an apostrophe. */
export const apostrophe = /['’‘ʼʻʽ`´ʹ′‛＇]/gu

/** Letters as anybody may type them: lower case, without accents and apostrophes. */
export const foldName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(apostrophe, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter]!)

/** Scripts in which a joiner (ZWNJ, ZWJ) between two letters is part of the spelling. */
const joiningScripts = [
  'Arab',
  'Syrc',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
]
  .map((script) => `\\p{scx=${script}}`)
  .join('')

/** What is drawn of a script: some of its own characters are unseen, and spell nothing. */
const visibleCharacterOf = (script: string): string => `(?:(?!\\p{Default_Ignorable_Code_Point})${script})`

/** A letter or a mark of these scripts: their digits and punctuation join nothing. */
const joiningLetter = `(?:(?=[\\p{L}\\p{M}])${visibleCharacterOf(`[${joiningScripts}]`)})`

const joiner = '[\\u200C\\u200D]'
const variantOfHan = '[\\u{E0100}-\\u{E01EF}]'
const variantOfMongolian = '[\\u180B-\\u180D\\u180F]'

const invisibleCharacters = new RegExp(
  [
    `(?<!${joiningLetter})${joiner}`,
    `${joiner}(?!${joiningLetter})`,
    `(?<!\\p{sc=Han})${variantOfHan}`,
    `(?<!${visibleCharacterOf('\\p{sc=Mong}')})${variantOfMongolian}`,
    `(?!${joiner}|${variantOfHan}|${variantOfMongolian})\\p{Default_Ignorable_Code_Point}`,
  ].join('|'),
  'gu',
)

/** Looks like a blank, and is none to Unicode: the empty cell of Braille. */
const brailleBlank = /\u2800/g

/**
 * Text as it is seen: in Unicode's composed form (NFC), without characters that nothing is drawn for, such as zero-width
 * blanks, direction marks and soft hyphens (Default_Ignorable_Code_Point, UAX #44), except where a script spells with them.
 * Whether a text is empty, or like another, is asked after this.
 */
export const visibleText = (typed: string): string =>
  typed.normalize('NFC').replaceAll(invisibleCharacters, '').replaceAll(brailleBlank, ' ').normalize('NFC')

/** The same in one line: line breaks, tabs and runs of blanks of every kind become one blank. */
export const visibleLine = (typed: string): string => visibleText(typed).replaceAll(/\s+/g, ' ').trim()

/** Whether a name has at least one letter of some script: marks, digits and pictures alone name nobody. */
export const hasLetter = (name: string): boolean => /\p{L}/u.test(name)

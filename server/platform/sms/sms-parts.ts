/** The letters of GSM 03.38: a text of these alone fits 160 in one part. */
const gsmAlphabet = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take the room of two. */
const gsmExtendedCharacters = new Set('^{}\\[~]|€\f')

export type SmsSegments = { parts: number; letters: number; isPlain: boolean }

/** How many parts a text is sent, and paid, in; one letter outside the alphabet of phones makes the rest cost double. */
export function countSmsSegments(text: string): SmsSegments {
  const isPlain = [...text].every((letter) => gsmAlphabet.has(letter) || gsmExtendedCharacters.has(letter))
  const letters = isPlain
    ? [...text].reduce((sum, letter) => sum + (gsmExtendedCharacters.has(letter) ? 2 : 1), 0)
    : text.length
  const [single, joined] = isPlain ? [160, 153] : [70, 67]
  return { parts: letters <= single ? 1 : Math.ceil(letters / joined), letters, isPlain }
}

declare module 'nspell' {
  /** A speller from the two files of a Hunspell dictionary. */
  export default function nspell(affixes: Buffer, words: Buffer): { correct(word: string): boolean }
}

import { sentencesToMeasure, splitWords } from '../../wording/plain-text.ts'
import type { Report } from './content-file.ts'

/*
 * What can be counted of the published rules of Easy Read; where each comes from is in
 * `docs/decisions/2026-11-29-easy-read.md`.
 */

const sentence_words_max = 15
/** An idea, and at most the sentences that explain it. */
const sentences_idea_max = 3
export const ideas_page_max = 10
export const pages_max = 20

/** Words that must be in bold and explained, wherever a text uses them first. */
const hardWords =
  /\b(sedation|general anaesthetic|anaesthetic|injections?|x-rays?|varnish|dentures?|implants?|root canal treatment|antibiotics?|allergic reaction|oxygen|sinus|dry socket|a&e|plaque|tartar|gum disease|diabetes|asthma|latex|cancer|hygienist|pacemaker|mouthguard|surgery|gas and air|thrush|fever|pus|crowns?|bridge|infections?)\b/i

const faults: readonly [RegExp, string][] = [
  [/[;()[\]/]|\u2014|\u2013/, 'no semicolon, bracket, slash or dash'],
  [/%|\bper cent\b/i, 'say how many people, not a percentage'],
  [
    /\b(?:\w+n't|\w+'(?:re|ve|ll|d|m)|it's|that's|there's|what's|let's|here's)\b/i,
    'write words in full: "do not"',
  ],
  [/\b(?:e\.g|i\.e|etc)\b/i, 'no abbreviations'],
  [
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty)\b/i,
    'write numbers as digits',
  ],
  [/\b(?:is|are|was|were|be|been|being) \w+(?:ed|en) by\b/i, 'say who does it'],
  [
    /\b(?:prior to|adjacent|approximately|however|therefore|restoration|procedure|periodontal|paraesthesia|haemorrhage)\b/i,
    'use an easy word',
  ],
]

/** What is wrong with one line. */
export function checkEasyReadLine(text: string): string[] {
  const bare = text.replaceAll('**', '').replaceAll(/\{\{\w+\}\}/g, 'word')
  const sentences = sentencesToMeasure(bare.replaceAll(':', ','))
  const long = sentences
    .map((sentence) => ({ sentence, words: splitWords(sentence).length }))
    .filter(({ words }) => words > sentence_words_max)
  return [
    ...long.map(({ sentence, words }) => `${words} words, at most ${sentence_words_max}: "${sentence}"`),
    ...(sentences.length > sentences_idea_max ? ['more than one idea: give each its own line'] : []),
    ...(/[.?!]$/.test(bare) ? [] : ['a line ends its sentence']),
    ...faults.filter(([wrong]) => wrong.test(bare)).map(([, message]) => message),
  ]
}

/** A bold word is explained where it stands; a hard word is bold and explained once, at its first use or earlier. */
export function checkEasyReadWords(lines: readonly { text: string; at: number }[], report: Report): void {
  const explained = new Set<string>()
  for (const { text, at } of lines) {
    const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word]) => stem(word!))
    if (bold.length > 0 && !/\b(?:means?|is|are|called)\b/.test(text))
      report(at, 'a bold word is explained in its line')
    for (const word of bold) explained.add(word)
    const global = new RegExp(hardWords.source, 'gi')
    for (const [word] of text.replaceAll('**', '').matchAll(global))
      if (!explained.has(stem(word)))
        report(at, `"${word}" is a hard word: make it bold and explain it at its first use`)
  }
}

const stem = (word: string): string => word.toLowerCase().replace(/s$/, '')

const numberWords = 'two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A template writes small numbers as words; Easy Read never does. */
export const numberWordsAsDigits = (text: string): string =>
  text
    .replaceAll(/\btwice\b/gi, '2')
    .replaceAll(new RegExp(`\\b(?:${numberWords.join('|')})\\b`, 'gi'), (word) =>
      String(numberWords.indexOf(word.toLowerCase()) + 2),
    )

/** The numbers that a text counts with, thousands without their comma. */
export const countedNumbers = (text: string): string[] =>
  (
    text
      .replaceAll(/\{\{\w+\}\}/g, '')
      .replaceAll(/(?<=\d),(?=\d{3})/g, '')
      .match(/\d+/g) ?? []
  ).filter((number) => number !== '1')

/** What says that somebody must get help, in whichever words. */
const redFlags: Record<string, RegExp> = {
  '999': /\b999\b/,
  '111': /\b111\b/,
  'A&E': /A&E/,
  'hard to breathe': /\bbreath/i,
  'hard to swallow': /hard to (?:breathe or )?swallow|trouble swallowing/i,
  'an eye closes': /clos\w* (?:an|your) eye/i,
  'the tongue lifts': /lifts your tongue/i,
  'the tongue swells': /tongue swells/i,
  'heavy bleeding': /bleed(?:s|ing)? (?:is heavy|a lot)/i,
  'bleeding after 20 minutes': /20 minutes/,
  'still numb': /still (?:feels? )?numb/i,
  fever: /\bfever\b/i,
  pus: /\bpus\b/i,
  'pain after day 3': /after day 3/,
  'hard to wake': /hard to wake/i,
  'blue or grey': /blue or grey/i,
  choking: /\bchok/i,
  wheeze: /wheez/i,
  'three weeks': /(?:for|after) (?:three|3) weeks\b/i,
  'four weeks': /\b(?:four|4) weeks\b/i,
  'a swallowed piece': /swallow a piece/i,
  'loss of sight': /loss of sight/i,
  rash: /\brash\b/i,
}

/** Which of the reasons to get help a text names. */
export const redFlagsOf = (text: string): string[] =>
  Object.entries(redFlags)
    .filter(([, pattern]) => pattern.test(text))
    .map(([name]) => name)

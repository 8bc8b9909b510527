import { expect, it } from 'vitest'
import { sentenceSpans } from './sentence-spans.ts'

const sentences = (text: string, locale = 'en-GB') =>
  sentenceSpans(text, locale).map(({ start, end }) => text.slice(start, end))

it.each([
  ['It may hurt. Phone us!  Can you?', 'en-GB', ['It may hurt.', 'Phone us!', 'Can you?']],
  ['You pay £73.50 for it. It lasts.', 'en-GB', ['You pay £73.50 for it.', 'It lasts.']],
  ['Soft food, e.g. Soup, helps. Rest.', 'en-GB', ['Soft food, e.g. Soup, helps.', 'Rest.']],
  ['Ask Dr. Okafor about it.', 'en-GB', ['Ask Dr. Okafor about it.']],
  ['  One.\n\n  Two. ', 'en-GB', ['One.', 'Two.']],
  ['…', 'en-GB', []],
  ['', 'en-GB', []],
  ['这颗牙会痛。请打电话。', 'zh-Hans', ['这颗牙会痛。', '请打电话。']],
  ['یہ درد کر سکتا ہے۔ فون کریں۔', 'ur', ['یہ درد کر سکتا ہے۔', 'فون کریں۔']],
])('%s', (text, locale, expected) => expect(sentences(text, locale)).toEqual(expected))

import { describe, expect, it } from 'vitest'
import { createReadAloud, pickVoice, type Progress, type Speech, type Voice } from './read-aloud.ts'

const voice = (lang: string, { localService = true, isDefault = false } = {}): Voice => ({
  ...{ lang, localService },
  default: isDefault,
})

describe('the voice', () => {
  const british = voice('en-GB')
  const american = voice('en-US', { isDefault: true })
  const polish = voice('pl_PL', { localService: false })
  it.each([
    ['British for English', [american, british], 'en', true, british],
    ['whichever English there is', [american], 'en', true, american],
    ['of the language, however it is written', [british, polish], 'pl', true, polish],
    [
      'on the device rather than over the net',
      [voice('en-GB', { localService: false }), american],
      'en',
      true,
      american,
    ],
    ['none over the net without a connection', [british, polish], 'pl', false, null],
    ['none where the device has none', [british], 'cy', true, null],
    ['none where there are none at all', [], 'en', true, null],
    ['Chinese by its language', [voice('zh-CN')], 'zh-Hans', true, voice('zh-CN')],
  ] as const)('is %s', (_what, voices, lang, isOnline, chosen) => {
    expect(pickVoice(voices, lang, isOnline)).toEqual(chosen)
  })
})

type Spoken = Parameters<Speech<Voice>['speak']>

/** A browser whose voice ends its sentences when the test says so. */
function createTestReader() {
  const spoken: Spoken[] = []
  const seen: Progress[] = []
  let cancelled = 0
  const speech: Speech<Voice> = {
    speak: (...asked) => void spoken.push(asked),
    cancel: () => void cancelled++,
  }
  const reader = createReadAloud(speech, (progress) => void seen.push(progress))
  const play = () => reader.play({ sentences: ['One two.', 'Three.'], voice: voice('en-GB'), rate: 1 })
  return { reader, spoken, play, now: () => seen.at(-1), cancelled: () => cancelled }
}

describe('reading aloud', () => {
  it('says one sentence after the other, and is silent after the last', () => {
    const { spoken, play, now } = createTestReader()
    play()
    expect(spoken.map(([said]) => said)).toEqual([{ text: 'One two.', voice: voice('en-GB'), rate: 1 }])
    expect(now()).toEqual({ state: 'reading', sentence: 0, word: null })
    spoken[0]![1].ended()
    expect(now()).toEqual({ state: 'reading', sentence: 1, word: null })
    spoken[1]![1].ended()
    expect(now()).toEqual({ state: 'silent' })
    expect(spoken).toHaveLength(2)
  })

  it('tells the word, by its own length where the voice does not say it', () => {
    const { spoken, play, now } = createTestReader()
    play()
    spoken[0]![1].word(4)
    expect(now()).toMatchObject({ sentence: 0, word: { start: 4, end: 7 } })
    spoken[0]![1].word(0, 3)
    expect(now()).toMatchObject({ word: { start: 0, end: 3 } })
  })

  it('pauses, and begins the same sentence again', () => {
    const { reader, spoken, play, now, cancelled } = createTestReader()
    play()
    spoken[0]![1].ended()
    const before = cancelled()
    reader.pause()
    expect(now()).toEqual({ state: 'paused', sentence: 1, word: null })
    expect(cancelled()).toBe(before + 1)
    spoken[1]![1].ended()
    spoken[1]![1].failed()
    expect(now()).toMatchObject({ state: 'paused' })
    reader.resume()
    expect(spoken.map(([{ text }]) => text)).toEqual(['One two.', 'Three.', 'Three.'])
    expect(now()).toMatchObject({ state: 'reading', sentence: 1 })
  })

  it('goes on at another speed from the sentence it is at', () => {
    const { reader, spoken, play } = createTestReader()
    play()
    reader.setRate(1.5)
    expect(spoken.map(([{ text, rate }]) => [text, rate])).toEqual([
      ['One two.', 1],
      ['One two.', 1.5],
    ])
    spoken[1]![1].ended()
    expect(spoken[2]![0]).toMatchObject({ text: 'Three.', rate: 1.5 })
  })

  it('keeps still while the speed is changed in a pause', () => {
    const { reader, spoken, play, now } = createTestReader()
    play()
    reader.pause()
    reader.setRate(0.75)
    expect(spoken).toHaveLength(1)
    expect(now()).toMatchObject({ state: 'paused' })
    reader.resume()
    expect(spoken[1]![0]).toMatchObject({ rate: 0.75 })
  })

  it('stops at once, and hears nothing of what it said', () => {
    const { reader, spoken, play, now, cancelled } = createTestReader()
    play()
    const before = cancelled()
    reader.stop()
    expect(cancelled()).toBe(before + 1)
    spoken[0]![1].ended()
    spoken[0]![1].word(0)
    expect(now()).toEqual({ state: 'silent' })
    expect(spoken).toHaveLength(1)
    reader.resume()
    reader.setRate(2)
    expect(spoken).toHaveLength(1)
  })

  it('is silent where the voice fails', () => {
    const { spoken, play, now } = createTestReader()
    play()
    spoken[0]![1].failed()
    expect(now()).toEqual({ state: 'silent' })
  })

  it('has nothing to say of nothing', () => {
    const { reader, spoken, now } = createTestReader()
    reader.play({ sentences: [], voice: voice('en-GB'), rate: 1 })
    expect(spoken).toEqual([])
    expect(now()).toBeUndefined()
  })
})

import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { createReadAloud, type Progress } from './read-aloud.ts'
import { setSpokenPart } from './reading-record.ts'
import { settings } from './signing-device.ts'
import { browserSpeech, findVoice } from './browser-speech.ts'
import { highlightSpoken, scrollToSpoken } from './spoken-highlight.ts'
import { sentencesIn, type SpokenSentence } from './spoken-text.ts'

const speeds = { slow: 0.75, normal: 1, fast: 1.25, faster: 1.5 } as const
export type SpeedName = keyof typeof speeds
export const speedNames = Object.keys(speeds) as SpeedName[]
const storageKey = 'candour:speech-speed'
const savedSpeed = (): SpeedName => speedNames.find((name) => name === settings.get(storageKey)) ?? 'normal'

/** One voice speaks at a time: what begins ends what was begun elsewhere on the page. */
let stopOther: (() => void) | null = null

type ReadAloudOptions = {
  consentId: string
  part: number
  /** What is said first, which stands elsewhere on the page. */
  title: string
  lang: string
  root: RefObject<HTMLElement | null>
  layer: RefObject<HTMLElement | null>
}

const fullRange = (sentence: SpokenSentence | undefined) => sentence?.rangeOf(0, sentence.text.length) ?? null

/** Reading one part of the page aloud, with what is read marked; it ends with the page. */
export function useReadAloud({ consentId, part, title, lang, root, layer }: ReadAloudOptions) {
  const [progress, setProgress] = useState<Progress>({ state: 'silent' })
  const [lack, setLack] = useState<'none' | 'none-offline' | null>(null)
  const [speed, setSpeed] = useState<SpeedName>(savedSpeed)
  const sentences = useRef<SpokenSentence[]>([])
  const reader = useMemo(() => createReadAloud(browserSpeech, setProgress), [])
  const at = progress.state === 'silent' ? null : progress.sentence
  const word = progress.state === 'silent' ? null : progress.word

  useEffect(() => {
    if (at !== null) scrollToSpoken(fullRange(sentences.current[at]))
  }, [at])
  useEffect(() => {
    const sentence = at === null ? undefined : sentences.current[at]
    if (!sentence) return
    const inner = layer.current
    const spoken = word && sentence.rangeOf(word.start, word.end)
    highlightSpoken(inner, { sentence: fullRange(sentence), word: spoken })
    return () => highlightSpoken(inner, { sentence: null, word: null })
  }, [at, word, layer])
  const isReading = progress.state === 'reading'
  useEffect(() => {
    if (!isReading) return
    setSpokenPart({ consentId, part })
    return () => setSpokenPart(null)
  }, [isReading, consentId, part])
  useEffect(() => {
    addEventListener('pagehide', reader.stop)
    return () => {
      removeEventListener('pagehide', reader.stop)
      if (stopOther === reader.stop) stopOther = null
      reader.stop()
    }
  }, [reader])

  async function play() {
    const voice = await findVoice(lang)
    if (typeof voice === 'string') return setLack(voice)
    setLack(null)
    if (!root.current) return
    if (stopOther !== reader.stop) stopOther?.()
    stopOther = reader.stop
    sentences.current = [{ text: title, rangeOf: () => null }, ...sentencesIn(root.current, lang)]
    reader.play({ sentences: sentences.current.map(({ text }) => text), voice, rate: speeds[speed] })
  }

  function chooseSpeed(name: SpeedName) {
    settings.set(storageKey, name)
    setSpeed(name)
    reader.setRate(speeds[name])
  }

  const { pause, resume, stop } = reader
  return { state: progress.state, lack, speed, play, chooseSpeed, pause, resume, stop }
}

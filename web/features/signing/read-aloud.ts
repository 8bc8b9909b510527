/** The little of the browser's speech that is used; a test gives its own. */
export type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>
type Utterance<V> = { text: string; rate: number; voice: V }
/** What the voice says of a sentence that it was given. */
type UtteranceHandlers = {
  ended: () => void
  failed: () => void
  /** A word begins at this letter; not every voice knows how long it is, and many tell none at all. */
  word: (start: number, length?: number) => void
}
export type Speech<V extends Voice> = {
  speak: (said: Utterance<V>, heard: UtteranceHandlers) => void
  cancel: () => void
}

export type Progress =
  | { state: 'silent' }
  /** The sentence, from 0, and the word in it where the voice tells that. */
  | { state: 'reading' | 'paused'; sentence: number; word: { start: number; end: number } | null }

export type Script<V> = { sentences: readonly string[]; voice: V; rate: number }

const subtags = (lang: string) => lang.toLowerCase().replace('_', '-').split('-')

/**
 * The voice that fits a language best: of the same language, on the device rather than over the net, British where it is
 * English. Without a connection only those on the device; null where there is none.
 */
export function pickVoice<V extends Voice>(voices: readonly V[], lang: string, isOnline: boolean): V | null {
  const [requestedLanguage] = subtags(lang)
  const region = requestedLanguage === 'en' ? 'gb' : subtags(lang)[1]
  const score = (voice: V) =>
    (voice.localService ? 4 : 0) + (subtags(voice.lang)[1] === region ? 2 : 0) + (voice.default ? 1 : 0)
  const able = voices.filter(
    ({ lang: own, localService }) => subtags(own)[0] === requestedLanguage && (localService || isOnline),
  )
  return able.toSorted((one, other) => score(other) - score(one))[0] ?? null
}

/**
 * Reads sentences out one after the other. A pause ends the sentence and begins it again afterwards: browsers forget
 * where they stopped, some of them the whole speech. Whatever speech that was ended still says is not listened to.
 */
export function createReadAloud<V extends Voice>(
  speech: Speech<V>,
  onProgress: (progress: Progress) => void,
) {
  let script: Script<V> | null = null
  let progress: Progress = { state: 'silent' }
  let round = 0

  function notify(next: Progress) {
    progress = next
    onProgress(next)
  }

  function silence() {
    round += 1
    speech.cancel()
  }

  function speakSentence(sentence: number) {
    const text = script?.sentences[sentence]
    if (!script || text === undefined) return stop()
    const own = ++round
    const { voice, rate } = script
    notify({ state: 'reading', sentence, word: null })
    speech.speak(
      { text, voice, rate },
      {
        ended: () => void (own === round && speakSentence(sentence + 1)),
        failed: () => void (own === round && stop()),
        word(start, length) {
          if (own !== round) return
          const letters = /^[\p{L}\p{M}\p{N}’'-]+/u.exec(text.slice(start))?.[0].length ?? 1
          notify({ state: 'reading', sentence, word: { start, end: start + (length || letters) } })
        },
      },
    )
  }

  function stop() {
    silence()
    script = null
    if (progress.state !== 'silent') notify({ state: 'silent' })
  }

  return {
    play(wanted: Script<V>) {
      silence()
      script = wanted
      speakSentence(0)
    },
    pause() {
      if (progress.state !== 'reading') return
      silence()
      notify({ ...progress, state: 'paused', word: null })
    },
    resume() {
      if (progress.state === 'paused') speakSentence(progress.sentence)
    },
    /** Goes on at this speed; a sentence that is being read begins again. */
    setRate(rate: number) {
      if (!script) return
      script = { ...script, rate }
      if (progress.state !== 'reading') return
      silence()
      speakSentence(progress.sentence)
    },
    stop,
  }
}

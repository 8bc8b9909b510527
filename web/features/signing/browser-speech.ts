import { pickVoice, type Speech } from './read-aloud.ts'

type BrowserVoice = SpeechSynthesisVoice

/** A browser may drop what nobody holds, and then never says that it has ended. */
const current: { utterance: SpeechSynthesisUtterance | null } = { utterance: null }
/** Voices come late in some browsers, and never in others. */
const voices_wait_ms = 1_500

const isSupported = () => 'speechSynthesis' in globalThis

/** The browser's own speech. */
export const browserSpeech: Speech<BrowserVoice> = {
  speak({ text, voice, rate }, heard) {
    const utterance = new SpeechSynthesisUtterance(text)
    Object.assign(utterance, { voice, rate, lang: voice.lang })
    utterance.addEventListener('end', heard.ended)
    utterance.addEventListener('error', heard.failed)
    utterance.addEventListener('boundary', ({ name, charIndex, charLength }) => {
      if (name === 'word') heard.word(charIndex, charLength)
    })
    current.utterance = utterance
    speechSynthesis.speak(utterance)
  },
  cancel() {
    if (isSupported()) speechSynthesis.cancel()
  },
}

async function voicesOfDevice(): Promise<readonly BrowserVoice[]> {
  if (!isSupported()) return []
  const there = speechSynthesis.getVoices()
  if (there.length > 0) return there
  await new Promise<void>((come) => {
    speechSynthesis.addEventListener('voiceschanged', () => come(), { once: true })
    setTimeout(come, voices_wait_ms)
  })
  return speechSynthesis.getVoices()
}

/** The device's voice for a language; or that it has none, at all or without a connection. */
export async function findVoice(lang: string): Promise<BrowserVoice | 'none' | 'none-offline'> {
  const voices = await voicesOfDevice()
  const voice = pickVoice(voices, lang, navigator.onLine)
  if (voice) return voice
  return pickVoice(voices, lang, true) ? 'none-offline' : 'none'
}

/**
 * Loaded before the product (`node --import`): begins a processor profile at SIGUSR2 and writes it at the next one, into
 * the file that PROFILE_TO names. Processes below the product record none.
 */
import { writeFileSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector/promises'

const file = process.env.PROFILE_TO
delete process.env.PROFILE_TO
const sampling_us = 250

if (file) {
  const session = new Session()
  session.connect()
  let isRecording = false
  async function toggle(): Promise<void> {
    isRecording = !isRecording
    if (isRecording) {
      await session.post('Profiler.enable')
      await session.post('Profiler.setSamplingInterval', { interval: sampling_us })
      return session.post('Profiler.start')
    }
    const { profile } = (await session.post('Profiler.stop')) as { profile: Profiler.Profile }
    writeFileSync(file!, JSON.stringify(profile))
  }
  process.on('SIGUSR2', () => void toggle())
}

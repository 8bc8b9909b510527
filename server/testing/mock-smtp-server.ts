import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type Answer = 'take' | 'put off' | 'turn away' | 'hold'
export type MockSmtpServer = Awaited<ReturnType<typeof openMockSmtpServer>>

const refusing = (code: number) => Object.assign(new Error('not now'), { responseCode: code })

/** A mail server that does as it is told: takes mails, puts them off, turns them away, or keeps who sends them waiting. */
export async function openMockSmtpServer() {
  const received: { to: string; from: string; raw: string }[] = []
  let answer: Answer = 'take'
  let release = () => {}
  let arrived = () => {}
  const server = new SMTPServer({
    authOptional: true,
    // Whoever signs in is let in, also without encryption: it stands on this machine.
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      if (answer === 'turn away') return done(refusing(550))
      return answer === 'put off' ? done(refusing(451)) : done()
    },
    onData(stream, { envelope }, done) {
      // A mail whose sender went away in the middle of it was not received.
      const whole = text(stream).catch(() => null)
      void whole.then((raw) => {
        if (raw === null) return
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ to: envelope.rcptTo[0]!.address, from, raw })
        arrived()
        if (answer !== 'hold') return done()
        release = () => done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    /** How it meets mails from now on. */
    will: (next: Answer) => void (answer = next),
    /** Answers who was kept waiting. */
    release: () => release(),
    /** The next mail has come in whole. */
    nextMail: () => new Promise<void>((resolve) => void (arrived = resolve)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

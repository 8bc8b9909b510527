import { readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { freePort, newFolder, product, startUntil } from './product-process.ts'

/** A mail server that takes everything, from whoever knows the password. */
export async function openMailServer() {
  const received: { to: string; raw: string }[] = []
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === 'post word' ? done(null, { user: username }) : done(new Error('No such login')),
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        received.push({ to: envelope.rcptTo[0]!.address, raw })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** An installation of its own: an empty PostgreSQL, an empty data directory, no demo and nobody in it. */
export async function startIsolatedInstallation() {
  const dataDir = newFolder('first-run')
  const port = await freePort()
  const address = `http://localhost:${port}`
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: 'off',
    LOG_LEVEL: 'error',
    TRUSTED_PROXY: '127.0.0.1',
  }
  const begin = () => startUntil('The server', `${address}/readyz`, product, [], env)
  let server = await begin()
  return {
    address,
    /** The token is printed once, and kept where its owner alone reads it. */
    setupToken: () => readFileSync(path.join(dataDir, 'secrets/setup-token'), 'utf8').trim(),
    async restart() {
      await server.stop()
      server = await begin()
    },
    async close() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { identityProviders } from '../../contract/sign-in-codes.ts'
import { freePort, product, startProgram, untilReady } from './product-process.ts'

/** How the product finds a provider of identities that runs here in the place of those that it knows. */
const peerSettings = (address: string) => ({
  IDENTITY_PEER: address,
  ...Object.fromEntries(
    identityProviders.flatMap((name) => [
      [`${name.toUpperCase()}_CLIENT_ID`, `candour-${name}`],
      [`${name.toUpperCase()}_CLIENT_SECRET`, `secret of ${name}`],
    ]),
  ),
})

/**
 * Starts the product as a new user would get it: an empty data directory, the demo, one port; and a provider of
 * identities. All journeys share them.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-journeys-'))
  const port = await freePort()
  const address = `http://localhost:${port}`
  const peerPort = await freePort()
  const peerAddress = `http://localhost:${peerPort}`
  const peer = startProgram('server/testing/oauth-peer-main.ts', [String(peerPort), address], process.env)
  // Each browser of the journeys says that it comes from an address of its own, so that none uses up another's tries.
  const server = startProgram(product, [], {
    ...process.env,
    ...peerSettings(peerAddress),
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    TRUSTED_PROXY: '127.0.0.1',
  })
  const stop = async () => {
    await Promise.all([server.stop(), peer.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady('The provider', peer, `${peerAddress}/.well-known/openid-configuration`)
    await untilReady('The server', server, `${address}/readyz`)
  } catch (error) {
    await stop()
    throw error
  }
  process.env.JOURNEY_ADDRESS = address
  process.env.JOURNEY_DATA = dataDir
  return stop
}
